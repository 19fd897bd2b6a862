#pragma once

#include "hashers/hasher.h"
#include "hashers/quantisers/npq/kept_lines.h"
#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::hashers {

// What quantisers that allocate bits share: K dimensions, K bits, and for each dimension as many of
// them as its thresholds repay.

struct BitSpending {
  std::string method;        ///< who learns: begins messages and what is told
  std::size_t max_bits = 4;  ///< most bits of a dimension, 1 .. 4
  bool greedy = false;       ///< allocate_bits_greedily instead of allocate_bits
  npq::Objective objective;  ///< J: what a dimension is worth
  /// Cuts of high J on the line of dimension k; at most T.
  std::function<npq::Cuts(const npq::KeptLines& lines, std::size_t T, std::size_t k)> place;
};

/// Places T = 2^b - 1 thresholds on each dimension for b = 1 .. max_bits; F(b, k) is the J of the
/// cuts, and F(0, k) that of the undivided line. Then spends as many bits as there are dimensions:
/// a dimension with b bits has its T thresholds, in natural code. The greedy allocation asks for
/// b > 2 only where two bits were spent. Bits that add nothing to any F stay unspent, so a code may
/// be shorter than the budget. If no dimension is worth a bit, as without neighbours, each gets
/// one; where even the best single cut is none, as if everybody is everybody's neighbour, that bit
/// cuts the dimension into halves of as equal numbers of samples as ties allow.
/// Errors:  invalid_argument if there are not as many neighbour lists as samples; see
///          quantise_each.
/// Cost:    max_bits calls of `place` a dimension.
Quantisation spend_bits(const QuantiserInput& data, const BitSpending& how,
                        const Observer& observer);

}  // namespace hashlab::hashers
