#include "results/record/hash_table_record.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace hashlab::results {
namespace {

struct Count {
  const char* name;
  std::uint64_t HashTableScores::*field;
};
constexpr std::array counts = {
    Count{"queries", &HashTableScores::queries},
    Count{"database", &HashTableScores::database},
    Count{"relevant", &HashTableScores::relevant},
    Count{"candidates", &HashTableScores::candidates},
    Count{"hits", &HashTableScores::hits},
    Count{"collisions", &HashTableScores::collisions},
    Count{"probes", &HashTableScores::probes},
    Count{"empty-probes", &HashTableScores::empty_probes},
    Count{"empty-queries", &HashTableScores::empty_queries},
    Count{"buckets", &HashTableScores::buckets},
    Count{"largest-bucket", &HashTableScores::largest_bucket},
};

/// `field` is null for a score that HashTableScores computes and does not store.
struct Score {
  const char* name;
  double HashTableScores::*field;
};
constexpr std::array scores = {
    Score{"precision", &HashTableScores::precision},
    Score{"recall", &HashTableScores::recall},
    Score{"f1", &HashTableScores::f},
    Score{"precision-macro", &HashTableScores::precision_macro},
    Score{"recall-macro", &HashTableScores::recall_macro},
    Score{"f1-macro", &HashTableScores::f_macro},
    Score{"entropy", &HashTableScores::entropy},
    Score{"touched", nullptr},
};

constexpr std::size_t setting_columns = 4;

template <typename Fields>
std::string names_of(const Fields& fields) {
  std::string names;
  for (const auto& field : fields)
    names += fmt::format("{}{}", names.empty() ? "" : " ", field.name);
  return names;
}

/// Reads a matrix with `columns` columns and `rows` rows, or any number of rows if `rows` is 0.
template <typename T>
std::vector<T> read_matrix(const H5File& file, const std::string& name, std::size_t rows,
                           std::size_t columns) {
  const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
  if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[0] > 1000000 ||
      !file.is_whole(name) || shape.size[1] != columns || (rows != 0 && shape.size[0] != rows)) {
    fail_corrupt(file.path(),
                 fmt::format("'{}' is not a row of {} numbers for each setting", name, columns));
  }
  std::vector<T> values(shape.size[0] * columns);
  file.read(name, values.data());
  return values;
}

}  // namespace

void write_hash_tables(H5File& file, const std::vector<HashTableScores>& tables) {
  if (tables.empty()) return;
  std::vector<std::uint32_t> settings;
  std::vector<std::uint64_t> count_values;
  std::vector<double> score_values;
  for (const HashTableScores& t : tables) {
    for (const std::size_t value :
         {t.setting.K, t.setting.L, t.setting.radius, static_cast<std::size_t>(t.setting.keys)}) {
      settings.push_back(static_cast<std::uint32_t>(value));
    }
    for (const Count& count : counts) count_values.push_back(t.*count.field);
    for (const Score& score : scores) {
      score_values.push_back(score.field == nullptr ? t.touched() : t.*score.field);
    }
  }
  file.set("tables.counts", names_of(counts));
  file.set("tables.scores", names_of(scores));
  file.write("/tables/settings", settings.data(), {tables.size(), setting_columns});
  file.write("/tables/counts", count_values.data(), {tables.size(), counts.size()});
  file.write("/tables/scores", score_values.data(), {tables.size(), scores.size()});
}

std::vector<HashTableScores> read_hash_tables(const H5File& file) {
  if (!file.has("/tables/settings")) return {};
  const auto text = file.text_attributes();
  const auto settings = read_matrix<std::uint32_t>(file, "/tables/settings", 0, setting_columns);
  std::vector<HashTableScores> tables(settings.size() / setting_columns);
  for (const auto& [name, expected] : {std::pair{"tables.counts", names_of(counts)},
                                       std::pair{"tables.scores", names_of(scores)}}) {
    if (!text.contains(name) || text.at(name) != expected) {
      fail_corrupt(file.path(), fmt::format("'{}' is not '{}'", name, expected));
    }
  }
  const auto count_values =
      read_matrix<std::uint64_t>(file, "/tables/counts", tables.size(), counts.size());
  const auto score_values =
      read_matrix<double>(file, "/tables/scores", tables.size(), scores.size());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    HashTableScores& t = tables[i];
    const std::uint32_t* s = settings.data() + i * setting_columns;
    t.setting = {s[0], s[1], s[2], s[3] == 0 ? KeyBits::segments : KeyBits::sampled};
    if (s[3] > 1 || !misfit({s[0], s[1], s[2], KeyBits::sampled}, 1024).empty()) {
      fail_corrupt(file.path(), "'/tables/settings' has one that is none");
    }
    for (std::size_t c = 0; c < counts.size(); ++c) {
      t.*counts[c].field = count_values[i * counts.size() + c];
    }
    for (std::size_t c = 0; c < scores.size(); ++c) {
      const double value = score_values[i * scores.size() + c];
      if (!std::isfinite(value))
        fail_corrupt(file.path(), "'/tables/scores' has a value that is not finite");
      if (scores[c].field != nullptr) t.*scores[c].field = value;
    }
  }
  return tables;
}

const std::vector<HashTableColumn>& hash_table_columns() {
  using T = HashTableScores;
  static const std::vector<HashTableColumn> all = {
      {"f1", "F-measure of precision and recall", [](const T& t) { return t.f; }, true},
      {"precision",
       "relevant share of the retrieved items, pooled over queries; 0 if nothing is retrieved",
       [](const T& t) { return t.precision; }, true},
      {"recall", "share of the relevant items that are retrieved, pooled over queries",
       [](const T& t) { return t.recall; }, true},
      {"f1-macro", "F-measure of precision-macro and recall-macro",
       [](const T& t) { return t.f_macro; }, true},
      {"precision-macro",
       "mean precision of queries, 0 for one that retrieves nothing; those without relevant items "
       "are left out",
       [](const T& t) { return t.precision_macro; }, true},
      {"recall-macro", "mean recall of queries; those without relevant items are left out",
       [](const T& t) { return t.recall_macro; }, true},
      {"candidates", "items retrieved by a query, each once",
       [](const T& t) { return t.mean_candidates(); }, false},
      {"collisions", "items in the buckets probed by a query, before repeats are removed",
       [](const T& t) { return t.mean_collisions(); }, false},
      {"touched", "candidates as a share of the database", [](const T& t) { return t.touched(); },
       true},
      {"empty-probes", "share of the probed buckets that are empty",
       [](const T& t) { return t.empty_probe_rate(); }, true},
      {"empty-queries", "share of the queries that retrieve nothing",
       [](const T& t) { return t.empty_query_rate(); }, true},
      {"bucket-mean", "items in a non-empty bucket", [](const T& t) { return t.mean_bucket(); },
       false},
      {"bucket-max", "items in the fullest bucket",
       [](const T& t) { return static_cast<double>(t.largest_bucket); }, false},
      {"entropy", "of the bucket an item is in, in bits, mean over tables",
       [](const T& t) { return t.entropy; }, false},
      {"build-seconds", "time to make the tables", [](const T& t) { return t.build_seconds; },
       false},
      {"query-seconds", "time to ask them with all queries",
       [](const T& t) { return t.query_seconds; }, false},
  };
  return all;
}

std::string hash_table_metric_definition(std::string_view name) {
  if (!name.starts_with("table-")) return "";  // a quick check that most names fail
  for (const HashTableColumn& column : hash_table_columns()) {
    if (column.is_metric && name.ends_with(']') &&
        name.starts_with(fmt::format("table-{}[", column.name))) {
      return fmt::format("of hash tables: {}", column.definition);
    }
  }
  return "";
}

std::map<std::string, double> hash_table_metrics(const HashTableScores& t) {
  std::map<std::string, double> metrics;
  for (const HashTableColumn& column : hash_table_columns()) {
    if (!column.is_metric) continue;
    metrics[fmt::format("table-{}[{}]", column.name, setting_text(t.setting))] = column.of(t);
  }
  return metrics;
}

}  // namespace hashlab::results
