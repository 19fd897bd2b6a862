#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/h5.h"
#include "splits/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace hashlab::given_run_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

constexpr std::size_t n = 300;
const SplitSizes sizes = {
    .test_queries = 7, .validation_queries = 12, .validation_database = 30, .training = 40};

/// Every tenth row is a query; of the others every fifth has `training`, the rest are database.
RowMarks marks_with(RowMark training, std::size_t count = n) {
  RowMarks marks(count, RowMark::database);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 10 == 0) {
      marks[i] = RowMark::query;
    } else if (i % 5 == 1) {
      marks[i] = training;
    }
  }
  return marks;
}

const RowMarks& plain() {
  static const RowMarks marks = marks_with(RowMark::database);
  return marks;
}

}  // namespace

TEST_CASE("given: a recipe has the marks' checksum and the sizes that have an effect") {
  const auto recipe_of = [](const std::string& split, const RowMarks& marks) {
    const DatasetFacts facts{"d", std::string(64, 'a'), marks.size(), 16, marks};
    const Suite suite = parse_suite(
        "name = s\ndataset = d\nhasher = lsh+sbq\ntraining = 40\n"
        "validation-queries = 5\nvalidation-database = 6\nsplit = " +
            split,
        "test", {});
    return split_recipe(suite, facts, split, 1);
  };
  const RowMarks both = marks_with(RowMark::training_database);
  const std::string drawn = recipe_of("given", plain());
  CHECK(drawn == Contains("split = given/1 training=auto as=literature rows="));
  CHECK(drawn == Contains("\nvalidation-queries = 5\nvalidation-database = 6\ntraining = 40\n"));
  CHECK_FALSE(drawn == Contains("test-queries"));
  const std::string marked = recipe_of("given", both);
  CHECK_FALSE(marked == Contains("\ntraining = "));
  CHECK(marked == Contains("\nvalidation-queries = 5\n"));
  CHECK(recipe_of("given:training=drawn", both) == Contains("\ntraining = 40\n"));
  const std::string all = recipe_of("given:training=all", both);
  CHECK_FALSE(all == Contains("\ntraining = "));
  CHECK_FALSE(all == Contains("validation"));
  RowMarks other = plain();
  other[1] = RowMark::query;
  CHECK(recipe_of("given", other) != drawn);
}

}  // namespace hashlab::given_run_test
