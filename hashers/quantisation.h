#pragma once

#include "lib/codes/codes.h"
#include "lib/ranking/asked.h"

#include <armadillo>

#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

namespace hashlab::hashers {

class VectorCoder;

/// Bits that T thresholds cost: 1, 2, 2, 3, 4 for T = 1, 2, 3, 7, 15.
inline std::size_t bits_for_thresholds(std::size_t T) {
  return static_cast<std::size_t>(std::bit_width(T));
}

/// Thresholds for every hash dimension, and the code book that turns regions into bits.
/// region(y) = #{ j : y > t_j }, so a value equal to a threshold belongs to the lower region.
/// With the natural code book, dimensions may have different numbers of thresholds: 0, 1, 3, 7 or
/// 15. The bits of a dimension are its digit in the code (see CodeFormat); a dimension without
/// thresholds has no digit. Instead of thresholds there may be a coder of whole vectors.
struct Quantisation {
  enum class Codebook {
    natural,     ///< region index as a B-bit natural binary number; T = 2^B - 1, B = 0 .. 4
    double_bit,  ///< regions 0, 1, 2 -> 01, 00, 10 (Kong & Li, AAAI 2012); Hamming; T = 2
  };
  Codebook codebook = Codebook::natural;
  std::vector<std::vector<double>> thresholds;  ///< [dimension][T], ascending
  /// [dimension][T + 1]: the value that each region of a dimension stands for if codes are compared
  /// with real values (see levels.h); empty if it is not known.
  std::vector<std::vector<double>> levels = {};
  /// Codes vectors as a whole (see vector_coder.h); thresholds and levels are then empty. Null if
  /// there are thresholds.
  std::shared_ptr<const VectorCoder> vectors = nullptr;

  /// The number of hash dimensions.
  std::size_t dimensions() const;
  /// The format of the codes of encode(). Codes are compared by Hamming distance if no dimension
  /// has more than one threshold, or if the code book is double_bit, otherwise by Manhattan
  /// distance. The digits of two dimensions with different numbers of thresholds (both above 0)
  /// have different widths.
  CodeFormat format() const;
  /// The digit of a region, which the code book determines.
  unsigned digit_of_region(unsigned region) const;
  /// The codes of the rows of Y (m x dims), in the format that format() returns.
  Codes encode(const arma::fmat& Y) const;
  /// The rows of Y (m x dims) as queries of real values for codes of encode(). With thresholds, a
  /// code stands for the vector of the levels of its regions, and the distance of an item is the
  /// squared Euclidean distance, in the hash dimensions, between that vector and the query.
  /// Errors:  invalid_argument if Y is not finite or has other dimensions, or if the quantisation
  ///          has neither levels nor a coder of vectors, as models of earlier versions.
  /// Source:  Jegou, Douze & Schmid, "Product Quantization for Nearest Neighbor Search", PAMI 33,
  ///          2011, section III-A: asymmetric distances, here with a quantiser for each dimension.
  Asked ask(const arma::fmat& Y) const;
  /// The numbers by which the distances to these codes are estimated.
  ItemNumbers numbers(const Codes& codes) const;
  /// The vectors that codes stand for by the levels of their regions, codes.n x dims.
  /// Errors:  invalid_argument if there are no levels.
  arma::fmat values(const Codes& codes) const;
};

}  // namespace hashlab::hashers
