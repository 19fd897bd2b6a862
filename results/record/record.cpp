#include "results/record/record.h"

#include "lib/codes/h5_format.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "lib/files/sha256.h"
#include "lib/metrics/metrics.h"
#include "results/record/fact_names.h"
#include "results/record/fitted_record.h"
#include "results/record/hash_table_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

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

void write_counts(H5File& file, const RankCounts& counts) {
  if (!counts.real_valued()) {
    const std::vector<std::size_t> shape = {counts.n_queries, counts.n_distances};
    file.write("/counts/all", counts.all.data(), shape);
    file.write("/counts/relevant", counts.relevant.data(), shape);
    return;
  }
  const auto write = [&](const char* name, const auto& values) {
    file.write(name, values.data(), {values.size()});
  };
  const std::vector<std::uint64_t> offsets(counts.offsets.begin(), counts.offsets.end());
  write("/counts/all", counts.all);
  write("/counts/relevant", counts.relevant);
  write("/counts/offsets", offsets);
  write("/counts/pooled-radius", counts.pooled_radius);
  write("/counts/pooled-all", counts.pooled_all);
  write("/counts/pooled-relevant", counts.pooled_relevant);
}

template <typename Count>
void check_counts(const H5File& file, const std::vector<Count>& all,
                  const std::vector<Count>& relevant) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (relevant[i] > all[i]) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: more relevant items than items in '/counts'", file.path()));
    }
  }
}

/// A list of at least one number.
template <typename Number>
std::vector<Number> read_list(const H5File& file, const std::string& name) {
  const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
  if (shape.size.size() != 1 || shape.size[0] == 0 || !file.is_whole(name) ||
      shape.size[0] > (std::size_t{1} << 36)) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: '{}' is not a list of numbers", file.path(), name));
  }
  std::vector<Number> values(shape.size[0]);
  file.read(name, values.data());
  return values;
}

RankCounts read_real_counts(const H5File& file) {
  const auto require = [&](bool holds, const char* what) {
    if (holds) return;
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: {} in '/counts' do not fit together", file.path(), what));
  };
  RankCounts counts;
  const auto offsets = read_list<std::uint64_t>(file, "/counts/offsets");
  counts.offsets.assign(offsets.begin(), offsets.end());
  counts.n_queries = offsets.size() - 1;
  counts.all = read_list<std::uint32_t>(file, "/counts/all");
  counts.relevant = read_list<std::uint32_t>(file, "/counts/relevant");
  counts.pooled_radius = read_list<double>(file, "/counts/pooled-radius");
  counts.pooled_all = read_list<std::uint64_t>(file, "/counts/pooled-all");
  counts.pooled_relevant = read_list<std::uint64_t>(file, "/counts/pooled-relevant");
  require(offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
              offsets.back() == counts.all.size() && counts.all.size() == counts.relevant.size(),
          "queries and ties");
  require(counts.pooled_radius.size() == counts.pooled_all.size() &&
              counts.pooled_radius.size() == counts.pooled_relevant.size() &&
              std::is_sorted(counts.pooled_radius.begin(), counts.pooled_radius.end()),
          "pooled radii and counts");
  check_counts(file, counts.all, counts.relevant);
  check_counts(file, counts.pooled_all, counts.pooled_relevant);
  const auto sum = [](const auto& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  };
  require(sum(counts.all) == sum(counts.pooled_all) &&
              sum(counts.relevant) == sum(counts.pooled_relevant),
          "ties and pooled counts");
  return counts;
}

RankCounts read_counts(const H5File& file) {
  RankCounts counts;
  const auto read = [&](const std::string& name, std::vector<std::uint32_t>& out) {
    const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
    const bool first = counts.n_distances == 0;
    if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[1] == 0 ||
        !file.is_whole(name) || shape.size[0] > (std::size_t{1} << 32) || shape.size[1] > 65536 ||
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
  check_counts(file, counts.all, counts.relevant);
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
  file.set("bits", static_cast<double>(stored_bits(r.bits)));
  file.set("run", static_cast<double>(r.run));
  for (const auto& [name, text] : r.provenance) file.set("provenance." + name, text);
  for (const auto& [name, value] : r.facts) file.set("fact." + name, value);
  for (const auto& [name, value] : r.metrics) file.set("metric." + name, value);
  for (const auto& [name, value] : r.seconds) file.set("seconds." + name, value);
  if (r.dataset_rows > 0) file.set("dataset-rows", static_cast<double>(r.dataset_rows));
  if (!r.view.empty()) file.set("view", r.view);
  if (!r.split_checksum.empty()) file.set("split-checksum", r.split_checksum);
  if (!r.choice.empty()) file.set("choice", r.choice);
  for (const auto& [name, value] : r.validation) file.set("validation." + name, value);
  write_fitted(file, r.fitted, r.dataset_rows);
  if (r.failure.empty()) {
    write_counts(file, r.counts);
    const PrCurve curve = pr_curve(r.counts);
    file.write("/curve/radius", curve.radius.data(), {curve.radius.size()});
    file.write("/curve/precision", curve.precision.data(), {curve.precision.size()});
    file.write("/curve/recall", curve.recall.data(), {curve.recall.size()});
    write_hash_tables(file, r.hash_tables);
  }
  if (r.codes) {
    write_digits(file, r.codes->database.format);
    write_codes(file, "/query", r.codes->query, r.codes->query_rows);
    write_codes(file, "/database", r.codes->database, r.codes->database_rows);
  }
  rewrite_file(path, file.image());
}

CellRecord read_cell(const std::string& path, bool with_counts) {
  const H5File file = H5File::open(path, H5File::Origin::own);
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
  const auto count = [&](const char* name, double least) {
    const auto number = numbers.find(name);
    if (number == numbers.end() || !(number->second >= least && number->second <= 1e9)) {
      fail(fmt::format("is not a result cell: '{}' is missing or not a count", name));
    }
    return static_cast<std::size_t>(number->second);
  };
  r.bits = bits_from_stored(count("bits", 0));
  r.run = count("run", 1);
  if (sha256(r.recipe) != r.key) fail("is damaged: its key does not fit its recipe");
  r.provenance = with_prefix(text, "provenance.");
  r.facts = with_prefix(numbers, "fact.");
  r.metrics = with_prefix(numbers, "metric.");
  r.seconds = with_prefix(numbers, "seconds.");
  r.validation = with_prefix(numbers, "validation.");
  if (const auto rows = numbers.find("dataset-rows"); rows != numbers.end()) {
    if (!(rows->second >= 1 && rows->second < 4294967296.0)) fail("'dataset-rows' is not a count");
    r.dataset_rows = static_cast<std::size_t>(rows->second);
  }
  const auto optional_text = [&](const char* name) {
    return text.contains(name) ? text.at(name) : std::string();
  };
  r.view = optional_text("view");
  r.split_checksum = optional_text("split-checksum");
  r.choice = optional_text("choice");
  r.fitted = read_fitted(file, r.dataset_rows);
  r.has_codes = file.has("/query/codes") && file.has("/database/codes");
  r.hash_tables = read_hash_tables(file);
  for (HashTableScores& t : r.hash_tables) {
    for (const auto& [name, seconds] : {std::pair{time_names::table_build, &t.build_seconds},
                                        std::pair{time_names::table_query, &t.query_seconds}}) {
      const auto found = r.seconds.find(fmt::format("{}[{}]", name, setting_text(t.setting)));
      if (found != r.seconds.end()) *seconds = found->second;
    }
  }
  if (r.failure.empty() && with_counts) {
    r.counts = r.bits ? read_counts(file) : read_real_counts(file);
  }
  return r;
}

}  // namespace hashlab
