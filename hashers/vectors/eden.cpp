#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/lloyd_max.h"
#include "hashers/vectors/parts/vector_options.h"

#include <cmath>

namespace hashlab::hashers {
namespace {

/// The scale of the decoded vector.
enum class EdenScale {
  unbiased,     ///< |r|^2 / <x, r> for the decoded x: estimates are unbiased
  least_error,  ///< <x, r> / |x|^2
  one,
};

struct EdenSettings {
  std::size_t bits = 2;
  EdenScale scale = EdenScale::unbiased;
  ScalarSize scalar = ScalarSize::byte;
};

/// Codes of the levels of a normal variable. A vector r of K coordinates is decoded as x = scale
/// |r| / sqrt(K) times the levels. Its scalars are N (see CodedPart) and g = scale |r| / sqrt(K),
/// which is not stored if the scale is one, because then g = sqrt(N / K).
class EdenCoder final : public VectorCoder {
 public:
  EdenCoder(CodedPart part, const EdenSettings& settings, const arma::fmat& Y)
      : part_(std::move(part)), settings_(settings), levels_(lloyd_max_levels(settings.bits)) {
    set_widths();
    const auto r = part_.of(Y);
    std::vector<double> g;
    for (const auto& each : r) g.push_back(scale_of(each, digits_of_vector(each)));
    length_.emplace(settings.scalar, part_.squared_lengths(Y, r));
    if (settings.scale != EdenScale::one) scale_.emplace(settings.scalar, g);
  }
  EdenCoder(const ProjectorState& state, std::size_t dims, const EdenSettings& settings)
      : settings_(settings) {
    part_ = CodedPart::from_state(state, dims, state_count(state, "coordinates", 1, dims));
    const arma::mat& levels = state_array(state, "levels", std::size_t{1} << settings.bits, 1);
    levels_.assign(levels.begin(), levels.end());
    set_widths();
    length_.emplace(settings.scalar, state, "length");
    if (settings.scale != EdenScale::one) scale_.emplace(settings.scalar, state, "scale");
  }

  std::size_t dimensions() const override { return part_.dimensions; }
  CodeFormat format() const override {
    return format_of_vectors(widths_, length_->bytes() + (scale_ ? scale_->bytes() : 0));
  }

  Codes encode(const arma::fmat& Y) const override {
    const auto r = part_.of(Y);
    const std::vector<double> N = part_.squared_lengths(Y, r);
    Codes codes(format(), r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      const std::vector<std::uint8_t> digits = digits_of_vector(r[i]);
      put_digits(codes, i, digits, widths_);
      length_->put(N[i], codes.scalars_of(i));
      if (scale_) scale_->put(scale_of(r[i], digits), codes.scalars_of(i) + length_->bytes());
    }
    return codes;
  }

  Asked ask(const arma::fmat& Y) const override {
    check_queries(Y, part_.dimensions);
    const auto s = part_.of(Y);
    const std::vector<double> M = part_.squared_lengths(Y, s);
    Asked asked;
    asked.widths = widths_;
    for (std::size_t q = 0; q < s.size(); ++q) {
      AskedTerm term;
      for (const double weight : s[q]) {
        for (const double level : levels_) term.table.push_back(weight * level);
      }
      asked.queries.push_back({M[q], {std::move(term)}});
    }
    return asked;
  }

  ItemNumbers numbers(const Codes& codes) const override {
    ItemNumbers numbers;
    numbers.factors.resize(1);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::uint8_t* scalars = codes.scalars_of(i);
      const double N = length_->get(scalars);
      const double g = scale_ ? scale_->get(scalars + length_->bytes())
                              : std::sqrt(N / static_cast<double>(part_.coordinates));
      numbers.base.push_back(N);
      numbers.factors[0].push_back(-2 * g);
    }
    return numbers;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"levels", arma::mat(arma::vec(levels_))},
                            {"coordinates", arma::mat{static_cast<double>(part_.coordinates)}}};
    part_.put_state(state);
    length_->put_state(state, "length");
    if (scale_) scale_->put_state(state, "scale");
    return state;
  }

 private:
  void set_widths() {
    widths_.assign(part_.coordinates, static_cast<std::uint8_t>(settings_.bits));
  }

  std::vector<std::uint8_t> digits_of_vector(const std::vector<double>& r) const {
    double squares = 0;
    for (const double x : r) squares += x * x;
    const double unit =
        squares > 0 ? std::sqrt(static_cast<double>(r.size())) / std::sqrt(squares) : 0;
    std::vector<std::uint8_t> digits;
    for (const double x : r) {
      digits.push_back(static_cast<std::uint8_t>(nearest_level(levels_, x * unit)));
    }
    return digits;
  }

  double scale_of(const std::vector<double>& r, const std::vector<std::uint8_t>& digits) const {
    double squares = 0, dot = 0, of_levels = 0;
    for (std::size_t k = 0; k < r.size(); ++k) {
      const double level = levels_[digits[k]];
      squares += r[k] * r[k];
      dot += level * r[k];
      of_levels += level * level;
    }
    switch (settings_.scale) {
      case EdenScale::unbiased:
        return dot > 0 ? squares / dot : 0;
      case EdenScale::least_error:
        return dot / of_levels;
      case EdenScale::one:
        break;
    }
    return std::sqrt(squares / static_cast<double>(r.size()));
  }

  CodedPart part_;
  EdenSettings settings_;
  std::vector<double> levels_;
  std::vector<std::uint8_t> widths_;
  std::optional<StoredScalar> length_, scale_;
};

/// EDEN; with a scale of one, TurboQuant_mse.
class Eden final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"eden", 1,
            "Vargaftik et al., ICML 2022; Zandieh et al., arXiv 2504.19874 (scaling=one)",
            "levels of a normal variable, scaled for each vector", "O(n K)"};
  }
  void describe(Options& options) override {
    options.count("bits", settings_.bits, 1, 4, "bits of each coded dimension");
    options.one_of<EdenScale>("scaling", settings_.scale,
                              {{"unbiased", EdenScale::unbiased},
                               {"least-error", EdenScale::least_error},
                               {"one", EdenScale::one}},
                              "scale of decoded vectors; one is TurboQuant_mse");
    describe_part(options, part_);
    describe_scalar(options, settings_.scalar);
  }

  std::size_t bits_per_dimension() const override { return settings_.bits; }
  std::size_t least_bits() const override { return settings_.bits + scalar_bits(); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    return bits < scalar_bits() ? 0 : std::min(dims, (bits - scalar_bits()) / settings_.bits);
  }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K * 16); }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer&) const override {
    PartSettings settings = part_;
    if (settings_.scale == EdenScale::one) settings.fold = 0;  // N gives the length of r itself
    return std::make_shared<EdenCoder>(
        learned_part(settings, data.Y, coded_dimensions(data.bits, data.Y.n_cols), rng), settings_,
        data.Y);
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<EdenCoder>(state, dims, settings_);
  }

 private:
  std::size_t scalar_bits() const {
    return (settings_.scale == EdenScale::one ? 1 : 2) * bits_of(settings_.scalar);
  }

  EdenSettings settings_;
  PartSettings part_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> eden() {
  return std::make_unique<Eden>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
