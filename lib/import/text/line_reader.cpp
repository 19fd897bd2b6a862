#include "lib/import/text/line_reader.h"

#include "lib/error.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace hashlab {

LineReader::LineReader(const std::string& path) : stream_(path) {}

bool LineReader::next(std::string_view& line) {
  constexpr std::size_t piece = std::size_t{1} << 16;
  std::size_t searched = 0;  // bytes of the line known to hold no end
  const char* stop = nullptr;
  while (true) {
    stop = static_cast<const char*>(
        std::memchr(buffer_.data() + begin_ + searched, '\n', end_ - begin_ - searched));
    searched = end_ - begin_;
    if (stop != nullptr || at_end_ || searched > longest_line) break;
    buffer_.erase(0, begin_);
    buffer_.resize(std::clamp(2 * searched, piece, longest_line + piece));
    begin_ = 0;
    end_ = searched + stream_.read(buffer_.data() + searched, buffer_.size() - searched);
    at_end_ = end_ < buffer_.size();
  }
  if (begin_ == end_) return false;
  ++number_;
  const std::size_t length =
      stop == nullptr ? searched : static_cast<std::size_t>(stop - (buffer_.data() + begin_));
  if (length > longest_line) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: line {} has more than {} bytes: expected text with one sample a "
                            "line",
                            path(), number_, longest_line));
  }
  line = std::string_view(buffer_.data() + begin_, length);
  begin_ += stop == nullptr ? length : length + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return true;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace hashlab
