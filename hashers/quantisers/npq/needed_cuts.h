#pragma once

#include "hashers/quantisers/npq/open_strips.h"
#include "hashers/quantisers/npq/placement.h"

#include <vector>

namespace hashlab::hashers::npq {

/// A linear function of N and D that stands for alpha F: n N - d D.
struct Slopes {
  double n = 0.0, d = 0.0;
};

/// What makes n N - d D + (1 - alpha)(1 - Omega) of a placement, but for a constant.
Prices prices_of(const Slopes& slopes, const Line& line, const Objective& objective);

/// The bound on J that the best placement by these prices proves.
Plane plane_of(const Placement& best, const Slopes& slopes, const Line& line,
               const Objective& objective);

/// A plane, and by how much it is lower for placements that use cut c of the line: [c].
struct PlaneByCut {
  Plane plane;
  std::vector<double> deficit;
};

/// The same of a programme on the cuts `kept` of the line; other cuts have no deficit.
PlaneByCut plane_by_cut(const PlacementByCut& found, const Slopes& slopes, const Line& line,
                        const Objective& objective, const Cuts& kept);

/// Those of `cuts` that a placement with J above `good` may use: in some strip no plane, less the
/// cut's deficit, is at or below `good`. `strips` knows all the planes.
/// Cost: O(strips x cuts x planes) time.
Cuts needed_cuts(Cuts cuts, const std::vector<PlaneByCut>& planes, const OpenStrips& strips,
                 double good);

}  // namespace hashlab::hashers::npq
