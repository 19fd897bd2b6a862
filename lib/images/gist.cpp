#include "lib/images/gist.h"

#include "lib/error.h"
#include "lib/images/contrast.h"
#include "lib/images/gabor.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

constexpr std::size_t max_pixels = std::size_t{1} << 24;
constexpr std::size_t max_filters = 1024;

[[noreturn]] void refuse_gist(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "GIST: " + what);
}

const GistSettings& checked(const GistSettings& s) {
  if (s.channels != 1 && s.channels != 3) {
    refuse_gist(
        fmt::format("channels is {}; pictures have 1 (grey) or 3 (red, green, blue)", s.channels));
  }
  if (s.colour && s.channels != 3) refuse_gist("colour needs pictures of 3 channels, these have 1");
  if (s.orientations.empty()) refuse_gist("orientations is empty; give a number for each scale");
  std::size_t filters = 0;
  for (const std::size_t count : s.orientations) {
    if (count == 0 || count > max_filters) {
      refuse_gist(fmt::format("a scale has {} orientations; give 1 .. {}", count, max_filters));
    }
    filters += count;
  }
  if (filters > max_filters) {
    refuse_gist(fmt::format("{} scales and orientations are more than {}", filters, max_filters));
  }
  if (!(s.prefilter > 0) || !std::isfinite(s.prefilter)) {
    refuse_gist(fmt::format("prefilter is {}; give a number of cycles above 0", s.prefilter));
  }
  if (s.blocks == 0 || s.blocks > std::min(s.height, s.width)) {
    refuse_gist(fmt::format("blocks is {}, of pictures of {} x {}; give 1 up to their shorter side",
                            s.blocks, s.height, s.width));
  }
  const std::size_t longest = std::max({s.height, s.width, s.border});
  if (longest > max_pixels || (s.height + 2 * s.border) * (s.width + 2 * s.border) > max_pixels ||
      std::max(s.height, s.width) > max_pixels / std::max(s.height, s.width)) {
    refuse_gist(fmt::format("pictures of {} x {} with a border of {} have more than {} pixels",
                            s.height, s.width, s.border, max_pixels));
  }
  return s;
}

}  // namespace

GistSettings GistSettings::of_colour(std::size_t height, std::size_t width) {
  GistSettings settings;
  settings.height = height;
  settings.width = width;
  settings.channels = 3;
  settings.colour = true;
  settings.orientations = {8, 8, 4};
  return settings;
}

struct Gist::State {
  explicit State(const GistSettings& asked)
      : settings(checked(asked)),
        contrast(asked.height, asked.width, asked.prefilter),
        bank(asked) {}

  struct Workspace {
    explicit Workspace(const State& state) : contrast(state.contrast), bank(state.bank) {}
    std::vector<int> levels;
    std::vector<float> planes;
    Contrast::Workspace contrast;
    GaborBank::Workspace bank;
  };

  std::size_t planes() const { return settings.colour ? 3 : 1; }
  std::size_t numbers_a_plane() const {
    return bank.filters().size() * settings.blocks * settings.blocks;
  }
  void scale(const std::uint8_t* picture, Workspace& workspace) const;
  void describe(const std::uint8_t* picture, float* descriptor, Workspace& workspace) const;

  GistSettings settings;
  Contrast contrast;
  GaborBank bank;
};

// Grey is the mean of the channels; darkest and brightest become 0 and 255.
void Gist::State::scale(const std::uint8_t* picture, Workspace& workspace) const {
  const std::size_t area = settings.height * settings.width;
  std::vector<int>& levels = workspace.levels;
  levels.resize(planes() * area);
  if (settings.colour) {
    for (std::size_t i = 0; i < area; ++i) {
      for (std::size_t c = 0; c < 3; ++c) levels[c * area + i] = picture[3 * i + c];
    }
  } else if (settings.channels == 3) {  // the factor will make a mean of the sum
    for (std::size_t i = 0; i < area; ++i) {
      levels[i] = picture[3 * i] + picture[3 * i + 1] + picture[3 * i + 2];
    }
  } else {
    std::copy_n(picture, area, levels.begin());
  }
  int least = levels[0], most = levels[0];
  for (const int level : levels) {
    least = std::min(least, level);
    most = std::max(most, level);
  }
  const float factor = most > least ? 255 / static_cast<float>(most - least) : 0;
  workspace.planes.resize(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    workspace.planes[i] = static_cast<float>(levels[i] - least) * factor;
  }
}

void Gist::State::describe(const std::uint8_t* picture, float* descriptor,
                           Workspace& workspace) const {
  scale(picture, workspace);
  contrast.normalise(workspace.planes, workspace.contrast);
  for (std::size_t c = 0; c < planes(); ++c) {
    bank.describe(workspace.planes.data() + c * settings.height * settings.width,
                  descriptor + c * numbers_a_plane(), workspace.bank);
  }
}

Gist::Gist(const GistSettings& settings) : state_(std::make_unique<const State>(settings)) {}
Gist::~Gist() = default;

const GistSettings& Gist::settings() const {
  return state_->settings;
}

std::size_t Gist::dimensions() const {
  return state_->planes() * state_->numbers_a_plane();
}

Features Gist::describe(const std::uint8_t* pictures, std::size_t n, std::size_t threads) const {
  const GistSettings& s = state_->settings;
  const std::size_t bytes = s.height * s.width * s.channels;
  Features descriptors(dimensions(), n, arma::fill::none);
  // A few parts per thread, so that the load is balanced and few workspaces are made.
  const std::size_t parts = std::min(n, threads > 1 ? 4 * threads : 1);
  parallel(threads, parts, [&](std::size_t part) {
    State::Workspace workspace(*state_);
    for (std::size_t i = part * n / parts; i < (part + 1) * n / parts; ++i) {
      state_->describe(pictures + i * bytes, descriptors.colptr(i), workspace);
    }
  });
  return descriptors;
}

}  // namespace hashlab
