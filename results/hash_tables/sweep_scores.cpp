#include "results/hash_tables/sweep_scores.h"

#include "lib/error.h"
#include "lib/options.h"
#include "results/format/run_cells.h"
#include "results/record/hash_table_record.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::results {
namespace {

const HashTableColumn& column_named(std::string_view name) {
  std::vector<std::string> known;
  for (const HashTableColumn& column : hash_table_columns()) {
    if (column.name == name) return column;
    known.push_back(column.name);
  }
  throw Error(ErrorCode::invalid_argument, fmt::format("no score of hash tables is called '{}'{}",
                                                       name, suggestion(std::string(name), known)));
}

/// Shares, F and times have `precision` decimals. Entropies have at most two decimals, and counts
/// at most one.
std::size_t decimals(const HashTableColumn& column, std::size_t precision) {
  const std::string_view name = column.name;
  if (column.is_metric || name.ends_with("seconds")) return precision;
  return std::min<std::size_t>(precision, name == "entropy" ? 2 : 1);
}

using Where = std::vector<std::string>;

Where described(const SweepScores& sweep, const Combination& c, const HashTableSetting& s) {
  return {sweep.dataset(),
          c.split,
          c.hasher,
          std::to_string(stored_bits(c.bits)),
          setting_text(s),
          std::to_string(s.K),
          std::to_string(s.L),
          std::to_string(s.radius),
          s.keys == KeyBits::segments ? "segments" : "sampled"};
}

const Where sweep_header = {"dataset", "split", "hasher", "bits", "setting", "K", "L",
                            "radius",  "keys",  "score",  "runs", "mean",    "sd"};

std::string deviation(const RunValues& runs) {
  return runs.size() > 1 ? number_text(sample_standard_deviation(values_of(runs))) : "";
}

/// Adds a record for each score of a setting.
void add_records(const SweepScores& sweep, const Combination& where,
                 const HashTableSetting& setting, Table& table) {
  for (const HashTableColumn& column : hash_table_columns()) {
    const RunValues runs = sweep.values(where, setting, column.name);
    Where record = described(sweep, where, setting);
    record.insert(record.end(), {column.name, std::to_string(runs.size()),
                                 number_text(mean(values_of(runs))), deviation(runs)});
    table.records.push_back(std::move(record));
  }
}

std::vector<std::string> definitions(const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  for (const std::string& name : names) {
    notes.push_back(fmt::format("{}: {}", name, column_named(name).definition));
  }
  return notes;
}

std::string sweep_note(const SweepScores& sweep) {
  bool fewer = false;
  for (const Combination& where : sweep.combinations()) {
    for (const HashTableSetting& setting : sweep.settings(where)) {
      fewer = fewer || sweep.values(where, setting, "f1").size() < sweep.usual_runs();
    }
  }
  return mean_footnote(sweep.usual_runs(), fewer);
}

const std::vector<std::string>& shown_columns() {
  static const std::vector<std::string> names = {
      "f1",           "precision",     "recall",     "candidates", "touched",
      "empty-probes", "empty-queries", "bucket-max", "entropy"};
  return names;
}

void add_cells(const SweepScores& sweep, const Combination& where, const HashTableSetting& setting,
               std::size_t precision, TableRow& row) {
  for (const std::string& name : shown_columns()) {
    row.cells.push_back(mean_cell(sweep.values(where, setting, name), sweep.usual_runs(),
                                  decimals(column_named(name), precision)));
  }
}

std::string key_note() {
  return "K bits a key, L tables, r: the radius of probing; keys are consecutive segments of the "
         "stored code, or sampled bits of it";
}

}  // namespace

SweepScores::SweepScores(const std::vector<SweepRow>& rows) {
  for (const SweepRow& row : rows) {
    if (dataset_.empty()) dataset_ = row.dataset;
    if (row.dataset != dataset_) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("hash tables of data sets '{}' and '{}', expected one data set",
                              dataset_, row.dataset));
    }
    const Combination where{row.split, row.hasher, row.bits};
    if (!settings_.contains(where)) combinations_.push_back(where);
    add_once(settings_[where], row.scores.setting);
    auto& runs = scores_[{where, row.scores.setting}];
    if (!runs.emplace(row.run, row.scores).second) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("hash tables {} of {} {} bits {} run {} are there twice",
                      setting_text(row.scores.setting), row.hasher, row.bits, row.split, row.run));
    }
    usual_runs_ = std::max(usual_runs_, runs.size());
  }
}

RunValues SweepScores::values(const Combination& where, const HashTableSetting& setting,
                              std::string_view column) const {
  const HashTableColumn& wanted = column_named(column);
  RunValues runs;
  const auto found = scores_.find({where, setting});
  if (found == scores_.end()) return runs;
  for (const auto& [run, scores] : found->second) runs[run] = wanted.of(scores);
  return runs;
}

HashTableSetting SweepScores::best(const Combination& where, std::string_view column) const {
  HashTableSetting best;
  std::size_t max_runs = 0;
  double highest = 0;
  for (const HashTableSetting& setting : settings(where)) {
    const RunValues runs = values(where, setting, column);
    const double value = mean(values_of(runs));
    if (runs.size() < max_runs || (runs.size() == max_runs && value <= highest)) continue;
    max_runs = runs.size();
    highest = value;
    best = setting;
  }
  return best;
}

Table sweep_table(const SweepScores& sweep, std::size_t precision) {
  Table table;
  table.records = {sweep_header};
  for (const Combination& where : sweep.combinations()) {
    TableGrid grid;
    grid.caption = fmt::format("hash tables of {} at {} bits, {} split, on {}", where.hasher,
                               stored_bits(where.bits), where.split, sweep.dataset());
    grid.corner = "setting";
    grid.groups = {{"mean over queries and runs", shown_columns()}};
    const HashTableSetting best = sweep.best(where, "f1");
    for (const HashTableSetting& setting : sweep.settings(where)) {
      TableRow row{setting_text(setting), {}, false};
      add_cells(sweep, where, setting, precision, row);
      row.cells.front().best = setting == best && sweep.settings(where).size() > 1;
      grid.rows.push_back(std::move(row));
      add_records(sweep, where, setting, table);
    }
    table.grids.push_back(std::move(grid));
  }
  table.footnotes = {sweep_note(sweep), key_note()};
  for (std::string& note : definitions(shown_columns())) table.footnotes.push_back(std::move(note));
  return table;
}

Table best_table(const SweepScores& sweep, std::size_t precision) {
  Table table;
  table.records = {sweep_header};
  std::vector<std::pair<std::string, CodeBits>> groups;
  for (const Combination& c : sweep.combinations()) add_once(groups, {c.split, c.bits});
  for (const auto& [split, bits] : groups) {
    TableGrid grid;
    grid.caption = fmt::format("best F1 over the sweep of hash tables, {} bits, {} split, on {}",
                               stored_bits(bits), split, sweep.dataset());
    grid.corner = "hasher";
    grid.groups = {{"at", {"setting"}}, {"mean over queries and runs", shown_columns()}};
    std::vector<std::string> hashers;
    for (const Combination& c : sweep.combinations()) {
      if (c.split == split && c.bits == bits) hashers.push_back(c.hasher);
    }
    grid.rows = rows_by_projection(hashers);
    std::map<double, std::vector<TableCell*>> by_f;
    for (TableRow& row : grid.rows) {
      const Combination where{split, row.name, bits};
      const HashTableSetting best = sweep.best(where, "f1");
      row.cells.emplace_back().value = setting_text(best);
      add_cells(sweep, where, best, precision, row);
      add_records(sweep, where, best, table);
      by_f[mean(values_of(sweep.values(where, best, "f1")))].push_back(&row.cells[1]);
    }
    if (by_f.size() > 1) {
      for (TableCell* cell : by_f.rbegin()->second) cell->best = true;
    }
    table.grids.push_back(std::move(grid));
  }
  table.footnotes = {
      sweep_note(sweep), key_note(),
      "the setting is that of the highest mean F1 over runs, one for all runs, among "
      "those that most runs have"};
  return table;
}

Table curve_table(const SweepScores& sweep, std::size_t precision) {
  Table table;
  table.records = {{"dataset", "split", "hasher", "bits", "setting", "K", "L", "radius", "keys",
                    "runs", "touched", "recall", "front"}};
  for (const Combination& where : sweep.combinations()) {
    struct Point {
      HashTableSetting setting;
      double touched, recall;
    };
    std::vector<Point> points;
    for (const HashTableSetting& s : sweep.settings(where)) {
      points.push_back({s, mean(values_of(sweep.values(where, s, "touched"))),
                        mean(values_of(sweep.values(where, s, "recall")))});
    }
    std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
      return std::pair(a.touched, -a.recall) < std::pair(b.touched, -b.recall);
    });
    TableGrid grid;
    grid.caption =
        fmt::format("recall against the fraction touched: {} at {} bits, {} split, on {}",
                    where.hasher, stored_bits(where.bits), where.split, sweep.dataset());
    grid.corner = "setting";
    grid.groups = {{"mean over runs", {"touched", "recall"}}, {"on the", {"front"}}};
    double highest = -1;
    for (const Point& point : points) {
      const bool front = point.recall > highest;
      highest = std::max(highest, point.recall);
      TableRow row{setting_text(point.setting), {}, false};
      for (const char* name : {"touched", "recall"}) {
        row.cells.push_back(
            mean_cell(sweep.values(where, point.setting, name), sweep.usual_runs(), precision));
      }
      row.cells.emplace_back().value = front ? "yes" : "";
      grid.rows.push_back(std::move(row));
      Where record = described(sweep, where, point.setting);
      record.insert(record.end(),
                    {std::to_string(sweep.values(where, point.setting, "recall").size()),
                     number_text(point.touched), number_text(point.recall), front ? "1" : "0"});
      table.records.push_back(std::move(record));
    }
    table.grids.push_back(std::move(grid));
  }
  table.footnotes = {sweep_note(sweep), key_note(),
                     "on the front: no other setting of the hasher touches less and finds as much"};
  return table;
}

}  // namespace hashlab::results
