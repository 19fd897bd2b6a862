#include "lib/images/tags.h"

#include "lib/images/painting.h"
#include "lib/rng.h"

#include <algorithm>
#include <array>

namespace hashlab {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<const char*, 11> colours = {
    "black", "white", "grey", "red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink"};

/// The colour's word: by lightness and saturation first, then by hue. Integers only.
std::size_t colour_word(int r, int g, int b) {
  const int most = std::max({r, g, b}), least = std::min({r, g, b}), spread = most - least;
  if (most < 50) return 0;
  if (4 * spread < most) return most > 200 ? 1 : most < 70 ? 0 : 2;
  // Sixths of the circle of hues, in 1 / 60 of a sixth.
  const int hue = most == r   ? (360 + 60 * (g - b) / spread) % 360
                  : most == g ? 120 + 60 * (b - r) / spread
                              : 240 + 60 * (r - g) / spread;
  if (hue < 15) return 3;
  if (hue < 42) return 4;
  if (hue < 70) return 5;
  if (hue < 160) return 6;
  if (hue < 195) return 7;
  if (hue < 255) return 8;
  if (hue < 300) return 9;
  if (hue < 345) return 10;
  return 3;
}

/// Words for the colours and the light of a picture.
Words seen_words(const std::uint8_t* pixels) {
  constexpr std::size_t count = Pictures::side * Pictures::side;
  std::array<std::size_t, colours.size()> share{};
  std::size_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const p = pixels + 3 * i;
    ++share[colour_word(p[0], p[1], p[2])];
    sum += p[0] + 0u + p[1] + p[2];
  }
  Words words;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    if (4 * share[k] >= count) words.emplace_back(colours[k]);
  }
  const std::size_t mean = sum / (3 * count);
  if (mean < 80) words.insert(words.end(), {"dark", "gloomy"});
  if (mean > 160) words.insert(words.end(), {"bright", "light"});
  return words;
}

const std::array<Words, 10>& class_words() {
  static const std::array<Words, 10> words = {{
      {"stripes", "lines", "bars", "pattern", "texture", "parallel", "zebra", "waves", "fabric"},
      {"checkers", "squares", "chess", "board", "pattern", "texture", "tiles", "floor", "grid"},
      {"dots", "circles", "round", "pattern", "texture", "polka", "spots", "fabric", "bubbles"},
      {"rings", "circles", "round", "target", "ripples", "concentric", "spiral", "pattern", "eye"},
      {"polygons", "shapes", "triangle", "geometry", "corner", "angular", "kite", "paper",
       "abstract"},
      {"skyline", "city", "buildings", "towers", "windows", "urban", "architecture", "sky",
       "street"},
      {"sea", "water", "ocean", "waves", "boat", "beach", "horizon", "sky", "sunset"},
      {"mountains", "snow", "peak", "hiking", "alps", "landscape", "nature", "sky", "rocks"},
      {"forest", "trees", "wood", "leaves", "park", "landscape", "nature", "grass", "green"},
      {"road", "highway", "street", "travel", "asphalt", "driving", "landscape", "horizon",
       "journey"},
  }};
  return words;
}

}  // namespace

const std::vector<std::string>& words_of_class(std::size_t c) {
  return class_words().at(c);
}

const std::vector<std::string>& idle_words() {
  static const Words words = {"photo",   "canon",  "nikon",   "camera", "digital",   "holiday",
                              "summer",  "winter", "spring",  "autumn", "friends",   "family",
                              "weekend", "art",    "picture", "image",  "favourite", "cool",
                              "nice",    "new",    "old",     "small",  "big",       "day",
                              "night",   "home",   "trip",    "blog",   "test",      "misc"};
  return words;
}

const std::vector<std::string>& tag_vocabulary() {
  static const Words vocabulary = [] {
    Words all = idle_words();
    for (const Words& words : class_words()) all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), colours.begin(), colours.end());
    all.insert(all.end(), {"dark", "gloomy", "bright", "light"});
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }();
  return vocabulary;
}

arma::Mat<std::uint8_t> make_tags(const Pictures& pictures, std::uint64_t seed) {
  const Words& vocabulary = tag_vocabulary();
  const Labels& labels = pictures.labels;
  constexpr std::size_t bytes = Pictures::side * Pictures::side * 3;
  const std::size_t n = pictures.pixels.size() / bytes, classes = class_words().size();
  const Rng rng = Rng(seed).stream("tags");
  arma::Mat<std::uint8_t> tags(vocabulary.size(), n, arma::fill::zeros);
  for (std::size_t i = 0; i < n; ++i) {
    Rng picture = rng.stream("picture", i);
    const auto tag = [&](const std::string& word) {
      const auto at = std::lower_bound(vocabulary.begin(), vocabulary.end(), word);
      tags(static_cast<arma::uword>(at - vocabulary.begin()), i) = 1;
    };
    std::vector<std::size_t> absent;
    for (std::size_t c = 0; c < classes; ++c) {
      const bool there = labels.single.empty() ? labels.multi(c, i) != 0
                                               : labels.single[i] == static_cast<std::int32_t>(c);
      if (!there) {
        absent.push_back(c);
        continue;
      }
      const Words& words = class_words()[c];
      for (std::size_t k = 0; k < words.size(); ++k) {
        if (chance(picture, k == 0 ? TagNoise::own_name : TagNoise::own_word)) tag(words[k]);
      }
    }
    for (const std::string& word : seen_words(&pictures.pixels[i * bytes])) {
      if (chance(picture, TagNoise::seen)) tag(word);
    }
    if (chance(picture, TagNoise::wrong_class)) {
      const Words& words = class_words()[absent[picture.below(absent.size())]];
      tag(words[picture.below(words.size())]);
    }
    for (const std::string& word : idle_words()) {
      if (chance(picture, TagNoise::idle_word)) tag(word);
    }
  }
  return tags;
}

}  // namespace hashlab
