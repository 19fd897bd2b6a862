#include "hashers/networks/class_centres.h"

#include "lib/error.h"
#include "lib/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace hashlab::hashers {
namespace {

constexpr std::size_t drawn_codes = 2000;

bool is_prime(std::size_t p) {
  if (p < 2) return false;
  for (std::size_t q = 2; q * q <= p; ++q) {
    if (p % q == 0) return false;
  }
  return true;
}

/// Paley's first construction, H = I + S with S from the quadratic residues of p: order p + 1.
arma::imat paley(std::size_t p) {
  std::vector<arma::sword> residue(p, -1);  // the Legendre symbol
  residue[0] = 0;
  for (std::size_t x = 1; x < p; ++x) residue[x * x % p] = 1;
  arma::imat H(p + 1, p + 1);
  for (std::size_t i = 0; i <= p; ++i) {
    for (std::size_t j = 0; j <= p; ++j) {
      if (i == j || i == 0) {
        H(i, j) = 1;
      } else {
        H(i, j) = j == 0 ? -1 : residue[(p + i - j) % p];
      }
    }
  }
  return H;
}

std::optional<arma::imat> hadamard(std::size_t K) {
  if (K == 1) return arma::imat(1, 1, arma::fill::ones);
  if (K % 2 != 0) return std::nullopt;
  if (K % 4 == 0 && is_prime(K - 1)) return paley(K - 1);
  const std::optional<arma::imat> half = hadamard(K / 2);
  if (!half) return std::nullopt;
  return arma::join_cols(arma::join_rows(*half, *half), arma::join_rows(*half, -*half));
}

/// Hamming distance of a code from the nearest of the first `count` columns.
std::size_t distance_to_nearest(const arma::ivec& code, const arma::imat& signs,
                                std::size_t count) {
  std::size_t least = code.n_elem;
  for (std::size_t c = 0; c < count; ++c) {
    std::size_t differing = 0;
    for (arma::uword k = 0; k < code.n_elem; ++k) differing += code(k) != signs(k, c);
    least = std::min(least, differing);
  }
  return least;
}

arma::imat far_codes(std::size_t C, std::size_t K, Rng stream) {
  arma::imat drawn(K, drawn_codes);
  for (arma::sword& sign : drawn) sign = stream.below(2) == 0 ? -1 : 1;
  std::vector<std::size_t> nearest(drawn_codes, K + 1);  // distance to the centres chosen so far
  arma::imat signs(K, C);
  for (std::size_t c = 0; c < C; ++c) {
    const auto best = static_cast<arma::uword>(std::max_element(nearest.begin(), nearest.end()) -
                                               nearest.begin());
    signs.col(c) = drawn.col(best);
    for (std::size_t j = 0; j < drawn_codes; ++j) {
      const auto differing = static_cast<std::size_t>(arma::accu(drawn.col(j) != signs.col(c)));
      nearest[j] = std::min(nearest[j], differing);
    }
  }
  return signs;
}

arma::imat hadamard_rows(const arma::imat& H, std::size_t C, Rng stream) {
  const std::size_t K = H.n_rows;
  Rows order(K);
  std::iota(order.begin(), order.end(), 0u);
  stream.shuffle(order);
  arma::imat signs(K, C);
  for (std::size_t c = 0; c < C; ++c) {
    // Beyond K classes the same rows again, with the other sign.
    const arma::sword sign = stream.below(2) == 0 ? -1 : 1;
    signs.col(c) = c < K ? arma::ivec(sign * H.row(order[c]).t()) : arma::ivec(-signs.col(c - K));
  }
  return signs;
}

}  // namespace

ClassCentres class_centres(std::size_t C, std::size_t K, const Rng& rng) {
  const std::optional<arma::imat> H = C <= 2 * K ? hadamard(K) : std::nullopt;
  ClassCentres centres{H ? hadamard_rows(*H, C, rng.stream("centres.rows"))
                         : far_codes(C, K, rng.stream("centres.codes")),
                       K};
  for (std::size_t c = 1; c < C; ++c) {
    centres.min_distance =
        std::min(centres.min_distance,
                 distance_to_nearest(arma::ivec(centres.signs.col(c)), centres.signs, c));
  }
  if (centres.min_distance == 0) {
    refuse(fmt::format("{} bits: too few for centres of {} classes that all differ: use more bits",
                       K, C));
  }
  return centres;
}

}  // namespace hashlab::hashers
