#include "experiments/site/suite_facts.h"

#include "experiments/suite/balance.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/recipe.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "results/statistics/inference.h"

#include <fmt/format.h>

namespace hashlab::experiments {

std::string full_dataset_name(const Suite& suite) {
  return suite.view.empty() ? suite.dataset : suite.dataset + ":" + suite.view;
}

std::string conditions_words(const Suite& suite) {
  const splits::SplitSizes& sizes = suite.sizes;
  std::string words =
      fmt::format("{} test queries, {} training rows", sizes.test_queries, sizes.training);
  if (sizes.validation_queries > 0 || sizes.validation_database > 0) {
    words += fmt::format(", {} + {} rows for validation", sizes.validation_queries,
                         sizes.validation_database);
  }
  if (suite.folds > 0) words += fmt::format(", {} folds", suite.folds);
  if (suite.ground_truth.by_class()) {
    if (suite.balance == Balance::by_class) words += ", parts balanced by class";
    if (suite.balance == Balance::none) words += ", parts not balanced";
  }
  if (suite.exclude_duplicates) words += ", without repeated rows";
  if (!suite.learn_classes.empty()) words += ", trained on coarser classes";
  return words + fmt::format(", seed {}", suite.seed);
}

namespace {

/// The experiment file with sizes that fit the data and, if it is known, the class balance that the
/// file leaves to the data: as the manifest of its results has them.
Suite resolved(Suite suite, const DatasetFacts& data) {
  if (data.size > 0) {
    try {
      suite = fitted_to(suite, data);
      if (suite.ground_truth.by_class() && suite.balance == Balance::automatic &&
          data.evenly_drawable_rows > 0) {
        suite.balance = has_balanced_parts(suite, data) ? Balance::by_class : Balance::none;
      }
    } catch (const Error&) {
      // A protocol whose rows are in files that are not here; its sizes are those of the file.
    }
  }
  if (!suite.ground_truth.by_class()) suite.balance = Balance::automatic;
  return suite;
}

/// See SiteSuite::rows. Run 1 stands for all.
std::map<std::string, std::string> rows_by_split(const Suite& suite, const DatasetFacts& data) {
  std::map<std::string, std::string> rows;
  // Lists of relevant items are in no checksum that this program knows without the data.
  if (data.size == 0 || data.checksum.empty() || suite.ground_truth.by_lists()) return rows;
  for (const std::string& split : suite.splits) {
    try {
      if (splits::make_split(split).strategy->info().needs_lists) continue;
      std::string recipe = split_recipe(suite, data, split, 1);
      if (suite.ground_truth.by_class() && suite.balance == Balance::automatic) {
        recipe += recipe_line("balance", "not known");
      }
      rows[split] = sha256(recipe).substr(0, 16);
    } catch (const Error&) {
      // Its lists are not here, so nobody knows whether other results have the same.
    }
  }
  return rows;
}

}  // namespace

results::SiteSuite site_suite(const std::string& study, const std::string& part, const Suite& suite,
                              const KnownData& data) {
  results::SiteSuite facts;
  facts.study = study;
  facts.suite = part;
  facts.dataset = full_dataset_name(suite);
  facts.checksum = data.checksum;
  facts.size = data.size;
  facts.dimensions = data.dimensions;
  facts.runs = suite.runs;
  facts.ground_truth = suite.ground_truth.recipe();
  DatasetFacts known;
  known.name = suite.dataset;
  known.checksum = data.checksum.substr(0, 16);
  known.size = data.size;
  known.dimensions = data.dimensions;
  known.evenly_drawable_rows = data.evenly_drawable;
  const Suite fitted = resolved(suite, known);
  facts.conditions = conditions_words(fitted);
  facts.rows = rows_by_split(fitted, known);
  const splits::SplitSizes& sizes = fitted.sizes;
  if (data.size > 0 && sizes.test_queries > 0 && sizes.training > 0 &&
      sizes.test_queries + sizes.training <= data.size) {
    facts.ratio = results::resampling_ratio(sizes.test_queries, sizes.training, data.size);
  }
  return facts;
}

}  // namespace hashlab::experiments
