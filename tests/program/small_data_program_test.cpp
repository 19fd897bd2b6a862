// Data sets too small for the default sizes of the parts of a split.
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::small_data_program_test {

using namespace testing;

namespace {

constexpr const char* note =
    "note: small has 600 rows, too few for the default sizes of the parts of a split, so these are "
    "used: test-queries = 60, training = 120, validation-queries = 60, validation-database = 60 "
    "(the experiment file may set others, one a line)\n";

constexpr const char* stated_sizes =
    "test-queries = 60\ntraining = 120\nvalidation-queries = 60\nvalidation-database = 60\n";

/// The verb with a suite that names no sizes, or those given.
Outcome outcome_of(const SmallStudy& study, const std::string& verb, const std::string& out,
                   const std::string& sizes = "") {
  write_file(study / "s.ini",
             "name = s\ndataset = small\ngroundtruth = class\nhasher = itq+sbq\nbits = 8\n"
             "runs = 2\n" +
                 sizes);
  return testing::hashlab(fmt::format("{} '{}' --data '{}' --out '{}'", verb, study / "s.ini",
                                      study / "", study / out));
}

std::string numbers(const SmallStudy& study, const std::string& out) {
  return testing::hashlab(fmt::format("table '{}' --long --format csv", study / out)).out;
}

}  // namespace

TEST_CASE("small data: default sizes are lowered, told, and the same as if they were stated") {
  const SmallStudy study;
  const Outcome fitted = outcome_of(study, "run", "fitted");
  CHECK(fitted.status == 0);
  CHECK(fitted.error == Contains(note));
  const Outcome stated = outcome_of(study, "run", "stated", stated_sizes);
  CHECK(stated.status == 0);
  CHECK(stated.error != Contains("too few"));
  CHECK(numbers(study, "fitted").size() > 100);
  CHECK(numbers(study, "fitted") == numbers(study, "stated"));
}

TEST_CASE("small data: a second run finds the cells of the first") {
  const SmallStudy study;
  REQUIRE(outcome_of(study, "run", "out").status == 0);
  CHECK(outcome_of(study, "run", "out").error == Contains("4 done before, 0 to run"));
}

TEST_CASE("small data: plan, audit and splits have the sizes of the run, and tell them") {
  const SmallStudy study;
  CHECK(outcome_of(study, "plan", "out").error == note);
  const Outcome exported = outcome_of(study, "splits export", "splits.h5");
  CHECK(exported.status == 0);
  CHECK(exported.error == note);
  const Outcome audit =
      testing::hashlab(fmt::format("audit '{}' --data '{}'", study / "s.ini", study / ""));
  CHECK(audit.error == Contains(note));
  CHECK(audit.out == Contains("60 queries rank 300 rows; 0 of 120 training rows are among them"));
}

TEST_CASE("small data: sizes that are stated and do not fit are refused") {
  const SmallStudy study;
  CHECK(refusal(outcome_of(study, "plan", "out", "training = 600\n")) ==
        Contains("option 'training' = 600 does not fit: the data set has 600 rows: set training = "
                 "120"));
}

}  // namespace hashlab::small_data_program_test
