#include "results/table.h"

#include "lib/error.h"
#include "lib/options.h"
#include "results/run_values.h"
#include "results/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace hashlab {
namespace {

const std::string literature = "literature";
const std::string improved = "improved";

bool contains(const std::vector<std::string>& list, const std::string& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The results of one metric and the axes of its table.
struct Results {
  std::string dataset, metric;
  std::size_t precision = 0;
  std::map<Combination, RunValues> runs;
  std::map<Combination, RunValues> bands;  ///< best - worst, if the tie band is asked for
  bool has_band = false;
  std::vector<std::string> hashers;     ///< in order of first appearance
  std::vector<std::string> references;  ///< those without bits, apart from the hashers
  std::vector<std::size_t> bits;        ///< ascending; {0} if there are only references
  std::vector<std::string> splits;
  std::size_t usual_runs = 0;  ///< the most runs of any combination

  /// Empty if there are none. A reference ranking is the same for any number of bits.
  RunValues at(const std::string& hasher, std::size_t b, const std::string& split) const {
    return find(runs, hasher, b, split);
  }
  RunValues band_at(const std::string& hasher, std::size_t b, const std::string& split) const {
    return find(bands, hasher, b, split);
  }
  bool is_reference(const std::string& hasher) const { return contains(references, hasher); }
  /// The bits that a record of a column tells.
  std::size_t recorded_bits(const std::string& hasher, std::size_t b) const {
    return is_reference(hasher) ? 0 : b;
  }
  /// Whether a column is the first that shows a result: of a reference only that is recorded.
  bool records(const std::string& hasher, std::size_t b) const {
    return !is_reference(hasher) || b == bits.front();
  }

 private:
  RunValues find(const std::map<Combination, RunValues>& values, const std::string& hasher,
                 std::size_t b, const std::string& split) const {
    const auto found = values.find({split, hasher, recorded_bits(hasher, b)});
    return found == values.end() ? RunValues() : found->second;
  }
};

/// best - worst of every run that has both.
std::map<Combination, RunValues> tie_bands(const std::vector<ResultRow>& rows,
                                           const TableOptions& options) {
  std::map<Combination, RunValues> bands = runs_by_combination(rows, options.best);
  const std::map<Combination, RunValues> worst = runs_by_combination(rows, options.worst);
  for (auto& [combination, runs] : bands) {
    const auto ends = worst.find(combination);
    RunValues differences;
    for (const auto& [run, best] : runs) {
      if (ends == worst.end() || !ends->second.contains(run)) continue;
      differences[run] = best - ends->second.at(run);
    }
    runs = std::move(differences);
  }
  return bands;
}

Results collect(const std::vector<ResultRow>& rows, const TableOptions& options) {
  Results results;
  results.metric = options.metric;
  results.precision = options.precision;
  results.runs = runs_by_combination(rows, options.metric);
  std::vector<std::string> metrics;
  std::vector<std::string> splits;
  for (const ResultRow& row : rows) {
    add_once(metrics, row.metric);
    if (row.metric != options.metric) continue;
    results.dataset = row.dataset;
    add_once(splits, row.split);
    if (row.bits == 0) {
      add_once(results.references, row.hasher);
      continue;
    }
    add_once(results.hashers, row.hasher);
    add_once(results.bits, row.bits);
  }
  if (results.runs.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no result of metric '{}'{}, there are: {}", options.metric,
                            suggestion(options.metric, metrics),
                            metrics.empty() ? "none at all" : listed(metrics)));
  }
  std::sort(results.bits.begin(), results.bits.end());
  if (results.bits.empty()) results.bits.push_back(0);
  results.has_band = options.tie_band && !options.best.empty() && !options.worst.empty();
  if (results.has_band) results.bands = tie_bands(rows, options);
  for (const std::string& split : {literature, improved}) {
    if (contains(splits, split)) results.splits.push_back(split);
  }
  for (const std::string& split : splits) add_once(results.splits, split);
  for (const auto& [combination, runs] : results.runs) {
    results.usual_runs = std::max(results.usual_runs, runs.size());
  }
  return results;
}

// ---- the baseline ----

/// The hasher that `hasher` is tested against, or "" if there is none. For a quantiser as baseline
/// it is that on the same projection: with default settings if it is there, else with the settings
/// of `hasher`, which may be the projection's ("sklsh+npq:gamma=1" for "sklsh+sbq:gamma=1").
std::string baseline_of(const std::string& hasher, const std::string& baseline,
                        const Results& results) {
  if (!baseline.starts_with('+')) return baseline;
  const std::string plain = projection_of(hasher) + baseline;
  if (contains(results.hashers, plain)) return plain;
  const std::size_t colon = hasher.find(':');
  if (colon == std::string::npos || baseline.find(':') != std::string::npos) return "";
  const std::string with_settings = plain + hasher.substr(colon);
  return contains(results.hashers, with_settings) ? with_settings : "";
}

void check_baseline(const std::string& baseline, const Results& results) {
  if (baseline.empty()) return;
  std::vector<std::string> known;
  for (const std::string& hasher : results.hashers) {
    const std::size_t plus = hasher.find('+');
    if (!baseline.starts_with('+')) {
      add_once(known, hasher);
    } else if (plus != std::string::npos) {
      add_once(known, hasher.substr(plus));
    }
  }
  for (const std::string& hasher : results.hashers) {
    if (contains(results.hashers, baseline_of(hasher, baseline, results))) return;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("baseline '{}' is not among these results{}, there are: {}", baseline,
                          suggestion(baseline, known), known.empty() ? "none" : listed(known)));
}

/// The values of the runs that both have.
struct Pairs {
  std::vector<double> a, b;

  Pairs(const RunValues& runs_a, const RunValues& runs_b) {
    for (const auto& [run, value] : runs_a) {
      const auto partner = runs_b.find(run);
      if (partner == runs_b.end()) continue;
      a.push_back(value);
      b.push_back(partner->second);
    }
  }
};

int significance(const SignedRank& test) {
  const int strength = test.p_value < 0.01 ? 2 : test.p_value < 0.05 ? 1 : 0;
  return test.w_plus > test.w_minus ? strength : -strength;
}

struct BaselineTest {
  std::string baseline;
  std::size_t pairs = 0;
  SignedRank test;
};

/// Nothing if there is no baseline or it shares no run.
std::optional<BaselineTest> test_against(const std::string& baseline, const RunValues& runs,
                                         std::size_t bits, const std::string& split,
                                         const Results& results) {
  if (baseline.empty()) return std::nullopt;
  const Pairs pairs(runs, results.at(baseline, bits, split));
  if (pairs.a.empty()) return std::nullopt;
  return BaselineTest{baseline, pairs.a.size(), wilcoxon_signed_rank(pairs.a, pairs.b)};
}

std::string p_text(double p) {
  return p < 0.0001 ? "<0.0001" : fixed(p, 4);
}

std::string caption(const Results& results, std::string_view what) {
  return fmt::format("{} on {}{}", results.metric, results.dataset, what);
}

// ---- the comparison ----

void mark_best(TableGrid& grid, const Results& results) {
  std::size_t column = 0;
  for (const std::size_t bits : results.bits) {
    for (const std::string& split : results.splits) {
      std::map<double, std::vector<TableCell*>> by_mean;
      for (TableRow& row : grid.rows) {
        if (results.is_reference(row.name)) continue;
        const RunValues runs = results.at(row.name, bits, split);
        if (!runs.empty()) by_mean[mean(values_of(runs))].push_back(&row.cells[column]);
      }
      // Of one hasher, or of several that are all equal, none is the best.
      if (by_mean.size() > 1) {
        for (TableCell* cell : by_mean.rbegin()->second) cell->best = true;
      }
      column += results.has_band ? 2 : 1;
    }
  }
}

/// Rows of all hashers, then of the references.
std::vector<TableRow> rows_of(const Results& results) {
  std::vector<TableRow> rows = rows_by_projection(results.hashers);
  bool starts_block = !rows.empty();
  for (const std::string& reference : results.references) {
    rows.push_back({reference, {}, starts_block});
    starts_block = false;
  }
  return rows;
}

/// While a table is made its rows bear the names that results are looked up by.
void name_references(TableGrid& grid, const Results& results) {
  for (TableRow& row : grid.rows) {
    if (results.is_reference(row.name)) row.name += " (uncompressed)";
  }
}

std::string bits_heading(std::size_t bits) {
  return bits == 0 ? "no codes" : fmt::format("{} bits", bits);
}

struct Comparison {
  TableGrid grid;
  std::vector<std::vector<std::string>> records;
  bool missing = false, fewer_runs = false, too_few_pairs = false;
  std::vector<std::string> projections_without_baseline;
};

/// The smallest two-sided p-value of 5 pairs is 2 / 2^5.
constexpr std::size_t fewest_pairs = 6;

void add_result(Comparison& comparison, TableRow& row, std::size_t bits, const std::string& split,
                const std::string& against, const Results& results) {
  const RunValues runs = results.at(row.name, bits, split);
  const RunValues band = results.band_at(row.name, bits, split);
  const std::size_t column = row.cells.size();
  row.cells.push_back(mean_cell(runs, results.usual_runs, results.precision));
  if (results.has_band) {
    TableCell& beside = row.cells.emplace_back();
    if (!band.empty()) beside.value = fixed(mean(values_of(band)), results.precision);
  }
  TableCell& cell = row.cells[column];
  if (runs.empty()) {
    comparison.missing = true;
    return;
  }
  const std::vector<double> values = values_of(runs);
  std::vector<std::string> record = {
      results.metric,
      row.name,
      std::to_string(results.recorded_bits(row.name, bits)),
      split,
      std::to_string(values.size()),
      number_text(mean(values)),
      values.size() > 1 ? number_text(sample_standard_deviation(values)) : ""};
  if (const auto tested = test_against(against, runs, bits, split, results)) {
    cell.significance = significance(tested->test);
    comparison.too_few_pairs = comparison.too_few_pairs || tested->pairs < fewest_pairs;
    record.insert(record.end(), {number_text(tested->test.p_value), tested->baseline,
                                 std::to_string(tested->pairs)});
  } else {
    record.insert(record.end(), {"", "", ""});
  }
  record.push_back(band.empty() ? "" : number_text(mean(values_of(band))));
  comparison.fewer_runs = comparison.fewer_runs || runs.size() < results.usual_runs;
  if (results.records(row.name, bits)) comparison.records.push_back(std::move(record));
}

Comparison compare_hashers(const Results& results, const std::string& baseline) {
  Comparison comparison;
  TableGrid& grid = comparison.grid;
  grid.caption = caption(results, "");
  grid.corner = "hasher";
  grid.rows = rows_of(results);
  std::vector<std::string> columns;
  for (const std::string& split : results.splits) {
    columns.push_back(split);
    if (results.has_band) columns.push_back("tie band");
  }
  for (const std::size_t bits : results.bits) grid.groups.push_back({bits_heading(bits), columns});
  for (TableRow& row : grid.rows) {
    const bool tested = !baseline.empty() && !results.is_reference(row.name);
    std::string against = tested ? baseline_of(row.name, baseline, results) : "";
    if (tested && against.empty()) {
      add_once(comparison.projections_without_baseline, projection_of(row.name));
    }
    if (against == row.name) against.clear();
    for (const std::size_t bits : results.bits) {
      for (const std::string& split : results.splits) {
        add_result(comparison, row, bits, split, against, results);
      }
    }
  }
  mark_best(grid, results);
  name_references(grid, results);
  return comparison;
}

std::vector<std::string> comparison_footnotes(const Comparison& comparison, const Results& results,
                                              const std::string& baseline) {
  std::vector<std::string> notes = {mean_footnote(results.usual_runs, comparison.fewer_runs)};
  if (comparison.missing) notes.push_back("'-': no result");
  if (results.has_band) {
    notes.push_back(
        "tie band: what the order of items at equal distance can change, the value with relevant "
        "items first in every tie less that with relevant items last, mean over runs");
  }
  if (!results.references.empty()) {
    notes.push_back(
        "(uncompressed): ranked by real-valued distance, without codes, so the same for any bits");
  }
  if (!baseline.empty()) {
    const std::string other =
        baseline.starts_with('+') ? "the same projection with " + baseline.substr(1) : baseline;
    notes.push_back(
        fmt::format("▲ better, ▼ worse than {}: p < 0.05, twice: p < 0.01; two-sided Wilcoxon "
                    "signed-rank test over paired runs, not corrected for the number of tests",
                    other));
  }
  for (const std::string& projection : comparison.projections_without_baseline) {
    notes.push_back(
        fmt::format("no marks for {}: there is no {}{}", projection, projection, baseline));
  }
  return notes;
}

// ---- literature - improved ----

struct Optimism {
  TableGrid grid;
  std::vector<std::vector<std::string>> records;
  std::size_t usual_pairs = 0;
  bool fewer_pairs = false, too_few_pairs = false;
};

Pairs split_pairs(const Results& results, const std::string& hasher, std::size_t bits) {
  return Pairs(results.at(hasher, bits, literature), results.at(hasher, bits, improved));
}

void add_difference(Optimism& optimism, TableRow& row, std::size_t bits, const Results& results) {
  const Pairs pairs = split_pairs(results, row.name, bits);
  if (pairs.a.empty()) {
    row.cells.insert(row.cells.end(), 2, TableCell());
    return;
  }
  RunValues differences;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) differences[i] = pairs.a[i] - pairs.b[i];
  const std::vector<double> d = values_of(differences);
  const std::size_t n = d.size();
  const SignedRank test = wilcoxon_signed_rank(pairs.a, pairs.b);

  TableCell difference = mean_cell(differences, optimism.usual_pairs, results.precision);
  difference.value = fixed_signed(mean(d), results.precision);
  row.cells.push_back(difference);
  row.cells.emplace_back().value = p_text(test.p_value);
  optimism.fewer_pairs = optimism.fewer_pairs || n < optimism.usual_pairs;
  optimism.too_few_pairs = optimism.too_few_pairs || n < fewest_pairs;
  if (!results.records(row.name, bits)) return;
  optimism.records.push_back({results.metric, row.name,
                              std::to_string(results.recorded_bits(row.name, bits)),
                              "literature-improved", std::to_string(n), number_text(mean(d)),
                              n > 1 ? number_text(sample_standard_deviation(d)) : "",
                              number_text(test.p_value), improved, std::to_string(n), ""});
}

/// Without rows if no run has both splits.
Optimism compare_splits(const Results& results) {
  Optimism optimism;
  TableGrid& grid = optimism.grid;
  grid.caption = caption(results, ", literature - improved split");
  grid.corner = "hasher";
  for (const std::size_t bits : results.bits) {
    grid.groups.push_back({bits_heading(bits), {"difference", "p"}});
    for (const TableRow& row : rows_of(results)) {
      optimism.usual_pairs =
          std::max(optimism.usual_pairs, split_pairs(results, row.name, bits).a.size());
    }
  }
  if (optimism.usual_pairs == 0) return optimism;
  grid.rows = rows_of(results);
  for (TableRow& row : grid.rows) {
    for (const std::size_t bits : results.bits) add_difference(optimism, row, bits, results);
  }
  name_references(grid, results);
  return optimism;
}

std::string optimism_footnote(const Optimism& optimism) {
  return fmt::format(
      "literature - improved: mean difference over {} paired run{}{}, above zero where the "
      "literature split is optimistic; p of the two-sided Wilcoxon signed-rank test",
      optimism.usual_pairs, optimism.usual_pairs == 1 ? "" : "s",
      optimism.fewer_pairs ? " ((n): over n only)" : "");
}

}  // namespace

Table make_table(const std::vector<ResultRow>& rows, const TableOptions& options,
                 const std::vector<std::string>& footnotes) {
  const Results results = collect(rows, options);
  check_baseline(options.baseline, results);
  Comparison comparison = compare_hashers(results, options.baseline);

  Table table;
  table.records = {{"metric", "hasher", "bits", "split", "runs", "mean", "sd", "p_vs_baseline",
                    "baseline", "pairs", "tie_band"}};
  table.records.insert(table.records.end(), comparison.records.begin(), comparison.records.end());
  table.footnotes = comparison_footnotes(comparison, results, options.baseline);
  bool too_few_pairs = comparison.too_few_pairs;
  table.grids.push_back(std::move(comparison.grid));

  if (Optimism optimism = compare_splits(results); !optimism.grid.rows.empty()) {
    too_few_pairs = too_few_pairs || optimism.too_few_pairs;
    table.records.insert(table.records.end(), optimism.records.begin(), optimism.records.end());
    table.footnotes.push_back(optimism_footnote(optimism));
    table.grids.push_back(std::move(optimism.grid));
  }
  if (!options.tie_band) {
    for (std::vector<std::string>& record : table.records) record.pop_back();
  } else if (!results.has_band) {
    table.footnotes.push_back(
        fmt::format("no tie band: {} has no -best and -worst", results.metric));
  }
  if (too_few_pairs) {
    table.footnotes.push_back(fmt::format(
        "fewer than {} pairs cannot reach p < 0.05, whatever the difference", fewest_pairs));
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab
