#pragma once

#include "lib/pictures/canvas.h"
#include "lib/rng.h"

namespace hashlab {

/// What landscapes share: nearly upright, some zoom.
Pose upright_pose(Rng& rng);

/// The whole region becomes sky of day, evening, grey weather or night, from the zenith at y = 0 to
/// the horizon; perhaps with sun or moon and clouds.
void draw_sky(Canvas& canvas, double horizon, Rng& rng);

}  // namespace hashlab
