#include "hashers/project_rows.h"

#include "lib/data/centre.h"

#include <algorithm>

namespace hashlab {

arma::fmat project_rows(const Projector& projector, const Features& X,
                        std::span<const std::uint32_t> rows, const arma::fvec& mean,
                        std::size_t dims) {
  arma::fmat Y(rows.size(), dims, arma::fill::none);
  for (std::size_t first = 0; first < rows.size(); first += projection_block) {
    const std::size_t count = std::min(projection_block, rows.size() - first);
    arma::fmat block = centred_rows(X, rows.subspan(first, count), mean);
    if (count < projection_block) block.resize(X.n_rows, projection_block);  // fills with zeros
    Y.rows(first, first + count - 1) = projector.project(block).head_rows(count);
  }
  return Y;
}

}  // namespace hashlab
