#include "lib/reuse.h"
#include "lib/parallel.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace hashlab::reuse_test {
namespace {

/// Asks for a text of `bytes` bytes and says whether it was made or found.
bool made(Reuse& reuse, const std::string& key, std::size_t bytes) {
  bool is_new = false;
  const auto value = reuse.get<std::string>(
      key,
      [&] {
        is_new = true;
        return "value of " + key;
      },
      [&](const std::string&) { return bytes; });
  CHECK(*value == "value of " + key);
  return is_new;
}

}  // namespace

TEST_CASE("reuse: a value is made once and found from then on") {
  Reuse reuse(1000);
  CHECK(made(reuse, "a", 10));
  CHECK(made(reuse, "b", 10));
  CHECK_FALSE(made(reuse, "a", 10));
  CHECK_FALSE(made(reuse, "b", 10));
  CHECK(reuse.counts().made == 2);
  CHECK(reuse.counts().found == 2);
  CHECK(reuse.counts().bytes == 20);
}

TEST_CASE("reuse: beyond the bound the value that nobody asked for longest is forgotten") {
  Reuse reuse(30);
  for (const char* key : {"a", "b", "c"}) CHECK(made(reuse, key, 10));
  CHECK_FALSE(made(reuse, "a", 10));
  CHECK(made(reuse, "d", 10));
  CHECK_FALSE(made(reuse, "a", 10));
  CHECK_FALSE(made(reuse, "c", 10));
  CHECK(made(reuse, "b", 20));
  CHECK(reuse.counts().bytes == 30);
}

TEST_CASE("reuse: a value larger than the bound is made each time, and pushes nothing out") {
  Reuse reuse(30);
  CHECK(made(reuse, "a", 10));
  CHECK(made(reuse, "large", 31));
  CHECK(made(reuse, "large", 31));
  CHECK_FALSE(made(reuse, "a", 10));
  CHECK(reuse.counts().bytes == 10);
}

TEST_CASE("reuse: a value stays whole for whoever holds it after it was forgotten") {
  Reuse reuse(10);
  const auto bytes = [](const std::string&) -> std::size_t { return 10; };
  const auto held = reuse.get<std::string>(
      "a", [] { return std::string(100, 'a'); }, bytes);
  CHECK(made(reuse, "b", 10));
  CHECK(*held == std::string(100, 'a'));
}

TEST_CASE("reuse: what fails is not kept") {
  Reuse reuse(100);
  const auto bytes = [](const int&) { return sizeof(int); };
  CHECK_THROWS_AS(reuse.get<int>(
                      "a", []() -> int { throw std::runtime_error("failed"); }, bytes),
                  std::runtime_error);
  CHECK(*reuse.get<int>(
            "a", [] { return 7; }, bytes) == 7);
}

TEST_CASE("reuse: a value may be made of others") {
  Reuse reuse(100);
  const auto bytes = [](const int&) { return sizeof(int); };
  const auto inner = [&] {
    return *reuse.get<int>(
        "inner", [] { return 3; }, bytes);
  };
  CHECK(*reuse.get<int>(
            "outer", [&] { return 2 * inner(); }, bytes) == 6);
  CHECK(inner() == 3);
  CHECK(reuse.counts().found == 1);
}

TEST_CASE("reuse: of several threads that ask at once one makes a value, and each gets it") {
  Reuse reuse(1 << 20);
  std::atomic<int> calls = 0;
  parallel(4, 400, [&](std::size_t part) {
    const std::size_t key = part % 20;
    const auto value = reuse.get<std::size_t>(
        fmt::format("{}", key),
        [&] {
          ++calls;
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return 10 * key;
        },
        [](const std::size_t&) { return sizeof(std::size_t); });
    CHECK(*value == 10 * key);
  });
  CHECK(calls == 20);
  CHECK(reuse.counts().found == 380);
}

TEST_CASE("reuse: whoever waited for a value that failed makes it") {
  Reuse reuse(1000);
  std::atomic<int> calls = 0, failed = 0;
  parallel(4, 4, [&](std::size_t) {
    try {
      reuse.get<int>(
          "a",
          [&]() -> int {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            if (++calls == 1) throw std::runtime_error("the first");
            return 1;
          },
          [](const int&) { return sizeof(int); });
    } catch (const std::runtime_error&) {
      ++failed;
    }
  });
  CHECK(calls == 2);
  CHECK(failed == 1);
}

}  // namespace hashlab::reuse_test
