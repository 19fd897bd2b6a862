#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/marked_rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::given_run_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

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
  const std::string drawn = recipe_of("given", plain_marks());
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
  RowMarks other = plain_marks();
  other[1] = RowMark::query;
  CHECK(recipe_of("given", other) != drawn);
}

}  // namespace hashlab::given_run_test
