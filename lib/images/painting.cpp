#include "lib/images/painting.h"

#include <algorithm>
#include <cmath>

namespace hashlab {

double sine(double turns) {
  // A parabola through the zeros and extremes, bent towards the sine: 0.775 p + 0.225 p |p|.
  const double x = 2 * (turns - std::floor(turns)) - 1;  // sin(2 pi turns) = -sin(pi x)
  const double p = -4 * x * (1 - std::abs(x));
  return p + 0.225 * (p * std::abs(p) - p);
}

double uniform(Rng& rng, double low, double high) {
  return low + (high - low) * rng.uniform();
}

double bell(Rng& rng) {
  std::uint64_t bits = rng.bits();
  std::int64_t sum = -131070;  // four means
  for (int k = 0; k < 4; ++k, bits >>= 16) sum += static_cast<std::int64_t>(bits & 0xffff);
  return static_cast<double>(sum) / 37837.0;  // 65536 sqrt(4 / 12)
}

bool chance(Rng& rng, double probability) {
  return rng.uniform() < probability;
}

Rgb mixed(const Rgb& a, const Rgb& b, double share_of_b) {
  return {a.r + (b.r - a.r) * share_of_b, a.g + (b.g - a.g) * share_of_b,
          a.b + (b.b - a.b) * share_of_b};
}

double luminance(const Rgb& c) {
  return (c.r + c.g + c.b) / 3;
}

Rgb from_hsv(const Hsv& hsv) {
  const auto channel = [&](double shift) {
    const double t = 6 * (hsv.hue + shift - std::floor(hsv.hue + shift));
    const double full = std::clamp(std::abs(t - 3) - 1, 0.0, 1.0);
    return 255 * hsv.value * (1 - hsv.saturation + hsv.saturation * full);
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3)};
}

Rgb any_colour(Rng& rng) {
  return from_hsv({rng.uniform(), uniform(rng, 0, 0.9), uniform(rng, 0.15, 1)});
}

Rgb tinted(const Rgb& colour, double most, Rng& rng) {
  const Rgb other = any_colour(rng);
  return mixed(colour, other, uniform(rng, 0, most));
}

ColourPair contrasting(Rng& rng, double contrast) {
  for (;;) {
    const ColourPair pair{any_colour(rng), any_colour(rng)};
    if (std::abs(luminance(pair.first) - luminance(pair.second)) >= contrast) return pair;
  }
}

void Painting::place(const Region& region, const Pose& pose) {
  const auto sample = [](double share) {
    return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * side + 0.5);
  };
  first_column_ = sample(region.left);
  last_column_ = sample(region.right);
  first_row_ = sample(region.top);
  last_row_ = sample(region.bottom);
  // From a sample to the region's unit square, then the inverse of the pose about its middle.
  const double cos = sine(pose.turns + 0.25) / pose.scale, sin = sine(pose.turns) / pose.scale;
  const double across = 1 / ((region.right - region.left) * side);
  const double down = 1 / ((region.bottom - region.top) * side);
  const double x0 = -region.left / (region.right - region.left) - 0.5 - pose.dx;
  const double y0 = -region.top / (region.bottom - region.top) - 0.5 - pose.dy;
  x_ = 0.5 + cos * x0 + sin * y0;
  x_of_column_ = cos * across;
  x_of_row_ = sin * down;
  y_ = 0.5 - sin * x0 + cos * y0;
  y_of_column_ = -sin * across;
  y_of_row_ = cos * down;
}

std::vector<double> Painting::means() const {
  std::vector<double> out(pixels * pixels * 3);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const Rgb& c = colours_[row * side + column];
      double* const pixel = &out[(row / samples * pixels + column / samples) * 3];
      pixel[0] += c.r;
      pixel[1] += c.g;
      pixel[2] += c.b;
    }
  }
  for (double& value : out) value = std::clamp(value / (samples * samples), 0.0, 255.0);
  return out;
}

}  // namespace hashlab
