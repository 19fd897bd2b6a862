#include "experiments/study.h"

namespace hashlab {

Study::Study(const Dataset& d, const Suite& s) : dataset(d), suite(s) {}

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
  return request;
}

}  // namespace hashlab
