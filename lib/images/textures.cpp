#include "lib/images/scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hashlab {
namespace {

/// Any direction, some zoom.
Pose free_pose(Rng& rng) {
  Pose pose;
  pose.turns = rng.uniform();
  pose.scale = uniform(rng, 0.8, 1.25);
  pose.dx = uniform(rng, -0.12, 0.12);
  pose.dy = uniform(rng, -0.12, 0.12);
  return pose;
}

/// Plain, or changing slowly from one colour to the other.
void fill(Painting& painting, const Rgb& colour, Rng& rng) {
  const Rgb other = tinted(colour, 0.3, rng);
  painting.paint(
      [&](double, double y, Rgb& c) { c = mixed(colour, other, std::clamp(y, 0.0, 1.0)); });
}

}  // namespace

void draw_stripes(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, free_pose(rng));
  const ColourPair pair = contrasting(rng, 45);
  const Rgb light = pair.first, dark = pair.second;
  const double period = uniform(rng, 0.11, 0.3), phase = rng.uniform();
  const double share = uniform(rng, 0.35, 0.65);
  const double bend = chance(rng, 0.5) ? uniform(rng, 0, 0.07) : 0, bends = uniform(rng, 0.5, 1.5);
  const bool soft = chance(rng, 0.4);
  painting.paint([&](double x, double y, Rgb& c) {
    const double t = (x + bend * sine(bends * y + phase)) / period + phase;
    const double at = soft ? 0.5 + 0.5 * sine(t) : (t - std::floor(t) < share ? 1 : 0);
    c = mixed(dark, light, at);
  });
}

void draw_checkers(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, free_pose(rng));
  const ColourPair pair = contrasting(rng, 45);
  const Rgb light = pair.first, dark = pair.second;
  const double width = uniform(rng, 0.11, 0.26), height = width * uniform(rng, 0.75, 1.33);
  const double x0 = rng.uniform(), y0 = rng.uniform(), shear = uniform(rng, -0.25, 0.25);
  painting.paint([&](double x, double y, Rgb& c) {
    const double i = std::floor((x + shear * y) / width + x0), j = std::floor(y / height + y0);
    const double half = (i + j) / 2;
    c = half == std::floor(half) ? light : dark;
  });
}

void draw_dots(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, free_pose(rng));
  const ColourPair pair = contrasting(rng, 45);
  const Rgb ground = pair.first, ink = pair.second;
  fill(painting, ground, rng);
  // A jittered grid keeps dots apart.
  const double cell = uniform(rng, 0.17, 0.34), radius = cell * uniform(rng, 0.25, 0.4);
  const double jitter = (cell / 2 - radius) * uniform(rng, 0, 1.4);
  const int cells = static_cast<int>(1.8 / cell) + 1;
  const bool many = chance(rng, 0.3);
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const double x0 = (i + 0.5 + (j % 2) * 0.5) * cell - 0.4 + uniform(rng, -jitter, jitter);
      const double y0 = (j + 0.5) * cell - 0.4 + uniform(rng, -jitter, jitter);
      const double r = radius * uniform(rng, 0.75, 1.1);
      const Rgb colour = many ? mixed(ink, any_colour(rng), 0.35) : ink;
      if (chance(rng, 0.12)) continue;
      painting.paint([&](double x, double y, Rgb& c) {
        const double dx = x - x0, dy = y - y0;
        if (dx * dx + dy * dy < r * r) c = colour;
      });
    }
  }
}

void draw_rings(Painting& painting, const Region& region, Rng& rng) {
  Pose pose = free_pose(rng);
  painting.place(region, pose);
  const ColourPair pair = contrasting(rng, 45);
  const Rgb light = pair.first, dark = pair.second;
  fill(painting, mixed(light, any_colour(rng), 0.4), rng);
  const double x0 = uniform(rng, 0.35, 0.65), y0 = uniform(rng, 0.35, 0.65);
  const double period = uniform(rng, 0.12, 0.26), phase = uniform(rng, 0, 0.5);
  const double squeeze = uniform(rng, 0.75, 1), reach = uniform(rng, 0.35, 0.75);
  painting.paint([&](double x, double y, Rgb& c) {
    const double dx = x - x0, dy = (y - y0) / squeeze;
    const double r = std::sqrt(dx * dx + dy * dy);
    if (r > reach) return;
    const double t = r / period + phase;
    c = t - std::floor(t) < 0.5 ? dark : light;
  });
}

void draw_polygons(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, free_pose(rng));
  const ColourPair pair = contrasting(rng, 45);
  const Rgb ground = pair.first, first = pair.second;
  fill(painting, ground, rng);
  const std::size_t polygons = 1 + rng.below(2);
  for (std::size_t k = 0; k < polygons; ++k) {
    const Rgb colour = k == 0 ? first : contrasting(rng, 30).first;
    const double x0 = uniform(rng, 0.3, 0.7), y0 = uniform(rng, 0.3, 0.7);
    const double reach = (k == 0 ? 1 : 0.6) * uniform(rng, 0.25, 0.42);
    const std::size_t corners = 3 + rng.below(3);
    const double turn = rng.uniform();
    // The sides' normals and distances: inside is where all agree.
    std::vector<double> nx, ny, distance;
    for (std::size_t i = 0; i < corners; ++i) {
      const double at = turn + (static_cast<double>(i) + uniform(rng, -0.15, 0.15)) /
                                   static_cast<double>(corners);
      nx.push_back(sine(at + 0.25));
      ny.push_back(sine(at));
      distance.push_back(reach * (corners == 3 ? 0.6 : 0.8) * uniform(rng, 0.8, 1.1));
    }
    painting.paint([&](double x, double y, Rgb& c) {
      for (std::size_t i = 0; i < corners; ++i) {
        if (nx[i] * (x - x0) + ny[i] * (y - y0) > distance[i]) return;
      }
      c = colour;
    });
  }
}

}  // namespace hashlab
