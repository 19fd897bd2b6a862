#pragma once

#include "lib/images/painting.h"
#include "lib/rng.h"

namespace hashlab {

/// Draws a random pose for a landscape: nearly upright, with some zoom and shift.
Pose upright_pose(Rng& rng);

/// Fills the whole region of `painting` with the sky of a day, an evening, grey weather or a night.
/// The colour changes from the zenith at y = 0 to the horizon at y = `horizon`, and stays the same
/// below it. Some skies have a sun or moon, and some have clouds.
void draw_sky(Painting& painting, double horizon, Rng& rng);

}  // namespace hashlab
