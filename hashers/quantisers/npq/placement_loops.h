#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers::npq {

/// A group joins the regions that begin at a = 0 .. starts - 1, and the best of what they are worth
/// with what is before them is found. Arrays over a are padded to whole blocks of 8 entries; what
/// is behind the starts is read, too, and has to be finite, but -infinity in f.
struct Extension {
  std::size_t starts;
  /// shared[a] += step * cost_of[a], then gain for each of `count` neighbours (ascending) that is
  /// not below a.
  double* shared;
  const double* cost_of;
  double step;
  const std::uint32_t* neighbours;
  std::size_t count;
  double gain;
  /// worth[a] = shared[a] + spread_gain (sum - sums[a])^2 / (points - before[a]). Nothing here is
  /// used where spread_gain is 0; shared[a] is the worth then.
  double* worth;
  const double* sums;
  const double* before;
  double spread_gain, sum, points;
  /// best[r] = the greatest f[r][a] + worth[a], for r = 0 .. rows - 1.
  const double* const* f;
  double* best;
  std::size_t rows;
};

/// The inner loop of best_placement for one instruction set. All give the same numbers to the bit:
/// each entry is computed by the same additions, products and quotients in the same order.
struct PlacementLoops {
  const char* name;
  bool (*supported)();
  void (*extend)(const Extension& extension);
};

extern const PlacementLoops placement_loops_base, placement_loops_avx2, placement_loops_avx512;

/// The fastest first.
const std::vector<const PlacementLoops*>& all_placement_loops();

/// The fastest that this processor supports.
const PlacementLoops& active_placement_loops();

}  // namespace hashlab::hashers::npq
