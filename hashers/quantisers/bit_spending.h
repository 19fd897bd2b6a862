#pragma once

#include "hashers/hasher.h"
#include "hashers/quantisers/npq/kept_lines.h"
#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::hashers {

// The common part of quantisers that allocate bits: K dimensions share K bits, and dimensions with
// more useful thresholds get more bits.

struct BitSpending {
  std::string method;        ///< name of the quantiser; begins messages and progress reports
  std::size_t max_bits = 4;  ///< most bits of a dimension, 1 .. 4
  bool greedy = false;       ///< allocate_bits_greedily instead of allocate_bits
  npq::Objective objective;  ///< J: the worth of a dimension
  /// Returns at most T cuts of high J on the line of dimension k (see npq/objective.h).
  std::function<npq::Cuts(const npq::KeptLines& lines, std::size_t T, std::size_t k)> place;
};

/// Places T = 2^b - 1 thresholds on each dimension k for b = 1 .. max_bits; F(b, k) is the J of
/// these cuts, and F(0, k) that of the undivided line. Then allocates as many bits as there are
/// dimensions (see bit_allocation.h). A dimension with b bits gets its T thresholds, in natural
/// code. The greedy allocation evaluates b > 2 only for dimensions that have two bits. The other
/// allocation does not spend bits that increase no F, so its code may be shorter than the budget.
///
/// If the allocated thresholds divide no dimension, for instance without neighbours, each dimension
/// gets one bit. Its threshold is the best placement of one cut. If this placement has no cut, for
/// instance because all samples are neighbours of each other, equal_frequency() places the cut.
/// Errors:  invalid_argument if there are not as many neighbour lists as samples; those of
///          quantise_each.
/// Cost:    at most max_bits calls of `place` per dimension.
Quantisation spend_bits(const QuantiserInput& data, const BitSpending& how,
                        const Observer& observer);

}  // namespace hashlab::hashers
