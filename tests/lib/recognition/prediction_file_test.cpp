#include "lib/recognition/prediction_file.h"

#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::prediction_file_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;

TEST_CASE("prediction files: what is written is read") {
  const std::vector<Prediction> written = {{7, .25}, {std::nullopt, 0}, {0, -1e-30}};
  const std::vector<Prediction> read = parse_predictions(prediction_text(written), "p.csv", 3);
  REQUIRE(read.size() == 3);
  for (std::size_t q = 0; q < 3; ++q) {
    CHECK(read[q].label == written[q].label);
    CHECK(read[q].confidence == written[q].confidence);
  }
}

TEST_CASE("prediction files: lines in any order, blank lines, and queries without a line") {
  const auto read = parse_predictions("query,label,confidence\r\n3,5,0.5\r\n\n1,2,1e3", "p.csv", 4);
  CHECK_FALSE(read[0].label);
  CHECK(read[1].label == 2);
  CHECK(read[1].confidence == 1000);
  CHECK_FALSE(read[2].label);
  CHECK(read[3].label == 5);
}

TEST_CASE("prediction files: what is no prediction is refused with its line") {
  const auto refused = [](const std::string& line) {
    const std::string text = "query,label,confidence\n0,1,1\n" + line + "\n";
    return error_of([&] { parse_predictions(text, "p.csv", 3); });
  };
  CHECK(refused("1,2") == "p.csv:3: has '1,2', expected three fields: query,label,confidence");
  CHECK(refused("1,2,3,4") == Contains("expected three fields"));
  CHECK(refused("3,2,1") == "p.csv:3: has query '3', expected 0 .. 2: --truth has 3 queries");
  CHECK(refused("-1,2,1") == Contains("has query '-1'"));
  CHECK(refused("0,2,1") == "p.csv:3: has query 0 once more");
  CHECK(refused("1,cat,1") == Contains("has label 'cat', expected a class number"));
  CHECK(refused("1,-2,1") == Contains("has label '-2'"));
  CHECK(refused("1,99999999999,1") == Contains("has label '99999999999'"));
  CHECK(refused("1,2,nan") == Contains("has confidence 'nan', expected a finite number"));
  CHECK(refused("1,2,") == Contains("has confidence ''"));
  CHECK(error_of([] { parse_predictions("id,landmarks\n", "p.csv", 3); }) ==
        "p.csv:1: begins with 'id,landmarks', expected 'query,label,confidence'");
  CHECK(error_of([] { parse_predictions("", "p.csv", 3); }) == Contains("p.csv:1: begins with ''"));
}

}  // namespace hashlab::prediction_file_test
