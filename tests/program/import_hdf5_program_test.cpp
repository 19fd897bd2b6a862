#include "lib/files/h5.h"
#include "lib/files/input_file.h"
#include "lib/import/format.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::import_hdf5_program_test {

using namespace testing;

namespace {

std::string h5_file(const std::string& name) {
  return std::string(HASHLAB_SOURCE_DIR) + "/tests/data/hdf5/" + name;
}

ImportOptions named(const std::string& features, const std::string& labels = "") {
  ImportOptions options;
  options.features_variable = features;
  options.labels_variable = labels;
  return options;
}

}  // namespace

TEST_CASE("import hdf5: features, pictures and labels that are no numbers are refused by name") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& kind) {
    const Outcome outcome = hashlab::testing::hashlab("import '" + h5_file("odd_" + kind + ".h5") +
                                                      "' --out '" + (folder / "out.h5") + "'");
    CHECK(outcome.status == 2);
    CHECK_FALSE(std::filesystem::exists(folder / "out.h5"));
    return refusal(outcome);
  };
  const std::string expected =
      ", expected real numbers or integers: convert it with NumPy, or name another dataset with "
      "--features-variable";
  CHECK(refused("complex") == Contains(".h5: '/features' holds complex numbers" + expected));
  CHECK(refused("compound") == Contains("'/features' holds compound elements" + expected));
  CHECK(refused("text") == Contains("'/features' holds strings" + expected));
  CHECK(refused("fixed_text") == Contains("'/features' holds strings" + expected));
  CHECK(refused("variable_length") ==
        Contains("'/features' holds variable-length lists" + expected));
  CHECK(refused("opaque") == Contains("'/features' holds opaque bytes" + expected));
  CHECK(refused("reference") == Contains("'/images' holds references to other objects" + expected));
  CHECK(refused("labelled") == Contains("'/features' holds complex numbers" + expected));
  CHECK(refused("labels") == Contains("'/labels' holds strings" + expected));
  CHECK(import_error("hdf5", {h5_file("odd_labels.h5")}, named("features")) == "no error");
  CHECK(import_error("matlab73", {h5_file("odd_matlab73.mat")}) ==
        Contains("it has C (cell 3 x 2), X (complex double 3 x 4)"));
  CHECK(import_error("matlab73", {h5_file("odd_matlab73.mat")}, named("X")) ==
        Contains("variable X (complex double 3 x 4) is no matrix of real numbers"));
  CHECK(import_error("hdf5", {h5_file("odd_matlab73.mat")}, named("C")) ==
        Contains("'/C' holds references to other objects"));
}

}  // namespace hashlab::import_hdf5_program_test
