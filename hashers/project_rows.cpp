#include "hashers/project_rows.h"

#include "lib/data/centre.h"

#include <algorithm>

namespace hashlab::hashers {

arma::fmat project_rows(const Projector& projector, const Features& X,
                        std::span<const std::uint32_t> rows, const arma::fvec& mean,
                        std::size_t dims, FeatureRange range) {
  const bool whole = range.count == X.n_rows;
  arma::fmat Y(rows.size(), dims, arma::fill::none);
  for (std::size_t first = 0; first < rows.size(); first += projection_block) {
    const std::size_t count = std::min(projection_block, rows.size() - first);
    arma::fmat block = centred_rows(X, rows.subspan(first, count), mean);
    if (!whole) block = arma::fmat(block.rows(range.first, range.first + range.count - 1));
    if (count < projection_block) block.resize(range.count, projection_block);  // fills with zeros
    Y.rows(first, first + count - 1) = projector.project(block).head_rows(count);
  }
  return Y;
}

arma::fmat project_rows(const Projector& projector, const Features& X,
                        std::span<const std::uint32_t> rows, const arma::fvec& mean,
                        std::size_t dims) {
  return project_rows(projector, X, rows, mean, dims, {0, X.n_rows});
}

}  // namespace hashlab::hashers
