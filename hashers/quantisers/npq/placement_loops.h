#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::npq {

/// The inner loops of best_placement for one instruction set. All give the same numbers to the bit:
/// each entry is computed by the same additions, products and quotients in the same order. Arrays
/// are padded to whole blocks of 8 entries.
struct PlacementLoops {
  const char* name;
  bool (*supported)();

  /// shared[a] += step * cost_of[a], then gain for each of `count` neighbours (ascending) that is
  /// not below a; for a = 0 .. n - 1, and n up to the next block.
  void (*join)(double* shared, const double* cost_of, double step, const std::uint32_t* neighbours,
               std::size_t count, double gain, std::size_t n);
  /// out[a] = shared[a] + gain (sum - sums[a])^2 / (points - before[a]) for a = 0 .. n - 1.
  void (*add_spread)(double* out, const double* shared, const double* sums, const double* before,
                     double gain, double sum, double points, std::size_t n);
  /// The greatest x[a] + y[a], a = 0 .. n - 1 and up to the next block.
  double (*max_of_sums)(const double* x, const double* y, std::size_t n);
};

extern const PlacementLoops placement_loops_base, placement_loops_avx2, placement_loops_avx512;

/// The fastest first.
const std::vector<const PlacementLoops*>& all_placement_loops();

/// The fastest that this processor supports.
const PlacementLoops& active_placement_loops();

}  // namespace hashlab::npq
