// The kernels of OpenBLAS that the program is started with, by what it prints and computes.
#include "lib/files/files.h"
#include "results/record/record.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>

namespace hashlab::portable_blas_test {

using namespace testing;

namespace {

/// Kernels other than those for AVX2 that every processor with AVX2 can run; "" without AVX2, where
/// nothing is portable.
std::string other_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Nehalem";
#endif
  skip("no AVX2");
  return "";
}

/// The kernels that the program names.
std::string kernels_in(const std::string& environment) {
  const Outcome version = shell(fmt::format(
      "env -u OPENBLAS_CORETYPE -u HASHLAB_BLAS {} '{}' --version", environment, HASHLAB_PROGRAM));
  CHECK(version.status == 0);
  const std::size_t blas = version.out.find("\nblas ");
  REQUIRE(blas != std::string::npos);
  const std::string line = version.out.substr(blas, version.out.find('\n', blas + 1) - blas);
  const std::size_t begin = line.rfind('(') + 1;
  return line.substr(begin, line.rfind(')') - begin);
}

/// The BLAS that the finished cells record.
std::set<std::string> recorded(const SmallStudy& study) {
  std::set<std::string> blas;
  for (const std::string& cell : study.cells()) {
    blas.insert(results::read_cell_summary(cell).provenance.at("blas"));
  }
  return blas;
}

}  // namespace

TEST_CASE("portable BLAS: kernels for AVX2 compute, whatever the environment asks of OpenBLAS") {
  const std::string other = other_kernels();
  if (other.empty()) return;
  CHECK(kernels_in("") == "Haswell");
  CHECK(kernels_in("HASHLAB_BLAS=portable OPENBLAS_CORETYPE=" + other) == "Haswell");
  CHECK(kernels_in("OPENBLAS_CORETYPE=" + other) == "Haswell");
  CHECK(kernels_in("HASHLAB_BLAS=native OPENBLAS_CORETYPE=" + other) == other);
  // OpenBLAS chooses Prescott by itself for processors that are newer than it is.
  CHECK(kernels_in("HASHLAB_BLAS=native") != "Prescott");
}

TEST_CASE("portable BLAS: a word that is neither portable nor native is refused") {
  const SmallStudy study;
  const Outcome outcome = hashlab::testing::hashlab("--version", "HASHLAB_BLAS=fast");
  CHECK(outcome.status != 0);
  CHECK(outcome.error ==
        "error: environment variable HASHLAB_BLAS = 'fast', must be portable | native\n");
  CHECK(study.run("--set blas=fast").error == Contains("key 'blas' = 'fast', must be portable"));
}

TEST_CASE("portable BLAS: a suite has the same numbers in every environment") {
  const std::string other = other_kernels();
  if (other.empty()) return;
  const SmallStudy study;
  std::set<std::string> numbers;
  for (const std::string& environment :
       {std::string("OPENBLAS_CORETYPE=Haswell"), "OPENBLAS_CORETYPE=" + other,
        std::string("OPENBLAS_L2_SIZE=256"), std::string("OPENBLAS_L2_SIZE=2048"),
        std::string("OPENBLAS_BLOCK_FACTOR=2")}) {
    std::filesystem::remove_all(study.results());
    REQUIRE(study.run("", environment).status == 0);
    numbers.insert(study.numbers());
    const std::set<std::string> blas = recorded(study);
    REQUIRE(blas.size() == 1);
    CHECK(*blas.begin() == Contains("(Haswell)"));
  }
  CHECK(numbers.size() == 1);
}

TEST_CASE("portable BLAS: a suite may ask for the native kernels, and cells record them") {
  const std::string other = other_kernels();
  if (other.empty()) return;
  const SmallStudy study;
  const std::string asked = "OPENBLAS_CORETYPE=" + other;
  REQUIRE(study.run("--set blas=native", asked).status == 0);
  CHECK(*recorded(study).begin() == Contains(fmt::format("({})", other)));
  std::filesystem::remove_all(study.results());
  REQUIRE(study.run("--set blas=portable", asked + " HASHLAB_BLAS=native").status == 0);
  CHECK(*recorded(study).begin() == Contains("(Haswell)"));
}

}  // namespace hashlab::portable_blas_test
