#include "results/published/published.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/numbers.h"
#include "lib/plain_name.h"
#include "results/record/time_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>
#include <type_traits>

// An own reader of CSV: of the packaged ones Boost.Tokenizer drops doubled quotes and accepts open
// ones, libcsv and fast-cpp-csv-parser do not notice NUL bytes, and none gives line numbers with
// every complaint.

namespace hashlab {
namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::size_t most_bytes = std::size_t{1} << 26;
constexpr std::string_view header = "source,dataset,groundtruth,split,hasher,bits,metric,value";
constexpr std::string_view header_with_training =
    "source,dataset,groundtruth,split,hasher,bits,metric,value,training";
constexpr std::array<std::string_view, 9> columns = {
    "source", "dataset", "groundtruth", "split", "hasher", "bits", "metric", "value", "training"};

/// Where in the input we are, for messages.
struct Position {
  const std::string& name;
  std::size_t line = 0;

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}:{}: {}", name, line, why));
  }
};

/// The next line without its end, or nothing at the end of the input.
std::optional<std::string> next_line(std::istream& in, Position& position) {
  // Bounded, as std::getline on a std::string would take in a file of any size without line ends.
  std::array<char, longest_line + 1> buffer;
  in.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (in.bad()) {
    throw Error(ErrorCode::io_error, fmt::format("cannot read '{}'", position.name));
  }
  auto length = static_cast<std::size_t>(in.gcount());
  if (in.eof() && length == 0) return std::nullopt;
  ++position.line;
  if (in.fail()) {
    position.fail(
        fmt::format("the line is longer than {} bytes, is this a CSV file", longest_line));
  }
  if (!in.eof()) --length;  // the line feed counts as extracted
  std::string line(buffer.data(), length);
  if (line.find('\0') != std::string::npos) {
    position.fail("there is a NUL byte, expected text in UTF-8");
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// One field from the front of `rest`, which then starts with the comma behind it or is empty.
std::string take_field(std::string_view& rest, const Position& position) {
  if (!rest.starts_with('"')) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string field(rest.substr(0, end));
    if (field.find('"') != std::string::npos) {
      position.fail(
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
    if (quote == std::string_view::npos) position.fail("a quote is opened and not closed");
    field += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    field += '"';
    rest.remove_prefix(1);
  }
  if (!rest.empty() && !rest.starts_with(',')) {
    position.fail(fmt::format("text after the closing quote of '{}', expected a comma", field));
  }
  return field;
}

std::vector<std::string> split_fields(std::string_view rest, const Position& position) {
  std::vector<std::string> fields = {take_field(rest, position)};
  while (!rest.empty()) {
    rest.remove_prefix(1);
    fields.push_back(take_field(rest, position));
  }
  return fields;
}

template <typename Number>
Number parse_number(const std::string& text, std::string_view column, Number min, Number max,
                    const Position& position) {
  std::optional<Number> value;
  if constexpr (std::is_integral_v<Number>) {
    value = parse_whole(text);
  } else {
    value = parse_real(text);
  }
  const bool too_long = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (!value && !too_long) position.fail(fmt::format("{} '{}' is not a number", column, text));
  if (!value || !(*value >= min && *value <= max)) {
    position.fail(fmt::format("{} = {}, must be {} .. {}", column, text, min, max));
  }
  return *value;
}

PublishedValue parse_entry(const std::vector<std::string>& fields, bool with_training,
                           const Position& position) {
  const std::size_t expected = with_training ? columns.size() : columns.size() - 1;
  if (fields.size() != expected) {
    position.fail(fmt::format("{} fields, expected {} ({})", fields.size(), expected,
                              with_training ? header_with_training : header));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].empty()) position.fail(fmt::format("{} is empty", columns[i]));
  }
  PublishedValue entry;
  require_plain_name(fmt::format("{}:{}", position.name, position.line), fields[0],
                     "change the source");  // our tables name it
  entry.source = fields[0];
  entry.dataset = fields[1];
  entry.groundtruth = fields[2];
  entry.split = fields[3];
  entry.hasher = fields[4];
  entry.bits = parse_number<std::size_t>(fields[5], "bits", 1, 1024, position);
  entry.metric = fields[6];
  const double most = find_time_metric(entry.metric) != nullptr ? 1e9 : 1;
  entry.value = parse_number<double>(fields[7], "value", 0, most, position);
  if (with_training) {
    entry.training = parse_number<std::size_t>(fields[8], "training", 1, 4294967295u, position);
  }
  return entry;
}

bool same_dataset(const std::string& published, const std::string& ours) {
  if (!ours.starts_with(published)) return false;
  return ours.size() == published.size() ||
         !std::isalnum(static_cast<unsigned char>(ours[published.size()]));
}

}  // namespace

std::vector<PublishedValue> published_for(const std::vector<PublishedValue>& published,
                                          const std::string& dataset,
                                          const std::string& groundtruth, std::size_t training) {
  std::vector<PublishedValue> values;
  for (const PublishedValue& value : published) {
    if (same_dataset(value.dataset, dataset) && value.groundtruth == groundtruth &&
        (value.training == 0 || value.training == training)) {
      values.push_back(value);
    }
  }
  return values;
}

std::optional<double> difference_percent(double ours, double published) {
  if (published == 0) return std::nullopt;
  return 100 * (ours - published) / published;
}

std::vector<PublishedValue> parse_published(std::istream& in, const std::string& name) {
  Position position{name};
  const std::optional<std::string> first = next_line(in, position);
  if (!first) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: the file is empty, expected the header {}", name, header));
  }
  const bool with_training = *first == header_with_training;
  if (*first != header && !with_training)
    position.fail(fmt::format("the header is not {}", header));

  std::vector<PublishedValue> entries;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string, std::size_t,
                      std::string, std::size_t>,
           std::size_t>
      line_of;
  while (const std::optional<std::string> line = next_line(in, position)) {
    const PublishedValue entry =
        parse_entry(split_fields(*line, position), with_training, position);
    const auto [earlier, added] =
        line_of.emplace(std::tuple(entry.source, entry.dataset, entry.groundtruth, entry.split,
                                   entry.hasher, entry.bits, entry.metric, entry.training),
                        position.line);
    if (!added) position.fail(fmt::format("the entry of line {} again", earlier->second));
    entries.push_back(entry);
  }
  if (entries.empty()) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: no entries below the header, expected one a line", name));
  }
  return entries;
}

std::vector<PublishedValue> read_published(const std::string& path) {
  const InputFile file(path);
  if (file.size() > most_bytes) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: has {} bytes, expected a CSV file of at most {} with the header {}", path,
                    file.size(), most_bytes, header));
  }
  std::istringstream in(file.text(0, file.size()));
  return parse_published(in, path);
}

}  // namespace hashlab
