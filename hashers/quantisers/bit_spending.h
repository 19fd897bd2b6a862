#pragma once

#include "hashers/hasher.h"
#include "hashers/quantisers/npq/kept_lines.h"
#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::hashers {

// The common part of quantisers that allocate bits: K dimensions share K bits, and each dimension
// gets as many bits as its thresholds are worth.

struct BitSpending {
  std::string method;        ///< name of the quantiser; begins messages and progress reports
  std::size_t max_bits = 4;  ///< most bits of a dimension, 1 .. 4
  bool greedy = false;       ///< allocate_bits_greedily instead of allocate_bits
  npq::Objective objective;  ///< J: the worth of a dimension
  /// Returns at most T cuts of high J on the line of dimension k (see npq/objective.h).
  std::function<npq::Cuts(const npq::KeptLines& lines, std::size_t T, std::size_t k)> place;
};

/// Places T = 2^b - 1 thresholds on each dimension for b = 1 .. max_bits; F(b, k) is the J of these
/// cuts, and F(0, k) that of the undivided line. Then allocates as many bits as there are
/// dimensions: a dimension with b bits has its T thresholds, in natural code. The greedy allocation
/// evaluates b > 2 only for dimensions that have two bits. Bits that do not increase any F are not
/// spent, so a code may be shorter than the budget. If no dimension is worth a bit, for instance
/// without neighbours, each gets one. If even then the best placement has no cut, for instance if
/// all samples are neighbours of each other, that bit divides the dimension into halves with as
/// equal numbers of samples as ties allow.
/// Errors:  invalid_argument if there are not as many neighbour lists as samples; see
///          quantise_each.
/// Cost:    max_bits calls of `place` per dimension.
Quantisation spend_bits(const QuantiserInput& data, const BitSpending& how,
                        const Observer& observer);

}  // namespace hashlab::hashers
