#include "experiments/program/run_memory.h"

#include "experiments/program/memory_cap.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace hashlab::run_memory_test {

using namespace experiments;
using namespace testing;

namespace {

/// A data set of so many rows, which take next to nothing.
Dataset of_rows(std::size_t n) {
  Dataset dataset;
  dataset.features.set_size(0, n);
  return dataset;
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

}  // namespace

TEST_CASE("memory of a run: large data sets leave room for fewer jobs, and one at least") {
  const Dataset dataset = of_rows(10000000);  // 305 MiB a job
  const std::size_t held = memory_in_use();
  CHECK(divide_memory(held + 1200 * megabyte, dataset, 2).jobs == 2);
  CHECK(divide_memory(held + 600 * megabyte, dataset, 2).jobs == 1);
  CHECK(divide_memory(held + 600 * megabyte, dataset, 1).jobs == 1);
  CHECK(divide_memory(held + 600 * megabyte, of_rows(1000), 64).jobs == 64);
  CHECK(error_of([&] { divide_memory(held + 200 * megabyte, dataset, 2); }) ==
        Contains(" is too small: the data set takes "));
}

TEST_CASE("memory of a run: its parts are within the cap") {
  const std::size_t held = memory_in_use(), cap = held + 1200 * megabyte;
  for (const std::size_t jobs : {1U, 2U, 8U}) {
    const RunMemory memory = divide_memory(cap, of_rows(1000000), jobs);
    CHECK(memory.jobs == jobs);
    CHECK(memory.values > 0);
    CHECK(memory.reuse > 0);
    CHECK(held + memory.reuse + memory.jobs * memory.values < cap);
  }
}

TEST_CASE("memory of a run: features go to disk from half of it on") {
  const FeatureRoom room = feature_room(1000, "somewhere");
  CHECK(room.folder == "somewhere");
  CHECK(room.max_bytes == 500);
  CHECK(room.max_resident < room.max_bytes);
}

TEST_CASE("memory of a run: scratch is on the disk of a folder that may not be there yet") {
  const TemporaryFolder folder;
  CHECK(folder_on_disk_of(folder.path()) == folder.path());
  CHECK(folder_on_disk_of(folder / "not/yet/there") == folder.path());
  CHECK(std::filesystem::is_directory(folder_on_disk_of("neither/this")));
}

}  // namespace hashlab::run_memory_test
