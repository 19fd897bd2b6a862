#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/product_coder.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>

namespace hashlab::hashers {
namespace {

/// The dimensions of each part: principal axes, from the largest variance on, each to the part that
/// is not full and whose variances have the smallest product.
/// Source:  Ge et al., PAMI 2014, section 4.2 (eigenvalue allocation).
arma::mat balanced_axes(const arma::mat& Y, const std::vector<std::size_t>& sizes) {
  arma::vec variances;
  arma::mat V;
  if (!arma::eig_sym(variances, V, arma::cov(Y))) {
    throw Error(ErrorCode::numerical, "opq: the decomposition of the covariance did not converge");
  }
  std::vector<std::vector<arma::uword>> axes(sizes.size());
  std::vector<double> logs(sizes.size());
  for (arma::uword j = V.n_cols; j-- > 0;) {  // ascending variances
    std::size_t best = sizes.size();
    for (std::size_t part = 0; part < sizes.size(); ++part) {
      if (axes[part].size() == sizes[part]) continue;
      if (best == sizes.size() || logs[part] < logs[best]) best = part;
    }
    axes[best].push_back(j);
    logs[best] += std::log(std::max(variances(j), 1e-12));
  }
  arma::mat R(V.n_rows, V.n_cols);
  arma::uword column = 0;
  for (const auto& of_part : axes) {
    for (const arma::uword j : of_part) R.col(column++) = V.col(j);
  }
  return R;
}

/// The centres of all parts, and the vectors that the nearest of them make.
struct Codebooks {
  std::vector<arma::fmat> centres;
  arma::mat decoded;  ///< samples x dimensions
};

void refine(Codebooks& books, const arma::fmat& rotated, const std::vector<std::size_t>& sizes,
            std::size_t rounds) {
  arma::uword first = 0;
  books.decoded.set_size(rotated.n_rows, rotated.n_cols);
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    const arma::fmat X = rotated.cols(first, first + sizes[part] - 1).t();
    books.centres[part] = refined_centres(X, std::move(books.centres[part]), rounds);
    const arma::uvec nearest = nearest_landmarks(X, books.centres[part]);
    books.decoded.cols(first, first + sizes[part] - 1) =
        arma::conv_to<arma::mat>::from(arma::fmat(books.centres[part].cols(nearest).t()));
    first += sizes[part];
  }
}

/// Product quantisation after a rotation that is trained with the codebooks.
class Opq final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"opq", 1, "Ge, He, Ke & Sun, CVPR 2013 and PAMI 36, 2014",
            "product quantisation after a trained rotation", "O(updates (n d 256 + n d^2 + d^3))"};
  }
  void describe(Options& options) override {
    options.count("updates", rounds_, 0, 1000, "updates of rotation and codebooks");
  }

  std::size_t bits_per_dimension() const override { return 1; }
  std::size_t least_bits() const override { return 8; }
  std::size_t coded_dimensions(std::size_t, std::size_t dims) const override { return dims; }
  std::size_t dimensions(std::size_t bits, std::size_t d) const override {
    return bits < least_bits() ? 0 : d;
  }
  double work(const WorkSizes& s) const override {
    return step_work(static_cast<double>(rounds_ + 3) * s.n * s.d * (256 + s.d));
  }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer& observer) const override {
    constexpr std::size_t first_rounds = 3;
    const std::size_t dims = data.Y.n_cols;
    const std::vector<std::size_t> sizes = sizes_of_parts(dims, std::min(dims, data.bits / 8));
    const arma::mat Y = arma::conv_to<arma::mat>::from(data.Y);
    arma::mat R = balanced_axes(Y, sizes);
    const auto rotated = [&] { return arma::conv_to<arma::fmat>::from(Y * R); };
    Codebooks books;
    const arma::fmat start = rotated();
    arma::uword first = 0;
    for (const std::size_t size : sizes) {
      books.centres.push_back(random_landmarks(start.cols(first, first + size - 1).t(), 256,
                                               rng.stream("opq.part", first)));
      first += size;
    }
    refine(books, start, sizes, first_rounds);
    for (std::size_t round = 0; round < rounds_; ++round) {
      observer.tell("rotation", round, rounds_);
      arma::mat U, W;
      arma::vec s;
      if (!arma::svd(U, s, W, Y.t() * books.decoded)) {
        throw Error(ErrorCode::numerical, "opq: the singular value decomposition failed");
      }
      R = U * W.t();
      refine(books, rotated(), sizes, 1);
    }
    std::vector<arma::mat> centres;
    for (const arma::fmat& of_part : books.centres) {
      centres.push_back(arma::conv_to<arma::mat>::from(of_part));
    }
    return std::make_shared<ProductCoder>(std::move(R), std::move(centres));
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<ProductCoder>(state, dims);
  }

 private:
  std::size_t rounds_ = 15;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> opq() {
  return std::make_unique<Opq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
