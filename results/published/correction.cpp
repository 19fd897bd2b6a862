#include "results/published/correction.h"

#include "lib/error.h"
#include "lib/plain_name.h"
#include "results/published/csv_lines.h"
#include "results/published/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

namespace hashlab::results {
namespace {

constexpr std::string_view correction_header =
    "source,dataset,groundtruth,hasher,bits,metric,factor,low,high,runs";

const std::vector<std::string_view>& correction_columns() {
  static const std::vector<std::string_view> names = {"source", "dataset", "groundtruth", "hasher",
                                                      "bits",   "metric",  "factor",      "low",
                                                      "high",   "runs"};
  return names;
}

CorrectionFactor parse_factor(const std::string& line, const CsvLines& lines) {
  const std::vector<std::string> fields = lines.fields(line, correction_columns());
  CorrectionFactor entry;
  require_plain_name(fmt::format("{}:{}", lines.name(), lines.line()), fields[0],
                     "change the source");  // it is printed in tables
  entry.source = fields[0];
  entry.dataset = fields[1];
  entry.groundtruth = fields[2];
  entry.hasher = fields[3];
  entry.bits = lines.whole(fields[4], "bits", 1, 1024);
  entry.metric = fields[5];
  entry.factor = lines.real(fields[6], "factor", .01, 100);
  entry.low = lines.real(fields[7], "low", .001, 1000);
  entry.high = lines.real(fields[8], "high", .001, 1000);
  entry.runs = lines.whole(fields[9], "runs", 1, 10000);
  if (entry.low > entry.factor || entry.high < entry.factor) {
    lines.fail(fmt::format("factor = {} is not in its interval, low = {} .. high = {}", fields[6],
                           fields[7], fields[8]));
  }
  return entry;
}

}  // namespace

const CorrectionFactor* Correction::find(const std::string& our_dataset,
                                         const std::string& groundtruth, const std::string& hasher,
                                         std::size_t bits, const std::string& metric) const {
  const auto found = std::find_if(factors.begin(), factors.end(), [&](const CorrectionFactor& f) {
    return f.hasher == hasher && f.bits == bits && f.metric == metric &&
           f.groundtruth == groundtruth && same_dataset(f.dataset, our_dataset);
  });
  return found == factors.end() ? nullptr : &*found;
}

Correction parse_correction(std::istream& in, const std::string& name) {
  CsvLines lines(in, name);
  const std::optional<std::string> first = lines.next();
  if (!first) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: the file is empty, expected the header {}", name, correction_header));
  }
  if (*first != correction_header) {
    lines.fail(fmt::format("the header is not {}", correction_header));
  }
  Correction correction{name, {}};
  // The key leaves out the source: with two factors for one score, neither could be chosen.
  std::map<std::tuple<std::string, std::string, std::string, std::size_t, std::string>, std::size_t>
      line_of;
  while (const std::optional<std::string> line = lines.next()) {
    const CorrectionFactor entry = parse_factor(*line, lines);
    const auto [earlier, added] = line_of.emplace(
        std::tuple(entry.dataset, entry.groundtruth, entry.hasher, entry.bits, entry.metric),
        lines.line());
    if (!added) lines.fail(fmt::format("a factor for the same score as line {}", earlier->second));
    correction.factors.push_back(entry);
  }
  if (correction.factors.empty()) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: no factors below the header, expected one a line", name));
  }
  return correction;
}

Correction read_correction(const std::string& path) {
  std::istringstream in(read_small_csv(path, correction_header));
  Correction correction = parse_correction(in, path);
  correction.name = std::filesystem::path(path).filename().string();
  require_plain_name(path, correction.name, "rename the file");  // it is printed in tables
  return correction;
}

}  // namespace hashlab::results
