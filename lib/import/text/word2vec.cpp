// Vectors of words as word2vec writes them with -binary 1: a line of the numbers of words and
// dimensions; then for each word its bytes, a blank and float32 numbers, little-endian, and, but
// for some programs, the end of a line.
// Source:  https://code.google.com/archive/p/word2vec
#include "lib/error.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"
#include "lib/import/raw_numbers.h"
#include "lib/import/text/text_head.h"
#include "lib/import/text/word_names.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t longest_counts = 64, longest_word = std::size_t{1} << 16;
constexpr std::size_t max_word_dimensions = std::size_t{1} << 20;

struct Word2vecCounts {
  std::size_t words, dimensions, header_bytes;
};

/// The first line; none if it does not hold two counts.
std::optional<Word2vecCounts> word2vec_counts(std::string_view head) {
  const std::size_t end = head.substr(0, longest_counts).find('\n');
  if (end == head.npos) return std::nullopt;
  std::string_view line = head.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t blank = line.find(' ');
  if (blank == line.npos) return std::nullopt;
  const auto words = parse_whole(line.substr(0, blank)), size = parse_whole(line.substr(blank + 1));
  constexpr std::uint64_t max_words = std::uint64_t{1} << 40;
  if (!words || !size || *words == 0 || *words > max_words) return std::nullopt;
  if (*size == 0 || *size > max_word_dimensions) return std::nullopt;
  return Word2vecCounts{*words, *size, end + 1};
}

class Word2vecTable final : public ForeignTable {
 public:
  Word2vecTable(const std::string& path, std::shared_ptr<WordNames> names)
      : stream_(path), names_(std::move(names)) {
    refill(longest_counts);
    const auto counts = word2vec_counts(unread());
    if (!counts) {
      fail_corrupt(path, "does not begin with a line of the numbers of words and dimensions");
    }
    counts_ = *counts;
    begin_ = counts->header_bytes;
  }
  std::size_t columns() const override { return counts_.dimensions; }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return counts_.words; }
  const std::string& source() const override { return stream_.path(); }

  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, counts_.words - next_);
    for (std::size_t i = 0; i < count; ++i, ++next_, out += columns()) {
      take_word();
      const std::size_t bytes = columns() * sizeof(float);
      refill(bytes);
      if (unread().size() < bytes) fail_cut();
      for (std::size_t j = 0; j < columns(); ++j) {
        out[j] = number_at<float>(unread().data() + j * sizeof(float));
      }
      begin_ += bytes;
    }
    if (count > 0 && next_ == counts_.words) require_end();
    return count;
  }

 private:
  std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }

  /// Has so many bytes in the buffer, or all that are left.
  void refill(std::size_t bytes) {
    constexpr std::size_t piece = std::size_t{1} << 18;
    if (unread().size() >= bytes) return;
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t held = buffer_.size();
    buffer_.resize(bytes + piece);
    buffer_.resize(held + stream_.read(buffer_.data() + held, buffer_.size() - held));
  }

  void take_word() {
    std::size_t blank = unread().find(' ');
    if (blank == std::string_view::npos) {
      refill(longest_word);
      blank = unread().find(' ');
    }
    if (blank == std::string_view::npos && unread().size() >= longest_word) {
      fail_corrupt(
          source(),
          fmt::format("word {} of {} has more than {} bytes: it is damaged, or its numbers "
                      "are not float32",
                      next_, counts_.words, longest_word));
    }
    if (blank == std::string_view::npos) fail_cut();
    std::string_view word = unread().substr(0, blank);
    word.remove_prefix(std::min(word.find_first_not_of("\r\n"), word.size()));  // of the last line
    names_->add(word);
    begin_ += blank + 1;
  }

  void require_end() {
    refill(longest_word);
    if (unread().find_first_not_of("\r\n") == std::string_view::npos) return;
    fail_corrupt(source(),
                 fmt::format("goes on after the {} words that it says it has: its numbers "
                             "may be of another type",
                             counts_.words));
  }

  [[noreturn]] void fail_cut() const {
    fail_corrupt(source(), fmt::format("ends within word {} of {}: it is truncated; fetch it again",
                                       next_, counts_.words));
  }

  ByteStream stream_;
  std::shared_ptr<WordNames> names_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been handed out
  Word2vecCounts counts_{};
  std::size_t next_ = 0;
};

/// The first vector holds usual numbers, whether all of it is in the head or not.
bool recognises_word2vec(const Sniff& file) {
  const std::string_view head = file.head;
  const auto counts = word2vec_counts(head);
  if (file.is_folder || !counts || is_text(file)) return false;
  const std::size_t blank = head.find(' ', counts->header_bytes);
  if (blank == head.npos ||
      !is_name(head.substr(counts->header_bytes, blank - counts->header_bytes)))
    return false;
  const std::size_t end = std::min(head.size(), blank + 1 + counts->dimensions * sizeof(float));
  for (std::size_t at = blank + 1; at + sizeof(float) <= end; at += sizeof(float)) {
    if (!is_usual_number<float>(head.data() + at)) return false;
  }
  return true;
}

ForeignData open_word2vec(const std::vector<std::string>& paths, const ImportOptions&) {
  const auto names = std::make_shared<WordNames>();
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (const std::string& path : paths) {
    tables.push_back(std::make_unique<Word2vecTable>(path, names));
  }
  const std::size_t columns = tables.front()->columns();
  ForeignData data;
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  name_rows_when_read(data, names, paths.front());
  return data;
}

}  // namespace

Format word2vec_format() {
  return {"word2vec", "binary vectors of word2vec, such as GoogleNews", recognises_word2vec,
          open_word2vec};
}

}  // namespace hashlab
