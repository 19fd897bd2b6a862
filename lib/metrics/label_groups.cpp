#include "lib/metrics/label_groups.h"

#include "lib/error.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace hashlab {
namespace {

std::map<std::int32_t, Rows> rows_of_labels(const std::vector<std::int32_t>& labels) {
  std::map<std::int32_t, Rows> rows;
  for (std::uint32_t i = 0; i < labels.size(); ++i) rows[labels[i]].push_back(i);
  return rows;
}

}  // namespace

LabelGroups label_groups(const std::vector<std::int32_t>& labels,
                         const std::vector<std::int32_t>& order, std::size_t labels_a_group,
                         SingleRows single) {
  if (labels_a_group == 0)
    refuse("groups of labels: a group of 0 labels is asked for, expected 1 or more");
  const std::map<std::int32_t, Rows> rows = rows_of_labels(labels);
  LabelGroups found;
  std::vector<const Rows*> taking_part;
  for (const std::int32_t label : order) {
    const auto of_label = rows.find(label);
    if (of_label == rows.end()) continue;
    const bool is_single = of_label->second.size() == 1;
    found.single_rows += is_single ? 1 : 0;
    if (!is_single || single == SingleRows::kept) taking_part.push_back(&of_label->second);
  }
  const std::size_t count = taking_part.size() / labels_a_group;
  if (count == 0) {
    refuse(
        fmt::format("groups of labels: {} labels {}are fewer than the {} of one group: take fewer "
                    "labels a group",
                    taking_part.size(), single == SingleRows::dropped ? "of two rows or more " : "",
                    labels_a_group));
  }
  found.labels_left_out = taking_part.size() - count * labels_a_group;
  for (std::size_t g = 0; g < count; ++g) {
    Rows group;
    for (std::size_t i = 0; i < labels_a_group; ++i) {
      const Rows& more = *taking_part[g * labels_a_group + i];
      group.insert(group.end(), more.begin(), more.end());
    }
    std::sort(group.begin(), group.end());
    found.groups.push_back(std::move(group));
  }
  return found;
}

LabelGroups drawn_label_groups(const std::vector<std::int32_t>& labels, std::size_t labels_a_group,
                               Rng rng, SingleRows single) {
  std::vector<std::int32_t> ascending;
  for (const auto& [label, rows] : rows_of_labels(labels)) ascending.push_back(label);
  Rows positions(ascending.size());
  std::iota(positions.begin(), positions.end(), 0u);
  rng.shuffle(positions);
  std::vector<std::int32_t> order;
  for (const std::uint32_t position : positions) order.push_back(ascending[position]);
  return label_groups(labels, order, labels_a_group, single);
}

std::vector<double> scores_of_groups(
    const LabelGroups& groups, const Labels& labels,
    const std::function<double(const Rows& rows, const Relevance& relevance)>& score) {
  std::vector<double> scores;
  for (const Rows& rows : groups.groups) {
    Relevance relevance = class_relevance(labels, rows, rows);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      relevance.ignored.append(std::span(&i, 1));
    }
    scores.push_back(score(rows, relevance));
  }
  return scores;
}

}  // namespace hashlab
