#include "hashers/quantisers/parts/bit_allocation.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab::hashers {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

void check(const arma::mat& F, std::size_t rows) {
  if (F.n_rows < rows || F.n_cols == 0 || !F.is_finite()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("bit allocation: {} x {} values, expected at least {} x 1 finite ones",
                            F.n_rows, F.n_cols, rows));
  }
}

}  // namespace

std::vector<std::size_t> allocate_bits(const arma::mat& F, std::size_t K) {
  check(F, 1);
  const std::size_t budget = std::min<std::size_t>(K, (F.n_rows - 1) * F.n_cols);
  // best(c, k): the most that the first k dimensions are worth within c bits.
  arma::mat best(budget + 1, F.n_cols + 1, arma::fill::zeros);
  arma::umat choice(budget + 1, F.n_cols, arma::fill::zeros);
  for (arma::uword k = 0; k < F.n_cols; ++k) {
    for (arma::uword c = 0; c <= budget; ++c) {
      double most = nothing;
      for (arma::uword b = 0; b < F.n_rows && b <= c; ++b) {
        const double value = best(c - b, k) + F(b, k);
        if (value > most) {
          most = value;
          choice(c, k) = b;
        }
      }
      best(c, k + 1) = most;
    }
  }
  std::vector<std::size_t> z(F.n_cols);
  arma::uword left = budget;
  for (arma::uword k = F.n_cols; k-- > 0;) {
    z[k] = choice(left, k);
    left -= choice(left, k);
  }
  return z;
}

std::vector<std::size_t> allocate_bits_greedily(const arma::mat& F) {
  check(F, 2);
  return allocate_bits_greedily(F.n_cols, F.n_rows - 1,
                                [&](std::size_t b, std::size_t k) { return F(b, k); });
}

std::vector<std::size_t> allocate_bits_greedily(
    std::size_t dimensions, std::size_t Bmax,
    const std::function<double(std::size_t b, std::size_t k)>& F) {
  const std::size_t none = dimensions;
  std::vector<std::size_t> z(dimensions, 1);
  for (;;) {
    std::size_t winner = none, loser = none;
    double gain = nothing, loss = -nothing;
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (z[k] == 0 || z[k] == Bmax || F(z[k] + 1, k) - F(z[k], k) <= gain) continue;
      gain = F(z[k] + 1, k) - F(z[k], k);
      winner = k;
    }
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (k == winner || z[k] == 0 || z[k] == Bmax) continue;
      if (F(z[k], k) - F(z[k] - 1, k) >= loss) continue;
      loss = F(z[k], k) - F(z[k] - 1, k);
      loser = k;
    }
    if (winner == none || loser == none || gain <= loss) return z;
    ++z[winner];
    --z[loser];
  }
}

}  // namespace hashlab::hashers
