#pragma once

#include "hashers/vector_coder.h"
#include "hashers/vectors/parts/coded_part.h"
#include "hashers/vectors/parts/stored_scalar.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hashlab::hashers {

/// The scalars that are stored beside a code on a grid.
enum class GridScalars {
  none,           ///< all vectors count as equally long
  length,         ///< N; the factor follows from it and from the code
  length_factor,  ///< N and f
};

/// The settings of a coder on a grid.
struct GridSettings {
  GridScalars scalars = GridScalars::length;
  ScalarSize scalar = ScalarSize::byte;
  std::size_t query_bits = 0;  ///< bits of a query's signed digits; 0: real values
  bool fast = false;           ///< codes by a fixed factor instead of the search for the best

  std::size_t scalar_bytes() const;
};

/// Codes of RaBitQ (see grid_code.h): the grid point y nearest to the direction of the coded part
/// r' of a vector, the squared length N (see CodedPart) and the factor f = |r'|^2 / <y, r'>, which
/// makes the estimate f <y, s'> of <r', s'> unbiased over random rotations. The squared distance to
/// a query is estimated as N + M - 2 f <y, s'>.
///
/// Where f is not stored it is f = h sqrt(N) / |y|, with h the mean of f |y| / sqrt(N) over the
/// training samples: the code's own length |y| holds what f says about the step of the grid.
///
/// With query bits B_q, the query is rounded to signed digits m = round(s' / delta), delta =
/// max |s'| / (2^(B_q - 1) - 1). Then <y, s'> is delta times a half-integer, which every order of
/// additions gives exactly.
///
/// If all dimensions are coded, distances have the error bound of half_width(). It is that of N and
/// f as they are stored; rounding them to a byte, and queries to digits, adds errors of its own.
/// Source:  Gao & Long, SIGMOD 2024, equations 12 and 13; Gao et al., SIGMOD 2025, section 3.2.
/// Differs: the scalars are N and f, equivalent to the paper's; the signed digits and the factor
///          from |y| are our own.
class GridCoder final : public VectorCoder {
 public:
  /// Trains the scalars of codes of `part`, whose coordinates have `widths` bits each, on Y.
  GridCoder(CodedPart part, std::vector<std::uint8_t> widths, GridSettings settings,
            const arma::fmat& Y, const Rng& rng);
  /// Errors:  corrupt_file if the state does not fit.
  GridCoder(const ProjectorState& state, std::size_t dimensions, GridSettings settings);

  std::size_t dimensions() const override { return part_.dimensions; }
  CodeFormat format() const override;
  Codes encode(const arma::fmat& Y) const override;
  Asked ask(const arma::fmat& Y) const override;
  ItemNumbers numbers(const Codes& codes) const override;
  ProjectorState state() const override;

  const std::vector<std::uint8_t>& widths() const { return widths_; }
  const CodedPart& part() const { return part_; }

 private:
  std::vector<std::uint8_t> digits_of_vector(const std::vector<double>& r) const;

  CodedPart part_;
  std::vector<std::uint8_t> widths_;
  GridSettings settings_;
  double t_ = 0;            ///< the fixed factor of fast codes
  double h_ = 1;            ///< of factors that are not stored
  double mean_length_ = 0;  ///< N of all vectors if it is not stored
  std::optional<StoredScalar> length_, factor_;
};

/// f = |r|^2 / <y, r>; 0 if r is 0.
double unbiasing_factor(double squared_length, double dot);

/// Half the width of the interval around the estimate of <r, s> that holds it with probability
/// 1 - 2 exp(-c eps^2), over random rotations; twice as much for squared distances. g is the cosine
/// of code and vector, sqrt(N) / (f |y|).
/// Source:  Gao & Long, SIGMOD 2024, equations 14 and 16; eps = 1.9 there. For one dimension, or
///          g = 1, it is 0.
double half_width(double length, double query_length, double g, std::size_t dims, double eps);

/// The signed digits of a query and their unit (see GridCoder); all 0 for a query of zeros.
struct SignedDigits {
  std::vector<int> digits;
  double delta = 0;
};
SignedDigits signed_digits(const std::vector<double>& s, std::size_t bits);

}  // namespace hashlab::hashers
