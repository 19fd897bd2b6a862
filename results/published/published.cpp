#include "results/published/published.h"

#include "lib/error.h"
#include "lib/plain_name.h"
#include "results/published/csv_lines.h"
#include "results/record/time_metrics.h"

#include <fmt/format.h>

#include <cctype>
#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

namespace hashlab::results {
namespace {

constexpr std::string_view header = "source,dataset,groundtruth,split,hasher,bits,metric,value";
constexpr std::string_view header_with_training =
    "source,dataset,groundtruth,split,hasher,bits,metric,value,training";

std::vector<std::string_view> columns_of_lines(bool with_training) {
  std::vector<std::string_view> names = {"source", "dataset", "groundtruth", "split",
                                         "hasher", "bits",    "metric",      "value"};
  if (with_training) names.emplace_back("training");
  return names;
}

PublishedValue parse_entry(const std::string& line, bool with_training, const CsvLines& lines) {
  const std::vector<std::string> fields = lines.fields(line, columns_of_lines(with_training));
  PublishedValue entry;
  require_plain_name(fmt::format("{}:{}", lines.name(), lines.line()), fields[0],
                     "change the source");  // it is printed in tables
  entry.source = fields[0];
  entry.dataset = fields[1];
  entry.groundtruth = fields[2];
  entry.split = fields[3];
  entry.hasher = fields[4];
  entry.bits = lines.whole(fields[5], "bits", 1, 1024);
  entry.metric = fields[6];
  const double most = find_time_metric(entry.metric) != nullptr ? 1e9 : 1;
  entry.value = lines.real(fields[7], "value", 0, most);
  if (with_training) entry.training = lines.whole(fields[8], "training", 1, 4294967295u);
  return entry;
}

}  // namespace

bool same_dataset(const std::string& published, const std::string& ours) {
  if (!ours.starts_with(published)) return false;
  if (ours.size() == published.size()) return true;
  const char next = ours[published.size()];
  return next != ':' && !std::isalnum(static_cast<unsigned char>(next));
}

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
  CsvLines lines(in, name);
  const std::optional<std::string> first = lines.next();
  if (!first) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: the file is empty, expected the header {}", name, header));
  }
  const bool with_training = *first == header_with_training;
  if (*first != header && !with_training) lines.fail(fmt::format("the header is not {}", header));

  std::vector<PublishedValue> entries;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string, std::size_t,
                      std::string, std::size_t>,
           std::size_t>
      line_of;
  while (const std::optional<std::string> line = lines.next()) {
    const PublishedValue entry = parse_entry(*line, with_training, lines);
    const auto [earlier, added] =
        line_of.emplace(std::tuple(entry.source, entry.dataset, entry.groundtruth, entry.split,
                                   entry.hasher, entry.bits, entry.metric, entry.training),
                        lines.line());
    if (!added) lines.fail(fmt::format("the entry of line {} again", earlier->second));
    entries.push_back(entry);
  }
  if (entries.empty()) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: no entries below the header, expected one a line", name));
  }
  return entries;
}

std::vector<PublishedValue> read_published(const std::string& path) {
  std::istringstream in(read_small_csv(path, header));
  return parse_published(in, path);
}

}  // namespace hashlab::results
