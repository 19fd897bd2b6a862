#include "lib/label_scores/two_sets.h"

#include "lib/error.h"
#include "lib/label_scores/grouped_hits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace hashlab {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The labels that occur, in random order.
std::vector<std::int32_t> shuffled_labels(std::vector<std::int32_t> labels, Rng rng) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  Rows positions(labels.size());
  std::iota(positions.begin(), positions.end(), 0u);
  rng.shuffle(positions);
  std::vector<std::int32_t> order;
  for (const std::uint32_t position : positions) order.push_back(labels[position]);
  return order;
}

}  // namespace

double SetScores::difference() const {
  return std::abs(mean(first) - mean(second));
}

std::vector<SetScores> scores_of_two_sets(const TwoSets& sets, const Labelled& labelled,
                                          const Rng& rng) {
  const std::vector<std::int32_t> labels = grouped_labels(labelled);
  std::vector<SetScores> scores;
  for (std::size_t p = 0; p < sets.partitions; ++p) {
    const std::vector<std::int32_t> order = shuffled_labels(labels, rng.stream("partition", p));
    const auto first = order.begin() + std::lround(sets.share * static_cast<double>(order.size()));
    const auto score = [&](const std::vector<std::int32_t>& set) {
      const std::size_t of_group = sets.labels_a_group == 0 ? set.size() : sets.labels_a_group;
      if (set.empty() || set.size() < of_group) {
        refuse(fmt::format("two sets of classes: of {} classes, a set has {}, expected {} or more",
                           order.size(), set.size(), std::max<std::size_t>(1, of_group)));
      }
      std::vector<double> found =
          grouped_hits(label_groups(labels, set, of_group), labelled, sets.k);
      if (found.empty()) refuse("two sets of classes: no group has both queries and items");
      return found;
    };
    scores.push_back({score({order.begin(), first}), score({first, order.end()})});
  }
  return scores;
}

}  // namespace hashlab
