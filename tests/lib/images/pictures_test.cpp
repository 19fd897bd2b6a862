#include "lib/images/pictures.h"
#include "lib/blas.h"
#include "lib/files/sha256.h"
#include "lib/images/gist.h"
#include "lib/images/painting.h"
#include "lib/images/scenes.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace hashlab::pictures_test {

using namespace testing;

namespace {

constexpr std::size_t bytes = Pictures::side * Pictures::side * 3;

std::string checksum(const std::vector<std::uint8_t>& pixels) {
  return sha256({reinterpret_cast<const char*>(pixels.data()), pixels.size()});
}

std::vector<std::uint8_t> first(const Pictures& pictures, std::size_t n) {
  const std::vector<std::uint8_t>& all = pictures.pixels;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n * bytes)};
}

}  // namespace

TEST_CASE("pictures: their pixels are the same on every machine") {
  CHECK(checksum(make_pictures({.n = 200}, 2).pixels) ==
        "cfb624694934f345ee4a38558f6797e9b3babed0bd45443def0a690fa801d57b");
  CHECK(checksum(make_pictures({.n = 200, .several_classes = true}, 2).pixels) ==
        "28af6e6419cabaed8e49979c16e97de4a5e7ea77ae98296140fe002842919300");
}

TEST_CASE("pictures: no thread changes a pixel or a label") {
  for (const bool several : {false, true}) {
    const PictureSettings settings{.n = 123, .several_classes = several};
    const Pictures one = make_pictures(settings, 1), four = make_pictures(settings, 4);
    CHECK(one.pixels == four.pixels);
    CHECK(one.labels.single == four.labels.single);
    CHECK(arma::all(arma::vectorise(one.labels.multi == four.labels.multi)));
  }
}

TEST_CASE("pictures: a shorter set is the beginning of a longer one") {
  for (const bool several : {false, true}) {
    const Pictures few = make_pictures({.n = 47, .several_classes = several}, 2);
    const Pictures many = make_pictures({.n = 112, .several_classes = several}, 2);
    CHECK(few.pixels == first(many, 47));
    if (several) {
      CHECK(arma::all(arma::vectorise(few.labels.multi == many.labels.multi.head_cols(47))));
    } else {
      CHECK(std::equal(few.labels.single.begin(), few.labels.single.end(),
                       many.labels.single.begin()));
    }
  }
}

TEST_CASE("pictures: every ten in a row show every class once, in changing order") {
  const Pictures pictures = make_pictures({.n = 205}, 2);
  CHECK(pictures.class_names.size() == 10);
  CHECK(std::set<std::string>(pictures.class_names.begin(), pictures.class_names.end()).size() ==
        10);
  const std::vector<std::int32_t>& labels = pictures.labels.single;
  REQUIRE(labels.size() == 205);
  std::set<std::vector<std::int32_t>> orders;
  for (auto at = labels.begin(); at + 10 <= labels.end(); at += 10) {
    orders.emplace(at, at + 10);
    CHECK(std::set<std::int32_t>(at, at + 10).size() == 10);
  }
  CHECK(*std::min_element(labels.begin(), labels.end()) == 0);
  CHECK(*std::max_element(labels.begin(), labels.end()) == 9);
  CHECK(orders.size() == 20);
  CHECK(std::set<std::int32_t>(labels.end() - 5, labels.end()).size() == 5);
}

TEST_CASE("pictures: no two are equal, none is plain, another seed gives others") {
  const Pictures pictures = make_pictures({.n = 200}, 2);
  std::set<std::string> different;
  for (std::size_t i = 0; i < 200; ++i) {
    const auto picture = pictures.pixels.begin() + static_cast<std::ptrdiff_t>(i * bytes);
    const std::vector<std::uint8_t> pixels(picture, picture + bytes);
    different.insert(checksum(pixels));
    const auto [least, most] = std::minmax_element(pixels.begin(), pixels.end());
    CHECK(*most - *least >= 25);
  }
  CHECK(different.size() == 200);
  const Pictures others = make_pictures({.n = 200, .seed = 1}, 2);
  for (std::size_t i = 0; i < 200; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * bytes);
    CHECK_FALSE(std::equal(pictures.pixels.begin() + at, pictures.pixels.begin() + at + bytes,
                           others.pixels.begin() + at));
  }
  CHECK(error_of([] { make_pictures({.n = 0}, 1); }) == "there must be at least one picture");
}

TEST_CASE("pictures: with several classes each has one to four, and all come equally often") {
  const std::size_t n = 2000;
  const Labels labels = make_pictures({.n = n, .several_classes = true}, 2).labels;
  CHECK(labels.single.empty());
  REQUIRE(labels.multi.n_rows == 10);
  REQUIRE(labels.multi.n_cols == n);
  CHECK(labels.multi.max() == 1);
  const arma::uvec of_picture = arma::conv_to<arma::uvec>::from(
      arma::sum(arma::conv_to<arma::umat>::from(labels.multi), 0).t());
  CHECK(of_picture.min() == 1);
  CHECK(of_picture.max() == 4);
  const auto within = [&](double count, double p) {
    return std::abs(count - p * n) <= 5 * std::sqrt(n * p * (1 - p));
  };
  for (arma::uword k = 1; k <= 4; ++k) {
    CHECK(within(static_cast<double>(arma::accu(of_picture == k)), 0.25));
  }
  for (arma::uword c = 0; c < 10; ++c) {
    CHECK(within(arma::accu(arma::conv_to<arma::vec>::from(labels.multi.row(c))), 0.25));
  }
}

TEST_CASE("pictures: every scene fills its region and nothing else") {
  const Region left{0, 0, 0.5, 1};
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    Painting painting;
    // A colour that no scene has: what stays of it was not painted.
    painting.place({}, {});
    painting.paint([](double, double, Rgb& c) { c = {-7, -7, -7}; });
    Rng rng(3);
    scene.draw(painting, left, rng);
    painting.place({}, {});
    std::size_t wrong = 0;
    painting.paint([&](double x, double, Rgb& c) { wrong += (c.r == -7) != (x >= 0.5); });
    CHECK(wrong == 0);
  }
}

TEST_CASE("pictures: a region's scene is turned and scaled about its middle") {
  Painting painting;
  painting.place({0.5, 0, 1, 1}, {.turns = 0.25, .scale = 2});
  double min_x = 9, max_x = -9, min_y = 9, max_y = -9;
  std::size_t count = 0;
  painting.paint([&](double x, double y, Rgb&) {
    min_x = std::min(min_x, x);
    max_x = std::max(max_x, x);
    min_y = std::min(min_y, y);
    max_y = std::max(max_y, y);
    ++count;
  });
  CHECK(count == Painting::side * Painting::side / 2);
  // Half as much of the scene is seen; samples are at the middle of their cells.
  CHECK(min_x == doctest::Approx(0.25).epsilon(0.02));
  CHECK(max_x == doctest::Approx(0.75).epsilon(0.02));
  CHECK(min_y == doctest::Approx(0.25).epsilon(0.05));
  CHECK(max_y == doctest::Approx(0.75).epsilon(0.05));
}

TEST_CASE("pictures: the sine, the bell and the colours keep their promises") {
  for (int i = -2000; i <= 2000; ++i) {
    const double turns = i / 640.0;
    REQUIRE(std::abs(sine(turns) - std::sin(2 * std::numbers::pi * turns)) <= 0.0011);
  }
  CHECK(sine(0) == 0);
  CHECK(sine(0.25) == 1);
  Rng rng(1);
  double sum = 0, squares = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double x = bell(rng);
    REQUIRE(std::abs(x) <= 3.5);
    sum += x;
    squares += x * x;
  }
  CHECK(std::abs(sum / n) <= 5 / std::sqrt(n));
  CHECK(squares / n == doctest::Approx(1).epsilon(0.04));
  const auto is = [](const Rgb& c, double r, double g, double b) {
    return std::abs(c.r - r) + std::abs(c.g - g) + std::abs(c.b - b) < 1e-9;
  };
  CHECK(is(from_hsv({0, 1, 1}), 255, 0, 0));
  CHECK(is(from_hsv({1.0 / 3, 1, 1}), 0, 255, 0));
  CHECK(is(from_hsv({2.0 / 3, 1, 1}), 0, 0, 255));
  CHECK(is(from_hsv({0.4, 0, 0.2}), 51, 51, 51));
  for (int i = 0; i < 100; ++i) {
    const ColourPair pair = contrasting(rng, 45);
    CHECK(std::abs(luminance(pair.first) - luminance(pair.second)) >= 45);
  }
}

TEST_CASE("pictures: their GIST overlaps as that of real pictures does") {
  use_one_blas_thread();
  const std::size_t n = 1200, queries = 200;
  const Pictures pictures = make_pictures({.n = n}, 2);
  GistSettings settings;
  settings.channels = 3;
  const Features X = Gist(settings).describe(pictures.pixels.data(), n, 2);
  Rows asked(queries), ranked(n - queries);
  std::iota(asked.begin(), asked.end(), 0u);
  std::iota(ranked.begin(), ranked.end(), static_cast<std::uint32_t>(queries));
  const RankCounts counts = real_rank_counts(
      X, asked, ranked, class_relevance(pictures.labels, asked, ranked), Similarity::euclidean);
  const double map = metric("map").value(counts);
  // .33 of 12,000; 60,000 pictures of CIFAR-10 have .18, chance would be .1.
  CHECK(map >= 0.25);
  CHECK(map <= 0.45);
}

}  // namespace hashlab::pictures_test
