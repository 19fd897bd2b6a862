#include "lib/label_scores/few_shot.h"

#include "lib/error.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

namespace hashlab {
namespace {

/// The samples of a class, in ascending order.
struct SamplesOfClass {
  Rows items, queries;
};

/// The classes with enough samples, by ascending label. If one is left out, `items` and `queries`
/// of a class are the same.
std::vector<SamplesOfClass> classes_of(const Labelled& l, std::size_t shots,
                                       std::size_t& left_out) {
  std::map<std::int32_t, SamplesOfClass> all;
  for (std::uint32_t i = 0; i < l.items.single.size(); ++i) {
    all[l.items.single[i]].items.push_back(i);
  }
  for (std::uint32_t q = 0; q < l.queries.single.size(); ++q) {
    all[l.queries.single[q]].queries.push_back(q);
  }
  const std::size_t least = shots + (l.leave_one_out() ? 1 : 0);
  std::vector<SamplesOfClass> taking_part;
  for (auto& [label, samples] : all) {
    if (samples.items.size() < least || samples.queries.empty()) continue;
    taking_part.push_back(std::move(samples));
  }
  left_out = all.size() - taking_part.size();
  return taking_part;
}

/// The first `n` of `rows` in a random order.
Rows drawn(Rows rows, std::size_t n, Rng& rng) {
  rng.shuffle(rows);
  rows.resize(std::min(n, rows.size()));
  return rows;
}

double accuracy_of_episode(const FewShotTasks& tasks, const Labelled& l,
                           const std::vector<SamplesOfClass>& classes, Rng rng) {
  Rows order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  Rows items, queries;
  for (const std::uint32_t c : drawn(std::move(order), tasks.ways, rng)) {
    if (l.leave_one_out()) {
      const Rows samples = drawn(classes[c].items, tasks.shots + tasks.queries, rng);
      const auto border = samples.begin() + static_cast<std::ptrdiff_t>(tasks.shots);
      items.insert(items.end(), samples.begin(), border);
      queries.insert(queries.end(), border, samples.end());
      continue;
    }
    const Rows shots = drawn(classes[c].items, tasks.shots, rng);
    const Rows asking = drawn(classes[c].queries, tasks.queries, rng);
    items.insert(items.end(), shots.begin(), shots.end());
    queries.insert(queries.end(), asking.begin(), asking.end());
  }
  const Relevance relevance =
      class_relevance(labels_of_rows(l.queries, queries), labels_of_rows(l.items, items));
  return l.ranker.hit(queries, items, relevance, 1);
}

}  // namespace

FewShotAccuracies few_shot_accuracies(const FewShotTasks& tasks, const Labelled& labelled,
                                      const Rng& rng) {
  FewShotAccuracies result;
  const std::vector<SamplesOfClass> classes =
      classes_of(labelled, tasks.shots, result.classes_left_out);
  if (classes.size() < tasks.ways) {
    refuse(
        fmt::format("few-shot recognition: {} classes have {} items and a query, {} are needed: "
                    "take fewer ways or shots",
                    classes.size(), tasks.shots, tasks.ways));
  }
  for (std::size_t e = 0; e < tasks.episodes; ++e) {
    result.of_episodes.push_back(
        accuracy_of_episode(tasks, labelled, classes, rng.stream("episode", e)));
  }
  return result;
}

}  // namespace hashlab
