#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::import_npy_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

/// The numbers of tests/data/make_import_plain.py in a type.
Numbers expected(const std::string& type) {
  Numbers values = golden_table(1, type[0] == 'i' ? -100 : 0);
  if (type[0] == 'f') values = golden_table(0.125, -3);
  for (double& value : values) {
    if (type == "i1") value = std::min(value, 127.0);
    if (type == "b1") value = static_cast<double>(static_cast<int>(value) % 2);
  }
  return values;
}

/// An array of a type and shape, all of its bytes 1, or what it is refused with.
struct Array {
  Array(const std::string& dtype, const std::string& shape, std::size_t bytes, bool fortran = false)
      : path(folder / "a.npy") {
    const std::string head =
        npy_header(fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", dtype,
                               fortran ? "True" : "False", shape));
    write_file(path, head + std::string(bytes, '\1'));
  }
  std::string refusal() const { return import_error("npy", {path}); }
  TemporaryFolder folder;
  std::string path;
};

}  // namespace

TEST_CASE("import_npy: arrays that NumPy wrote in either order are read in any blocks") {
  for (const std::string type : {"f4", "f8", "u1", "i1", "i4", "i8", "u2", "b1"}) {
    for (const std::string order : {"C", "F"}) {
      CAPTURE(type);
      CAPTURE(order);
      const std::string path = golden("plain_" + type + "_" + order + ".npy");
      CHECK(format_of(sniff(path)).name == "npy");
      for (const std::size_t block : {1U, 3U, 4U, 9U}) {
        CHECK(imported("npy", {path}, "/features", {}, block) == expected(type));
      }
      const ForeignData data = format_named("npy").open({path}, {});
      const ForeignPart& part = part_of(data, "/features");
      CHECK(part.row_shape == std::vector<std::size_t>{3});
      CHECK(part.table->rows() == 4);
      CHECK(part.table->element() == (type[0] == 'f'                 ? Element::float32
                                      : type == "u1" || type == "b1" ? Element::uint8
                                                                     : Element::int32));
    }
  }
}

TEST_CASE("import_npy: a list is a table of one column") {
  const ForeignData data = format_named("npy").open({golden("list_i8.npy")}, {});
  CHECK(part_of(data, "/features").row_shape == std::vector<std::size_t>{1});
  CHECK(values_of(*part_of(data, "/features").table) == Numbers{-100, 0, -93, -35});
}

TEST_CASE("import_npy: pictures keep their shape, in either order") {
  Numbers pixels;
  for (int i = 0; i < 2 * 4 * 5 * 3; ++i) pixels.push_back(i * 7 % 256);
  for (const char* name : {"pictures_C.npy", "pictures_F.npy"}) {
    CAPTURE(name);
    const ForeignData data = format_named("npy").open({golden(name)}, {});
    CHECK(part_of(data, "/images").row_shape == std::vector<std::size_t>{4, 5, 3});
    CHECK(part_of(data, "/images").table->element() == Element::uint8);
    CHECK(values_of(*part_of(data, "/images").table, 1) == pixels);
    CHECK(imported("npy", {golden(name)}, "/images", {}, 2) == pixels);
  }
  Numbers grey;
  for (std::size_t i = 0; i < pixels.size(); i += 3) grey.push_back(pixels[i]);
  const ForeignData data = format_named("npy").open({golden("pictures_grey.npy")}, {});
  CHECK(part_of(data, "/images").row_shape == std::vector<std::size_t>{4, 5});
  CHECK(values_of(*part_of(data, "/images").table) == grey);
  const Array one_channel("|u1", "(2, 4, 5, 1)", 40);
  CHECK(part_of(format_named("npy").open({one_channel.path}, {}), "/images").row_shape ==
        std::vector<std::size_t>{4, 5});
}

TEST_CASE("import_npy: arrays are stacked if their rows are alike") {
  const std::string f4 = golden("plain_f4_C.npy"), f8 = golden("plain_f8_F.npy"),
                    pictures = golden("pictures_C.npy"), list = golden("list_i8.npy");
  Numbers twice = expected("f4");
  for (const double value : expected("f8")) twice.push_back(value);
  CHECK(imported("npy", {f4, f8}) == twice);
  CHECK(import_error("npy", {f4, list}) ==
        "has rows of 1, but those of " + f4 +
            " are 3: only arrays whose rows are alike can be stacked (labels go to --labels)");
  CHECK(import_error("npy", {pictures, f4}) ==
        Contains("has rows of 3, but those of " + pictures + " are 4 x 5 x 3"));
}

TEST_CASE("import_npy: what is no table and no picture is refused with the remedy") {
  const std::string remedy =
      ", expected a table N x D, or pictures N x height x width (x 3) of type |u1: bring it into "
      "shape with a.reshape(len(a), -1)";
  CHECK(Array("<f4", "(2, 4, 5)", 160).refusal() == "is <f4 2 x 4 x 5" + remedy);
  CHECK(Array("|u1", "(2, 4, 5, 2)", 80).refusal() == "is |u1 2 x 4 x 5 x 2" + remedy);
  CHECK(Array("|u1", "(2, 3, 4, 5)", 120).refusal() ==
        "is |u1 2 x 3 x 4 x 5" + remedy + " or a.transpose(0, 2, 3, 1)");
  CHECK(Array("|u1", "(1, 2, 3, 4, 5)", 120).refusal() == "has 5 dimensions, expected 1 to 4");
  CHECK(Array("|u1", "()", 1).refusal() == "has 0 dimensions, expected 1 to 4");
  CHECK(import_error("npy", {golden("big_endian.npy")}) ==
        "has elements of type '>f4', big-endian: save it as a.astype(a.dtype.newbyteorder('<'))");
  CHECK(Array("|O", "(2, 3)", 6).refusal() == Contains("pickled objects"));
  CHECK(Array("<c8", "(2, 3)", 48).refusal() == Contains("has elements of type '<c8'"));
}

TEST_CASE("import_npy: truncated and lying files are refused") {
  for (const bool fortran : {false, true}) {
    CAPTURE(fortran);
    CHECK(Array("<f4", "(2, 3)", 23, fortran).refusal() == Contains("it is truncated"));
    CHECK(Array("<f4", "(2, 3)", 25, fortran).refusal() == Contains("not one array"));
    CHECK(Array("<f4", "(2, 2147483648)", 24, fortran).refusal() == Contains("it is truncated"));
    CHECK(Array("<f4", "(4294967296, 4294967296)", 24, fortran).refusal() ==
          Contains("more than any file holds"));
    CHECK(Array("<f4", "(0, 3)", 0, fortran).refusal() == Contains("it holds nothing"));
  }
  const TemporaryFolder folder;
  write_file(folder / "a.npy.gz", gzipped(read_file(golden("plain_u1_C.npy"))));
  CHECK(format_of(sniff(folder / "a.npy.gz")).name == "npy");
  CHECK(import_error("npy", {folder / "a.npy.gz"}) == "is gzipped: unpack it first");
}

}  // namespace hashlab::import_npy_test
