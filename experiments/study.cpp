#include "experiments/study.h"

#include "lib/data/row_digests.h"
#include "lib/error.h"

#include <algorithm>

namespace hashlab {
namespace {

/// Rows that equal an earlier one, byte for byte.
Rows repeated_rows(const Features& features) {
  RowDigests digests;
  for (arma::uword i = 0; i < features.n_cols; ++i) {
    digests.add(features.colptr(i), features.n_rows * sizeof(float));
  }
  Rows repeats;
  for (const Rows& group : digests.repeated().groups) {
    repeats.insert(repeats.end(), group.begin() + 1, group.end());
  }
  std::sort(repeats.begin(), repeats.end());
  return repeats;
}

}  // namespace

void check_validation_rows(const Split& split) {
  if (!split.validation_queries.empty() && !split.validation_database.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              "the split has no validation rows to choose settings of grids by: give it "
              "validation queries and a validation database");
}

Study::Study(const Dataset& d, const Suite& s) : dataset(d), suite(s) {
  if (s.exclude_duplicates) excluded = repeated_rows(d.features);
}

SplitRequest split_request(const Study& study, std::size_t run) {
  const Dataset& dataset = study.dataset;
  SplitRequest request;
  request.checksum = dataset.checksum;
  request.n = dataset.size();
  if (!dataset.labels.empty()) request.labels = &dataset.labels;
  if (study.suite.ground_truth.by_class()) request.balance = &dataset.labels;
  request.sizes = study.suite.sizes;
  request.seed = study.suite.seed;
  request.run = run;
  request.excluded = study.excluded;
  request.folds = study.suite.folds;
  return request;
}

void check_splits(const Study& study) {
  for (const std::string& name : study.suite.splits) {
    const Split split = make_split(name).make(split_request(study, 1));
    if (!study.suite.grids.empty()) check_validation_rows(split);
  }
}

}  // namespace hashlab
