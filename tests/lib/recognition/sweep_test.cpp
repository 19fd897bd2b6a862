#include "lib/recognition/sweep.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::sweep_test {

using namespace testing;

namespace {

std::string refused(const std::string& text) {
  return error_of([&] { parse_recognition_sweep(text); });
}

}  // namespace

TEST_CASE("recognition: a sweep is read and written with all of its parts") {
  CHECK(parse_recognition_sweep("").empty());
  CHECK(parse_recognition_sweep("").text() == "");
  const RecognitionSweep sweep =
      parse_recognition_sweep("vary:fit=queries/top=1,vote=max models:5 no-landmark:11/7 others:9");
  CHECK(sweep.text() ==
        "no-landmark:7/11 models:5 others:9 vary:fit=queries/without=votes,vote=max");
  CHECK(parse_recognition_sweep(sweep.text()).text() == sweep.text());
  CHECK(sweep.shows_landmark(8));
  CHECK_FALSE(sweep.shows_landmark(11));
}

TEST_CASE("recognition: the paper's pipeline comes first, and 'steps' leaves out each in turn") {
  CHECK(parse_recognition_sweep("no-landmark:1").variants.size() == 1);
  const RecognitionSweep sweep = parse_recognition_sweep("no-landmark:1 vary:steps");
  REQUIRE(sweep.variants.size() == 7);
  CHECK(sweep.variants.front().text() == "");
  CHECK(sweep.variants[3].text() == "without=B");
  CHECK(sweep.variants.back().text() == "without=all");
}

TEST_CASE("recognition: a sweep that is none is refused in one line") {
  CHECK(refused("models:5") == Contains("lacks the classes of rows that show no landmark"));
  CHECK(refused("no-landmark:") == Contains("is none of no-landmark:CLASS/CLASS"));
  CHECK(refused("no-landmark:x") ==
        Contains("no-landmark = 'x', must be a whole number in 0 .. 2147483647"));
  CHECK(refused("no-landmark:1/1") == Contains("has a value twice"));
  CHECK(refused("no-landmark:1 models:0") == Contains("must be a whole number in 1 .. 1024"));
  CHECK(refused("no-landmark:1 models:1/2") == Contains("has 2 values, expected one"));
  CHECK(refused("no-landmark:1 model:2") == Contains("did you mean 'models'?"));
  CHECK(refused("no-landmark:1 no-landmark:2") == Contains("gives 'no-landmark' twice"));
  CHECK(refused("no-landmark:1 vary:steps/without=B") == Contains("has 'without=B' twice"));
  CHECK(refused("no-landmark:1 vary:top=3") == Contains("has the paper's pipeline twice"));
  CHECK(refused("no-landmark:1 vary:top") == Contains("top"));
}

}  // namespace hashlab::sweep_test
