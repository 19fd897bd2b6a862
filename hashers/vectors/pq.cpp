#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/product_coder.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

/// Product quantisation, of bytes.
class Pq final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"pq", 1, "Jegou, Douze & Schmid, PAMI 33, 2011",
            "the nearest of 256 centres in each part of the dimensions", "O(updates n d 256)"};
  }
  void describe(Options& options) override {
    options.count("updates", rounds_, 1, 1000, "rounds of k-means");
  }

  std::size_t bits_per_dimension() const override { return 1; }
  std::size_t least_bits() const override { return 8; }
  /// A byte codes one dimension or more.
  std::size_t coded_dimensions(std::size_t, std::size_t dims) const override { return dims; }
  std::size_t dimensions(std::size_t bits, std::size_t d) const override {
    return bits < least_bits() ? 0 : d;
  }
  double work(const WorkSizes& s) const override {
    return step_work(static_cast<double>(rounds_) * s.n * s.d * 256);
  }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer& observer) const override {
    const std::size_t dims = data.Y.n_cols;
    std::vector<arma::mat> centres;
    arma::uword first = 0;
    for (const std::size_t size : sizes_of_parts(dims, std::min(dims, data.bits / 8))) {
      const arma::fmat X = data.Y.cols(first, first + size - 1).t();
      const arma::fmat found =
          kmeans_landmarks(X, 256, rounds_, rng.stream("pq.part", first), "codebook", observer);
      centres.push_back(arma::conv_to<arma::mat>::from(found));
      first += size;
    }
    return std::make_shared<ProductCoder>(arma::mat(), std::move(centres));
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<ProductCoder>(state, dims);
  }

 private:
  std::size_t rounds_ = 12;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> pq() {
  return std::make_unique<Pq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
