#include "results/record.h"

#include "lib/error.h"
#include "lib/files.h"
#include "lib/h5.h"
#include "lib/metrics/metrics.h"
#include "lib/sha256.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace hashlab {
namespace {

void write_codes(H5File& file, const std::string& group, const Codes& codes, const Rows& rows) {
  const std::size_t bytes = (codes.format.bits + 7) / 8;
  std::vector<std::uint8_t> packed(codes.n * bytes);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t b = 0; b < bytes; ++b) {
      packed[i * bytes + b] = static_cast<std::uint8_t>(codes.code(i)[b / 8] >> (8 * (b % 8)));
    }
  }
  file.write(group + "/codes", packed.data(), {codes.n, bytes});
  file.write(group + "/rows", rows.data(), {rows.size()});
}

/// The entries whose names start with `prefix`, without it.
template <typename Value>
std::map<std::string, Value> with_prefix(const std::map<std::string, Value>& all,
                                         const std::string& prefix) {
  std::map<std::string, Value> result;
  for (const auto& [name, value] : all) {
    if (name.starts_with(prefix)) result[name.substr(prefix.size())] = value;
  }
  return result;
}

RankCounts read_counts(const H5File& file) {
  RankCounts counts;
  const auto read = [&](const std::string& name, std::vector<std::uint32_t>& out) {
    const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
    const bool first = counts.n_distances == 0;
    if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[1] == 0 || !shape.stored ||
        shape.size[0] > (std::size_t{1} << 32) || shape.size[1] > 65536 ||
        (!first && (shape.size[0] != counts.n_queries || shape.size[1] != counts.n_distances))) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: '{}' is not queries x distances", file.path(), name));
    }
    counts.n_queries = shape.size[0];
    counts.n_distances = shape.size[1];
    out.resize(counts.n_queries * counts.n_distances);
    file.read(name, out.data());
  };
  read("/counts/all", counts.all);
  read("/counts/relevant", counts.relevant);
  for (std::size_t i = 0; i < counts.all.size(); ++i) {
    if (counts.relevant[i] > counts.all[i]) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: more relevant items than items in '/counts'", file.path()));
    }
  }
  return counts;
}

}  // namespace

void write_cell(const std::string& path, const CellRecord& r) {
  H5File file = H5File::create(path);
  file.set("key", r.key);
  file.set("recipe", r.recipe);
  file.set("failure", r.failure);
  file.set("dataset", r.dataset);
  file.set("split", r.split);
  file.set("hasher", r.hasher);
  file.set("groundtruth", r.groundtruth);
  file.set("bits", static_cast<double>(r.bits));
  file.set("run", static_cast<double>(r.run));
  for (const auto& [name, text] : r.provenance) file.set("provenance." + name, text);
  for (const auto& [name, value] : r.facts) file.set("fact." + name, value);
  for (const auto& [name, value] : r.metrics) file.set("metric." + name, value);
  for (const auto& [name, value] : r.seconds) file.set("seconds." + name, value);
  if (r.failure.empty()) {
    const std::vector<std::size_t> shape = {r.counts.n_queries, r.counts.n_distances};
    file.write("/counts/all", r.counts.all.data(), shape);
    file.write("/counts/relevant", r.counts.relevant.data(), shape);
    const PrCurve curve = pr_curve(r.counts);
    file.write("/curve/radius", curve.radius.data(), {curve.radius.size()});
    file.write("/curve/precision", curve.precision.data(), {curve.precision.size()});
    file.write("/curve/recall", curve.recall.data(), {curve.recall.size()});
  }
  if (r.codes) {
    file.set("digit-bits", static_cast<double>(r.codes->database.format.digit_bits));
    write_codes(file, "/query", r.codes->query, r.codes->query_rows);
    write_codes(file, "/database", r.codes->database, r.codes->database_rows);
  }
  write_file(path, file.image());
}

CellRecord read_cell(const std::string& path, bool with_counts) {
  const H5File file = H5File::open(path);
  const auto text = file.text_attributes();
  const auto numbers = file.number_attributes();
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", path, what));
  };
  for (const char* name :
       {"key", "recipe", "failure", "dataset", "split", "hasher", "groundtruth"}) {
    if (!text.contains(name)) fail(fmt::format("is not a result cell: it has no '{}'", name));
  }
  CellRecord r;
  r.key = text.at("key");
  r.recipe = text.at("recipe");
  r.failure = text.at("failure");
  r.dataset = text.at("dataset");
  r.split = text.at("split");
  r.hasher = text.at("hasher");
  r.groundtruth = text.at("groundtruth");
  for (const auto& [name, field] : {std::pair{"bits", &r.bits}, std::pair{"run", &r.run}}) {
    const auto number = numbers.find(name);
    if (number == numbers.end() || !(number->second >= 1 && number->second <= 1e9)) {
      fail(fmt::format("is not a result cell: '{}' is missing or not a count", name));
    }
    *field = static_cast<std::size_t>(number->second);
  }
  if (sha256(r.recipe) != r.key) fail("is damaged: its key does not fit its recipe");
  r.provenance = with_prefix(text, "provenance.");
  r.facts = with_prefix(numbers, "fact.");
  r.metrics = with_prefix(numbers, "metric.");
  r.seconds = with_prefix(numbers, "seconds.");
  r.has_codes = file.has("/query/codes") && file.has("/database/codes");
  if (r.failure.empty() && with_counts) r.counts = read_counts(file);
  return r;
}

}  // namespace hashlab
