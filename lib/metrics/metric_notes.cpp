#include "lib/metrics/metric_notes.h"

#include "lib/error.h"
#include "lib/ranking/all_tied.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hashlab {
namespace {

constexpr double worth_telling = .01;
constexpr std::uint64_t usual_radius = 2;  // that of hash tables in nearly every paper

/// "divisor=min" of "map@5:divisor=min,..."; the whole name if the averaging differs.
std::string what_differs(const Metric& reading, const Metric& m) {
  const auto head = [](const std::string& name) { return name.substr(0, name.find(':')); };
  if (head(reading.name) != head(m.name)) return reading.name;
  const std::string settings = reading.name.substr(head(reading.name).size());
  return settings.empty() ? reading.name : settings.substr(1);
}

/// Items that are ranked for a query: the most of any query.
std::uint64_t ranked_items(const RankCounts& counts) {
  std::uint64_t most = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto row = counts.all_of(q);
    most = std::max(most, std::accumulate(row.begin(), row.end(), std::uint64_t{0}));
  }
  return most;
}

std::string rank_note(const Metric& m, const RankCounts& counts) {
  const std::uint64_t items = ranked_items(counts);
  if (m.rank <= items) return {};
  return fmt::format("note: {} asks for the first {} ranks, but only {} items are ranked\n",
                     metric_label(m), m.rank, items);
}

std::string readings_note(const Metric& m, const RankCounts& counts, double value) {
  std::vector<std::string> others;
  for (const Metric& reading : other_readings(m)) {
    const double other = value_or_nan(reading, counts);
    if (!(std::abs(other - value) > worth_telling)) continue;
    others.push_back(fmt::format("{:.4f} by {}", other, what_differs(reading, m)));
  }
  if (others.empty()) return {};
  return fmt::format(
      "note: {} is {:.4f}, but {}; 'hashlab list conventions' says which papers and programs "
      "mean\n",
      m.name, value, fmt::join(others, ", "));
}

/// A mean average precision that is not above that of random rankings says that something does not
/// belong together. With few queries a real ranking can be as bad.
std::string chance_note(const Metric& m, const RankCounts& counts, double value) {
  constexpr std::size_t enough_queries = 100;
  constexpr double above_chance = 1.05;
  const bool is_map = m.name == "map" || m.name.starts_with("map@") || m.name.starts_with("map:");
  if (!is_map || counts.n_queries < enough_queries) return {};
  const double chance = m.value(all_tied(counts));
  if (!(value < above_chance * chance)) return {};
  return fmt::format(
      "note: {} is {:.4f}, and random rankings have {:.4f}: are labels, features or relevant items "
      "in the order of the codes, and are the codes of both sides made alike?\n",
      metric_label(m), value, chance);
}

}  // namespace

void check_estimable(const std::vector<Metric>& metrics) {
  for (const Metric& m : metrics) {
    if (!m.by_code_distance && !m.graded) continue;
    refuse(fmt::format("metric '{}' counts {}, which estimated distances do not have: leave it out",
                       m.name, m.graded ? "shared labels" : "distances of codes"));
  }
}

std::string metric_label(const Metric& metric) {
  return metric.convention.empty() ? metric.name : metric.convention;
}

double value_or_nan(const Metric& metric, const RankCounts& counts) {
  return metric.defined(counts) ? metric.value(counts) : std::numeric_limits<double>::quiet_NaN();
}

std::string metric_notes(const Metric& metric, const RankCounts& counts) {
  if (!metric.defined(counts)) {
    return fmt::format(
        "note: {} has no value: no query {}, so it is a mean over nothing\n", metric_label(metric),
        queries_without_relevant(counts) == counts.n_queries ? "has a relevant item in the database"
                                                             : "finds anything relevant");
  }
  const double value = metric.value(counts);
  std::string notes = rank_note(metric, counts) + chance_note(metric, counts, value);
  if (!metric.convention.empty()) return notes;
  const bool is_macro = metric.name.find("-macro@") != std::string::npos;
  if (!metric.by_rank.empty() && metric.by_rank.starts_with(metric.name.substr(0, 6)) &&
      metric.radius > 0 && metric.radius != usual_radius && !is_macro) {
    notes += fmt::format(
        "note: {} counts the items within distance {}; of the first {} ranks ask for {}\n",
        metric.name, metric.radius, metric.radius, metric.by_rank);
  }
  return notes + readings_note(metric, counts, value);
}

}  // namespace hashlab
