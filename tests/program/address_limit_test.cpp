// The program where the system gives it few addresses (ulimit -v), little memory or few threads.
#include "lib/files/files.h"
#include "lib/sanitizer.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::address_limit_test {

using namespace testing;

namespace {

bool can_limit_addresses() {
  if (is_sanitized) skip("sanitizers need all addresses");
  return !is_sanitized;
}

/// A command under a limit, such as "-v 200", in MiB; status 124 if it takes more than a minute.
Outcome limited(const std::string& limit, std::size_t mebibytes, const std::string& arguments) {
  return shell(fmt::format("ulimit {} {}; timeout 60 '{}' {}", limit, mebibytes * 1024,
                           HASHLAB_PROGRAM, arguments));
}

/// Did it end by itself, with one line of error if with any?
bool is_success_or_one_line(const Outcome& outcome) {
  const std::size_t at = outcome.error.find("error: ");
  if (outcome.status == 0) return at == std::string::npos;
  return (outcome.status == 1 || outcome.status == 2) && at != std::string::npos &&
         outcome.error.find('\n', at) == outcome.error.size() - 1;
}

}  // namespace

TEST_CASE(
    "limits: however few addresses there are, verbs succeed or say in a line how many they need") {
  if (!can_limit_addresses()) return;
  const SmallStudy study;
  const std::string train = fmt::format("train --data '{}' --hasher itq+sbq --bits 8 --out '{}'",
                                        study / "small.h5", study / "model.h5");
  for (const char* limit : {"-v", "-d"}) {
    for (const std::size_t mebibytes :
         {100u, 130u, 170u, 210u, 250u, 290u, 330u, 370u, 410u, 450u, 600u}) {
      CAPTURE(limit);
      CAPTURE(mebibytes);
      std::filesystem::remove_all(study.results());
      for (const std::string& verb :
           {std::string("list"), train, study.arguments("run", "--jobs 2")}) {
        CAPTURE(verb);
        const Outcome outcome = limited(limit, mebibytes, verb);
        CAPTURE(outcome.status);
        CAPTURE(outcome.error);
        CHECK(is_success_or_one_line(outcome));
      }
    }
  }
  const Outcome little = limited("-v", 150, "list");
  CHECK(refusal(little) == Contains("the address space (ulimit -v) is limited to 150 MiB, but "
                                    "OpenBLAS takes 129 MiB: allow "));
  CHECK(limited("-v", 600, train).status == 0);
}

TEST_CASE("limits: workers are refused for which there are not enough addresses, before any work") {
  if (!can_limit_addresses()) return;
  const SmallStudy study;
  const Outcome outcome = limited("-v", 1000, study.arguments("run", "--jobs 64"));
  CHECK(outcome.status == 1);
  CHECK(outcome.error ==
        Contains("error: the address space (ulimit -v) is limited to 1000 MiB, but "
                 "OpenBLAS takes 129 MiB for each of 64 threads: allow "));
  CHECK(study.cells().empty());
}

TEST_CASE("limits: threads that the system does not give are an error of one line") {
  if (!can_limit_addresses()) return;
  const TemporaryFolder folder;
  const Outcome outcome =
      shell(fmt::format("cd '{}'; ulimit -v 1000000; timeout 60 '{}' make-data pictures a.h5 "
                        "--samples 20000 --threads 1000",
                        folder.path(), HASHLAB_PROGRAM));
  CHECK(is_success_or_one_line(outcome));
  CHECK(outcome.error == Contains(" of 1000 threads could be started (Resource temporarily "
                                  "unavailable): ask for fewer"));
}

}  // namespace hashlab::address_limit_test
