#include "lib/h5/checkpoint_folder.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>

namespace hashlab::checkpoint_folder_test {

using hashlab::testing::TemporaryFolder;

namespace {

const Checkpoints::State state = {{"network.W", {{1.5, -2, 3}, {4, 5, 6e-30}}},
                                  {"epochs", arma::vec{7}}};

std::string only_file(const std::string& folder) {
  return std::filesystem::directory_iterator(folder)->path().string();
}

bool same(const std::optional<Checkpoints::State>& found) {
  if (!found || found->size() != state.size()) return false;
  for (const auto& [name, values] : state) {
    if (!found->contains(name) || !arma::approx_equal(found->at(name), values, "absdiff", 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("checkpoints: what was left under a key is found again, the last of it") {
  const TemporaryFolder folder;
  CheckpointFolder checkpoints(folder / "checkpoints");
  CHECK_FALSE(checkpoints.found("a").has_value());
  CHECK_FALSE(std::filesystem::exists(folder / "checkpoints"));
  checkpoints.leave("a", {{"epochs", arma::vec{1}}});
  checkpoints.leave("a", state);
  CHECK(same(checkpoints.found("a")));
  CHECK_FALSE(checkpoints.found("b").has_value());
  CheckpointFolder again(folder / "checkpoints");
  CHECK(same(again.found("a")));
}

TEST_CASE("checkpoints: the folder goes with the last of them, unless something else is in it") {
  const TemporaryFolder folder;
  CheckpointFolder checkpoints(folder / "checkpoints");
  checkpoints.leave("a", state);
  checkpoints.leave("b", state);
  checkpoints.forget("a");
  CHECK_FALSE(checkpoints.found("a").has_value());
  CHECK(same(checkpoints.found("b")));
  write_file(folder / "checkpoints/notes.txt", "mine");
  checkpoints.clear();
  CHECK_FALSE(checkpoints.found("b").has_value());
  CHECK(read_file(folder / "checkpoints/notes.txt") == "mine");
  std::filesystem::remove(folder / "checkpoints/notes.txt");
  checkpoints.clear();
  CHECK_FALSE(std::filesystem::exists(folder / "checkpoints"));
}

TEST_CASE("checkpoints: damaged files, and those of another key, are not found") {
  const TemporaryFolder folder;
  CheckpointFolder checkpoints(folder / "checkpoints");
  checkpoints.leave("a", state);
  const std::string file = only_file(folder / "checkpoints"), whole = read_file(file);
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 23) {
    write_file(file, whole.substr(0, size));
    CHECK_FALSE(checkpoints.found("a").has_value());
  }
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  write_file(file, flipped);
  CHECK_FALSE(checkpoints.found("a").has_value());
  write_file(file, whole);
  CHECK(same(checkpoints.found("a")));
  checkpoints.leave("b", state);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "checkpoints")) {
    write_file(entry.path().string(), whole);  // of "a", under the name of "b"
  }
  CHECK_FALSE(checkpoints.found("b").has_value());
}

TEST_CASE("checkpoints: a folder that cannot be written is an error that leaves nothing") {
  const TemporaryFolder folder;
  write_file(folder / "checkpoints", "a file");
  CheckpointFolder checkpoints(folder / "checkpoints");
  CHECK(testing::error_of([&] { checkpoints.leave("a", state); }).find("checkpoints") !=
        std::string::npos);
  CHECK(read_file(folder / "checkpoints") == "a file");
}

}  // namespace hashlab::checkpoint_folder_test
