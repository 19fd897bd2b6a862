#include "results/format/everything.h"

#include "lib/options.h"
#include "results/format/table_format.h"
#include "results/record/fact_names.h"
#include "results/record/hash_table_record.h"
#include "results/scores/recorded_metric.h"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace hashlab::results {
namespace {

using Units = std::map<std::string, std::string>;

/// Empty for a name without a unit here, such as one that a later version adds.
std::string unit_of(const std::string& name, const Units& units) {
  const auto unit = units.find(name);
  return unit == units.end() ? "" : unit->second;
}

const Units fact_units = {
    {fact_names::ball_radius, "distance"},          {fact_names::learner_ball_radius, "distance"},
    {fact_names::relevant_mean, "items"},           {fact_names::relevant_median, "items"},
    {fact_names::queries_without_relevant, "0..1"}, {fact_names::test_queries, "queries"},
    {fact_names::test_database, "items"},           {fact_names::code_bits, "bits"},
    {fact_names::hash_dimensions, "dimensions"},
};

const Units table_units = {{"candidates", "items"},  {"collisions", "items"},
                           {"bucket-mean", "items"}, {"bucket-max", "items"},
                           {"entropy", "bits"},      {"build-seconds", "s"},
                           {"query-seconds", "s"}};

/// The range of a metric. A difference of two scores can be negative.
const char* range_of(const std::string& name) {
  const auto recorded = recorded_metric(name);
  return recorded && recorded->is_difference ? "-1..1" : "0..1";
}

}  // namespace

std::string everything_header(bool directed) {
  return fmt::format("dataset,split,hasher,bits,run,kind,name,value,unit{}\n",
                     directed ? ",direction,database_codes" : "");
}

std::string everything_lines(const StoredCell& record, bool with_seconds, bool directed) {
  std::vector<std::vector<std::string>> lines;
  const auto add = [&](const char* kind, const std::string& name, const std::string& value,
                       const std::string& unit) {
    lines.push_back({record.dataset, record.split, record.hasher,
                     std::to_string(stored_bits(record.bits)), std::to_string(record.run), kind,
                     name, value, unit});
    if (!directed) return;
    lines.back().push_back(record.direction.text());
    lines.back().push_back(record.direction.codes);
  };
  for (const auto& [name, value] : record.metrics) {
    add("metric", name, number_text(value), range_of(name));
  }
  for (const HashTableScores& scores : record.hash_tables) {
    for (const HashTableColumn& column : hash_table_columns()) {
      const std::string unit = unit_of(column.name, table_units);
      if (column.is_metric || unit == "s") continue;  // they are among the metrics and the seconds
      add("table", fmt::format("{}[{}]", column.name, setting_text(scores.setting)),
          number_text(column.of(scores)), unit);
    }
  }
  for (const auto& [name, value] : record.facts) {
    add("fact", name, number_text(value), unit_of(name, fact_units));
  }
  for (const auto& [name, rows] : record.fitted_sizes) {
    add("fitted", name, std::to_string(rows), "rows");
  }
  if (!record.split_checksum.empty()) add("split", "checksum", record.split_checksum, "");
  if (!record.choice.empty()) add("choice", "hasher", record.choice, "");
  for (const auto& [name, value] : record.validation) {
    add("validation", name, number_text(value), "0..1");
  }
  if (with_seconds) {
    for (const auto& [name, value] : record.seconds) add("seconds", name, number_text(value), "s");
  }
  if (!record.failure.empty()) add("failure", "reason", record.failure, "");
  return format_csv(lines);
}

}  // namespace hashlab::results
