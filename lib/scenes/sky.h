#pragma once

#include "lib/rng.h"
#include "lib/scenes/painting.h"

namespace hashlab {

/// The pose of landscapes: nearly upright, with some zoom.
Pose upright_pose(Rng& rng);

/// Fills the whole region with a sky of day, evening, grey weather or night, from the zenith at y =
/// 0 to the horizon, possibly with sun or moon and clouds.
void draw_sky(Painting& painting, double horizon, Rng& rng);

}  // namespace hashlab
