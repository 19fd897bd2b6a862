#include "results/published/csv_lines.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <istream>
#include <type_traits>

// We have a CSV reader of our own, because each packaged one lacks something: Boost.Tokenizer drops
// doubled quotes and accepts open ones, libcsv and fast-cpp-csv-parser do not notice NUL bytes, and
// none gives a line number with every error.

namespace hashlab::results {
namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::size_t max_bytes = std::size_t{1} << 26;

/// Takes one field from the front of `rest`, which then starts with the comma after it or is empty.
std::string take_field(std::string_view& rest, const CsvLines& lines) {
  if (!rest.starts_with('"')) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string field(rest.substr(0, end));
    if (field.find('"') != std::string::npos) {
      lines.fail(
          fmt::format("a quote inside of the field '{}', quote the whole field and double "
                      "the quotes in it",
                      field));
    }
    rest.remove_prefix(end);
    return field;
  }
  rest.remove_prefix(1);
  std::string field;
  while (true) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) lines.fail("a quote is opened and not closed");
    field += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    field += '"';
    rest.remove_prefix(1);
  }
  if (!rest.empty() && !rest.starts_with(',')) {
    lines.fail(fmt::format("text after the closing quote of '{}', expected a comma", field));
  }
  return field;
}

template <typename Number>
Number parse_number(const std::string& text, std::string_view column, Number min, Number max,
                    const CsvLines& lines) {
  std::optional<Number> value;
  if constexpr (std::is_integral_v<Number>) {
    value = parse_whole(text);
  } else {
    value = parse_real(text);
  }
  const bool too_long = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (!value && !too_long) lines.fail(fmt::format("{} '{}' is not a number", column, text));
  if (!value || !(*value >= min && *value <= max)) {
    lines.fail(fmt::format("{} = {}, must be {} .. {}", column, text, min, max));
  }
  return *value;
}

}  // namespace

void CsvLines::fail(const std::string& why) const {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}:{}: {}", name_, line_, why));
}

std::optional<std::string> CsvLines::next() {
  // The buffer is bounded, because std::getline into a std::string would read a whole file without
  // line ends as one line.
  std::array<char, longest_line + 1> buffer;
  in_.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (in_.bad()) throw Error(ErrorCode::io_error, fmt::format("cannot read '{}'", name_));
  auto length = static_cast<std::size_t>(in_.gcount());
  if (in_.eof() && length == 0) return std::nullopt;
  ++line_;
  if (in_.fail()) {
    fail(fmt::format("the line is longer than {} bytes, is this a CSV file", longest_line));
  }
  if (!in_.eof()) --length;  // gcount() includes the line feed
  std::string line(buffer.data(), length);
  if (line.find('\0') != std::string::npos) {
    fail("there is a NUL byte, expected text in UTF-8");
  }
  if (line.ends_with('\r')) line.pop_back();
  if (line_ == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return line;
}

std::vector<std::string> CsvLines::fields(const std::string& line,
                                          const std::vector<std::string_view>& columns) const {
  std::string_view rest = line;
  std::vector<std::string> found = {take_field(rest, *this)};
  while (!rest.empty()) {
    rest.remove_prefix(1);
    found.push_back(take_field(rest, *this));
  }
  if (found.size() != columns.size()) {
    fail(fmt::format("{} fields, expected {} ({})", found.size(), columns.size(),
                     fmt::join(columns, ",")));
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].empty()) fail(fmt::format("{} is empty", columns[i]));
  }
  return found;
}

std::size_t CsvLines::whole(const std::string& text, std::string_view column, std::size_t min,
                            std::size_t max) const {
  return parse_number<std::size_t>(text, column, min, max, *this);
}

double CsvLines::real(const std::string& text, std::string_view column, double min,
                      double max) const {
  return parse_number<double>(text, column, min, max, *this);
}

std::string read_small_csv(const std::string& path, std::string_view header) {
  const InputFile file(path);
  if (file.size() > max_bytes) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: has {} bytes, expected a CSV file of at most {} with the header {}", path,
                    file.size(), max_bytes, header));
  }
  return file.text(0, file.size());
}

}  // namespace hashlab::results
