#include "results/compare/compare_splits.h"

#include "lib/error.h"
#include "results/compare/chance.h"
#include "results/compare/comparison_cells.h"
#include "results/compare/comparison_record.h"
#include "results/compare/ranking_grids.h"
#include "results/compare/split_differences.h"
#include "results/format/run_cells.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::results {
namespace {

std::string label(const Strategies& pair) {
  return fmt::format("{} - {}", pair.first, pair.second);
}

void add_grid(Table& table, const MetricResults& results, const Strategies& pair, CodeBits bits,
              const std::vector<PairedComparison>& family,
              const std::optional<ChanceDifference>& by_chance, const ComparisonOptions& options) {
  TableGrid grid;
  grid.caption = table_caption(
      results,
      fmt::format(", {}, {}", label(pair), bits ? bits_heading(bits) : "rankings without codes"));
  grid.corner = "hasher";
  const bool bootstrap = options.beyond != nullptr;
  grid.groups = comparison_columns(label(pair), bootstrap);
  grid.rows = comparison_rows(family, bits, options.precision, bootstrap);
  if (grid.rows.empty()) return;
  if (by_chance) {
    TableRow row{chance, {}, /*starts_block=*/true};
    row.cells.resize(grid.rows.front().cells.size());
    row.cells.front().value = fixed_signed(by_chance->difference(), options.precision);
    grid.rows.push_back(std::move(row));
  }
  table.grids.push_back(std::move(grid));
}

/// Adds the records of a splitting protocol once, even if it is compared with several others.
void add_orders(Table& table, const MetricResults& results, const std::string& split,
                const std::vector<RankingChange>& changes, PairedComparison OrderChange::*which,
                std::vector<std::string>& done) {
  if (contains(done, split)) return;
  done.push_back(split);
  for (const RankingChange& change : changes) {
    for (const OrderChange& order : change.pairs) {
      table.records.push_back(comparison_record(results, "pair", order.*which));
    }
  }
}

std::string summary(const MetricResults& results, const Strategies& pair,
                    const std::vector<PairedComparison>& family,
                    const std::optional<ChanceDifference>& by_chance,
                    const std::vector<RankingChange>& changes, std::size_t precision) {
  std::vector<double> means;
  std::size_t up = 0, down = 0;
  const PairedComparison* largest = &family.front();
  for (const PairedComparison& c : family) {
    means.push_back(c.difference.mean);
    up += significance(c) > 0;
    down += significance(c) < 0;
    if (std::abs(c.difference.mean) > std::abs(largest->difference.mean)) largest = &c;
  }
  std::sort(means.begin(), means.end());
  const double median = (means[(means.size() - 1) / 2] + means[means.size() / 2]) / 2;
  std::string text = fmt::format(
      "{}: {} on {}: {} hasher{} x bits, median {}, {} significant after Holm ({} up, {} down); "
      "largest {} {} ({}, {} bits)",
      label(pair), results.metric, results.dataset, family.size(), family.size() == 1 ? "" : "s",
      fixed_signed(median, precision), up + down, up, down,
      fixed_signed(largest->difference.mean, precision),
      interval_text(largest->difference, precision), largest->first.hasher,
      stored_bits(largest->first.bits));
  if (by_chance) {
    text += fmt::format("; chance {}", fixed_signed(by_chance->difference(), precision));
  }
  if (changes.empty()) return text;
  std::size_t moved = 0;
  FlipCount all;
  for (const RankingChange& change : changes) {
    moved += change.winner_first != change.winner_second;
    const FlipCount count = count_flips(change);
    all.flips += count.flips;
    all.established += count.established;
  }
  return text + fmt::format(
                    "; winner changes at {} of {} code lengths; {} pair{} of hashers change "
                    "places, {} of them with an order significant under both",
                    moved, changes.size(), all.flips, all.flips == 1 ? "" : "s", all.established);
}

/// Adds the means of splitting protocols that have other test queries and therefore cannot be
/// paired with any of the others.
void add_unpaired(Table& table, const MetricResults& results,
                  const std::vector<Strategies>& strategies, const ComparisonOptions& options) {
  std::vector<std::string> left;
  for (const std::string& split : results.splits) {
    const auto takes_part = [&](const Strategies& pair) {
      return pair.first == split || pair.second == split;
    };
    if (std::none_of(strategies.begin(), strategies.end(), takes_part)) left.push_back(split);
  }
  if (left.empty()) return;
  TableGrid grid;
  grid.caption = table_caption(results, ", means under strategies that pair with none");
  grid.corner = "hasher";
  for (const CodeBits bits : results.bits) {
    ColumnGroup group{bits_heading(bits), {}};
    for (const std::string& split : left) {
      group.columns.insert(group.columns.end(), {split, "95 % interval"});
    }
    grid.groups.push_back(group);
  }
  grid.rows = rows_by_projection(results.hashers);
  for (TableRow& row : grid.rows) {
    for (const CodeBits bits : results.bits) {
      for (const std::string& split : left) {
        const RunValues runs = results.at(row.name, bits, split);
        row.cells.resize(row.cells.size() + 2);
        if (runs.empty()) continue;
        TableCell* cells = &row.cells[row.cells.size() - 2];
        const ResampledT test = corrected_resampled_t(values_of(runs), options.hasher_ratio);
        cells[0].value = fixed(test.mean, options.precision);
        if (test.n > 1) {
          cells[1].value = fmt::format("[{}, {}]", fixed(test.low, options.precision),
                                       fixed(test.high, options.precision));
        }
        table.records.push_back(mean_record(results, {split, row.name, bits}, test));
      }
    }
  }
  table.grids.push_back(std::move(grid));
  table.footnotes.push_back(
      fmt::format("{}: other test queries than those of the other strategies, so that runs do not "
                  "pair: no differences",
                  listed(left)));
}

std::vector<Strategies> require_comparable(const MetricResults& results) {
  std::vector<Strategies> strategies = comparable_strategies(results.splits);
  if (!strategies.empty()) return strategies;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: results of {} only, expected two of literature, improved and matched "
                  "with the same settings; run the suite with '--set split=literature --set "
                  "split=improved', or compare hashers with '--by hasher'",
                  results.dataset, listed(results.splits)));
}

}  // namespace

Table compare_splits(const MetricResults& results, const ComparisonOptions& options,
                     const std::vector<std::string>& footnotes) {
  const std::vector<Strategies> strategies = require_comparable(results);
  Table table;
  table.records = {comparison_header()};
  std::size_t tests = 0;
  bool shows_rankings = false, repeats = false;
  std::vector<std::string> ordered;  // protocols whose pairs of methods are recorded
  for (const Strategies& pair : strategies) {
    auto [family, references, by_chance] = split_differences(results, pair, options.strategy_ratio);
    add_bootstrap(family, options);
    add_bootstrap(references, options);
    const auto changes = ranking_changes(results, pair.first, pair.second, options.hasher_ratio,
                                         options.strategy_ratio);
    tests = std::max(tests, family.size());
    repeats = repeats || std::any_of(family.begin(), family.end(), repeats_one_draw);
    for (const CodeBits bits : results.bits) {
      if (bits) add_grid(table, results, pair, bits, family, by_chance, options);
    }
    add_grid(table, results, pair, std::nullopt, references, by_chance, options);
    for (TableGrid& grid : ranking_grids(results, pair, changes, options.precision)) {
      table.grids.push_back(std::move(grid));
      shows_rankings = true;
    }
    for (const auto* list : {&family, &references}) {
      for (const PairedComparison& c : *list) {
        table.records.push_back(comparison_record(results, "strategy", c));
      }
    }
    if (by_chance) table.records.push_back(chance_record(results, *by_chance));
    for (const RankingChange& change : changes) {
      table.records.push_back(ranking_record(results, change, pair.first, pair.second));
      for (const OrderChange& order : change.pairs) {
        table.records.push_back(
            comparison_record(results, "change", order.change, order.under_first.second.hasher));
      }
    }
    add_orders(table, results, pair.first, changes, &OrderChange::under_first, ordered);
    add_orders(table, results, pair.second, changes, &OrderChange::under_second, ordered);
    if (!family.empty()) {
      table.footnotes.push_back(
          summary(results, pair, family, by_chance, changes, options.precision));
    }
  }
  if (table.records.size() == 1) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: no run of {} is done under both strategies; finish the suite",
                            results.dataset, label(strategies.front())));
  }
  add_unpaired(table, results, strategies, options);
  for (std::string& note : comparison_footnotes("all methods and code lengths of two splits", tests,
                                                options.beyond != nullptr)) {
    table.footnotes.push_back(std::move(note));
  }
  if (repeats) table.footnotes.emplace_back(repeats_footnote);
  if (!results.chance.empty()) table.footnotes.emplace_back(chance_footnote);
  if (shows_rankings) {
    table.footnotes.push_back(
        "pairs that change places: differences of two hashers, their order under each strategy and "
        "its change, each adjusted by Holm over all pairs and bits");
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab::results
