#include "experiments/run/neighbour_scores.h"

#include "lib/embeddings/neighbour_recall.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/record/recorded_metric.h"

namespace hashlab::experiments {

void add_neighbour_scores(results::CellRecord& record, const Study& study,
                          const RunContext& context,
                          const std::function<RankCounts(const Relevance&)>& count) {
  if (context.neighbours.empty()) return;
  const Stopwatch watch;
  const std::vector<std::size_t>& R = study.suite.neighbours.R;
  for (const TrueNeighbours& neighbours : context.neighbours) {
    const std::vector<double> recall =
        neighbour_recall(count(neighbours.relevance), {R.begin(), R.end()});
    for (std::size_t i = 0; i < R.size(); ++i) {
      record.metrics[results::neighbour_metric({neighbours.k, R[i], neighbours.by})] = recall[i];
    }
  }
  record.seconds[results::time_names::neighbours] = watch.seconds();
}

}  // namespace hashlab::experiments
