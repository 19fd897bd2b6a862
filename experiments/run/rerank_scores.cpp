#include "experiments/run/rerank_scores.h"

#include "experiments/run/streams.h"
#include "experiments/suite/embedding.h"
#include "lib/data/centre.h"
#include "lib/embeddings/rerank.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/record/recorded_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hashlab::experiments {
namespace {

double recall_of(const Neighbours& shortlist, const Relevance& relevance) {
  double sum = 0;
  std::size_t asked = 0;
  for (std::size_t q = 0; q < relevance.n_queries(); ++q) {
    const std::size_t relevant = relevant_count(relevance, q);
    if (relevant == 0) continue;
    const auto found = shortlist.positions_of(q);
    const auto hits = std::count_if(found.begin(), found.end(), [&](std::uint32_t position) {
      return is_relevant(relevance, q, position);
    });
    sum += static_cast<double>(hits) / static_cast<double>(relevant);
    ++asked;
  }
  return asked == 0 ? 0 : sum / static_cast<double>(asked);
}

}  // namespace

void add_rerank_scores(results::CellRecord& record, const Study& study, const RunContext& context,
                       const Codes& queries, const Codes& database, const Kernel& kernel) {
  if (study.suite.rerank.empty()) return;
  const Features& X = study.dataset.features;
  const splits::Split& split = context.split;
  // Files are often sorted by class: of codes that tie at the R-th place a shortlist has those that
  // come first in an order that is drawn.
  Rows order(database.n);
  std::iota(order.begin(), order.end(), 0u);
  run_stream(study, "rerank.ties", context.run).shuffle(order);
  const Codes codes = codes_at(database, order);
  const Relevance relevance = reordered(context.relevance, order);
  Rows rows;
  for (const std::uint32_t position : order) rows.push_back(split.test_database[position]);

  std::vector<Metric> metrics;
  for (const std::string& name : study.suite.rerank.metrics) metrics.push_back(metric(name));
  for (const Similarity by : study.suite.rerank.by) {
    const arma::fvec origin = origin_of(subtracts_mean(by), context.mean.value);
    const Features asked = centred_rows(X, split.test_queries, origin);
    const Features ranked = centred_rows(X, rows, origin);
    for (const std::size_t R : study.suite.rerank.R) {
      const RerankSetting setting{R, by};
      const Stopwatch watch;
      const Neighbours nearest = shortlist(queries, codes, R, relevance.ignored, kernel);
      const NearestItems found = reranked(nearest, asked, ranked, by);
      record.seconds[fmt::format("{}[{}]", results::time_names::rerank, setting.text())] =
          watch.seconds();
      const RankCounts counts = reranked_counts(record.counts, nearest, found, relevance);
      for (const Metric& m : metrics) {
        record.metrics[results::rerank_metric(m.name, setting)] = m.value(counts);
      }
      record.metrics[results::shortlist_recall(R)] = recall_of(nearest, relevance);
    }
  }
}

}  // namespace hashlab::experiments
