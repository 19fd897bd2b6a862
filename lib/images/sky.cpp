#include "lib/images/sky.h"

#include <algorithm>

namespace hashlab {

Pose upright_pose(Rng& rng) {
  Pose pose;
  pose.turns = 0.01 * bell(rng);
  pose.scale = uniform(rng, 0.85, 1.2);
  pose.dx = uniform(rng, -0.1, 0.1);
  pose.dy = uniform(rng, -0.1, 0.1);
  return pose;
}

void draw_sky(Painting& painting, double horizon, Rng& rng) {
  const std::size_t kind = rng.below(4);
  Rgb top, low;
  if (kind == 0) {
    top = from_hsv({uniform(rng, 0.55, 0.64), uniform(rng, 0.4, 0.8), uniform(rng, 0.65, 0.95)});
    low = mixed(top, {255, 255, 255}, uniform(rng, 0.3, 0.8));
  } else if (kind == 1) {
    top = from_hsv({uniform(rng, 0.6, 0.8), uniform(rng, 0.3, 0.6), uniform(rng, 0.4, 0.7)});
    low = from_hsv({uniform(rng, 0.02, 0.13), uniform(rng, 0.5, 0.9), uniform(rng, 0.8, 1)});
  } else if (kind == 2) {
    top = from_hsv({rng.uniform(), 0.08, uniform(rng, 0.55, 0.9)});
    low = mixed(top, {200, 200, 200}, uniform(rng, 0, 0.6));
  } else {
    top = from_hsv({uniform(rng, 0.6, 0.75), uniform(rng, 0.4, 0.8), uniform(rng, 0.1, 0.25)});
    const Rgb glow = any_colour(rng);
    low = mixed(top, glow, uniform(rng, 0.1, 0.35));
  }
  painting.paint(
      [&](double, double y, Rgb& c) { c = mixed(top, low, std::clamp(y / horizon, 0.0, 1.0)); });
  if (chance(rng, 0.3)) {
    const double x0 = uniform(rng, 0.1, 0.9), y0 = uniform(rng, 0.05, horizon);
    const double r = uniform(rng, 0.05, 0.1);
    const Rgb disc = kind == 1 ? Rgb{255, 210, 120} : Rgb{255, 250, 220};
    painting.paint([&](double x, double y, Rgb& c) {
      const double dx = x - x0, dy = y - y0;
      if (dx * dx + dy * dy < r * r) c = disc;
    });
  }
  const std::size_t clouds = chance(rng, 0.4) ? 1 + rng.below(3) : 0;
  for (std::size_t k = 0; k < clouds; ++k) {
    const double x0 = rng.uniform(), y0 = uniform(rng, 0, horizon * 0.8);
    const double rx = uniform(rng, 0.1, 0.25), ry = rx * uniform(rng, 0.25, 0.45);
    const Rgb cloud = mixed(low, {255, 255, 255}, 0.6);
    painting.paint([&](double x, double y, Rgb& c) {
      const double dx = (x - x0) / rx, dy = (y - y0) / ry, d = dx * dx + dy * dy;
      if (d < 1) c = mixed(c, cloud, 0.9 * (1 - d * d));
    });
  }
}

}  // namespace hashlab
