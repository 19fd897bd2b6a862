#include "experiments/suite/suite_members.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::collection_test {

using namespace experiments;
using namespace testing;

namespace {

/// A suite of two data sets that share all but their number of test queries.
class TwoDatasets {
 public:
  TwoDatasets() {
    write_file(study_ / "both.ini",
               "name = both\nsuite = one.ini\nsuite = two.ini\nhasher = lsh+sbq\nhasher = pca+sbq\n"
               "groundtruth = epsilon\nbits = 8\nruns = 2\nvalidation-queries = "
               "10\nvalidation-database = 50\n"
               "training = 100\n");
    write_file(study_ / "one.ini", "name = one\ndataset = small\ntest-queries = 40\n");
    write_file(study_ / "two.ini", "name = two\ndataset = small\ntest-queries = 30\n");
  }
  std::string operator/(const std::string& name) const { return study_ / name; }
  Outcome run(const std::string& options = "") const {
    return hashlab::testing::hashlab(fmt::format("run {} --data {} --out {} {}",
                                                 study_ / "both.ini", study_ / "", study_.results(),
                                                 options));
  }
  std::string results() const { return study_.results(); }

 private:
  SmallStudy study_;
};

}  // namespace

TEST_CASE("collection: the suites of several data sets share settings and add their own") {
  const TwoDatasets study;
  const std::vector<Member> members = read_suites(study / "both.ini", {"seed=5"}, "");
  REQUIRE(members.size() == 2);
  CHECK(members[0].suite.name == "one");
  CHECK(members[0].folder.path == "results/runs/both/one");
  CHECK(members[1].folder.path == "results/runs/both/two");
  for (const Member& member : members) {
    CHECK(method_names(member.suite, &Method::has_codes) ==
          std::vector<std::string>{"lsh+sbq", "pca+sbq"});
    CHECK(member.suite.seed == 5);
  }
  CHECK(members[0].suite.sizes.test_queries == 40);
  CHECK(members[1].suite.sizes.test_queries == 30);
}

TEST_CASE("collection: one command runs all of it, and goes on where it stopped") {
  const TwoDatasets study;
  const Outcome first = study.run();
  CHECK(first.status == 0);
  CHECK(first.error == Contains("one: 8 cells, 0 done before, 8 to run"));
  CHECK(first.error == Contains("two: 8 cells, 0 done before, 8 to run"));
  std::filesystem::remove_all(study.results() + "/two/cells");
  const Outcome again = study.run();
  CHECK(again.out == first.out);
  CHECK(again.error == Contains("one: 8 cells, 8 done before, 0 to run"));
  CHECK(again.error == Contains("two: 8 cells, 0 done before, 8 to run"));
  CHECK(hashlab::testing::hashlab("status " + study.results()).out ==
        "one on small: 8 cells, 8 done, 0 missing, 0 failed, 0 damaged\n"
        "two on small: 8 cells, 8 done, 0 missing, 0 failed, 0 damaged\n");
}

TEST_CASE("collection: a missing data set is said before anything runs") {
  const TwoDatasets study;
  write_file(study / "two.ini", "name = two\ndataset = other\ntest-queries = 30\n");
  const Outcome outcome = study.run();
  CHECK(outcome.status == 2);
  CHECK(refusal(outcome) == Contains("other"));
  CHECK_FALSE(std::filesystem::exists(study.results()));
}

TEST_CASE("collection: what is wrong is said with the files it is in") {
  const TwoDatasets study;
  const auto error = [&] { return error_of([&] { read_suites(study / "both.ini", {}, ""); }); };
  write_file(study / "two.ini", "name = one\ndataset = small\n");
  CHECK(error() ==
        study / "both.ini" + ": two of its suites are called 'one': give each a name of its own");
  write_file(study / "two.ini", "name = two\ndataset = small\nbitz = 4\n");
  CHECK(error() == Contains("two.ini in " + study / "both.ini" +
                            ": unknown key 'bitz', did you mean 'bits'?"));
  write_file(study / "both.ini", "suite = one.ini\n");
  CHECK(error() == study / "both.ini" + ": name = '' cannot be a folder's name");
  write_file(study / "both.ini", "name = both\nsuite = none.ini\n");
  CHECK(error() == Contains("none.ini"));
}

}  // namespace hashlab::collection_test
