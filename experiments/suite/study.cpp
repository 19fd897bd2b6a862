#include "experiments/suite/study.h"

#include "experiments/suite/balance.h"
#include "experiments/suite/data_folder.h"
#include "lib/data/row_digests.h"
#include "lib/error.h"
#include "lib/files/scratch_memory.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/list_relevance.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The rows that are byte for byte equal to an earlier row.
Rows repeated_rows(const Features& features) {
  RowDigests digests;
  RowsRead read;
  for (arma::uword i = 0; i < features.n_cols; ++i) {
    read.add();
    digests.add(features.colptr(i), features.n_rows * sizeof(float));
  }
  Rows repeats;
  for (const Rows& group : digests.repeated().groups) {
    repeats.insert(repeats.end(), group.begin() + 1, group.end());
  }
  std::sort(repeats.begin(), repeats.end());
  return repeats;
}

/// The request from which every splitting protocol draws the split of a run.
splits::SplitRequest split_request(const Study& study, std::size_t run) {
  const Dataset& dataset = study.dataset;
  splits::SplitRequest request;
  request.checksum = dataset.checksum;
  request.n = dataset.size();
  if (!dataset.labels.empty()) request.labels = &dataset.labels;
  if (study.suite.ground_truth.by_class()) {
    request.judged_by = &dataset.labels;
    if (study.is_balanced) request.balance = &dataset.labels;
  }
  request.sizes = study.suite.sizes;
  request.seed = study.suite.seed;
  request.run = run;
  request.excluded = study.excluded;
  request.folds = study.suite.folds;
  if (!dataset.marks.empty()) request.marks = &dataset.marks;
  if (!dataset.lists.empty()) request.lists = &dataset.lists;
  return request;
}

/// The largest number of neighbours that the radius of this split can be based on.
std::size_t rows_in_reach(const BallTruth& g, const Study& study, const splits::Split& split) {
  using Reference = BallTruth::Reference;
  const std::size_t rows = g.reference == Reference::training   ? split.training.size()
                           : g.reference == Reference::database ? study.dataset.size()
                                                                : split.learnable.size();
  return g.count_self || rows == 0 ? rows : rows - 1;
}

/// Refuses a number of neighbours that is too large for all splits, so that every cell would fail.
void check_ball(const BallTruth& g, const Study& study) {
  std::size_t most = 0;
  for (const auto& [name, split] : study.first_split) {
    most = std::max(most, rows_in_reach(g, study, split));
  }
  if (g.neighbours <= most) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("groundtruth asks for neighbours = {} among at most {} rows: lower "
                          "'neighbours'",
                          g.neighbours, most));
}

/// Refuses a number of neighbours that no database has, so that every cell would fail.
void check_neighbours(const NeighbourTruth& g, const Study& study) {
  std::size_t most = 0;
  for (const auto& [name, split] : study.first_split) {
    most = std::max(most, split.test_database.size());
  }
  if (g.k <= most) return;
  refuse(fmt::format("groundtruth asks for k = {} neighbours among at most {} items: lower 'k'",
                     g.k, most));
}

}  // namespace

Study::Study(const Dataset& d, const Suite& s)
    : dataset(d), suite(s), is_balanced(has_balanced_parts(s, facts_of(d))) {
  if (s.exclude_duplicates) excluded = repeated_rows(d.features);
}

splits::Split draw_split(const Study& study, const std::string& strategy, std::size_t run) {
  const auto drawn = study.first_split.find(strategy);
  if (run == 1 && drawn != study.first_split.end()) return drawn->second;
  return splits::make_split(strategy).make(split_request(study, run));
}

void check_validation_rows(const splits::Split& split) {
  if (!split.validation_queries.empty() && !split.validation_database.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              "the split has no validation rows to choose settings of grids by: give it "
              "validation queries and a validation database ('given': another 'training' than "
              "all)");
}

std::optional<splits::SplitSizes> sizes_in_effect(const Study& study) {
  bool draws_training = false, leave_one_out = false;
  for (const std::string& name : study.suite.splits) {
    const splits::NamedSplit split = splits::make_split(name);
    const splits::SplitInfo info = split.strategy->info();
    if (!info.needs_marks && !info.leave_one_out && !info.is_given) return std::nullopt;
    leave_one_out = leave_one_out || info.leave_one_out;
    const splits::UsedSizes used = split.strategy->used_sizes(study.dataset.marks);
    draws_training = draws_training || used.training;
  }
  const splits::Split& split = study.first_split.at(study.suite.splits.front());
  splits::SplitSizes sizes = study.suite.sizes;
  sizes.test_queries = split.test_queries.size();
  if (!draws_training) sizes.training = split.training.size();
  if (leave_one_out) return sizes;
  if (sizes.test_queries + sizes.training >= study.dataset.size()) return std::nullopt;
  return sizes;
}

void check_splits(Study& study) {
  for (const std::string& strategy : study.suite.splits) {
    splits::Split split = draw_split(study, strategy, 1);
    if (has_grids(study.suite)) check_validation_rows(split);
    if (study.suite.ground_truth.by_lists()) check_listed(study.dataset.lists, split.test_queries);
    for (const auto& score : study.suite.scores) {
      score->check_rows(study.dataset.labels, split.test_queries, split.test_database);
    }
    study.first_split[strategy] = std::move(split);
  }
  if (const BallTruth* ball = study.suite.ground_truth.ball()) check_ball(*ball, study);
  if (const NeighbourTruth* truth = study.suite.ground_truth.neighbours()) {
    check_neighbours(*truth, study);
  }
}

}  // namespace hashlab::experiments
