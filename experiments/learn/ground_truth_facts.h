#pragma once

#include "lib/data/dataset.h"
#include "lib/relevance/ground_truth.h"

#include <cstddef>
#include <map>
#include <string>

namespace hashlab::experiments {

/// What a ground truth makes of a data set, such as the number of relevant items per query.
struct GroundTruthFacts {
  std::map<std::string, double> means;  ///< the facts of RunContext::facts, as means over runs
  std::size_t runs = 0;                 ///< number of runs
};

/// Draws `runs` splits of a data set with sizes that fit it, and computes the facts that the
/// experiments of each would record. The radius of an epsilon-neighbourhood is estimated from few
/// samples, so one split says little. Queries are drawn at random and search all other rows; if the
/// ground truth consists of lists, they are the queries of the lists, and there is one run, because
/// all runs would have the same queries.
/// Errors:  those of make_run_context.
/// Cost:    the ground truth of `runs` splits.
GroundTruthFacts ground_truth_facts(const Dataset& dataset, const GroundTruth& ground_truth,
                                    std::size_t runs);

}  // namespace hashlab::experiments
