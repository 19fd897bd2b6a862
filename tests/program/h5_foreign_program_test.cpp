#include "lib/h5/h5.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <sys/stat.h>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::h5_foreign_program_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::Outcome;
using hashlab::testing::refusal;
using hashlab::testing::TemporaryFolder;

// tests/data/make_hdf5.py says what is wrong with these files.
TEST_CASE("foreign h5: what crashes the HDF5 library, or keeps it busy for ever, is refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& verb, const std::string& name) {
    const std::string file = HASHLAB_SOURCE_DIR "/tests/data/hdf5/" + name;
    const std::string out = verb == "import" ? fmt::format(" --out '{}'", folder / "new.h5") : "";
    const Outcome outcome = hashlab::testing::hashlab(fmt::format("{} '{}'{}", verb, file, out));
    CHECK(outcome.status == 2);
    CHECK(hashlab::testing::entries_of(folder.path()) == 0);
    return refusal(outcome);
  };
  for (const char* verb : {"inspect", "import"}) {
    CAPTURE(verb);
    CHECK(refused(verb, "crash_heap.h5") == Contains("the HDF5 library crashes when it reads it"));
    CHECK(refused(verb, "crash_loop.h5") == Contains("or one that contains itself"));
  }
}

}  // namespace hashlab::h5_foreign_program_test
