#include "lib/images/gist.h"

#include "lib/data/npy.h"
#include "lib/h5/h5.h"
#include "lib/rng.h"
#include "tests/support/gist_reference.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace hashlab::gist_test {

using namespace testing;

namespace {

using Pixels = std::vector<std::uint8_t>;

GistSettings of_size(std::size_t height, std::size_t width, std::size_t channels = 1) {
  GistSettings settings;
  settings.height = height;
  settings.width = width;
  settings.channels = channels;
  return settings;
}

/// n pictures of a disc, a slope and noise; what is where differs from one to the next.
Pixels scenes(const GistSettings& s, std::size_t n) {
  Rng rng(5);
  Pixels pixels;
  for (std::size_t i = 0; i < n; ++i) {
    const double x0 = rng.uniform() * static_cast<double>(s.width);
    const double y0 = rng.uniform() * static_cast<double>(s.height);
    const double radius = static_cast<double>(s.height) / 3, slope = rng.uniform() * 90;
    for (std::size_t y = 0; y < s.height; ++y) {
      for (std::size_t x = 0; x < s.width; ++x) {
        const double fy = static_cast<double>(y), fx = static_cast<double>(x);
        const double disc = std::hypot(fx - x0, fy - y0) < radius ? 80 : 0;
        for (std::size_t c = 0; c < s.channels; ++c) {
          const double value = disc + slope * fy / static_cast<double>(s.height) +
                               rng.uniform() * 50 + 11 * static_cast<double>(c);
          pixels.push_back(static_cast<std::uint8_t>(value));
        }
      }
    }
  }
  return pixels;
}

/// The largest difference from the definition, relative to the largest number of a descriptor.
double distance_from_definition(const GistSettings& settings, const Pixels& pictures,
                                std::size_t n) {
  const Features gist = Gist(settings).describe(pictures.data(), n, 2);
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<double> expected =
        gist_by_definition(settings, pictures.data() + i * pictures.size() / n);
    REQUIRE(expected.size() == gist.n_rows);
    const double largest = *std::max_element(expected.begin(), expected.end());
    for (std::size_t f = 0; f < expected.size(); ++f) {
      const double difference = std::abs(static_cast<double>(gist(f, i)) - expected[f]);
      most = std::max(most, difference / largest);
    }
  }
  return most;
}

Features one(const GistSettings& settings, const Pixels& picture) {
  return Gist(settings).describe(picture.data(), 1, 1);
}

/// A wave of `frequency` cycles a pixel that runs at `angle` from the x axis towards the y axis
/// (down).
Pixels grating(std::size_t side, double frequency, double angle) {
  Pixels pixels;
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      const double along =
          std::cos(angle) * static_cast<double>(x) + std::sin(angle) * static_cast<double>(y);
      const double wave = std::sin(2 * std::numbers::pi * frequency * along + .4);
      pixels.push_back(static_cast<std::uint8_t>(std::lround(128 + 100 * wave)));
    }
  }
  return pixels;
}

/// Energy of each filter over all blocks.
arma::fvec of_filters(const Features& gist, std::size_t blocks) {
  return arma::sum(arma::reshape(gist, blocks * blocks, gist.n_elem / (blocks * blocks)), 0).t();
}

bool same_bits(const Features& a, const Features& b) {
  return a.n_rows == b.n_rows && a.n_cols == b.n_cols && std::equal(a.begin(), a.end(), b.begin());
}

std::vector<float> stored(const std::string& name) {
  const NpyFile file(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/" + name);
  std::vector<float> values(file.header().rows() * file.header().columns());
  file.read_rows_as(0, file.header().rows(), values.data());
  return values;
}

}  // namespace

TEST_CASE("gist: grey and colour pictures are described as by definition") {
  for (const std::size_t channels : {1U, 3U}) {
    const GistSettings grey = of_size(32, 32, channels);
    CHECK(distance_from_definition(grey, scenes(grey, 4), 4) < 2e-5);
  }
  const GistSettings colour = GistSettings::of_colour(32, 32);
  CHECK(distance_from_definition(colour, scenes(colour, 4), 4) < 2e-5);
}

TEST_CASE("gist: all shapes, borders, blocks and orientations are described as by definition") {
  struct Case {
    std::size_t height, width, border, blocks;
    std::vector<std::size_t> orientations;
    double prefilter;
  };
  const std::vector<Case> cases = {
      {24, 40, 32, 4, {8, 8, 8, 8}, 4},
      {40, 24, 32, 4, {8, 8, 4}, 4},
      {33, 29, 7, 5, {6}, 4},
      {32, 32, 0, 4, {8, 8, 8, 8}, 4},
      {7, 50, 32, 3, {1, 2, 3}, 4},
      {5, 4, 32, 1, {4, 4}, 2},
      {1, 1, 3, 1, {3}, 4},
      {64, 64, 16, 8, {12, 8, 6, 4, 2}, 9.5},
      {96, 96, 32, 4, {8, 8, 8, 8}, 4},
  };
  for (const Case& c : cases) {
    CAPTURE(c.height);
    CAPTURE(c.width);
    GistSettings settings = of_size(c.height, c.width);
    settings.border = c.border;
    settings.blocks = c.blocks;
    settings.orientations = c.orientations;
    settings.prefilter = c.prefilter;
    Pixels pictures = scenes(settings, 2);
    if (c.height > 1) CHECK(distance_from_definition(settings, pictures, 2) < 1e-4);
    CHECK(Gist(settings).describe(pictures.data(), 2, 1).is_finite());
  }
}

TEST_CASE("gist: NumPy computes the same numbers") {
  const std::vector<float> pixels = stored("gist_picture.npy");
  const Pixels picture(pixels.begin(), pixels.end());
  GistSettings colour = GistSettings::of_colour(16, 20);
  colour.blocks = 2;
  for (const auto& [name, settings] :
       {std::pair{"gist_grey.npy", of_size(16, 20, 3)}, {"gist_colour.npy", colour}}) {
    const std::vector<float> expected = stored(name);
    const Features gist = one(settings, picture);
    REQUIRE(gist.n_elem == expected.size());
    const float largest = *std::max_element(expected.begin(), expected.end());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(std::abs(gist(i) - expected[i]) < 2e-5F * largest);
    }
  }
}

TEST_CASE("gist: 512 numbers of grey, 960 of colour") {
  CHECK(Gist(GistSettings()).dimensions() == 512);
  CHECK(Gist(GistSettings::of_colour(32, 32)).dimensions() == 960);
  const GistSettings settings = of_size(20, 30, 3);
  const Gist gist(settings);
  CHECK(gist.settings().width == 30);
  const Features none = gist.describe(nullptr, 0, 2);
  CHECK(none.n_rows == 512);
  CHECK(none.n_cols == 0);
}

TEST_CASE("gist: a constant picture has none, alone or among others") {
  GistSettings settings = of_size(32, 32, 3);
  Pixels pictures = scenes(settings, 3);
  std::fill_n(pictures.begin() + 32 * 32 * 3, 32 * 32 * 3, std::uint8_t{77});
  const Features gist = Gist(settings).describe(pictures.data(), 3, 1);
  CHECK(arma::all(gist.col(1) == 0.0F));
  CHECK(gist.col(0).min() > 0);
  CHECK(gist.col(2).min() > 0);
}

TEST_CASE("gist: brightness and contrast make no difference") {
  const GistSettings settings = of_size(32, 32);
  Pixels dark = scenes(settings, 1), bright;
  for (std::uint8_t& pixel : dark) pixel /= 2;
  for (const std::uint8_t pixel : dark) bright.push_back(static_cast<std::uint8_t>(2 * pixel + 9));
  const Features a = one(settings, dark), b = one(settings, bright);
  CHECK(arma::abs(a - b).max() < 1e-5F * a.max());
}

TEST_CASE("gist: a grating excites the filter of its direction and its width") {
  const GistSettings settings = of_size(64, 64);
  for (std::size_t scale = 0; scale < 4; ++scale) {
    // Filters are centred at .3 / 1.85^scale cycles a pixel, and at an angle of -j pi / 8.
    const double frequency = .3 / std::pow(1.85, static_cast<double>(scale));
    for (std::size_t j = 0; j < 8; ++j) {
      CAPTURE(scale);
      CAPTURE(j);
      const double angle = -std::numbers::pi / 8 * static_cast<double>(j);
      const arma::fvec energy = of_filters(one(settings, grating(64, frequency, angle)), 4);
      const std::size_t best = energy.index_max();
      CHECK(best % 8 == j);
      CHECK(best / 8 == scale);
    }
  }
}

TEST_CASE("gist: turning a picture by a right angle moves its orientations by four") {
  const GistSettings settings = of_size(32, 32);
  const Pixels picture = scenes(settings, 1);
  Pixels turned(32 * 32);  // to the right: the left column becomes the top row
  for (std::size_t y = 0; y < 32; ++y) {
    for (std::size_t x = 0; x < 32; ++x) turned[x * 32 + 31 - y] = picture[y * 32 + x];
  }
  const Features a = one(settings, picture), b = one(settings, turned);
  // The highest frequency of an axis is counted as negative on both, which does not turn.
  for (std::size_t f = 0; f < 32; ++f) {
    const std::size_t g = f / 8 * 8 + (f + 4) % 8;
    for (std::size_t x = 0; x < 4; ++x) {
      for (std::size_t y = 0; y < 4; ++y) {
        CHECK(std::abs(a(f * 16 + x * 4 + y) - b(g * 16 + (3 - y) * 4 + x)) < .02F * a.max());
      }
    }
  }
}

TEST_CASE("gist: inside its block a spot may move, into another it takes its energy along") {
  const GistSettings settings = of_size(64, 64);
  const auto with_spot = [&](std::size_t left) {
    Pixels picture(64 * 64, 100);
    for (std::size_t y = 22; y < 26; ++y) {
      for (std::size_t x = left; x < left + 3; ++x) picture[y * 64 + x] = 200;
    }
    return one(settings, picture);
  };
  const Features a = with_spot(22), moved = with_spot(24), away = with_spot(22 + 16);
  arma::uword block = 0;  // blocks by columns: second column, second row is 5
  for (arma::uword f = 0; f < 8; ++f) {
    arma::fvec energy = a.col(0).subvec(f * 16, f * 16 + 15);
    block = energy.index_max();
    CHECK(block == 5);
    CHECK(std::abs(moved(f * 16 + block) - energy(block)) < .05F * energy(block));
    energy = away.col(0).subvec(f * 16, f * 16 + 15);
    CHECK(energy.index_max() == 9);
  }
}

TEST_CASE("gist: threads and batches do not change a bit") {
  const GistSettings settings = GistSettings::of_colour(24, 32);
  const std::size_t n = 23, bytes = 24 * 32 * 3;
  const Pixels pictures = scenes(settings, n);
  const Gist gist(settings);
  const Features all = gist.describe(pictures.data(), n, 1);
  for (const std::size_t threads : {0U, 2U, 3U, 40U}) {
    CHECK(same_bits(gist.describe(pictures.data(), n, threads), all));
  }
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(same_bits(gist.describe(pictures.data() + i * bytes, 1, 2), all.col(i)));
  }
  CHECK(
      same_bits(Gist(settings).describe(pictures.data() + bytes, n - 1, 2), all.tail_cols(n - 1)));
}

TEST_CASE("gist: settings that make no sense are named") {
  const auto refused = [](auto change) {
    return error_of([&] {
      GistSettings settings;
      change(settings);
      Gist gist(settings);
    });
  };
  CHECK(refused([](GistSettings& s) { s.channels = 2; }) ==
        "GIST: channels is 2; pictures have 1 (grey) or 3 (red, green, blue)");
  CHECK(refused([](GistSettings& s) { s.colour = true; }) ==
        "GIST: colour needs pictures of 3 channels, these have 1");
  CHECK(refused([](GistSettings& s) { s.orientations = {}; }) ==
        "GIST: orientations is empty; give a number for each scale");
  CHECK(refused([](GistSettings& s) {
          s.orientations = {8, 0};
        }) == "GIST: a scale has 0 orientations; give 1 .. 1024");
  CHECK(refused([](GistSettings& s) { s.orientations.assign(200, 8); }) ==
        Contains("1600 scales and orientations are more than 1024"));
  CHECK(refused([](GistSettings& s) { s.blocks = 0; }) == Contains("blocks is 0"));
  CHECK(refused([](GistSettings& s) { s.blocks = 33; }) ==
        "GIST: blocks is 33, of pictures of 32 x 32; give 1 up to their shorter side");
  CHECK(refused([](GistSettings& s) { s.height = 0; }) == Contains("pictures of 0 x 32"));
  CHECK(refused([](GistSettings& s) { s.prefilter = 0; }) ==
        "GIST: prefilter is 0; give a number of cycles above 0");
  CHECK(refused([](GistSettings& s) { s.prefilter = std::nan(""); }) == Contains("prefilter is"));
  for (const std::size_t huge : {std::size_t{1} << 20, ~std::size_t{0}}) {
    CHECK(refused([&](GistSettings& s) { s.border = huge; }) == Contains("pixels"));
    CHECK(refused([&](GistSettings& s) { s.height = s.width = huge; }) == Contains("pixels"));
    CHECK(refused([&](GistSettings& s) { s.width = huge; }) == Contains("pixels"));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("gist: the descriptors of 10,000 CIFAR-10 pictures are those of the data set") {
    const std::string folder = real_data({"cifar10_images_test10k.h5", "cifar10_gist512.h5"});
    if (folder.empty()) return;
    const H5File images = H5File::open(folder + "/cifar10_images_test10k.h5");
    const H5File set = H5File::open(folder + "/cifar10_gist512.h5");
    const std::size_t n = 10'000;
    Pixels pictures(n * 32 * 32 * 3);
    images.read("/images", pictures.data());
    std::vector<std::int32_t> rows(n);
    images.read("/gist_row", rows.data());
    Features stored_gist(512, 60'000);
    set.read("/features", stored_gist.memptr());

    const Features gist = Gist(of_size(32, 32, 3)).describe(pictures.data(), n, 2);
    float min_cosine = 1, most = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const arma::fvec a = gist.col(i), b = stored_gist.col(static_cast<arma::uword>(rows[i]));
      min_cosine = std::min(min_cosine, arma::norm_dot(a, b));
      most = std::max(most, arma::abs(a - b).max());
    }
    MESSAGE("least cosine ", min_cosine, ", largest difference ", most);
    CHECK(min_cosine > .99999F);
    CHECK(most < 0x1p-10F * 1.01F);  // they are rounded to 8 significant bits, and below 0.5
  }
}

}  // namespace hashlab::gist_test
