#include "results/compare/ranking_grids.h"

#include "results/compare/comparison_cells.h"
#include "results/format/run_cells.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

constexpr std::size_t max_flips = 30;

std::string winner_text(const RankingChange& change) {
  return change.winner_first == change.winner_second
             ? change.winner_first
             : fmt::format("{} → {}", change.winner_second, change.winner_first);
}

TableGrid agreement_grid(const MetricResults& results, const Strategies& pair,
                         const std::vector<RankingChange>& changes) {
  TableGrid grid;
  grid.caption = table_caption(
      results, fmt::format(", ranking of hashers, {} against {}", pair.first, pair.second));
  grid.corner = fmt::format("bits: winner ({} → {} if it changes)", pair.second, pair.first);
  grid.groups = {{"ranking", {"hashers", "Kendall τ"}},
                 {"pairs that change places",
                  {"pairs", "of", "change signif.", "order signif. under either", "under both"}}};
  for (const RankingChange& change : changes) {
    const FlipCount count = count_flips(change);
    TableRow row{fmt::format("{}: {}", bits_heading(change.bits), winner_text(change)), {}, false};
    for (const std::string& text :
         {std::to_string(change.hashers.size()), change.tau ? fixed(*change.tau, 3) : "-",
          std::to_string(count.flips), std::to_string(change.pairs.size()),
          std::to_string(count.changed), std::to_string(count.either),
          std::to_string(count.established)}) {
      row.cells.emplace_back().value = text;
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

/// The pairs of methods that change places; without rows if there are none.
TableGrid flips_grid(const MetricResults& results, const Strategies& pair,
                     const std::vector<RankingChange>& changes, std::size_t precision) {
  std::vector<const OrderChange*> flips;
  for (const RankingChange& change : changes) {
    for (const OrderChange& order : change.pairs) {
      if (order.flips()) flips.push_back(&order);
    }
  }
  if (flips.empty()) return {};
  std::stable_sort(flips.begin(), flips.end(), [](const OrderChange* a, const OrderChange* b) {
    return a->change.difference.p_value < b->change.difference.p_value;
  });
  TableGrid grid;
  grid.caption =
      table_caption(results, fmt::format(", pairs of hashers that change places{}",
                                         flips.size() > max_flips
                                             ? fmt::format(", {} of {}", max_flips, flips.size())
                                             : ""));
  flips.resize(std::min(flips.size(), max_flips));
  grid.corner = "bits: first - second";
  grid.groups = {{pair.first, {"difference", "Holm"}},
                 {pair.second, {"difference", "Holm"}},
                 {"change", {"difference", "95 % interval", "p", "Holm"}}};
  for (const OrderChange* order : flips) {
    TableRow row{fmt::format("{}: {} - {}", stored_bits(order->change.first.bits),
                             order->under_first.first.hasher, order->under_first.second.hasher),
                 {},
                 false};
    const auto add = [&](const PairedComparison& c, bool with_interval) {
      const std::vector<TableCell> cells = comparison_cells(c, precision, false);
      row.cells.push_back(cells[0]);
      if (with_interval) row.cells.insert(row.cells.end(), {cells[1], cells[2]});
      row.cells.push_back(cells[3]);
    };
    add(order->under_first, false);
    add(order->under_second, false);
    add(order->change, true);
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace

std::vector<TableGrid> ranking_grids(const MetricResults& results, const Strategies& strategies,
                                     const std::vector<RankingChange>& changes,
                                     std::size_t precision) {
  const bool are_rankings = std::any_of(
      changes.begin(), changes.end(), [](const auto& change) { return change.hashers.size() > 2; });
  std::vector<TableGrid> grids;
  if (are_rankings) grids.push_back(agreement_grid(results, strategies, changes));
  TableGrid flips = flips_grid(results, strategies, changes, precision);
  if (!flips.rows.empty()) grids.push_back(std::move(flips));
  return grids;
}

}  // namespace hashlab::results
