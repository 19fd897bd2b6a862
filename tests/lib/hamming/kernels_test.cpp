#include "tests/support/kernels.h"
#include "lib/codes/codes.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace hashlab::kernels_test {

using hashlab::testing::supported_kernels;

namespace {

// Sets HASHLAB_KERNEL, and puts back what was there.
class ForcedKernel {
 public:
  explicit ForcedKernel(const char* name) {
    if (const char* before = std::getenv("HASHLAB_KERNEL")) {
      before_ = before;
      was_set_ = true;
    }
    if (name == nullptr) {
      unsetenv("HASHLAB_KERNEL");
    } else {
      setenv("HASHLAB_KERNEL", name, 1);
    }
  }
  ~ForcedKernel() {
    if (was_set_) {
      setenv("HASHLAB_KERNEL", before_.c_str(), 1);
    } else {
      unsetenv("HASHLAB_KERNEL");
    }
  }
  ForcedKernel(const ForcedKernel&) = delete;
  ForcedKernel& operator=(const ForcedKernel&) = delete;

 private:
  std::string before_;
  bool was_set_ = false;
};

enum class Fill { random, zeros, ones };

Codes filled_codes(std::size_t bits, std::size_t n, Fill fill, Rng& rng) {
  Codes codes({bits, 1}, n);
  for (std::size_t i = 0; i < codes.words.size(); ++i) {
    if (fill == Fill::random) codes.words[i] = rng.bits();
    if (fill == Fill::ones) codes.words[i] = ~std::uint64_t{0};
    const bool last = i % codes.n_words() == codes.n_words() - 1;
    if (last && bits % 64 != 0) codes.words[i] &= (std::uint64_t{1} << bits % 64) - 1;
  }
  return codes;
}

constexpr std::uint16_t untouched = 0xabcd;

std::vector<std::uint16_t> scanned(const Kernel& kernel, const std::uint64_t* query,
                                   const std::uint64_t* base, std::size_t n, std::size_t words) {
  std::vector<std::uint16_t> out(n + 1, untouched);
  kernel.scan(query, base, n, words, out.data());
  return out;
}

}  // namespace

TEST_CASE("kernels: the scalar kernel counts differing bits one by one") {
  Rng rng(1);
  for (const std::size_t bits :
       std::vector<std::size_t>{1, 31, 32, 63, 64, 65, 128, 129, 1000, 1024}) {
    CAPTURE(bits);
    const Codes query = filled_codes(bits, 1, Fill::random, rng);
    const Codes base = filled_codes(bits, 5, Fill::random, rng);
    const auto out =
        scanned(kernel_by_name("scalar"), query.code(0), base.code(0), base.n, base.n_words());
    for (std::size_t i = 0; i < base.n; ++i) CHECK(out[i] == distance(query, 0, base, i));
    CHECK(out[base.n] == untouched);
  }
}

TEST_CASE("kernels: every kernel equals scalar for 1 to 1024 bits and every tail") {
  const Kernel& scalar = kernel_by_name("scalar");
  Rng rng(2);
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t bits = 1; bits <= 1024; ++bits) {
      bool equal = true;
      for (const Fill fill : {Fill::random, Fill::zeros, Fill::ones}) {
        const Codes query = filled_codes(bits, 1, Fill::random, rng);
        const Codes base = filled_codes(bits, 17, fill, rng);
        for (std::size_t n = 0; n <= base.n; ++n) {
          // A copy of exactly n codes, so that reading past the end is seen by a sanitizer.
          const std::vector<std::uint64_t> exact(base.code(0), base.code(n));
          equal = equal && scanned(*kernel, query.code(0), exact.data(), n, base.n_words()) ==
                               scanned(scalar, query.code(0), exact.data(), n, base.n_words());
        }
      }
      INFO(kernel->name, " at ", bits, " bits");
      CHECK(equal);
    }
  }
}

TEST_CASE("kernels: long scans and any start equal scalar") {
  const Kernel& scalar = kernel_by_name("scalar");
  Rng rng(3);
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t words = 1; words <= 17; ++words) {
      std::vector<std::uint64_t> memory(words * 300 + 16);
      for (std::uint64_t& word : memory) word = rng.bits();
      for (std::size_t start = 0; start < 8; ++start) {
        INFO(kernel->name, ", ", words, " words, start ", start);
        const std::uint64_t* base = memory.data() + start;
        const std::uint64_t* query = memory.data() + 8 - start;
        CHECK(scanned(*kernel, query, base, 300, words) ==
              scanned(scalar, query, base, 300, words));
      }
    }
  }
}

TEST_CASE("kernels: opposite codes of 65535 bits are 65535 apart") {
  const std::size_t words = 1024;
  const std::vector<std::uint64_t> zeros(words, 0);
  std::vector<std::uint64_t> ones(words, ~std::uint64_t{0});
  ones.back() >>= 1;
  for (const Kernel* kernel : supported_kernels()) {
    CAPTURE(kernel->name);
    CHECK(scanned(*kernel, zeros.data(), ones.data(), 1, words)[0] == 65535);
  }
}

TEST_CASE("kernels: without the environment the best level of this CPU is used") {
  const ForcedKernel none(nullptr);
  std::string best = "scalar";
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) best = "popcnt";
  if (__builtin_cpu_supports("avx2")) best = "avx2";
  if (__builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    best = "avx512";
  }
#elif defined(__aarch64__)
  best = "neon";
#endif
  CHECK(active_kernel().name == best);
}

TEST_CASE("kernels: HASHLAB_KERNEL as set from outside is obeyed") {
  const char* forced = std::getenv("HASHLAB_KERNEL");
  if (forced == nullptr || *forced == '\0') return;
  CHECK(std::string(active_kernel().name) == forced);
}

TEST_CASE("kernels: HASHLAB_KERNEL forces each supported kernel") {
  for (const Kernel* kernel : supported_kernels()) {
    const ForcedKernel forced(kernel->name);
    CHECK(&active_kernel() == kernel);
  }
}

TEST_CASE("kernels: an empty HASHLAB_KERNEL is as good as none") {
  const Kernel* best = nullptr;
  {
    const ForcedKernel none(nullptr);
    best = &active_kernel();
  }
  const ForcedKernel empty("");
  CHECK(&active_kernel() == best);
}

TEST_CASE("kernels: an unknown name is an error that lists what there is") {
  const ForcedKernel forced("sse9");
  try {
    active_kernel();
    FAIL("no error");
  } catch (const Error& e) {
    CHECK(e.code() == ErrorCode::invalid_argument);
    const std::string message = e.what();
    CHECK(message.find("HASHLAB_KERNEL") != message.npos);
    CHECK(message.find("'sse9' does not exist") != message.npos);
    for (const Kernel* kernel : supported_kernels()) {
      CHECK(message.find(kernel->name) != message.npos);
    }
  }
}

TEST_CASE("kernels: a kernel that this CPU lacks is an error, not a fallback") {
  std::size_t refused = 0;
  for (const Kernel* kernel : all_kernels()) {
    if (kernel->supported()) continue;
    ++refused;
    const ForcedKernel forced(kernel->name);
    CHECK_THROWS_AS(active_kernel(), Error);
    CHECK_THROWS_WITH_AS(kernel_by_name(kernel->name),
                         doctest::Contains("is not supported by this build on this CPU"), Error);
  }
  // x86 lacks NEON and ARM lacks AVX, so there is always one to refuse.
  CHECK(refused >= 1);
}

TEST_CASE("kernels: scalar is last and always supported") {
  CHECK(std::string(all_kernels().back()->name) == "scalar");
  CHECK(all_kernels().back()->supported());
}

}  // namespace hashlab::kernels_test
