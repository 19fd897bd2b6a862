#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::import_cifar10_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

/// A picture whose pixel p has red, green and blue of p, p + 1 and p + 2 and the offset, modulo
/// 256.
std::string record(int label, int offset) {
  std::string bytes(1, static_cast<char>(label));
  for (int c = 0; c < 3; ++c) {
    for (int p = 0; p < 1024; ++p) bytes += static_cast<char>(p + c + offset);
  }
  return bytes;
}

Numbers interleaved(int offset) {
  Numbers values;
  for (int p = 0; p < 1024; ++p) {
    for (int c = 0; c < 3; ++c) values.push_back((p + c + offset) & 255);
  }
  return values;
}

}  // namespace

TEST_CASE("import_cifar10: batches become pictures, labels and the split, in the order given") {
  const TemporaryFolder folder;
  write_file(folder / "test_batch.bin", record(9, 5));
  write_file(folder / "data_batch_1.bin", record(0, 0) + record(3, 100));
  const std::vector<std::string> paths = {folder / "test_batch.bin", folder / "data_batch_1.bin"};
  for (const std::string& path : paths) CHECK(format_of(sniff(path)).name == "cifar10");
  const ForeignData data = format_named("cifar10").open(paths, {});
  CHECK(data.class_names.size() == 10);
  CHECK(data.class_names[3] == "cat");
  const ForeignPart& images = part_of(data, "/images");
  CHECK(images.row_shape == std::vector<std::size_t>{32, 32, 3});
  CHECK(images.table->columns() == 3072);
  CHECK(images.table->element() == Element::uint8);
  CHECK(images.table->rows() == 3);
  Numbers expected = interleaved(5);
  for (const int offset : {0, 100}) {
    for (const double value : interleaved(offset)) expected.push_back(value);
  }
  CHECK(values_of(*images.table) == expected);
  CHECK(part_of(data, "/labels").row_shape.empty());
  CHECK(part_of(data, "/labels").table->element() == Element::int32);
  CHECK(values_of(*part_of(data, "/labels").table, 1) == Numbers{9, 0, 3});
  CHECK(part_of(data, "/split").table->element() == Element::uint8);
  CHECK(values_of(*part_of(data, "/split").table) == Numbers{1, 0, 0});
}

TEST_CASE("import_cifar10: a batch that NumPy wrote is read") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  const std::string path = folder / "data_batch_3.bin";
  const Outcome made = shell(
      fmt::format("/usr/bin/python3 -c \"import numpy as np; "
                  "rgb = (np.arange(2*32*32*3) * 31 % 251).astype('u1').reshape(2, 32, 32, 3); "
                  "planes = rgb.transpose(0, 3, 1, 2).reshape(2, -1); "
                  "np.hstack([np.array([[7], [2]], 'u1'), planes]).tofile('{}')\"",
                  path));
  REQUIRE(made.status == 0);
  Numbers expected;
  for (int i = 0; i < 2 * 3072; ++i) expected.push_back(i * 31 % 251);
  CHECK(imported("cifar10", {path}, "/images") == expected);
  CHECK(imported("cifar10", {path}, "/labels") == Numbers{7, 2});
}

TEST_CASE("import_cifar10: truncated batches, other labels and CIFAR-100 are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& bytes) {
    write_file(folder / "a", bytes);
    return import_error("cifar10", {folder / "a"});
  };
  const std::string expected =
      " bytes, expected a multiple of the 3073 of a picture of CIFAR-10: it is ";
  CHECK(refused(record(1, 0) + "x") ==
        "has 3074" + expected + "CIFAR-100's binary version, which is not read");
  CHECK(refused(record(1, 0).substr(1)) ==
        "has 3072" + expected + "truncated or not the binary version");
  CHECK(refused("") == "has 0" + expected + "truncated or not the binary version");
  CHECK(refused(record(1, 0) + record(10, 0)) ==
        "picture 1 has label 10, expected 0 .. 9: no batch of CIFAR-10");
  CHECK(format_named("text").recognises(sniff(folder / "a")) == false);
  CHECK(format_named("cifar10").recognises(sniff(folder / "a")) == false);
  CHECK(error_of([&] { format_of(sniff(folder / "a")); }) == Contains("is of no format known"));
}

}  // namespace hashlab::import_cifar10_test
