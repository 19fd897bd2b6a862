// Which mutant runs, and which places each test case reaches. By the environment:
//   HASHLAB_MUTANT=ID       that mutant runs
//   HASHLAB_REACHED=FILE    a line for each test case: its processor seconds, its name, and the
//                           mutants whose places it reached; first those reached before any case
#include "tests/mutation/switches.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace hashlab::mutation {
namespace {

constexpr unsigned max_mutants = 1u << 16;

struct Run {
  unsigned mutant = 0;
  bool recording = false;
  std::array<bool, max_mutants> reached{};

  Run() {
    if (const char* id = std::getenv("HASHLAB_MUTANT")) {
      mutant = static_cast<unsigned>(std::strtoul(id, nullptr, 10));
    }
    recording = std::getenv("HASHLAB_REACHED") != nullptr;
  }
};

// A constant of another file may ask before this file's own would be there.
Run& run() {
  static Run the_run;
  return the_run;
}

struct Recorder : doctest::IReporter {
  explicit Recorder(const doctest::ContextOptions&) {}

  void test_run_start() override { write("", 0.0); }
  void test_case_start(const doctest::TestCaseData& test) override {
    name_ = test.m_name;
    begun_ = std::clock();
  }
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    write(name_, static_cast<double>(std::clock() - begun_) / CLOCKS_PER_SEC);
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  void write(const char* name, double seconds) {
    if (!run().recording) return;
    std::ofstream file(std::getenv("HASHLAB_REACHED"), std::ios::app);
    file << seconds << '\t' << name << '\t';
    for (unsigned id = 0; id < max_mutants; ++id) {
      if (run().reached[id]) file << id << ' ';
    }
    file << '\n';
    run().reached.fill(false);
  }

  const char* name_ = "";
  std::clock_t begun_ = 0;
};
REGISTER_LISTENER("recorder", 1, Recorder);

}  // namespace

bool on(unsigned id) {
  Run& r = run();
  if (r.recording) r.reached[id] = true;
  return id == r.mutant;
}

}  // namespace hashlab::mutation
