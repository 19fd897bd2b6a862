// What became of each test case: doctest does not tell those that were skipped from those that
// passed. scripts/test adds up the lines "cases: ..." of all units.
#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <iostream>

namespace hashlab::testing {
namespace {

std::string reason_of_case;  // empty unless the running case called skip()
std::size_t passed = 0, failed = 0, skipped = 0;

struct Tally : doctest::IReporter {
  explicit Tally(const doctest::ContextOptions&) {}

  void test_case_start(const doctest::TestCaseData& test) override {
    name_ = test.m_name;
    reason_of_case.clear();
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    if (!stats.testCaseSuccess) {
      ++failed;
    } else if (reason_of_case.empty()) {
      ++passed;
    } else {
      ++skipped;
      std::cout << "skipped: " << name_ << ": " << reason_of_case << '\n';
    }
  }
  void test_run_end(const doctest::TestRunStats&) override {
    std::cout << "cases: " << passed << " passed, " << failed << " failed, " << skipped
              << " skipped" << std::endl;
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  const char* name_ = "";
};
REGISTER_LISTENER("tally", 1, Tally);

}  // namespace

void skip(const std::string& reason) {
  reason_of_case = reason;
}

int exit_status(int doctest_status) {
  if (doctest_status != 0 || passed > 0) return doctest_status;
  return skipped > 0 ? 77 : 1;
}

}  // namespace hashlab::testing
