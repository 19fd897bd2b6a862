#include "lib/recognition/landmark_truth.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace hashlab::landmark_truth_test {

using namespace testing;

TEST_CASE("truth of landmarks: -1 and the label that means no landmark are no landmarks") {
  const TemporaryFolder folder;
  write_file(folder / "truth.txt", "0\n1\n-1\n2\n");
  const LandmarkTruth truth = read_landmark_truth(folder / "truth.txt", 2, "queries", 4);
  CHECK(truth.with_landmark() == 2);
  CHECK(truth.of_query[0].labels == std::vector<std::int64_t>{0});
  CHECK(truth.of_query[1].labels == std::vector<std::int64_t>{1});
  CHECK(truth.of_query[2].labels.empty());
  CHECK(truth.of_query[3].labels.empty());
  CHECK(read_landmark_truth(folder / "truth.txt", -1, "queries", 4).with_landmark() == 3);
  CHECK(error_of([&] { read_landmark_truth(folder / "truth.txt", -1, "q.npy", 5); }) ==
        Contains("truth.txt has 4 rows, q.npy has 5"));
}

TEST_CASE("truth of landmarks: a prediction of no landmark takes no rank") {
  LandmarkTruth truth;
  truth.of_query = {{{0}}, {{1}}, {}};
  truth.none = 7;
  // The most confident prediction is of no landmark, so the two right ones have ranks 1 and 2.
  const RecognitionScores scores = landmark_scores({{0, .8}, {1, .7}, {7, .9}}, truth);
  CHECK(scores.all == 1.0);
  CHECK(scores.landmarks == 1.0);
  CHECK(landmark_scores({{0, .8}, {1, .7}, {2, .9}}, truth).all ==
        doctest::Approx((1. / 2 + 2. / 3) / 2));
  CHECK(landmark_scores({{0, .8}, {1, .7}, {2, .9}}, truth).landmarks == 1.0);
}

}  // namespace hashlab::landmark_truth_test
