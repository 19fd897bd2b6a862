#pragma once

#include "lib/images/painting.h"
#include "lib/rng.h"

#include <array>

namespace hashlab {

/// A class of pictures. `draw` fills the whole region with one scene of the class, whose parameters
/// are drawn from `rng`.
struct Scene {
  const char* name;
  void (*draw)(Painting& painting, const Region& region, Rng& rng);
};

/// The ten classes in the order of their class numbers.
const std::array<Scene, 10>& scenes();

// Textures.
void draw_stripes(Painting& painting, const Region& region, Rng& rng);
void draw_checkers(Painting& painting, const Region& region, Rng& rng);
void draw_dots(Painting& painting, const Region& region, Rng& rng);
void draw_rings(Painting& painting, const Region& region, Rng& rng);
void draw_polygons(Painting& painting, const Region& region, Rng& rng);
// Landscapes.
void draw_skyline(Painting& painting, const Region& region, Rng& rng);
void draw_sea(Painting& painting, const Region& region, Rng& rng);
void draw_mountains(Painting& painting, const Region& region, Rng& rng);
void draw_forest(Painting& painting, const Region& region, Rng& rng);
void draw_road(Painting& painting, const Region& region, Rng& rng);

}  // namespace hashlab
