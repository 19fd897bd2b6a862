#pragma once

#include "hashers/cross_modal.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// Pairs of a sample in the first view and a sample in the second. Their bits should agree if s is
/// +1, and differ if s is -1.
struct DrawnPairs {
  std::vector<std::uint32_t> i, j;  ///< samples, as columns of X and of Z
  arma::vec s;                      ///< +1: i and j are neighbours or the same sample; -1: neither

  std::size_t size() const { return i.size(); }
};

/// Draws `each` pairs of neighbours (s = +1), and then as many pairs of non-neighbours (s = -1).
/// Within each kind all ordered pairs (i, j) are equally likely, and a pair may be drawn
/// repeatedly. The two views of one sample count as neighbours, so that neighbours always exist. If
/// all samples are neighbours of each other, no pairs of non-neighbours exist, and none are drawn.
/// Errors:  invalid_argument "METHOD: ..." unless there is one list of neighbours per sample.
/// Cost:    O(n + each log n).
DrawnPairs draw_pairs(const PairedTrainingSet& data, std::size_t each, const std::string& method,
                      Rng rng);

/// s sgn(f_i) sgn(g_j) for each pair, with sgn(0) = -1: +1 if the bits agree or differ as they
/// should, else -1.
/// Shapes:  f holds the value of each sample in the first view, and g in the second view.
arma::vec agreement(const DrawnPairs& pairs, const arma::vec& f, const arma::vec& g);

}  // namespace hashlab::hashers
