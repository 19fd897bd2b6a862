#pragma once

#include "lib/rng.h"
#include "lib/scenes/painting.h"

namespace hashlab {

/// Draws a random pose for a landscape: nearly upright, with some zoom and shift.
Pose upright_pose(Rng& rng);

/// Fills the whole region with a sky of day, evening, grey weather or night, from the zenith at y =
/// 0 to y = `horizon`, possibly with sun or moon and clouds.
void draw_sky(Painting& painting, double horizon, Rng& rng);

}  // namespace hashlab
