#include "experiments/suite/study.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::study_test {

using namespace experiments;
using namespace splits;
using namespace testing;

namespace {

Suite suite(const std::string& more = "") {
  return parse_suite(
      "name = s\ndataset = d\nhasher = lsh+sbq\ntest-queries = 40\nvalidation-queries = 0\n"
      "validation-database = 0\ntraining = 100\n" +
          more,
      "t", {});
}

}  // namespace

TEST_CASE("study: the check draws the first run's splits, and they are not drawn again") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite s = suite();
  Study study(dataset, s);
  const std::string before = split_checksum(draw_split(study, "improved", 1));
  check_splits(study);
  CHECK(split_checksum(draw_split(study, "improved", 1)) == before);
  study.first_split["improved"].training = {7};
  CHECK(draw_split(study, "improved", 1).training == Rows{7});
  CHECK(draw_split(study, "improved", 2).training.size() == 100);
  CHECK(draw_split(study, "literature", 1).training.size() == 100);
}

TEST_CASE("study: only grids need validation rows") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite plain = suite(), tuned = suite("grid = lsh+npq: beta=1,2\n");
  Study without(dataset, plain), with(dataset, tuned);
  CHECK_NOTHROW(check_splits(without));
  CHECK(error_of([&] { check_splits(with); }) == Contains("no validation rows"));
}

TEST_CASE("study: a ball of more neighbours than there are rows is refused before any work") {
  const Dataset dataset = small_dataset(600, 16);
  const auto refusal = [&](const std::string& ground_truth) {
    const Suite s = suite("groundtruth = epsilon:" + ground_truth + "\n");
    Study study(dataset, s);
    return error_of([&] { check_splits(study); });
  };
  CHECK(refusal("neighbours=599") == "no error");
  CHECK(refusal("neighbours=600") ==
        "groundtruth asks for neighbours = 600 among at most 599 rows: lower 'neighbours'");
  CHECK(refusal("neighbours=100,reference=training") == Contains("among at most 99 rows"));
  CHECK(refusal("neighbours=100,reference=training,self=counted") == "no error");
}

}  // namespace hashlab::study_test
