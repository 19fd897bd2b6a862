#include "experiments/learn/ground_truth_facts.h"

#include "experiments/learn/context.h"
#include "experiments/suite/study.h"

namespace hashlab::experiments {

GroundTruthFacts ground_truth_facts(const Dataset& dataset, const GroundTruth& ground_truth,
                                    std::size_t runs) {
  Suite suite;
  suite.ground_truth = ground_truth;
  suite.sizes = splits::fitting_sizes(suite.sizes, dataset.size());
  const Study study(dataset, suite);
  const char* split = ground_truth.by_lists() ? "queries:training=all" : "literature";
  GroundTruthFacts facts;
  facts.runs = ground_truth.by_lists() ? 1 : runs;
  for (std::size_t run = 1; run <= facts.runs; ++run) {
    for (const auto& [name, value] : make_run_context(study, split, run).facts) {
      facts.means[name] += value / static_cast<double>(facts.runs);
    }
  }
  return facts;
}

}  // namespace hashlab::experiments
