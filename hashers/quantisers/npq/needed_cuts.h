#pragma once

#include "hashers/quantisers/npq/open_strips.h"
#include "hashers/quantisers/npq/placement.h"

#include <vector>

namespace hashlab::hashers::npq {

/// A linear function of N and D that replaces alpha F: n N - d D.
struct Slopes {
  double n = 0.0, d = 0.0;
};

/// The prices of a dynamic programme for which the value of a placement is n N - d D + (1 -
/// alpha)(1 - Omega), up to a constant; n and d are those of `slopes`.
Prices prices_of(const Slopes& slopes, const Line& line, const Objective& objective);

/// The bound on J that is proved by `best`, the best placement for prices_of(slopes, line,
/// objective).
Plane plane_of(const Placement& best, const Slopes& slopes, const Line& line,
               const Objective& objective);

/// A plane, and how much lower it is for placements that use cut c of the line: deficit[c].
struct PlaneByCut {
  Plane plane;
  std::vector<double> deficit;
};

/// The plane and the deficits that are proved by `found`, the result of a dynamic programme on only
/// the cuts `kept` of the line (see merge_groups). Other cuts have deficit 0.
PlaneByCut plane_by_cut(const PlacementByCut& found, const Slopes& slopes, const Line& line,
                        const Objective& objective, const Cuts& kept);

/// Those of `cuts` that a placement with J above `good` may use. A cut is one of them if there is a
/// strip in which every plane, lowered by its deficit for this cut, still allows a J above `good`.
/// `strips` must have been cut by all the planes.
/// Cost: O(strips x cuts x planes) time.
Cuts needed_cuts(Cuts cuts, const std::vector<PlaneByCut>& planes, const OpenStrips& strips,
                 double good);

}  // namespace hashlab::hashers::npq
