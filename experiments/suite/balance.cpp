#include "experiments/suite/balance.h"

#include "splits/pool.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

/// The largest total size, over the splitting protocols, of the parts that may be balanced.
std::size_t drawn_rows(const Suite& suite, const RowMarks& marks) {
  std::size_t most = 0;
  for (const std::string& name : suite.splits) {
    const splits::UsedSizes used = splits::make_split(name).strategy->used_sizes(marks);
    std::size_t rows = 0;
    if (used.test_queries) rows += suite.sizes.test_queries;
    if (used.training) rows += suite.sizes.training;
    if (used.validation) rows += suite.sizes.validation_queries;
    most = std::max(most, rows);
  }
  return most;
}

}  // namespace

std::size_t evenly_drawable_rows(const Labels& labels) {
  if (labels.single.empty()) return 0;
  const std::vector<Rows> classes = splits::rows_by_class(labels);
  const Rows& smallest = *std::ranges::min_element(classes, {}, &Rows::size);
  return classes.size() * smallest.size();
}

bool has_balanced_parts(const Suite& suite, const DatasetFacts& dataset) {
  if (!suite.ground_truth.by_class() || suite.balance == Balance::none) return false;
  if (suite.balance == Balance::by_class) return true;
  const std::size_t drawn = drawn_rows(suite, dataset.marks);
  return drawn == 0 || drawn < dataset.evenly_drawable_rows;
}

std::string balance_note(const Suite& suite, const DatasetFacts& dataset) {
  if (!suite.ground_truth.by_class() || suite.balance != Balance::automatic ||
      has_balanced_parts(suite, dataset)) {
    return "";
  }
  const std::string reason =
      dataset.evenly_drawable_rows == 0
          ? "as rows have several classes or none"
          : fmt::format("as balanced parts of {} rows would use up the smallest class",
                        drawn_rows(suite, dataset.marks));
  return fmt::format(
      "parts are drawn whatever the class of a row, {}; 'balance = class' draws as many of each",
      reason);
}

}  // namespace hashlab::experiments
