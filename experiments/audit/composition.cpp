#include "experiments/audit/composition.h"

#include "lib/metrics/metrics.h"
#include "lib/ranking/all_tied.h"
#include "lib/relevance/class_labels.h"
#include "results/compare/split_differences.h"
#include "results/statistics/run_values.h"
#include "results/statistics/statistics.h"
#include "splits/audit/class_balance.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr double share_worth_a_note = 0.05;

using DrawnRuns = std::map<std::size_t, const DrawnSplit*>;

/// The class whose shares of the two databases differ most.
struct Shares {
  std::int64_t of_class = 0;
  double first = 0, second = 0;
};

splits::ClassBalance balance_of_database(const splits::Split& split, const Labels& labels) {
  const std::vector<splits::ClassBalance> all = splits::class_balance(split, labels);
  return *std::find_if(all.begin(), all.end(), [](const splits::ClassBalance& balance) {
    return balance.part == splits::part_name(splits::Part::database);
  });
}

Shares most_different(const splits::Split& first, const splits::Split& second,
                      const Labels& labels) {
  const splits::ClassBalance a = balance_of_database(first, labels),
                             b = balance_of_database(second, labels);
  Shares most;
  for (const auto& [of_class, samples] : a.samples) {
    const double x = static_cast<double>(samples) / static_cast<double>(a.rows);
    const double y = static_cast<double>(b.samples.at(of_class)) / static_cast<double>(b.rows);
    if (std::abs(x - y) > std::abs(most.first - most.second)) most = {of_class, x, y};
  }
  return most;
}

double chance_of(const splits::Split& split, const Labels& labels) {
  static const Metric average_precision = metric("map");
  return average_precision.value(
      all_tied(class_relevance(labels, split.test_queries, split.test_database)));
}

std::string note_of(const results::Strategies& names, const DrawnRuns& first,
                    const DrawnRuns& second, const Labels& labels) {
  std::vector<double> a, b;
  const DrawnSplit *one = nullptr, *other = nullptr;
  for (const auto& [run, drawn] : first) {
    const auto beside = second.find(run);
    if (beside == second.end()) continue;
    if (one == nullptr) {
      one = drawn;
      other = beside->second;
    }
    a.push_back(chance_of(drawn->split, labels));
    b.push_back(chance_of(beside->second->split, labels));
  }
  if (a.empty()) return "";
  const double mean_a = results::mean(a), mean_b = results::mean(b);
  if (std::abs(mean_a - mean_b) <= share_worth_a_note * std::max(mean_a, mean_b)) return "";
  const Shares shares = most_different(one->split, other->split, labels);
  return fmt::format(
      "databases of different composition: by class, random rankings have a mean average precision "
      "of {:.4f} under {} and {:.4f} under {} ({} run{}), so {:+.4f} of a difference is not due to "
      "training; class {} has {:.1f} % of the items of the first and {:.1f} % of the second",
      mean_a, names.first, mean_b, names.second, a.size(), a.size() == 1 ? "" : "s",
      mean_a - mean_b, shares.of_class, 100 * shares.first, 100 * shares.second);
}

/// A note on classes that have no items left in the database, for the first run of a splitting
/// protocol. Empty if every query has relevant items, or if the split is neither given nor
/// balanced.
std::string exhausted_note(const DrawnSplit& drawn, const Labels& labels, bool is_balanced) {
  const splits::SplitInfo split = splits::make_split(drawn.name).strategy->info();
  const bool is_given = split.is_given || split.needs_marks;
  if (!is_given && !is_balanced) return "";
  const splits::ClassBalance balance = balance_of_database(drawn.split, labels);
  const auto used_up = std::count_if(balance.samples.begin(), balance.samples.end(),
                                     [](const auto& of_class) { return of_class.second == 0; });
  const double none =
      skew(class_relevance(labels, drawn.split.test_queries, drawn.split.test_database)).none;
  if (used_up == 0 || none == 0)
    return "";  // protocols that hold out classes leave none in the database on purpose
  return fmt::format(
      "{}: {} no row of {} of {} classes in the database, so {:.1f} % of the queries have nothing "
      "relevant{}",
      drawn.name, is_given ? "its rows leave" : "balanced draws leave", used_up,
      balance.samples.size(), 100 * none,
      is_given ? ": are the classes of both parts counted from the same number?"
               : "; 'balance = none' draws classes in proportion");
}

}  // namespace

std::vector<std::string> composition_notes(const std::vector<DrawnSplit>& drawn,
                                           const Labels& labels, bool is_balanced) {
  std::vector<std::string> names, notes;
  std::map<std::string, DrawnRuns> runs;
  for (const DrawnSplit& one : drawn) {
    results::add_once(names, one.name);
    runs[one.name][one.run] = &one;
  }
  const auto add = [&](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  for (const std::string& name : names) {
    add(exhausted_note(*runs[name].begin()->second, labels, is_balanced));
  }
  for (const results::Strategies& pair : results::compared_with_improved(names)) {
    add(note_of(pair, runs[pair.first], runs[pair.second], labels));
  }
  return notes;
}

}  // namespace hashlab::experiments
