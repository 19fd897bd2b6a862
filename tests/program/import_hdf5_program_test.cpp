#include "lib/data/dataset.h"
#include "tests/support/import_support.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::import_hdf5_program_test {

using namespace testing;

TEST_CASE("import hdf5: features, pictures and labels that are no numbers are refused by name") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& kind) {
    const Outcome outcome = hashlab::testing::hashlab(
        "import '" + golden("hdf5/odd_" + kind + ".h5") + "' --out '" + (folder / "out.h5") + "'");
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
  const Outcome words = hashlab::testing::hashlab("import '" + golden("hdf5/odd_labels.h5") +
                                                  "' --out '" + (folder / "words.h5") + "'");
  CHECK(words.status == 0);
  CHECK(read_dataset(folder / "words.h5").labels.single == std::vector<std::int32_t>{0, 1, 0, 1});
  CHECK(import_error("hdf5", {golden("hdf5/odd_labels.h5")}, named_variables("features")) ==
        "no error");
  CHECK(import_error("matlab73", {golden("hdf5/odd_matlab73.mat")}) ==
        Contains("it has C (cell 3 x 2), X (complex double 3 x 4)"));
  CHECK(import_error("matlab73", {golden("hdf5/odd_matlab73.mat")}, named_variables("X")) ==
        Contains("variable X (complex double 3 x 4) is no matrix of real numbers"));
  CHECK(import_error("hdf5", {golden("hdf5/odd_matlab73.mat")}, named_variables("C")) ==
        Contains("'/C' holds references to other objects"));
}

}  // namespace hashlab::import_hdf5_program_test
