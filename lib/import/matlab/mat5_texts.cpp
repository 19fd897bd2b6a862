#include "lib/import/matlab/mat5_texts.h"

#include "lib/error.h"
#include "lib/import/matlab/matlab_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::uint32_t type_of_arrays = 14, class_of_chars = 4;

/// Data elements one after the other: a tag, and data that end at a multiple of 8 bytes.
class Elements {
 public:
  Elements(std::string_view bytes, bool big_endian, const std::string& source)
      : bytes_(bytes), big_endian_(big_endian), source_(source) {}

  struct Element {
    std::uint32_t type = 0;
    std::string_view data;
  };
  Element next() {
    const std::uint32_t first = word(0);
    if (first >> 16 != 0) {  // up to four bytes are in the tag
      const Element small = {first & 0xffff, part(4, first >> 16)};
      skip(8);
      return small;
    }
    const std::size_t count = word(4);
    const Element element = {first, part(8, count)};
    skip(std::min(8 + (count + 7) / 8 * 8, bytes_.size()));  // the last one needs no padding
    return element;
  }
  /// Word `i` of some data.
  std::uint32_t word_of(std::string_view data, std::size_t i) const {
    if (data.size() < 4 * (i + 1)) damaged();
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      value = value << 8 | static_cast<unsigned char>(data[4 * i + (big_endian_ ? k : 3 - k)]);
    }
    return value;
  }
  [[noreturn]] void damaged() const {
    fail_corrupt(source_, "cannot be read, the file is damaged");
  }

 private:
  std::uint32_t word(std::size_t at) const { return word_of(part(at, 4), 0); }
  std::string_view part(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) damaged();
    return bytes_.substr(at, count);
  }
  void skip(std::size_t count) {
    if (count > bytes_.size()) damaged();
    bytes_.remove_prefix(count);
  }

  std::string_view bytes_;
  bool big_endian_;
  const std::string& source_;
};

/// UTF-16 code units, or Unicode characters, of the data of an array of characters.
std::vector<std::uint32_t> units_of(const Elements::Element& data, bool big_endian,
                                    const std::string& source) {
  std::vector<std::uint32_t> units;
  if (data.type == 1 || data.type == 2) {
    for (const char c : data.data) units.push_back(static_cast<unsigned char>(c));
  } else if (data.type == 4 || data.type == 17) {
    for (std::size_t i = 0; i + 1 < data.data.size(); i += 2) {
      const auto a = static_cast<unsigned char>(data.data[i]);
      const auto b = static_cast<unsigned char>(data.data[i + 1]);
      units.push_back(big_endian ? std::uint32_t{a} << 8 | b : std::uint32_t{b} << 8 | a);
    }
  } else if (data.type == 16) {
    units = characters_of_utf8(data.data);
  } else {
    fail_corrupt(source, fmt::format("holds characters of type {}, which is not known", data.type));
  }
  return units;
}

/// The rows of an array of characters, whose element is given without its tag.
std::vector<std::string> rows_of_chars(std::string_view bytes, bool big_endian,
                                       const std::string& source) {
  Elements inside(bytes, big_endian, source);
  const Elements::Element flags = inside.next();
  if ((inside.word_of(flags.data, 0) & 0xff) != class_of_chars) {
    fail_corrupt(source, "is no text, expected the name of a class in each element");
  }
  const Elements::Element extents = inside.next();
  inside.next();  // the name
  const std::size_t rows = inside.word_of(extents.data, 0),
                    columns = inside.word_of(extents.data, 1);
  if (rows == 0 || columns == 0) return {""};
  const std::vector<std::uint32_t> units = units_of(inside.next(), big_endian, source);
  if (rows > units.size() || units.size() / rows != columns || units.size() % rows != 0) {
    inside.damaged();
  }
  return rows_of_text(units, rows);
}

}  // namespace

std::vector<std::string> mat5_texts(const InputFile& file, const Mat5Variable& variable) {
  const std::string source = fmt::format("{} variable {}", file.path(), variable.about.name);
  const bool big_endian = file.text(126, 2) == "MI";
  std::string bytes;
  unpack_mat5(file, variable, [&](const void* block, std::size_t count) {
    bytes.append(static_cast<const char*>(block), count);
  });
  constexpr std::size_t tag_bytes = 8;
  if (variable.about.type == "char") {
    return rows_of_chars(std::string_view(bytes).substr(std::min(bytes.size(), tag_bytes)),
                         big_endian, source);
  }
  std::vector<std::string> texts;
  std::size_t count = 1;
  for (const std::size_t extent : variable.about.shape) count *= extent;
  Elements elements(std::string_view(bytes).substr(std::min(bytes.size(), variable.head_bytes)),
                    big_endian, source);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = fmt::format("{}{{{}}}", source, k + 1);
    const Elements::Element element = elements.next();
    if (element.type != type_of_arrays) elements.damaged();
    if (element.data.empty()) {
      fail_corrupt(name, "is empty, expected the name of a class");
    }
    const std::vector<std::string> rows = rows_of_chars(element.data, big_endian, name);
    if (rows.size() != 1) fail_corrupt(name, "has several rows of text, expected one");
    texts.push_back(rows.front());
  }
  return texts;
}

}  // namespace hashlab
