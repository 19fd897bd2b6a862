#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/grid_coder.h"
#include "hashers/vectors/parts/vector_options.h"
#include "hashers/vectors/parts/water_filling.h"
#include "lib/error.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

/// The mean square of each column.
std::vector<double> mean_squares(const arma::fmat& Y) {
  std::vector<double> variances;
  for (arma::uword k = 0; k < Y.n_cols; ++k) {
    double sum = 0;
    for (arma::uword i = 0; i < Y.n_rows; ++i) {
      sum += static_cast<double>(Y(i, k)) * static_cast<double>(Y(i, k));
    }
    variances.push_back(sum / static_cast<double>(std::max<arma::uword>(Y.n_rows, 1)));
  }
  return variances;
}

/// RaBitQ with unequal bits. Bits are poured into the dimensions by reverse water-filling;
/// dimensions of equal bits are rotated at random among themselves; those without bits are left to
/// the length. One factor t serves all coordinates of a vector, so a code is still a point of one
/// grid.
class Poured final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"poured",
            1,
            "our own: RaBitQ (SIGMOD 2025) with the bit allocation of transform coding (CVPR 2010)",
            "RaBitQ with more bits for dimensions of larger variance, for 'pca'",
            "O(n m log m) for codes of m magnitudes",
            "Poured RaBitQ"};
  }

  void describe(Options& options) override {
    options.real_or_auto("fold", fold_, 0, 1,
                         "share of the energy outside of the coded dimensions that counts as "
                         "length (auto: the share that near training samples do not have in "
                         "common)");
    options.flag("rotate", rotates_, "rotate dimensions of equal bits at random");
    options.one_of<GridScalars>("scalars", settings_.scalars,
                                {{"none", GridScalars::none},
                                 {"length", GridScalars::length},
                                 {"length+factor", GridScalars::length_factor}},
                                "what is stored beside a code; the factor pays where much energy "
                                "is left out and varies");
    describe_scalar(options, settings_.scalar);
    options.one_of<std::size_t>("query", settings_.query_bits,
                                {{"real", 0}, {"4", 4}, {"6", 6}, {"8", 8}},
                                "bits of a query's signed digits; 6 suffice");
  }

  std::size_t bits_per_dimension() const override { return 1; }
  std::size_t least_bits() const override { return 1 + 8 * settings_.scalar_bytes(); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    const std::size_t scalars = 8 * settings_.scalar_bytes();
    return bits <= scalars ? 0 : std::min(dims, bits - scalars);
  }
  /// More dimensions than features would have no variance.
  std::size_t dimensions(std::size_t, std::size_t d) const override { return d; }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K * 64); }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer&) const override {
    std::vector<std::uint8_t> bits =
        water_filled_bits(mean_squares(data.Y), data.bits - 8 * settings_.scalar_bytes());
    if (std::all_of(bits.begin(), bits.end(), [](std::uint8_t b) { return b == 0; })) {
      bits.front() = 1;  // no dimension varies
    }
    std::vector<std::uint8_t> widths;
    CodedPart part = grouped(bits, widths, rng);
    part.fold = fold_ ? *fold_ : learned_fold(part, data.Y, rng);
    return std::make_shared<GridCoder>(std::move(part), std::move(widths), settings_, data.Y, rng);
  }

  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<GridCoder>(state, dims, settings_);
  }

 private:
  /// The dimensions with bits, those with the most bits first, each group rotated. Sets the bits of
  /// each coordinate.
  CodedPart grouped(const std::vector<std::uint8_t>& bits, std::vector<std::uint8_t>& widths,
                    const Rng& rng) const {
    CodedPart part;
    part.dimensions = bits.size();
    for (std::uint8_t b = 8; b >= 1; --b) {
      std::vector<std::size_t> group;
      for (std::size_t k = 0; k < bits.size(); ++k) {
        if (bits[k] == b) group.push_back(k);
      }
      if (group.empty()) continue;
      const arma::mat R = rotates_ ? haar_matrix(group.size(), rng.stream("vectors.group", b))
                                   : arma::mat(group.size(), group.size(), arma::fill::eye);
      arma::mat rows(group.size(), bits.size(), arma::fill::zeros);
      for (std::size_t g = 0; g < group.size(); ++g) rows.col(group[g]) = R.col(g);
      part.W = arma::join_cols(part.W, rows);
      widths.insert(widths.end(), group.size(), b);
    }
    part.coordinates = widths.size();
    return part;
  }

  std::optional<double> fold_;
  bool rotates_ = true;
  GridSettings settings_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> poured() {
  return std::make_unique<Poured>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
