#include "lib/images/decoders.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The header: numbers between blanks and comments, then one blank before the samples.
/// Source: netpbm.sourceforge.net, "PPM Format Specification", "PGM Format Specification".
class Header {
 public:
  Header(std::string_view bytes, const std::string& name) : rest_(bytes), name_(name) {
    rest_.remove_prefix(2);
  }

  std::size_t number(const char* what) {
    skip_blanks();
    std::size_t value = 0, digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      // Larger values are all refused alike, so only overflow has to be avoided.
      value = std::min<std::size_t>(value * 10 + static_cast<std::size_t>(rest_[digits] - '0'),
                                    std::size_t{1} << 40);
    }
    if (digits == 0) {
      refuse_image(name_,
                   fmt::format("is a truncated or damaged PPM or PGM: its header has no {}", what));
    }
    rest_.remove_prefix(digits);
    return value;
  }

  std::string_view samples() {
    if (rest_.empty() || !is_blank(rest_.front())) {
      refuse_image(name_, "is a truncated or damaged PPM or PGM: no blank follows its header");
    }
    return rest_.substr(1);
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '#')) {
      const std::size_t end = rest_.front() == '#' ? rest_.find_first_of("\r\n") : 0;
      rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    }
  }

  std::string_view rest_;
  const std::string& name_;
};

}  // namespace

bool is_ppm(std::string_view head) {
  return head.size() > 2 && head[0] == 'P' && (head[1] == '5' || head[1] == '6') &&
         (is_blank(head[2]) || head[2] == '#');
}

Image decode_ppm(std::string_view bytes, const std::string& name) {
  Header header(bytes, name);
  Image image;
  image.channels = bytes[1] == '5' ? 1 : 3;
  image.width = header.number("width");
  image.height = header.number("height");
  const std::size_t maximum = header.number("largest value");
  if (maximum == 0 || maximum > 255) {
    refuse_image(name, fmt::format("is a PPM or PGM with samples up to {}, expected 1 .. 255: save "
                                   "it with 8 bits a sample",
                                   maximum));
  }
  check_extent(image.width, image.height, bytes.size(), 1, name);
  const std::string_view samples = header.samples();
  const std::size_t expected = image.width * image.height * image.channels;
  if (samples.size() != expected) {
    refuse_image(
        name, fmt::format("is a PPM or PGM of {} x {} pixels, which take {} bytes, but {} "
                          "follow its header: it is {}",
                          image.width, image.height, expected, samples.size(),
                          samples.size() < expected ? "truncated" : "damaged or not one picture"));
  }
  image.pixels.reserve(expected);
  for (const char sample : samples) {
    const std::size_t value = static_cast<unsigned char>(sample);
    if (value > maximum) {
      refuse_image(name, fmt::format("is a damaged PPM or PGM: a sample is {}, expected at most {} "
                                     "by its header",
                                     value, maximum));
    }
    image.pixels.push_back(static_cast<std::uint8_t>((value * 255 + maximum / 2) / maximum));
  }
  return image;
}

}  // namespace hashlab
