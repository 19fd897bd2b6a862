#include "results/hash_tables/proxy.h"

#include "lib/options.h"
#include "results/format/run_cells.h"
#include "results/statistics/run_values.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace hashlab::results {
namespace {

struct Pairs {
  std::vector<double> ranking, tables;
};

Pairs pairs_of(const SweepScores& sweep, const std::map<Combination, RunValues>& ranking,
               const std::string& target, const std::string& split, CodeBits bits) {
  Pairs pairs;
  for (const Combination& c : sweep.combinations()) {
    if ((split != "all" && c.split != split) || (bits && c.bits != bits)) continue;
    const auto runs = ranking.find(c);
    if (runs == ranking.end()) continue;
    // Some runs may lack this setting, so both means are over the runs that have it.
    const PairedRuns paired(runs->second, sweep.values(c, sweep.best(c, target), target));
    if (paired.a.empty()) continue;
    pairs.ranking.push_back(mean(paired.a));
    pairs.tables.push_back(mean(paired.b));
  }
  return pairs;
}

std::string text_of(const std::optional<Coefficient>& c) {
  return c ? number_text(c->value) : "";
}

std::string p_of(const std::optional<Coefficient>& c) {
  return c && c->p_value ? number_text(*c->p_value) : "";
}

TableCell shown(const std::optional<Coefficient>& c) {
  TableCell cell;
  if (!c) return cell;
  cell.value = fixed_signed(c->value, 3);
  if (c->p_value) cell.note = "p " + fixed(*c->p_value, 4);
  return cell;
}

}  // namespace

std::vector<ProxyResult> proxy_results(const SweepScores& sweep,
                                       const std::vector<ResultRow>& ranking_rows) {
  std::vector<std::pair<std::string, CodeBits>> groups;
  for (const Combination& c : sweep.combinations()) add_once(groups, {c.split, c.bits});
  if (groups.size() > 1) groups.emplace_back("all", std::nullopt);
  std::vector<ProxyResult> results;
  for (const char* ranking : {"map", "auprc"}) {
    const auto runs = runs_by_combination(ranking_rows, ranking);
    for (const char* target : {"f1", "f1-macro"}) {
      for (const auto& [split, bits] : groups) {
        const Pairs pairs = pairs_of(sweep, runs, target, split, bits);
        results.push_back({ranking, target, split, bits, correlation(pairs.ranking, pairs.tables)});
      }
    }
  }
  return results;
}

Table proxy_table(const std::vector<ProxyResult>& results, const std::string& dataset) {
  Table table;
  table.records = {{"dataset", "ranking", "target", "split", "bits", "n", "pearson", "pearson_low",
                    "pearson_high", "pearson_p", "spearman", "spearman_p", "kendall", "kendall_p"}};
  TableGrid grid;
  grid.caption = fmt::format("is Hamming ranking a proxy for hash tables? on {}", dataset);
  grid.corner = "over hashers";
  grid.groups = {{"correlation with the best F over the sweep",
                  {"n", "Pearson", "95 %", "Spearman", "Kendall's tau"}}};
  std::string previous;
  for (const ProxyResult& r : results) {
    const Correlation& c = r.correlation;
    const std::string bits = r.bits ? std::to_string(*r.bits) : "all";
    const std::string pair = fmt::format("{} and {}", r.ranking, r.target);
    TableRow row{
        fmt::format("{}, {}{}", pair, r.split, r.bits ? fmt::format(", {} bits", *r.bits) : ""),
        {},
        !previous.empty() && previous != pair};
    previous = pair;
    row.cells.emplace_back().value = std::to_string(c.n);
    row.cells.push_back(shown(c.pearson));
    row.cells.emplace_back();
    if (c.pearson_interval) {
      row.cells.back().value =
          fmt::format("{:+.2f} .. {:+.2f}", c.pearson_interval->low, c.pearson_interval->high);
    }
    row.cells.push_back(shown(c.spearman));
    row.cells.push_back(shown(c.kendall));
    grid.rows.push_back(std::move(row));
    table.records.push_back(
        {dataset, r.ranking, r.target, r.split, bits, std::to_string(c.n), text_of(c.pearson),
         c.pearson_interval ? number_text(c.pearson_interval->low) : "",
         c.pearson_interval ? number_text(c.pearson_interval->high) : "", p_of(c.pearson),
         text_of(c.spearman), p_of(c.spearman), text_of(c.kendall), p_of(c.kendall)});
  }
  table.grids.push_back(std::move(grid));
  table.footnotes = {
      "a point is a hasher: the highest mean F over the sweep, and the mean of the ranking score "
      "over "
      "the same runs; 'all' has a point for each hasher, bits and split",
      "p: share of random pairings that reach as far; 95 %: interval of Pearson's by Fisher's "
      "transformation; both take hashers for independent, and those of one projection are not"};
  return table;
}

}  // namespace hashlab::results
