#include "experiments/site/suite_facts.h"

#include "experiments/suite/plan.h"
#include "lib/error.h"
#include "results/statistics/inference.h"

#include <fmt/format.h>

namespace hashlab::experiments {

std::string conditions_words(const Suite& suite) {
  const splits::SplitSizes& sizes = suite.sizes;
  std::string words =
      fmt::format("{} test queries, {} training rows", sizes.test_queries, sizes.training);
  if (sizes.validation_queries > 0 || sizes.validation_database > 0) {
    words += fmt::format(", {} + {} rows for validation", sizes.validation_queries,
                         sizes.validation_database);
  }
  if (suite.folds > 0) words += fmt::format(", {} folds", suite.folds);
  if (suite.balance == Balance::by_class) words += ", parts balanced by class";
  if (suite.balance == Balance::none) words += ", parts not balanced";
  if (suite.exclude_duplicates) words += ", without repeated rows";
  if (!suite.learn_classes.empty()) words += ", trained on coarser classes";
  return words + fmt::format(", seed {}", suite.seed);
}

results::SiteSuite site_suite(const std::string& study, const std::string& part, const Suite& suite,
                              std::size_t size, std::size_t dimensions,
                              const std::string& checksum) {
  results::SiteSuite facts;
  facts.study = study;
  facts.suite = part;
  facts.dataset = suite.view.empty() ? suite.dataset : suite.dataset + ":" + suite.view;
  facts.checksum = checksum;
  facts.size = size;
  facts.dimensions = dimensions;
  facts.runs = suite.runs;
  facts.ground_truth = suite.ground_truth.recipe();
  Suite fitted = suite;
  if (size > 0) {
    DatasetFacts data;
    data.name = suite.dataset;
    data.size = size;
    data.dimensions = dimensions;
    try {
      fitted = fitted_to(suite, data);
    } catch (const Error&) {
      // A protocol whose rows are in files that are not here; its sizes are those of the file.
    }
  }
  facts.conditions = conditions_words(fitted);
  const splits::SplitSizes& sizes = fitted.sizes;
  if (size > 0 && sizes.test_queries > 0 && sizes.training > 0 &&
      sizes.test_queries + sizes.training <= size) {
    facts.ratio = results::resampling_ratio(sizes.test_queries, sizes.training, size);
  }
  return facts;
}

}  // namespace hashlab::experiments
