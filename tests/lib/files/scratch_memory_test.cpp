#include "lib/files/scratch_memory.h"

#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::scratch_memory_test {

using namespace testing;

namespace {

/// How much of the mapping that begins at `data` is in memory, in bytes. What the process holds of
/// all files together would count pages of its own code that are read meanwhile.
std::size_t resident_of(const void* data) {
  const std::string begin = fmt::format("{:x}-", reinterpret_cast<std::uintptr_t>(data));
  std::ifstream maps("/proc/self/smaps");
  bool found = false;
  for (std::string line; std::getline(maps, line);) {
    found = found || line.starts_with(begin);
    if (found && line.starts_with("Rss:")) return std::stoul(line.substr(4)) << 10;
  }
  FAIL("no mapping begins there");
  return 0;
}

}  // namespace

TEST_CASE("scratch memory: holds what was appended, and leaves no file") {
  const TemporaryFolder folder;
  std::vector<std::uint32_t> numbers(100000);
  std::iota(numbers.begin(), numbers.end(), 7u);
  {
    ScratchMemory memory(folder.path(), numbers.size() * 4, 1 << 20);
    CHECK(memory.size() == 400000);
    memory.append(numbers.data(), 40);
    memory.append(&numbers[10], 400000 - 40);
    CHECK(std::memcmp(memory.data(), numbers.data(), 400000) == 0);
    CHECK(entries_of(folder.path()) == 0);
  }
  CHECK(entries_of(folder.path()) == 0);
}

TEST_CASE("scratch memory: what was not written is zeros, and no more is written than was taken") {
  const TemporaryFolder folder;
  ScratchMemory memory(folder.path(), 6, 1 << 20);
  memory.append("abc", 3);
  CHECK(std::memcmp(memory.data(), "abc\0\0\0", 6) == 0);
  CHECK(error_of([&] { memory.append("defg", 4); }) == Contains("No space left on device"));
  CHECK(std::memcmp(memory.data(), "abc\0\0\0", 6) == 0);
}

TEST_CASE("scratch memory: a folder that is not there, or has no room, is told at once") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { ScratchMemory(folder / "none", 10, 10); }) ==
        folder / "none" + ": cannot take 1 MiB of scratch there: No such file or directory");
  const std::uintmax_t free = std::filesystem::space(folder.path()).available;
  const std::string error =
      error_of([&] { ScratchMemory(folder.path(), free + (std::size_t{1} << 40), 10); });
  CHECK(error == Contains("of scratch there: No space left on device"));
  CHECK(entries_of(folder.path()) == 0);
}

TEST_CASE("scratch memory: what was read stays until it is trimmed") {
  const TemporaryFolder folder;
  constexpr std::size_t bytes = std::size_t{64} << 20, most = std::size_t{4} << 20;
  ScratchMemory memory(folder.path(), bytes, most);
  const std::vector<char> block(1 << 20, 'x');
  for (std::size_t i = 0; i < 64; ++i) memory.append(block.data(), block.size());
  const char* data = static_cast<const char*>(memory.data());
  const std::size_t before = resident_of(data);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < bytes; i += 512) sum += static_cast<std::size_t>(data[i]);
  CHECK(sum == bytes / 512 * 'x');
  CHECK(resident_of(data) > before + most);
  trim_scratch();
  CHECK(resident_of(data) < before + most);
  CHECK(data[bytes - 1] == 'x');  // and is there all the same
}

TEST_CASE(
    "scratch memory: a row that is read brings at most 64 KiB with it, however it was written") {
  const TemporaryFolder folder;
  constexpr std::size_t bytes = std::size_t{64} << 20, distance = std::size_t{1} << 20;
  ScratchMemory memory(folder.path(), bytes, bytes);
  const std::vector<char> all(bytes, 'x');
  memory.append(all.data(), all.size());
  const char* data = static_cast<const char*>(memory.data());
  const std::size_t before = resident_of(data);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < bytes; i += distance) sum += static_cast<std::size_t>(data[i]);
  CHECK(sum == bytes / distance * 'x');
  CHECK(resident_of(data) <= before + bytes / distance * (std::size_t{64} << 10));
}

}  // namespace hashlab::scratch_memory_test
