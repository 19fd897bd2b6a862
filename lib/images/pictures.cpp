#include "lib/images/pictures.h"

#include "lib/error.h"
#include "lib/images/painting.h"
#include "lib/images/scenes.h"
#include "lib/parallel.h"
#include "lib/rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace hashlab {
namespace {

constexpr std::size_t side = Painting::pixels, channels = 3;

/// Small things that lie before any scene.
void draw_clutter(Painting& painting, Rng& rng) {
  const std::size_t things = rng.below(4);
  for (std::size_t k = 0; k < things; ++k) {
    Pose pose;
    pose.turns = rng.uniform();
    pose.dx = uniform(rng, -0.5, 0.5);
    pose.dy = uniform(rng, -0.5, 0.5);
    painting.place({}, pose);
    const Rgb colour = any_colour(rng);
    const double opacity = uniform(rng, 0.5, 1);
    const double rx = uniform(rng, 0.04, 0.16), ry = rx * uniform(rng, 0.2, 1);
    const bool round = chance(rng, 0.5);
    painting.paint([&](double x, double y, Rgb& c) {
      const double dx = std::abs(x - 0.5) / rx, dy = std::abs(y - 0.5) / ry;
      if (round ? dx * dx + dy * dy < 1 : dx < 1 && dy < 1) c = mixed(c, colour, opacity);
    });
  }
}

/// Means over (1 2 1) / 4 in both directions, edges repeated.
void blur(std::vector<double>& pixels) {
  const auto pass = [&](std::size_t step, std::size_t across) {
    std::array<double, side> line;
    for (std::size_t k = 0; k < side; ++k) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        double* const first = &pixels[k * across + channel];
        for (std::size_t i = 0; i < side; ++i) line[i] = first[i * step];
        for (std::size_t i = 0; i < side; ++i) {
          const double before = line[i == 0 ? 0 : i - 1], after = line[std::min(i + 1, side - 1)];
          first[i * step] = (before + 2 * line[i] + after) / 4;
        }
      }
    }
  };
  pass(channels, side * channels);
  pass(side * channels, channels);
}

/// Light, blur and noise, and what a camera makes of them. Small things stay visible if they are
/// blurred once at most.
void expose(std::vector<double>& pixels, std::size_t max_blurs, Rng& rng, std::uint8_t* out) {
  const double turns = rng.uniform(), slope = uniform(rng, 0, 0.7);
  const double gx = slope * sine(turns + 0.25), gy = slope * sine(turns);
  const double contrast = uniform(rng, 0.65, 1.1), brightness = uniform(rng, -25, 25);
  const std::size_t blurs = rng.below(max_blurs + 1);
  const double noise = uniform(rng, 2, 12);
  for (std::size_t k = 0; k < blurs; ++k) blur(pixels);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const double x = (static_cast<double>(column) + 0.5) / side - 0.5;
      const double y = (static_cast<double>(row) + 0.5) / side - 0.5;
      const double light = 1 + gx * x + gy * y;
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const std::size_t at = (row * side + column) * channels + channel;
        const double seen =
            128 + contrast * (pixels[at] * light - 128) + brightness + noise * bell(rng);
        out[at] = static_cast<std::uint8_t>(std::clamp(std::floor(seen + 0.5), 0.0, 255.0));
      }
    }
  }
}

/// One to four regions that cover the picture.
std::vector<Region> cut(std::size_t parts, Rng& rng) {
  const double x = uniform(rng, 0.42, 0.58), y = uniform(rng, 0.42, 0.58);
  const bool upright = chance(rng, 0.5);
  if (parts == 1) return {{}};
  if (parts == 2 && upright) return {{0, 0, x, 1}, {x, 0, 1, 1}};
  if (parts == 2) return {{0, 0, 1, y}, {0, y, 1, 1}};
  if (parts == 3 && upright) return {{0, 0, x, 1}, {x, 0, 1, y}, {x, y, 1, 1}};
  if (parts == 3) return {{0, 0, 1, y}, {0, y, x, 1}, {x, y, 1, 1}};
  return {{0, 0, x, y}, {x, 0, 1, y}, {0, y, x, 1}, {x, y, 1, 1}};
}

/// The ten classes in the order in which pictures 10 * block .. 10 * block + 9 show them.
std::vector<std::uint32_t> class_order(const Rng& rng, std::size_t block) {
  std::vector<std::uint32_t> order(scenes().size());
  std::iota(order.begin(), order.end(), 0u);
  Rng stream = rng.stream("classes", block);
  stream.shuffle(order);
  return order;
}

}  // namespace

Pictures make_pictures(const PictureSettings& settings, std::size_t threads) {
  if (settings.n == 0)
    throw Error(ErrorCode::invalid_argument, "there must be at least one picture");
  const std::size_t n = settings.n, classes = scenes().size();
  const Rng rng = Rng(settings.seed).stream("pictures");
  Pictures pictures;
  for (const Scene& scene : scenes()) pictures.class_names.emplace_back(scene.name);
  pictures.pixels.resize(n * side * side * channels);
  if (settings.several_classes) {
    pictures.labels.multi.zeros(classes, n);
  } else {
    pictures.labels.single.resize(n);
  }
  parallel(threads, (n + classes - 1) / classes, [&](std::size_t block) {
    const std::vector<std::uint32_t> order = class_order(rng, block);
    for (std::size_t i = block * classes; i < std::min(n, (block + 1) * classes); ++i) {
      Rng picture = rng.stream("picture", i);
      std::vector<std::uint32_t> shown = {order[i % classes]};
      if (settings.several_classes) {
        std::vector<std::uint32_t> others = class_order(picture, 0);
        others.erase(std::find(others.begin(), others.end(), shown.front()));
        others.resize(picture.below(4));
        shown.insert(shown.end(), others.begin(), others.end());
        picture.shuffle(shown);
      }
      Painting painting;
      const std::vector<Region> regions = cut(shown.size(), picture);
      for (std::size_t k = 0; k < shown.size(); ++k) {
        scenes()[shown[k]].draw(painting, regions[k], picture);
        if (settings.several_classes) pictures.labels.multi(shown[k], i) = 1;
      }
      if (!settings.several_classes) {
        pictures.labels.single[i] = static_cast<std::int32_t>(shown.front());
      }
      draw_clutter(painting, picture);
      std::vector<double> pixels = painting.means();
      expose(pixels, shown.size() > 2 ? 1 : 2, picture,
             &pictures.pixels[i * side * side * channels]);
    }
  });
  return pictures;
}

}  // namespace hashlab
