#include "hashers/registry.h"
#include "results/published/correction.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace hashlab::correction_names_test {

using namespace hashers;
using namespace results;

namespace {

const std::string folder = HASHLAB_SOURCE_DIR "/results/published/corrections";

}  // namespace

TEST_CASE("correction files: all are read; the names are those of methods that hashlab has") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    const Correction correction = read_correction(entry.path().string());
    CHECK(correction.name == entry.path().filename());
    for (const CorrectionFactor& factor : correction.factors) {
      CAPTURE(factor.hasher);
      CHECK(factor.dataset == "cifar10_gist512");
      CHECK(factor.groundtruth == "epsilon");
      CHECK(factor.factor > .5);
      CHECK(factor.factor < 1.1);
      std::string hasher = factor.hasher;
      for (const char* tuned : {",tuned", ":tuned"}) {
        if (hasher.ends_with(tuned)) hasher.resize(hasher.size() - std::string(tuned).size());
      }
      CHECK(make_hasher(hasher).name == hasher);
    }
  }
  CHECK(files == 1);
}

}  // namespace hashlab::correction_names_test
