// Scores of hash tables whose keys are parts of the codes.
#include "results/scores/hash_table_scores.h"

#include "lib/hash_tables/scores.h"
#include "results/record/fact_names.h"
#include "results/record/hash_table_record.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab::results {
namespace {

constexpr const char* hash_tables_key = "hash-tables";

class HashTables final : public CellScore {
 public:
  explicit HashTables(HashTableSweep sweep = {}) : sweep_(std::move(sweep)) {}

  ScoreInfo info() const override {
    return {
        hash_tables_key,
        "also score hash tables built on the codes: K bits per key (at most 64), L tables, probes "
        "of all keys within a radius in bits (at most K), and keys of consecutive (segments) or "
        "random (sampled) bits. K is required; the defaults are L:1 radius:0 keys:segments. Every "
        "combination of the values that fits the code length is scored. Example: K:8/16 L:1/2/4 "
        "radius:0/1 keys:segments/sampled",
        "tables", Ranked::codes};
  }
  std::unique_ptr<CellScore> with(const std::string& value) const override {
    return std::make_unique<HashTables>(parse_hash_table_sweep(value));
  }
  std::string text() const override { return sweep_.text(); }

  std::optional<Metric> recorded(std::string_view name) const override {
    Metric metric;
    metric.definition = hash_table_metric_definition(name);
    if (metric.definition.empty()) return std::nullopt;
    metric.name = name;
    metric.by_code_distance = true;
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    if (!metric.starts_with("table-") || records(metric)) return "";
    return fmt::format(
        "metric '{}' is a score of hash tables that no cell records: add its setting to "
        "hash-tables",
        metric);
  }

  AddScores of_run(const ScoredRun& run) const override {
    // The stream depends only on the run, so that sampled keys are the same for all methods whose
    // codes have the same number of bits.
    const Rng rng = run.stream("tables");
    return [sweep = sweep_, rng](CellRecord& record, const ScoredRun& its,
                                 const ScoredRanking& ranking) {
      for (const HashTableSetting& setting : sweep.fitting(ranking.database->format.bits)) {
        const HashTableScores scores =
            hash_table_scores(*ranking.queries, *ranking.database, its.relevance, setting, rng);
        const std::string name = setting_text(setting);
        record.seconds[fmt::format("{}[{}]", time_names::table_build, name)] = scores.build_seconds;
        record.seconds[fmt::format("{}[{}]", time_names::table_query, name)] = scores.query_seconds;
        record.metrics.merge(hash_table_metrics(scores));
        record.hash_tables.push_back(scores);
      }
    };
  }

 private:
  bool records(const std::string& metric) const {
    for (const HashTableSetting& setting : sweep_.settings()) {
      HashTableScores scores;
      scores.setting = setting;
      if (hash_table_metrics(scores).contains(metric)) return true;
    }
    return false;
  }

  HashTableSweep sweep_;
};

}  // namespace

HashTableSweep hash_table_sweep(const CellScores& scores) {
  return parse_hash_table_sweep(scores.text_of(hash_tables_key));
}

namespace scores {
std::unique_ptr<CellScore> hash_table_scores() {
  return std::make_unique<HashTables>();
}
}  // namespace scores

}  // namespace hashlab::results
