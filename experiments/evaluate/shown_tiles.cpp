#include "experiments/evaluate/shown_tiles.h"

#include "lib/data/class_names.h"
#include "lib/images/canvas.h"
#include "lib/images/resize.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::size_t largest_shown = 96, shown_side = 64;  // pixels

// A tile of words has this many lines, each with one word, cut to this many characters.
constexpr std::size_t characters = 11, lines = 5, zoom = 2, line_height = 18, border = 4;
constexpr std::size_t words_width = text_width(characters, zoom) + 2 * border;
constexpr std::size_t words_height = lines * line_height + 2 * border;
constexpr Colour white = {255, 255, 255}, black = {0, 0, 0}, pale = {235, 240, 250};

Image drawn_words(const std::vector<std::string>& words) {
  Canvas canvas(words_width, words_height, pale);
  for (std::size_t i = 0; i < std::min(words.size(), lines); ++i) {
    const bool more = i + 1 == lines && words.size() > lines;
    const std::string line = more ? "..." : words[i].substr(0, characters);
    canvas.text({border, border + i * line_height}, line, zoom, black);
  }
  if (words.empty()) canvas.text({border, border}, "(no words)", zoom, black);
  return canvas.image();
}

/// A picture centred in a tile of the same size as a tile of words.
Image in_words_tile(const Image& picture) {
  const std::size_t times = std::max<std::size_t>(
      1, std::min(words_height / picture.height, words_width / picture.width));
  Canvas canvas(words_width, words_height, white);
  canvas.paste({(words_width - std::min(words_width, picture.width * times)) / 2,
                (words_height - std::min(words_height, picture.height * times)) / 2},
               picture, times);
  return canvas.image();
}

Image small(const Image& picture) {
  const bool large = std::max(picture.height, picture.width) > largest_shown;
  return large ? square(picture, shown_side) : picture;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) found.push_back(line);
  return found;
}

}  // namespace

Tiles::Tiles(const std::string& path, const Dataset& dataset, const results::Direction& direction)
    : dataset_(dataset) {
  const auto attributes = H5File::open(path).text_attributes();
  if (const auto text = attributes.find("vocabulary"); text != attributes.end()) {
    vocabulary_ = lines_of(text->second);
  }
  query_words_ = words_of(direction.query);
  answer_words_ = words_of(direction.database);
  if (query_words_ && answer_words_) {
    const auto names = attributes.find("classes");
    if (names != attributes.end()) class_names_ = parse_class_names(names->second);
    return;
  }
  pictures_.emplace(path);
  class_names_ = pictures_->class_names();
}

std::optional<View> Tiles::words_of(const std::string& view) const {
  for (const View& known : dataset_.views) {
    if (known.name == view && known.dimensions == vocabulary_.size()) return known;
  }
  return std::nullopt;
}

Image Tiles::of(const std::optional<View>& words, std::size_t row) const {
  if (!words) {
    const Image picture = small(pictures_->read(row));
    return query_words_ || answer_words_ ? in_words_tile(picture) : picture;
  }
  // Words are in descending order of weight, and words of equal weight in that of the vocabulary.
  std::vector<std::pair<float, std::size_t>> found;
  for (std::size_t k = 0; k < words->dimensions; ++k) {
    const float weight = dataset_.features(words->first + k, row);
    if (weight != 0) found.emplace_back(-weight, k);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> texts;
  for (const auto& [weight, k] : found) texts.push_back(vocabulary_[k]);
  return drawn_words(texts);
}

}  // namespace hashlab::experiments
