#pragma once

#include "lib/label_scores/ranker.h"
#include "lib/relevance/class_labels.h"
#include "results/scores/cell_score.h"

#include <cstddef>
#include <numeric>
#include <string_view>

namespace hashlab::testing {

/// What a family of scores records of a ranking whose queries are the first `n_queries` samples of
/// `labels`, and whose items are the others. Items are relevant if they share a class.
inline results::CellRecord scored_by(const results::CellScore& family, const Labels& labels,
                                     std::size_t n_queries, const Ranker& ranker) {
  Dataset dataset;
  dataset.labels = labels;
  Rows queries(n_queries), database(ranker.n_items());
  const Rows training;
  std::iota(queries.begin(), queries.end(), 0u);
  std::iota(database.begin(), database.end(), static_cast<std::uint32_t>(n_queries));
  const Relevance relevance = class_relevance(labels, queries, database);
  const arma::fvec mean;
  const auto stream = [](std::string_view) { return Rng(1); };
  const results::ScoredRun run{dataset,   queries, database, training,
                               relevance, mean,    labels,   stream};
  const RankCounts counts = ranker.all_counts(relevance);
  results::CellRecord record;
  family.of_run(run)(record, run, {ranker, counts, {}, nullptr, nullptr, nullptr, {}});
  return record;
}

}  // namespace hashlab::testing
