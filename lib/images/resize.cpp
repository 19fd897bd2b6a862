#include "lib/images/resize.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t longest_side = 8192;

/// The source pixels that contribute to one pixel of the scaled row, and their weights.
struct Taps {
  std::size_t first = 0;
  std::vector<std::uint64_t> weights;
  std::uint64_t sum = 0;
};

/// For a row of n pixels scaled to m, the weights of pixels begin .. begin + count - 1. Distances
/// between pixel centres are measured in units of 1 / (2 m) source pixel, which makes them
/// integers.
std::vector<Taps> taps_of(std::size_t n, std::size_t m, std::size_t begin, std::size_t count) {
  const std::size_t reach = 2 * std::max(n, m);  // half width of the triangle in these units
  std::vector<Taps> all(count);
  for (std::size_t x = 0; x < count; ++x) {
    Taps& taps = all[x];
    const std::size_t centre = (2 * (begin + x) + 1) * n;
    taps.first = centre > reach + m ? (centre - reach - m) / (2 * m) : 0;
    for (std::size_t i = taps.first; i < n; ++i) {
      const std::size_t at = (2 * i + 1) * m;
      const std::size_t distance = at > centre ? at - centre : centre - at;
      if (distance >= reach && at > centre) break;
      taps.weights.push_back(distance < reach ? reach - distance : 0);
      taps.sum += taps.weights.back();
    }
  }
  return all;
}

/// `gain` times the weighted mean of values at distance `step`, rounded.
template <typename Value>
std::uint64_t mean(const Taps& taps, const Value* row, std::size_t step, std::uint64_t gain) {
  std::uint64_t sum = 0;
  const Value* at = row + taps.first * step;
  for (const std::uint64_t weight : taps.weights) {
    sum += weight * *at;
    at += step;
  }
  return (sum * gain + taps.sum / 2) / taps.sum;
}

}  // namespace

Image square(const Image& image, std::size_t side) {
  if (image.empty())
    throw Error(ErrorCode::invalid_argument, "a picture without pixels cannot be scaled");
  if (side == 0 || side > longest_side) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("a picture cannot be scaled to {} pixels; give 1 .. {}", side, longest_side));
  }
  if (image.height == side && image.width == side) return image;
  const std::size_t shorter = std::min(image.height, image.width), channels = image.channels;
  const auto scaled = [&](std::size_t n) { return (2 * n * side + shorter) / (2 * shorter); };
  const auto taps_along = [&](std::size_t n) {
    const std::size_t m = scaled(n);
    return taps_of(n, m, (m - side) / 2, side);
  };

  const std::vector<Taps> across = taps_along(image.width), down = taps_along(image.height);
  const std::size_t row = side * channels;
  std::vector<std::uint16_t> narrow(image.height * row);  // in 1/256 of a grey level
  for (std::size_t y = 0; y < image.height; ++y) {
    const std::uint8_t* const from = image.pixels.data() + y * image.width * channels;
    for (std::size_t x = 0; x < side; ++x) {
      for (std::size_t c = 0; c < channels; ++c) {
        narrow[y * row + x * channels + c] =
            static_cast<std::uint16_t>(mean(across[x], from + c, channels, 256));
      }
    }
  }
  Image result{side, side, channels, std::vector<std::uint8_t>(side * row)};
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t i = 0; i < row; ++i) {
      const std::uint64_t value = mean(down[y], narrow.data() + i, row, 1);
      result.pixels[y * row + i] = static_cast<std::uint8_t>((value + 128) / 256);
    }
  }
  return result;
}

}  // namespace hashlab
