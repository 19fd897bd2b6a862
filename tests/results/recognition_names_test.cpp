#include "lib/recognition/sweep.h"
#include "results/scores/recorded_metric.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::recognition_names_test {

using namespace results;
using namespace testing;

TEST_CASE("recognition: scores have names and definitions, others have none") {
  const RecognitionVariant paper, leak = parse_recognition_variant("fit=queries,others=queries");
  CHECK(recognition_score(paper, false) == "global-ap");
  CHECK(recognition_score(leak, true) == "global-ap-landmarks[fit=queries,others=queries]");
  CHECK(recognition_change(leak, false) == "change-global-ap[fit=queries,others=queries]");
  CHECK(recorded_metric("global-ap[without=B]")->definition ==
        "global average precision of the landmarks recognised in all queries, by the pipeline of "
        "Henkel & Singer with without=B");
  CHECK(recorded_metric("global-ap-landmarks")->definition ==
        Contains("recognised in queries that show a landmark"));
  CHECK_FALSE(recorded_metric("global-ap")->is_difference);
  CHECK_FALSE(recorded_metric("global-ap")->by_code_distance);
  CHECK(recorded_metric("change-global-ap[without=B]")->is_difference);
  CHECK(recorded_metric("change-global-ap[without=B]")->definition ==
        Contains("global-ap[without=B] less global-ap; from -1 to 1: "));
  for (const std::string name :
       {"global-ap[", "global-ap[]", "global-ap[without=D]", "global-ap[top=1]", "global-apx",
        "change-global-ap", "change-change-global-ap[without=B]", "global-ap[without=B]x"}) {
    CHECK_FALSE(recorded_metric(name));
  }
}

}  // namespace hashlab::recognition_names_test
