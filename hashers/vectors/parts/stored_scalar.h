#pragma once

#include "hashers/hasher.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// The number of bytes in which a scalar of a vector is stored.
enum class ScalarSize {
  byte,    ///< an index into a table of 256 numbers
  half,    ///< IEEE half precision, in units of a power of two
  single,  ///< IEEE single precision
};

/// How one scalar of each vector is stored beside its code.
///
/// A byte is for positive numbers. Its table has equal steps of the logarithm between the least and
/// the greatest positive number of the training samples, after 5 % of this range were added on
/// both sides. A number takes the nearest entry by logarithm, so a number of 0 or below takes the
/// first. The table itself is stored in the model, so that numbers are the same on every machine.
class StoredScalar {
 public:
  /// For the numbers of the training samples; at least one.
  StoredScalar(ScalarSize size, std::span<const double> training);
  /// Recreates it from the state of put_state().
  /// Errors:  corrupt_file if arrays are missing, have other sizes or hold impossible values.
  StoredScalar(ScalarSize size, const ProjectorState& state, const std::string& name);

  std::size_t bytes() const;
  /// Writes bytes() bytes.
  void put(double value, std::uint8_t* out) const;
  double get(const std::uint8_t* in) const;
  /// Adds the arrays that describe it to a state, under names that begin with `name`.
  void put_state(ProjectorState& state, const std::string& name) const;

 private:
  void find_cuts();

  ScalarSize size_;
  double unit_ = 1;            ///< of half precision
  std::vector<double> table_;  ///< of a byte: ascending
  std::vector<double> cuts_;   ///< numbers above cuts_[k] take an entry after k
};

/// The nearest number of half precision as its 16 bits; even in case of a tie. Numbers beyond the
/// largest become the largest.
std::uint16_t half_bits(double value);
double from_half_bits(std::uint16_t bits);

}  // namespace hashlab::hashers
