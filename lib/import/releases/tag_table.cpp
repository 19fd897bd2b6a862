#include "lib/import/releases/tag_table.h"

#include "lib/error.h"
#include "lib/import/text/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

constexpr std::string_view tag_separators = " \t";
constexpr std::size_t max_tags = std::size_t{1} << 20;

/// Takes the next word off a line; empty at its end.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(tag_separators), rest.size()));
  const std::size_t end = std::min(rest.find_first_of(tag_separators), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

class TagTable final : public ForeignTable {
 public:
  TagTable(const std::string& tags, const std::string& vocabulary) : lines_(tags) {
    LineReader words(vocabulary);
    std::string_view line;
    while (words.next(line)) {
      const std::string_view word = take_word(line);
      if (word.empty()) continue;
      if (column_.size() == max_tags || !column_.emplace(word, column_.size()).second) {
        throw Error(ErrorCode::corrupt_file,
                    fmt::format("{}: line {} {}", vocabulary, words.number(),
                                column_.size() == max_tags ? "is more than the 1048576 tags that "
                                                             "are read"
                                                           : "names a tag for the second time"));
      }
    }
    if (column_.empty()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: is empty, expected one tag a line", vocabulary));
    }
  }
  std::size_t columns() const override { return column_.size(); }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return std::nullopt; }
  const std::string& source() const override { return lines_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    std::string_view line;
    std::size_t count = 0;
    while (count < at_most && lines_.next(line)) {
      if (take_word(line).empty()) continue;  // a blank line
      double* row = out + count++ * columns();
      std::fill_n(row, columns(), 0.0);
      while (true) {
        const std::string_view word = take_word(line);
        if (word.empty()) break;
        const auto known = column_.find(word);
        if (known != column_.end()) row[known->second] = 1;
      }
    }
    return count;
  }

 private:
  LineReader lines_;
  std::map<std::string, std::size_t, std::less<>> column_;
};

}  // namespace

std::unique_ptr<ForeignTable> open_tag_table(const std::string& tags,
                                             const std::string& vocabulary) {
  return std::make_unique<TagTable>(tags, vocabulary);
}

}  // namespace hashlab
