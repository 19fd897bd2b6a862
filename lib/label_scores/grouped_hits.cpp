#include "lib/label_scores/grouped_hits.h"

#include "lib/relevance/class_labels.h"

#include <algorithm>

namespace hashlab {
namespace {

/// Of each group that has both, where queries are not among the items. Rows of a group are queries
/// and, from n_queries on, items.
std::vector<double> hits_between(const LabelGroups& groups, const Labelled& l, std::size_t k) {
  const auto n_queries = static_cast<std::uint32_t>(l.queries.single.size());
  std::vector<double> scores;
  for (const Rows& rows : groups.groups) {
    const auto border = std::lower_bound(rows.begin(), rows.end(), n_queries);
    const Rows queries(rows.begin(), border);
    Rows items(border, rows.end());
    for (std::uint32_t& item : items) item -= n_queries;
    if (queries.empty() || items.empty()) continue;
    const Relevance relevance =
        class_relevance(labels_of_rows(l.queries, queries), labels_of_rows(l.items, items));
    scores.push_back(l.ranker.hit(queries, items, relevance, k));
  }
  return scores;
}

}  // namespace

std::vector<std::int32_t> grouped_labels(const Labelled& l) {
  std::vector<std::int32_t> labels = l.queries.single;
  if (!l.leave_one_out()) {
    labels.insert(labels.end(), l.items.single.begin(), l.items.single.end());
  }
  return labels;
}

std::vector<double> grouped_hits(const LabelGroups& groups, const Labelled& l, std::size_t k) {
  if (!l.leave_one_out()) return hits_between(groups, l, k);
  return scores_of_groups(groups, l.items, [&](const Rows& rows, const Relevance& relevance) {
    return l.ranker.hit(rows, rows, relevance, k);
  });
}

}  // namespace hashlab
