// The test program itself: what it says and ends with where data are absent.
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::skip_test {

using namespace testing;

namespace {

Outcome run_tests(const std::string& environment, const std::string& filter) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  return shell(fmt::format("{} '{}' {}", environment, program, filter));
}

}  // namespace

TEST_CASE("skip: tests of real data without the data are skipped, and say why") {
  const Outcome none = run_tests("HASHLAB_DATA=", "'--test-case=published: real data of every*'");
  CHECK(none.status == 77);
  CHECK(none.out == Contains("skipped: published: real data of every kind run and score above the "
                             "base rate: HASHLAB_DATA names no folder of data sets\n"));
  CHECK(none.out == Contains("\ncases: 0 passed, 0 failed, 1 skipped\n"));
  const TemporaryFolder empty;
  const Outcome other = run_tests("HASHLAB_DATA='" + empty.path() + "'",
                                  "'--test-case=published: real data of every*'");
  CHECK(other.status == 77);
  CHECK(other.out == Contains("the folder of data sets has no "));
}

TEST_CASE("skip: a run in which a test passed is no skipped one; one without tests is an error") {
  const Outcome both =
      run_tests("HASHLAB_DATA=",
                "'--test-case=published: real data of every*,documents: the program of hashers*'");
  CHECK(both.status != 77);
  CHECK(both.out == Contains(" 1 skipped\n"));
  CHECK(run_tests("", "'--test-case=there is no such test'").status == 1);
}

}  // namespace hashlab::skip_test
