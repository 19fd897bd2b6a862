#include "lib/images/scenes.h"
#include "lib/images/sky.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hashlab {
namespace {

/// Mountains from left to right: peaks with flanks, roughened.
class Range {
 public:
  Range(double peak, double foot, Rng& rng) {
    for (double x = uniform(rng, -0.5, -0.1); x < 1.5; x += uniform(rng, 0.25, 0.5)) {
      peaks_.push_back({x, peak + (foot - peak) * uniform(rng, 0, 0.55), uniform(rng, 0.5, 1.1),
                        uniform(rng, 0.5, 1.1)});
    }
    for (double& cycles : cycles_) cycles = uniform(rng, 4, 12);
    rough_ = uniform(rng, 0.008, 0.02);
  }
  struct Skyline {
    double top;     ///< y of the ridge
    double summit;  ///< y of the peak whose flank this is
    bool right;     ///< its right flank
  };
  Skyline at(double x) const {
    Skyline line{10, 0, false};
    const double wave = rough_ * (sine(cycles_[0] * x) + sine(cycles_[1] * x));
    for (const Peak& peak : peaks_) {
      const bool right = x + 2 * wave > peak.x;
      const double top = peak.y + (right ? (x - peak.x) * peak.right : (peak.x - x) * peak.left);
      if (top < line.top) line = {top, peak.y, right};
    }
    line.top += wave;
    return line;
  }

 private:
  struct Peak {
    double x, y, left, right;  ///< summit, slopes of its flanks
  };
  std::vector<Peak> peaks_;
  double cycles_[2], rough_;
};

Rgb earth(Rng& rng) {
  return from_hsv({uniform(rng, 0.06, 0.4), uniform(rng, 0.15, 0.7), uniform(rng, 0.25, 0.75)});
}

}  // namespace

void draw_skyline(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, upright_pose(rng));
  const double base = uniform(rng, 0.8, 1.0);
  draw_sky(painting, base, rng);
  const Rgb wall = from_hsv({rng.uniform(), uniform(rng, 0, 0.5), uniform(rng, 0.15, 0.6)});
  const Rgb light = from_hsv({uniform(rng, 0.08, 0.18), uniform(rng, 0, 0.7), 1});
  const double window = uniform(rng, 0.055, 0.085), lit = uniform(rng, 0.3, 1);
  const double tall = uniform(rng, 0.45, 0.75);
  for (double left = -0.6; left < 1.6;) {
    const double width = uniform(rng, 0.14, 0.3), top = base - tall * uniform(rng, 0.35, 1.1);
    const Rgb own = tinted(wall, 0.35, rng);
    const double inner = uniform(rng, 0.3, 0.6);
    std::vector<char> lights(400);
    for (char& on : lights) on = chance(rng, lit) ? 1 : 0;
    painting.paint([&](double x, double y, Rgb& c) {
      if (x < left || x >= left + width || y < top) return;
      c = own;
      const double i = std::floor((x - left) / window), j = std::floor((y - top) / window);
      if (y > base - 0.04 || x > left + width - window * 0.5) return;
      const double u = (x - left) / window - i, v = (y - top) / window - j;
      if (u < 1 - inner || v < 1 - inner) return;
      if (lights[static_cast<std::size_t>(i * 31 + j * 7) % lights.size()] != 0) c = light;
    });
    left += width + (chance(rng, 0.35) ? uniform(rng, 0.02, 0.12) : 0);
  }
  const Rgb street = mixed(wall, {60, 60, 60}, 0.6);
  painting.paint([&](double, double y, Rgb& c) {
    if (y > base) c = street;
  });
}

void draw_sea(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, upright_pose(rng));
  const double horizon = uniform(rng, 0.28, 0.6);
  draw_sky(painting, horizon, rng);
  const Rgb water =
      from_hsv({uniform(rng, 0.45, 0.66), uniform(rng, 0.3, 0.8), uniform(rng, 0.25, 0.7)});
  const Rgb crest = mixed(water, {255, 255, 255}, uniform(rng, 0.25, 0.7));
  const double waves = uniform(rng, 1.2, 2.6), phase = rng.uniform();
  const double swell = uniform(rng, 0.1, 0.6), length = uniform(rng, 1, 3),
               cut = uniform(rng, 0, 0.6);
  painting.paint([&](double x, double y, Rgb& c) {
    if (y < horizon) return;
    // Waves of one length on flat water: they crowd towards the horizon.
    const double depth = 1 / (y - horizon + 0.09);
    const double s =
        sine(waves * depth + swell * sine(length * x * (0.4 + 0.15 * depth) + phase) + phase);
    c = mixed(water, crest, s > cut ? (s - cut) / (1 - cut) : 0);
  });
  if (chance(rng, 0.35)) {  // a sail
    const double x0 = uniform(rng, 0.15, 0.85), y0 = horizon + uniform(rng, 0.03, 0.2);
    const double size = uniform(rng, 0.12, 0.26), lean = uniform(rng, -0.3, 0.3);
    const Rgb sail = tinted({255, 255, 255}, 0.6, rng);
    painting.paint([&](double x, double y, Rgb& c) {
      const double up = (y0 - y) / size, side = (x - x0) / size - lean * up;
      if (up > 0.1 && up < 1 && side > -0.05 && side < 0.55 * (1 - up)) c = sail;
      if (up <= 0.1 && up > -0.12 && std::abs(side) < 0.5 + up) c = {60, 40, 30};
    });
  }
}

void draw_mountains(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, upright_pose(rng));
  const double foot = uniform(rng, 0.6, 0.9), peak = uniform(rng, 0.12, 0.35);
  draw_sky(painting, foot, rng);
  const Rgb rock =
      from_hsv({uniform(rng, 0.05, 0.7), uniform(rng, 0.05, 0.45), uniform(rng, 0.3, 0.7)});
  const double shadow = uniform(rng, 0.35, 0.75), snow = uniform(rng, -0.1, 0.22);
  const std::size_t ranges = 1 + rng.below(2);
  for (std::size_t k = 0; k < ranges; ++k) {
    const bool far = k + 1 < ranges;
    const Range range(far ? peak : peak + 0.2 * static_cast<double>(k), foot, rng);
    const Rgb own = far ? mixed(rock, {170, 185, 210}, 0.5) : rock;
    const Rgb shade = mixed(own, {15, 20, 35}, shadow);
    painting.paint([&](double x, double y, Rgb& c) {
      const Range::Skyline line = range.at(x);
      if (y < line.top) return;
      c = line.right ? shade : own;
      // Snow ends in teeth.
      if (y - line.summit < snow + 0.03 * sine(7 * x)) {
        c = line.right ? Rgb{175, 190, 220} : Rgb{250, 250, 255};
      }
    });
  }
  const Rgb meadow = earth(rng);
  const double y0 = foot + uniform(rng, 0, 0.1), hills = uniform(rng, 0.5, 1.5);
  painting.paint([&](double x, double y, Rgb& c) {
    if (y > y0 + 0.03 * sine(hills * x))
      c = mixed(meadow, {30, 35, 20}, std::clamp(y - y0, 0.0, 0.5));
  });
}

void draw_forest(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, upright_pose(rng));
  const double horizon = uniform(rng, 0.55, 0.75);
  draw_sky(painting, horizon, rng);
  const Rgb grass =
      from_hsv({uniform(rng, 0.12, 0.4), uniform(rng, 0.3, 0.7), uniform(rng, 0.2, 0.65)});
  painting.paint([&](double, double y, Rgb& c) {
    if (y > horizon) c = mixed(grass, {20, 25, 10}, std::clamp((y - horizon) * 0.6, 0.0, 0.6));
  });
  const bool firs = chance(rng, 0.5);
  const Rgb leaf =
      from_hsv({uniform(rng, 0.05, 0.42), uniform(rng, 0.35, 0.85), uniform(rng, 0.2, 0.7)});
  const Rgb bark =
      from_hsv({uniform(rng, 0.03, 0.12), uniform(rng, 0.2, 0.6), uniform(rng, 0.12, 0.6)});
  const std::size_t trees = 3 + rng.below(5);
  for (std::size_t k = 0; k < trees; ++k) {
    // Front to back in depth: later ones stand nearer and lower.
    const double near = static_cast<double>(k) / static_cast<double>(trees);
    const double foot = horizon + 0.05 + 0.25 * near + uniform(rng, -0.03, 0.03);
    const double height = uniform(rng, 0.45, 0.7) * (0.8 + 0.4 * near),
                 x0 = uniform(rng, -0.05, 1.05);
    const double trunk = uniform(rng, 0.018, 0.035), wide = height * uniform(rng, 0.2, 0.32);
    const Rgb own = tinted(leaf, 0.2, rng);
    const double seed = rng.uniform();
    painting.paint([&](double x, double y, Rgb& c) {
      const double up = (foot - y) / height, dx = x - x0;
      if (up < 0 || up > 1.1) return;
      if (std::abs(dx) < trunk * (1.2 - up) && up < 0.7) c = bark;
      if (firs) {
        const double t = (up - 0.18) / 0.82 * 3;
        if (t < 0 || t > 3) return;
        const double tier = t - std::floor(t);
        if (std::abs(dx) < wide * (1 - t / 3) * 0.7 + wide * 0.35 * (1 - tier) * (1 - t / 4)) {
          c = mixed(own, {0, 10, 0}, 0.45 * tier + (dx > 0 ? 0.2 : 0));
        }
        return;
      }
      const double dy = (0.68 - up) * height / 0.95;
      const double ragged = 1 + 0.18 * sine(9 * dx / wide * 0.3 + seed) * sine(8 * dy / wide * 0.3);
      const double d = (dx * dx + dy * dy) / (wide * wide) * ragged;
      if (d < 1) {
        const double speck = sine(dx * 9 + seed) * sine(dy * 11 + 2 * seed);
        c = mixed(own, speck > 0.2 ? Rgb{10, 20, 0} : Rgb{220, 240, 150},
                  speck > 0.2 ? 0.45 : 0.12);
      }
    });
  }
}

void draw_road(Painting& painting, const Region& region, Rng& rng) {
  painting.place(region, upright_pose(rng));
  const double horizon = uniform(rng, 0.3, 0.5), vanish = uniform(rng, 0.3, 0.7);
  draw_sky(painting, horizon, rng);
  const Rgb ground = earth(rng);
  const double grey = uniform(rng, 45, 130);
  const Rgb asphalt{grey, grey, grey + uniform(rng, 0, 15)};
  const Rgb paint = chance(rng, 0.3) ? Rgb{250, 210, 60} : Rgb{240, 240, 235};
  const double half = uniform(rng, 0.4, 0.75), centre = uniform(rng, 0.3, 0.7);
  const double curve = uniform(rng, -0.25, 0.25), dash = uniform(rng, 0.8, 1.6),
               phase = rng.uniform();
  const bool edges = chance(rng, 0.8);
  painting.paint([&](double x, double y, Rgb& c) {
    if (y < horizon) return;
    const double down = (y - horizon) / (1 - horizon);  // 0 at the horizon, 1 at the bottom
    c = mixed(mixed(ground, {190, 200, 190}, 0.35), ground, std::clamp(down, 0.0, 1.0));
    const double middle = vanish + (centre - vanish) * down + curve * down * (1 - down);
    const double across = (x - middle) / (half * down + 0.008);  // -1 and 1 at the kerbs
    if (std::abs(across) > 1) return;
    c = asphalt;
    const double along = dash * 1.2 / (down + 0.12) + phase;
    if (std::abs(across) < 0.06 && along - std::floor(along) < 0.55) c = paint;
    if (edges && std::abs(across) > 0.86 && std::abs(across) < 0.95) c = paint;
  });
  // Posts or trees along the road, smaller with distance.
  const std::size_t posts = chance(rng, 0.5) ? 2 + rng.below(3) : 0;
  const double side = chance(rng, 0.5) ? 1 : -1;
  const Rgb post = earth(rng);
  for (std::size_t k = 0; k < posts; ++k) {
    const double down = 0.12 + 0.22 * static_cast<double>(k);
    const double x0 = vanish + (centre - vanish) * down + side * (half * down * 1.25 + 0.02);
    const double foot = horizon + down * (1 - horizon), height = 0.06 + 0.5 * down;
    painting.paint([&](double x, double y, Rgb& c) {
      if (std::abs(x - x0) < 0.012 + 0.04 * down && y < foot && y > foot - height) c = post;
    });
  }
}

}  // namespace hashlab
