#include "splits/split_file.h"
#include "tests/support/foreign_lists.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::stored_splits_test {

using namespace splits;
using namespace testing;

namespace {

const std::atomic<bool> never = false;

StoredSplit stored(const std::string& protocol, const std::string& view = "") {
  StoredSplit s;
  s.split = protocol;
  s.dataset = "small";
  s.view = view;
  s.n = listed_rows;
  s.recipe = "split = " + protocol + "\nseed = 7\n";
  s.rows = make_split(protocol).make(request_of_listed());
  s.checksum = split_checksum(s.rows);
  return s;
}

void check_equal(const StoredSplit& read, const StoredSplit& written) {
  CHECK(read.split == written.split);
  CHECK(read.dataset == written.dataset);
  CHECK(read.view == written.view);
  CHECK(read.n == written.n);
  CHECK(read.run == written.run);
  CHECK(read.recipe == written.recipe);
  CHECK(read.checksum == written.checksum);
  CHECK(split_checksum(read.rows) == written.checksum);
}

}  // namespace

TEST_CASE("stored splits: every format gives back what was written, whatever the protocol's name") {
  const std::vector<StoredSplit> all = {stored("improved"), stored("literature", "image")};
  for (const SplitFormat format : {SplitFormat::h5, SplitFormat::text, SplitFormat::npy}) {
    const TemporaryFolder folder;
    REQUIRE(write_splits(folder / "out", format, all, never));
    const std::vector<ReadSplit> read = read_splits(folder / "out");
    REQUIRE(read.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(read[i].damage == "");
      CHECK(read[i].place == Contains(all[i].split + "/run-1"));
      check_equal(read[i].drawn, all[i]);
    }
  }
}

TEST_CASE("stored splits: a damaged split is returned with the reason, beside the others") {
  const TemporaryFolder folder;
  REQUIRE(write_splits(folder / "out", SplitFormat::text,
                       {stored("improved"), stored("literature")}, never));
  write_file(folder / "out/improved/run-1/split.txt", "split = improved\n");
  const std::vector<ReadSplit> read = read_splits(folder / "out");
  REQUIRE(read.size() == 2);
  CHECK(read[0].damage == Contains("does not tell its recipe"));
  CHECK(read[1].damage == "");
}

TEST_CASE("stored splits: lists that were stopped leave nothing") {
  const TemporaryFolder folder;
  const std::atomic<bool> stop = true;
  CHECK_FALSE(write_splits(folder / "out", SplitFormat::npy, {stored("improved")}, stop));
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
  CHECK(error_of([&] { read_splits(folder / "out"); }) == Contains("there is no such file"));
}

}  // namespace hashlab::stored_splits_test
