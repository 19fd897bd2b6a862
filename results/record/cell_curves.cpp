#include "results/record/cell_curves.h"

#include "lib/metrics/at_rank.h"
#include "lib/metrics/cumulated.h"

#include <utility>

namespace hashlab::results {

CellCurves cell_curves(const RankCounts& counts, std::vector<std::size_t> cutoffs) {
  TopCurve top = top_curve(counts, {cutoffs.begin(), cutoffs.end()});
  std::vector<double> hits = hits_at_cutoffs(counts, cutoffs);
  return {precision_at_recall(counts, curve_recall_levels()), std::move(cutoffs),
          std::move(top.precision), std::move(top.recall), std::move(hits)};
}

CellCurves cell_curves(const RankCounts& counts) {
  return cell_curves(counts, curve_cutoffs(longest_ranking(counts)));
}

std::vector<double> curve_recall_levels() {
  std::vector<double> levels = {0.01, 0.02};
  for (int twentieth = 1; twentieth <= 20; ++twentieth) levels.push_back(twentieth / 20.0);
  return levels;
}

std::vector<std::size_t> curve_cutoffs(std::size_t database) {
  std::vector<std::size_t> cutoffs;
  for (std::size_t decade = 1; decade < database; decade *= 10) {
    for (const std::size_t step : {1U, 2U, 5U}) {
      if (step * decade < database) cutoffs.push_back(step * decade);
    }
  }
  if (database > 0) cutoffs.push_back(database);
  return cutoffs;
}

std::vector<double> hits_at_cutoffs(const RankCounts& counts,
                                    const std::vector<std::size_t>& cutoffs) {
  std::vector<double> hits(cutoffs.size());
  double queries = 0;
  macro_average(counts, [&](const Cumulated& query) {
    queries += 1;
    for (std::size_t i = 0; i < cutoffs.size(); ++i) hits[i] += hit(query, cutoffs[i]);
    return 0.0;
  });
  if (queries == 0) return hits;
  for (double& value : hits) value /= queries;
  return hits;
}

std::vector<double> precision_at_recall(const RankCounts& counts,
                                        const std::vector<double>& levels) {
  const Cumulated c = pooled(counts);
  std::vector<double> precision;
  std::size_t d = 0;
  for (const double level : levels) {
    const double wanted = level * static_cast<double>(c.n_relevant());
    while (d + 1 < c.all.size() && static_cast<double>(c.relevant[d]) < wanted) ++d;
    if (wanted <= 0) {
      precision.push_back(0);
      continue;
    }
    const double relevant_before = d == 0 ? 0 : static_cast<double>(c.relevant[d - 1]);
    const double all_before = d == 0 ? 0 : static_cast<double>(c.all[d - 1]);
    const double share =
        (wanted - relevant_before) / (static_cast<double>(c.relevant[d]) - relevant_before);
    const double all = all_before + share * (static_cast<double>(c.all[d]) - all_before);
    precision.push_back(wanted / all);
  }
  return precision;
}

}  // namespace hashlab::results
