#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/grid_coder.h"
#include "hashers/vectors/parts/vector_options.h"

namespace hashlab::hashers {
namespace {

/// RaBitQ: grid points of equal bits for each dimension.
class Rabitq final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"rabitq",
            1,
            "Gao & Long, SIGMOD 2024; Gao et al., SIGMOD 2025 (arXiv 2405.12497, 2409.09913)",
            "directions on a grid, with an unbiased estimate of distances",
            "O(n K 2^B log(K 2^B))",
            "RaBitQ"};
  }

  void describe(Options& options) override {
    options.count("bits", bits_, 1, 8, "bits of each coded dimension, B");
    describe_part(options, part_);
    options.one_of<GridScalars>("scalars", settings_.scalars,
                                {{"none", GridScalars::none},
                                 {"length", GridScalars::length},
                                 {"length+factor", GridScalars::length_factor}},
                                "what is stored beside a code; the paper stores both");
    describe_scalar(options, settings_.scalar);
    options.one_of<std::size_t>("query", settings_.query_bits,
                                {{"real", 0}, {"4", 4}, {"6", 6}, {"8", 8}},
                                "bits of a query's signed digits; 4 suffice for B <= 2");
    options.one_of<bool>("code", settings_.fast, {{"exact", false}, {"fast", true}},
                         "fast: by a fixed factor, without the search for the nearest grid point");
  }

  std::size_t bits_per_dimension() const override { return bits_; }
  std::size_t least_bits() const override { return bits_ + 8 * settings_.scalar_bytes(); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    const std::size_t scalars = 8 * settings_.scalar_bytes();
    return bits < scalars ? 0 : std::min(dims, (bits - scalars) / bits_);
  }
  double work(const WorkSizes& s) const override {
    return step_work(s.n * s.K * static_cast<double>(1U << bits_));
  }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer&) const override {
    const std::size_t coded = coded_dimensions(data.bits, data.Y.n_cols);
    return std::make_shared<GridCoder>(
        learned_part(part_, data.Y, coded, rng),
        std::vector<std::uint8_t>(coded, static_cast<std::uint8_t>(bits_)), settings_, data.Y, rng);
  }

  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<GridCoder>(state, dims, settings_);
  }

 private:
  std::size_t bits_ = 1;
  PartSettings part_;
  GridSettings settings_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> rabitq() {
  return std::make_unique<Rabitq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
