#include "hashers/cross_modal/parts/two_view_cca.h"

#include "hashers/content.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/random_rotation.h"
#include "lib/error.h"
#include "lib/reuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

[[noreturn]] void not_decomposed(const std::string& method) {
  throw Error(ErrorCode::numerical,
              fmt::format("{}: a decomposition of the views' covariances did not converge: check "
                          "the features",
                          method));
}

/// (V V^T + ridge I)^-1/2 of a view V from which `mean` was subtracted, 0 along axes of no scatter.
arma::mat inverse_root(const arma::mat& V, const arma::vec& mean, double ridge,
                       const std::string& method) {
  arma::vec s;
  arma::mat axes;
  if (!arma::eig_sym(s, axes, V * V.t())) not_decomposed(method);
  // Where samples hardly differ from their mean, the subtraction leaves rounding errors.
  const double squares = s.max() + static_cast<double>(V.n_cols) * arma::dot(mean, mean),
               negligible =
                   squares * static_cast<double>(V.n_rows) * std::numeric_limits<double>::epsilon();
  for (double& value : s) value = value > negligible ? 1 / std::sqrt(value + ridge) : 0;
  return axes * arma::diagmat(s) * axes.t();
}

TwoViewCca learn_cca(const PairedTrainingSet& data, const Scaled& ridge,
                     const std::string& method) {
  require_finite(data, method);
  TwoViewCca cca;
  cca.X_w = arma::conv_to<arma::mat>::from(data.X);
  cca.Z_w = arma::conv_to<arma::mat>::from(data.Z);
  cca.mean_x = arma::mean(cca.X_w, 1);
  cca.mean_z = arma::mean(cca.Z_w, 1);
  cca.X_w.each_col() -= cca.mean_x;
  cca.Z_w.each_col() -= cca.mean_z;
  cca.T_x = inverse_root(cca.X_w, cca.mean_x, absolute_ridge(ridge, cca.X_w), method);
  cca.T_z = inverse_root(cca.Z_w, cca.mean_z, absolute_ridge(ridge, cca.Z_w), method);
  cca.X_w = cca.T_x * cca.X_w;
  cca.Z_w = cca.T_z * cca.Z_w;
  cca.pairs = singular_pairs(cca.X_w * cca.Z_w.t(), cca.lambda, method);
  return cca;
}

std::unique_ptr<const Projector> projector_on(const arma::mat& A, const arma::mat& T,
                                              const arma::vec& mean) {
  const arma::mat W = T * A;
  return linear_projector(W, -W.t() * mean);
}

arma::mat random_directions(arma::uword d, arma::uword count, Rng rng) {
  arma::mat D(d, count);
  for (double& x : D) x = rng.normal();
  return arma::normalise(D);
}

arma::mat completed_view(const arma::mat& A, arma::uword K, Rng rng) {
  const arma::uword r = A.n_cols, free = std::min(K, A.n_rows) - r;
  arma::mat more = random_directions(A.n_rows, K - r, rng), Q, R;
  arma::qr_econ(Q, R, arma::join_rows(A, more.head_cols(free)));
  more.head_cols(free) = Q.tail_cols(free);
  return arma::join_rows(A, more);
}

}  // namespace

std::shared_ptr<const TwoViewCca> two_view_cca(const PairedTrainingSet& data, const Scaled& ridge,
                                               const std::string& method) {
  const auto learn = [&] { return learn_cca(data, ridge, method); };
  if (data.reuse == nullptr) return std::make_shared<const TwoViewCca>(learn());
  const std::string key = fmt::format("two-view CCA, ridge={} of {} and {}", ridge.text("auto"),
                                      content_of(data.X), content_of(data.Z));
  return data.reuse->get<TwoViewCca>(key, learn, [&](const TwoViewCca& cca) {
    return (cca.T_x.n_elem + cca.T_z.n_elem + cca.X_w.n_elem + cca.Z_w.n_elem + cca.pairs.A.n_elem +
            cca.pairs.B.n_elem + cca.mean_x.n_elem + cca.mean_z.n_elem + cca.lambda.n_elem) *
               sizeof(double) +
           key.size();
  });
}

PairedProjectors projectors_on(const DirectionPairs& pairs, const TwoViewCca& cca) {
  return {projector_on(pairs.A, cca.T_x, cca.mean_x), projector_on(pairs.B, cca.T_z, cca.mean_z)};
}

DirectionPairs singular_pairs(const arma::mat& C, arma::vec& lambda, const std::string& method) {
  DirectionPairs found;
  if (!arma::svd_econ(found.A, lambda, found.B, C)) not_decomposed(method);
  const double negligible = lambda.max() * static_cast<double>(std::max(C.n_rows, C.n_cols)) *
                            std::numeric_limits<double>::epsilon();
  const arma::uword r = arma::accu(lambda > negligible);
  lambda.resize(r);
  found = {found.A.head_cols(r), found.B.head_cols(r)};
  for (arma::uword k = 0; k < r; ++k) {
    if (found.A(arma::index_max(arma::abs(found.A.col(k))), k) > 0) continue;
    found.A.col(k) = -found.A.col(k);
    found.B.col(k) = -found.B.col(k);
  }
  return found;
}

DirectionPairs spread_pairs(const DirectionPairs& pairs, std::size_t K, Rng rng) {
  const arma::uword r = pairs.A.n_cols;
  if (K <= r) return {pairs.A.head_cols(K), pairs.B.head_cols(K)};
  arma::mat R = random_rotation(K, rng);
  R.resize(r, K);
  return {pairs.A * R, pairs.B * R};
}

DirectionPairs completed_pairs(const DirectionPairs& pairs, std::size_t K, const Rng& rng) {
  if (K <= pairs.A.n_cols) return {pairs.A.head_cols(K), pairs.B.head_cols(K)};
  return {completed_view(pairs.A, K, rng.stream("x")), completed_view(pairs.B, K, rng.stream("z"))};
}

}  // namespace hashlab::hashers
