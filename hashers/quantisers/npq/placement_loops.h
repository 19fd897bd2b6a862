#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers::npq {

/// The data of one step: it adds a group to the regions that begin at a = 0 .. starts - 1, and then
/// finds the greatest sum of a region's worth and the worth of the regions before it. Arrays over a
/// are padded to whole blocks of 8 entries. The padding is read too: it must be -infinity in f, so
/// that it is never the greatest, and finite in the other arrays.
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
  /// worth[a] = shared[a] + spread_gain (sum - sums[a])^2 / (points - before[a]). If spread_gain is
  /// 0, these arrays are not used and shared[a] is the worth.
  double* worth;
  const double* sums;
  const double* before;
  double spread_gain, sum, points;
  /// best[r] = the greatest f[r][a] + worth[a], for r = 0 .. rows - 1.
  const double* const* f;
  double* best;
  std::size_t rows;
};

/// The inner loop of best_placement for one instruction set. All loops give bit-identical numbers:
/// each entry is computed by the same additions, products and quotients in the same order.
struct PlacementLoops {
  const char* name;
  bool (*supported)();
  void (*extend)(const Extension& extension);
};

extern const PlacementLoops placement_loops_base, placement_loops_avx2, placement_loops_avx512;

/// All loops, fastest first.
const std::vector<const PlacementLoops*>& all_placement_loops();

/// The fastest loop that this processor supports.
const PlacementLoops& active_placement_loops();

}  // namespace hashlab::hashers::npq
