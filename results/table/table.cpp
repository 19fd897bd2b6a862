#include "results/table/table.h"

#include "lib/method_name.h"
#include "lib/options.h"
#include "results/compare/baseline.h"
#include "results/compare/chance.h"
#include "results/compare/comparison_cells.h"
#include "results/compare/metric_results.h"
#include "results/compare/split_differences.h"
#include "results/format/run_cells.h"
#include "results/format/statistics_notes.h"
#include "results/statistics/dropped_share.h"
#include "results/statistics/statistics.h"
#include "results/table/letters.h"
#include "results/table/published_beside.h"
#include "results/table/split_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace hashlab::results {
namespace {

/// The values of one split at one code length, and the columns beside them.
struct Column {
  CodeBits bits;
  std::string split;
  bool published = false;
  bool shown = true;
};

/// The results of one method in one column.
struct Entry {
  RunValues runs, band;
  double dropped = 0;                      ///< share of the area that the metric omits
  std::optional<PairedComparison> tested;  ///< the difference from its baseline
  std::vector<std::size_t> better_than;    ///< indices of rows
  std::optional<PublishedValue> published;
  bool undefined = false;  ///< there are runs, but none of their queries has a relevant item

  bool missing() const { return runs.empty() && !undefined; }
};

/// best - worst for every run that has both.
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

class Comparison {
 public:
  Comparison(const std::vector<ResultRow>& rows, const TableOptions& options)
      : options_(options),
        results_(metric_results(rows, options.metric)),
        has_band_(options.tie_band && !options.best.empty() && !options.worst.empty()),
        letters_{options.test, options.hasher_ratio} {
    check_baseline(options.baseline, results_);
    check_shown(options.shown, results_);
    test_against_baseline();
    if (options.published) published_ = published_beside(*options.published, results_);
    if (has_band_) bands_ = tie_bands(rows, options);
    if (!options.whole.empty()) whole_ = runs_by_combination(rows, options.whole);
    for (const CodeBits bits : results_.bits) {
      for (const std::string& split : results_.splits) {
        columns_.push_back({bits, split, published_.has(bits, split),
                            options.shown.shows_bits(bits) && options.shown.shows_split(split)});
      }
    }
    fill_entries();
  }

  const MetricResults& results() const { return results_; }
  bool has_band() const { return has_band_; }
  bool too_few_pairs() const { return too_few_pairs_; }

  TableGrid grid() const {
    TableGrid grid;
    grid.caption = table_caption(results_, "");
    grid.corner = "hasher";
    grid.rows = rows_of(results_);
    for (const Column& column : columns_) {
      if (!column.shown) continue;
      const std::string heading = bits_heading(column.bits);
      if (grid.groups.empty() || grid.groups.back().name != heading) {
        grid.groups.push_back({heading, {}});
      }
      std::vector<std::string>& headings = grid.groups.back().columns;
      headings.push_back(column.split);
      if (has_band_) headings.emplace_back("tie band");
      if (column.published) headings.insert(headings.end(), {"published", "diff %"});
    }
    for (std::size_t r = 0; r < grid.rows.size(); ++r) {
      TableRow& row = grid.rows[r];
      if (lettered() && r < n_hashers()) row.label = row_label(r, n_hashers());
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (columns_[c].shown) add_cells(r, c, row);
      }
    }
    keep_shown_rows(options_.shown, grid.rows);
    name_references(grid, results_);
    return grid;
  }

  std::vector<std::vector<std::string>> records() const {
    std::vector<std::vector<std::string>> records = {{"metric", "hasher", "bits", "split", "runs",
                                                      "mean", "sd", "p_vs_baseline", "baseline",
                                                      "pairs"}};
    if (options_.tie_band) records[0].emplace_back("tie_band");
    if (options_.letters) records[0].emplace_back("better_than");
    if (options_.published) {
      records[0].insert(records[0].end(), {"published", "published_source", "difference_percent"});
    }
    if (options_.test == PairedTest::wilcoxon) records[0].emplace_back("test");
    for (std::size_t r = 0; r < names_.size(); ++r) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!is_shown(r, c) || entries_[r][c].missing() ||
            !results_.records(names_[r], columns_[c].bits)) {
          continue;
        }
        records.push_back(record(r, c));
      }
    }
    return records;
  }

  std::vector<std::string> footnotes() const {
    std::vector<std::string> notes;
    if (results_.usual_runs > 0) {
      notes.push_back(mean_footnote(results_.usual_runs, fewer_runs_));
    }
    if (const std::string note = shown_footnote(options_.shown, results_); !note.empty()) {
      notes.push_back(note);
    }
    if (missing_) notes.emplace_back("'-': no result");
    if (undefined_) notes.emplace_back("'-': no query has a relevant item, so there is no value");
    if (max_dropped_ >= large_dropped_share) {
      notes.push_back(dropped_note(options_.metric, options_.whole, max_dropped_));
    }
    if (has_band_) {
      notes.emplace_back(
          "tie band: what the order of items at equal distance can change, the value with relevant "
          "items first in every tie less that with relevant items last, mean over runs");
    }
    if (!results_.references.empty()) {
      notes.emplace_back(
          "(uncompressed): ranked by real-valued distance, without codes, so the same for any "
          "bits");
    }
    if (any_embeddings_) {
      notes.emplace_back(
          "+cosine, +inner-product, +euclidean: ranked by as many real values as codes have bits, "
          "+asymmetric: by those of queries and bits of items; never marked as the best");
    }
    if (!options_.baseline.empty()) {
      notes.push_back(marks_footnote());
      const bool repeats = std::any_of(tested_.begin(), tested_.end(), [](const auto& tested) {
        return repeats_one_draw(tested.second);
      });
      if (repeats) notes.emplace_back(repeats_footnote);
    }
    for (const std::string& projection : projections_without_baseline_) {
      notes.push_back(fmt::format("no marks for {}: there is no {}{}", projection, projection,
                                  options_.baseline));
    }
    if (lettered()) {
      notes.push_back(letters_footnote(letters_, n_hashers()));
      if (!letters_possible(letters_, results_.usual_runs, n_hashers())) {
        notes.emplace_back("so few runs cannot reach that, whatever the difference");
      }
    }
    if (options_.published) {
      for (std::string& note : published_.footnotes()) notes.push_back(std::move(note));
    }
    return notes;
  }

 private:
  std::size_t n_hashers() const { return results_.hashers.size(); }
  bool is_shown(std::size_t r, std::size_t c) const {
    return columns_[c].shown && options_.shown.shows_hasher(names_[r]);
  }
  bool has_codes(std::size_t r) const { return parse_method_name(names_[r]).has_codes(); }
  /// The CSV has an empty column of letters if they are requested for a metric that is not ranked.
  bool lettered() const { return options_.letters && options_.ranked; }

  std::string marks_footnote() const {
    const std::string& baseline = options_.baseline;
    return fmt::format(
        "▲ better, ▼ worse than {}: p < 0.05, twice: p < 0.01; {} over paired runs, {}",
        baseline.starts_with('+') ? "the same projection with " + baseline.substr(1) : baseline,
        test_text(options_.test, options_.hasher_ratio),
        options_.test == PairedTest::wilcoxon
            ? "not corrected for the number of tests"
            : "with Holm's correction over all methods and code lengths of a split");
  }

  void test_against_baseline() {
    if (options_.baseline.empty()) return;
    for (const std::string& split : results_.splits) {
      for (const PairedComparison& comparison :
           hasher_differences(results_, options_.baseline, split, options_.hasher_ratio)) {
        tested_.emplace(comparison.first, comparison);
      }
    }
    for (const std::string& hasher : results_.hashers) {
      if (!baseline_of(hasher, options_.baseline, results_).empty()) continue;
      add_once(projections_without_baseline_, parse_method_name(hasher).projection);
    }
  }

  void fill_entries() {
    for (const TableRow& row : rows_of(results_)) names_.push_back(row.name);
    for (std::size_t r = 0; r < n_hashers(); ++r) {
      (has_codes(r) ? any_codes_ : any_embeddings_) = true;
    }
    for (std::size_t r = 0; r < names_.size(); ++r) {
      std::vector<Entry>& entries = entries_.emplace_back();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        entries.push_back(entry(names_[r], columns_[c]));
        if (!is_shown(r, c)) continue;
        const Entry& e = entries.back();
        missing_ = missing_ || e.missing();
        undefined_ = undefined_ || e.undefined;
        max_dropped_ = std::max(max_dropped_, e.dropped);
        fewer_runs_ = fewer_runs_ || (!e.runs.empty() && e.runs.size() < results_.usual_runs);
        too_few_pairs_ =
            too_few_pairs_ || (e.tested && e.tested->difference.n < fewest_pairs(options_.test));
      }
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (lettered()) test_column(c);
      find_best(c);
    }
  }

  Entry entry(const std::string& name, const Column& column) const {
    Entry entry;
    entry.runs = results_.at(name, column.bits, column.split);
    const Combination combination{column.split, name, results_.recorded_bits(name, column.bits)};
    entry.undefined = entry.runs.empty() && results_.runs.contains(combination);
    if (entry.runs.empty()) return entry;
    if (const auto band = bands_.find(combination); band != bands_.end()) {
      entry.band = band->second;
    }
    if (const auto whole = whole_.find(combination); whole != whole_.end()) {
      entry.dropped = dropped_share(entry.runs, whole->second);
    }
    if (const auto value = published_.values.find(combination); value != published_.values.end()) {
      entry.published = value->second;
    }
    if (const auto tested = tested_.find(combination); tested != tested_.end()) {
      entry.tested = tested->second;
    }
    return entry;
  }

  void test_column(std::size_t c) {
    std::vector<RunValues> column;
    for (std::size_t r = 0; r < n_hashers(); ++r) column.push_back(entries_[r][c].runs);
    std::vector<std::vector<std::size_t>> better = better_than(column, letters_);
    for (std::size_t r = 0; r < n_hashers(); ++r) entries_[r][c].better_than = std::move(better[r]);
  }

  void find_best(std::size_t c) {
    std::map<double, std::vector<std::size_t>> by_mean;
    for (std::size_t r = 0; r < n_hashers(); ++r) {
      if ((any_codes_ && !has_codes(r)) || !is_shown(r, c)) continue;
      const RunValues& runs = entries_[r][c].runs;
      if (!runs.empty()) by_mean[mean(values_of(runs))].push_back(r);
    }
    // No method is the best if there is only one, or if all have the same mean.
    best_.push_back(options_.ranked && by_mean.size() > 1 ? by_mean.rbegin()->second
                                                          : std::vector<std::size_t>());
  }

  void add_cells(std::size_t r, std::size_t c, TableRow& row) const {
    const Entry& entry = entries_[r][c];
    TableCell& cell =
        row.cells.emplace_back(mean_cell(entry.runs, results_.usual_runs, options_.precision));
    cell.best = std::find(best_[c].begin(), best_[c].end(), r) != best_[c].end();
    cell.incomplete = entry.dropped >= large_dropped_share;
    cell.letters = row_labels(entry.better_than, n_hashers());
    if (entry.tested) cell.significance = significance(*entry.tested, options_.test);
    if (has_band_) {
      TableCell& beside = row.cells.emplace_back();
      if (!entry.band.empty()) {
        beside.value = fixed(mean(values_of(entry.band)), options_.precision);
      }
    }
    if (!columns_[c].published) return;
    row.cells.resize(row.cells.size() + 2);
    if (!entry.published) return;
    const auto difference = difference_percent(mean(values_of(entry.runs)), entry.published->value);
    row.cells.end()[-2].value = fixed(entry.published->value, options_.precision);
    if (difference) row.cells.back().value = fixed_signed(*difference, 1);
  }

  std::vector<std::string> record(std::size_t r, std::size_t c) const {
    const Entry& entry = entries_[r][c];
    const std::vector<double> values = values_of(entry.runs);
    std::vector<std::string> record = {
        results_.metric,
        names_[r],
        std::to_string(stored_bits(results_.recorded_bits(names_[r], columns_[c].bits))),
        columns_[c].split,
        std::to_string(values.size()),
        entry.undefined ? "nan" : number_text(mean(values)),
        values.size() > 1 ? number_text(sample_standard_deviation(values)) : ""};
    if (entry.tested) {
      record.insert(record.end(),
                    {number_text(p_value(*entry.tested, options_.test)),
                     entry.tested->second.hasher, std::to_string(entry.tested->difference.n)});
    } else {
      record.insert(record.end(), {"", "", ""});
    }
    if (options_.tie_band) {
      record.push_back(entry.band.empty() ? "" : number_text(mean(values_of(entry.band))));
    }
    if (options_.letters) {
      std::string& worse = record.emplace_back();
      for (const std::size_t i : entry.better_than) {
        worse += (worse.empty() ? "" : " ") + names_[i];
      }
    }
    if (options_.published && entry.published) {
      const auto difference = difference_percent(mean(values), entry.published->value);
      record.insert(record.end(), {number_text(entry.published->value), entry.published->source,
                                   difference ? number_text(*difference) : ""});
    } else if (options_.published) {
      record.insert(record.end(), {"", "", ""});
    }
    if (options_.test == PairedTest::wilcoxon) {
      record.emplace_back(entry.tested ? "wilcoxon" : "");
    }
    return record;
  }

  const TableOptions& options_;
  const MetricResults results_;
  const bool has_band_;
  const LetterOptions letters_;
  std::map<Combination, PairedComparison> tested_;  ///< by the combination that is tested
  std::map<Combination, RunValues> bands_, whole_;
  PublishedBeside published_;
  std::vector<Column> columns_;
  std::vector<std::string> names_;              ///< of the rows
  std::vector<std::vector<Entry>> entries_;     ///< rows x columns
  std::vector<std::vector<std::size_t>> best_;  ///< of each column, the best rows
  std::vector<std::string> projections_without_baseline_;
  double max_dropped_ = 0;
  bool any_codes_ = false, any_embeddings_ = false;
  bool missing_ = false, undefined_ = false, fewer_runs_ = false, too_few_pairs_ = false;
};

}  // namespace

Table make_table(const std::vector<ResultRow>& rows, const TableOptions& options,
                 const std::vector<std::string>& footnotes) {
  const Comparison comparison(rows, options);
  MetricResults results = comparison.results();
  results.chance = options.chance;
  Table table;
  table.grids.push_back(comparison.grid());
  table.records = comparison.records();
  table.footnotes = comparison.footnotes();
  bool too_few_pairs = comparison.too_few_pairs();
  table.first_difference_note = table.footnotes.size();
  for (const Strategies& strategies : compared_with_improved(results.splits)) {
    if (!options.shown.shows_split(strategies.first) ||
        !options.shown.shows_split(strategies.second)) {
      continue;
    }
    SplitGrid difference = split_grid(results, strategies, options.test, options.strategy_ratio,
                                      options.precision, options.shown);
    if (difference.grid.rows.empty()) continue;
    too_few_pairs = too_few_pairs || difference.too_few_pairs;
    for (std::vector<std::string>& record : difference.records) {
      record.resize(table.records[0].size());
      if (options.test == PairedTest::wilcoxon) record.back() = "wilcoxon";
      table.records.push_back(std::move(record));
    }
    table.footnotes.push_back(std::move(difference.footnote));
    if (!results.chance.empty()) add_once(table.footnotes, std::string(chance_footnote));
    table.grids.push_back(std::move(difference.grid));
  }
  table.difference_notes = table.footnotes.size() - table.first_difference_note;
  if (options.tie_band && !comparison.has_band()) {
    table.footnotes.push_back(
        fmt::format("no tie band: {} has no -best and -worst", results.metric));
  }
  if (too_few_pairs) {
    table.footnotes.push_back(
        fmt::format("fewer than {} pairs cannot reach p < 0.05, whatever the difference",
                    fewest_pairs(options.test)));
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab::results
