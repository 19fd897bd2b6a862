#include "lib/files/quick_sum.h"

#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace hashlab::quick_sum_test {

using hashlab::testing::skip;

namespace {

std::string sum_of(const std::string& bytes, std::size_t piece = 1000000) {
  QuickSum sum;
  for (std::size_t at = 0; at < bytes.size(); at += piece) sum.add(bytes.substr(at, piece));
  return sum.hex();
}

#if defined(__x86_64__)
/// Does the processor keep the upper halves of vector registers? True if it cannot tell.
bool upper_halves_in_use() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || (a & 4) == 0) return true;
  unsigned low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & 4) != 0;
}
#endif

}  // namespace

// The values are those of RFC 8439, section 2.5.1, with Python's integers.
TEST_CASE("quick sum: it is Poly1305, which stored files depend on") {
  std::string bytes;
  for (std::size_t i = 0; i < 1000; ++i) bytes += static_cast<char>(i % 251);
  CHECK(sum_of("") == "686174206973206e6f20736563726574");
  CHECK(sum_of("abc") == "1343b5929470821ffa9754b1742be7c8");
  CHECK(sum_of(bytes) == "dc017e02f91dbd2311c414b18098fd71");
  for (const std::size_t piece : {1U, 7U, 16U, 999U}) CHECK(sum_of(bytes, piece) == sum_of(bytes));
}

TEST_CASE("quick sum: another bit, byte or length is another sum") {
  const std::string bytes(100, 'x');
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 1);
    CHECK(sum_of(other) != sum_of(bytes));
    CHECK(sum_of(bytes.substr(0, at)) != sum_of(bytes));
  }
  CHECK(sum_of(bytes + std::string(1, '\0')) != sum_of(bytes));
}

TEST_CASE(
    "quick sum: it leaves no upper halves of registers in use, which slow down all after it") {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) asm volatile("vzeroupper");
  if (upper_halves_in_use()) {
    skip("the processor does not tell which registers are in use");
    return;
  }
  for (const std::size_t size : {10U, 100U, 1000U, 10000U, 100000U}) {
    QuickSum sum;
    sum.add(std::string(size, 'x'));
    const bool after_adding = upper_halves_in_use();
    sum.hex();
    const bool at_the_end = upper_halves_in_use();
    CHECK_MESSAGE(!after_adding, size);
    CHECK_MESSAGE(!at_the_end, size);
  }
#else
  skip("not for this processor");
#endif
}

}  // namespace hashlab::quick_sum_test
