// How well the class probabilities of `posterior` rank before they are made bits: by the
// probability that a query and an item share a class, on the splits of the suite own-method-class.
// Codes learned from them can hardly rank better, so this is the ceiling of what more bits bring.
// Prints CSV. Started by scripts/posterior_ceiling.
#include "experiments/run/context.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_members.h"
#include "hashers/projections/parts/kernel_posterior.h"
#include "lib/data/centre.h"
#include "lib/metrics/average_precision.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <set>
#include <string>

using namespace hashlab;

namespace {

/// Features of samples whose inner product ranks as shared_class_probability does (see
/// posterior_steps.h): P itself if a sample has one class. Else -sum_c log(1 - p_c q_c), which
/// grows with it, by the first terms of its series, sum_k sum_c p_c^k q_c^k / k.
Features ranked_by_shared_class(const arma::mat& P, bool exclusive) {
  constexpr int terms = 64;
  if (exclusive) return arma::conv_to<Features>::from(P.t());
  Features Z;
  for (int k = 1; k <= terms; ++k) {
    const arma::mat term = arma::pow(P.t(), k) / std::sqrt(k);
    Z = arma::join_cols(Z, arma::conv_to<Features>::from(term));
  }
  return Z;
}

/// mAP of the probabilities learned from a run's training set, over its test parts.
double ceiling(const Study& study, std::size_t run) {
  const RunContext context = make_run_context(study, "improved", run);
  const auto honest = learn_honest_posterior(
      context.training, {}, Rng(study.suite.seed).stream("ceiling", run), "posterior");
  const Split& split = context.split;
  Rows rows = split.test_queries, queries(rows.size()), database(split.test_database.size());
  rows.insert(rows.end(), split.test_database.begin(), split.test_database.end());
  std::iota(queries.begin(), queries.end(), 0u);
  std::iota(database.begin(), database.end(), static_cast<std::uint32_t>(queries.size()));
  const arma::mat P =
      honest->posterior(centred_rows(study.dataset.features, rows, context.mean.value));
  return mean_average_precision(
      real_rank_counts(ranked_by_shared_class(P, honest->posterior.by.exclusive), queries, database,
                       context.relevance, Similarity::inner_product));
}

void print_ceilings(const std::string& data) {
  std::set<std::string> seen;  // several members may have one data set: its splits are the same
  for (const Member& member : read_suites("experiments/suites/own-method-class.ini", {}, "")) {
    if (!seen.insert(member.suite.dataset).second) continue;
    const Dataset dataset = read_dataset_of(member.suite, data);
    Study study(dataset, member.suite);
    check_splits(study);
    for (std::size_t run = 1; run <= member.suite.runs; ++run) {
      fmt::print("{},{},{:.6f}\n", member.suite.dataset, run, ceiling(study, run));
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    fmt::print("dataset,run,map\n");
    print_ceilings(data_folder(argc > 1 ? argv[1] : ""));
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
}
