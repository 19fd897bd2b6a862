#include "lib/data/centre.h"

#include "lib/files/scratch_memory.h"

namespace hashlab {

arma::fvec mean_of_rows(const Features& X, std::span<const std::uint32_t> rows) {
  arma::vec sum(X.n_rows, arma::fill::zeros);
  double* total = sum.memptr();
  RowsRead read;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float* x = X.colptr(rows[i]);
    read.add();
    for (arma::uword k = 0; k < X.n_rows; ++k) total[k] += x[k];
  }
  return arma::conv_to<arma::fvec>::from(sum / static_cast<double>(rows.size()));
}

arma::fvec origin_of(bool centred, const arma::fvec& mean) {
  return centred ? mean : arma::fvec(mean.n_elem, arma::fill::zeros);
}

arma::fmat centred_rows(const Features& X, std::span<const std::uint32_t> rows,
                        const arma::fvec& mean) {
  arma::fmat centred(X.n_rows, rows.size(), arma::fill::none);
  const float* m = mean.memptr();
  RowsRead read;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float* x = X.colptr(rows[i]);
    read.add();
    float* out = centred.colptr(i);
    for (arma::uword k = 0; k < X.n_rows; ++k) out[k] = x[k] - m[k];
  }
  return centred;
}

}  // namespace hashlab
