#include "lib/files/files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::import_idx_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

/// Magic, extents and so many bytes 1, 2, 3, ...
std::string idx(char type, const std::vector<std::uint32_t>& shape, std::size_t data_bytes) {
  std::string bytes = {0, 0, type, static_cast<char>(shape.size())};
  for (const std::uint32_t extent : shape) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(extent >> shift & 255);
  }
  for (std::size_t i = 0; i < data_bytes; ++i) bytes += static_cast<char>(i + 1);
  return bytes;
}

struct File {
  explicit File(const std::string& bytes) : path(folder / "a") { write_file(path, bytes); }
  TemporaryFolder folder;
  std::string path;
};

std::string refused(const std::string& bytes) {
  const File file(bytes);
  return import_error("idx", {file.path});
}

}  // namespace

TEST_CASE("import_idx: arrays of all types that NumPy wrote are read") {
  const auto check = [](const std::string& type, Numbers values, Element element) {
    CAPTURE(type);
    const std::string path = golden("plain-" + type + ".idx");
    CHECK(format_of(sniff(path)).name == "idx");
    CHECK(imported("idx", {path}) == values);
    CHECK(imported("idx", {path}, "/features", {}, 1) == values);
    const ForeignData data = format_named("idx").open({path}, {});
    CHECK(part_of(data, "/features").row_shape == std::vector<std::size_t>{3});
    CHECK(part_of(data, "/features").table->element() == element);
    CHECK(part_of(data, "/features").table->rows() == 4);
    CHECK(data.attributes.empty());
  };
  Numbers bytes = golden_table(1, -100);
  for (double& value : bytes) value = std::min(value, 127.0);
  check("u1", golden_table(), Element::uint8);
  check("i1", bytes, Element::int32);
  check("i2", golden_table(1, -100), Element::int32);
  check("i4", golden_table(1, -100), Element::int32);
  check("f4", golden_table(0.125, -3), Element::float32);
  check("f8", golden_table(0.125, -3), Element::float32);
}

TEST_CASE("import_idx: pictures are features that remember their shape, gzipped or not") {
  const ForeignData grey = format_named("idx").open({golden("pictures-grey.idx.gz")}, {});
  CHECK(grey.attributes.at("image-shape") == "4 x 5");
  CHECK(part_of(grey, "/features").row_shape == std::vector<std::size_t>{20});
  const Numbers pixels = values_of(*part_of(grey, "/features").table, 1);
  REQUIRE(pixels.size() == 40);
  CHECK(pixels[39] == 39 * 3 * 7 % 256);

  const ForeignData colour = format_named("idx").open({golden("pictures.idx")}, {});
  CHECK(colour.attributes.at("image-shape") == "4 x 5 x 3");
  CHECK(part_of(colour, "/features").row_shape == std::vector<std::size_t>{60});
  const File planes(idx(8, {1, 2, 2, 2}, 8));
  CHECK(format_named("idx").open({planes.path}, {}).attributes.empty());
}

TEST_CASE("import_idx: lists of integers are labels, paired with features by their order") {
  const std::string labels = golden("labels.idx.gz"), pictures = golden("pictures-grey.idx.gz");
  const File more_labels(idx(8, {1}, 1)), more_pictures(idx(8, {1, 4, 5}, 20)),
      others(idx(8, {1, 5, 4}, 20)), reals(idx(13, {1}, 4));
  for (const std::vector<std::string>& paths :
       {std::vector{labels, more_labels.path, pictures, more_pictures.path},
        std::vector{pictures, labels, more_pictures.path, more_labels.path}}) {
    const ForeignData data = format_named("idx").open(paths, {});
    CHECK(data.parts.size() == 2);
    CHECK(part_of(data, "/labels").row_shape.empty());
    CHECK(part_of(data, "/labels").table->element() == Element::int32);
    CHECK(values_of(*part_of(data, "/labels").table) == Numbers{9, 4, 1});
    CHECK(part_of(data, "/features").table->rows() == 3);
  }
  CHECK(imported("idx", {labels}, "/labels") == Numbers{9, 4});
  CHECK(imported("idx", {reals.path}).size() == 1);
  CHECK(import_error("idx", {pictures, more_labels.path}) ==
        "has 1 labels for the 2 rows of " + pictures +
            ": name the files of labels in the order of those of features");
  CHECK(import_error("idx", {pictures, labels, more_labels.path}) ==
        "is one of 2 files of labels for 1 files of features, expected as many");
  CHECK(import_error("idx", {pictures, others.path}) ==
        "has rows of 5 x 4, but those of " + pictures +
            " are 4 x 5: only files whose rows are alike can be stacked");
}

TEST_CASE("import_idx: truncated files and trailing bytes are refused") {
  const std::string whole = idx(8, {3, 2}, 6);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    CAPTURE(cut);
    CHECK(refused(whole.substr(0, cut)) != "no error");
    CHECK(refused(gzipped(whole.substr(0, cut))) != "no error");
  }
  CHECK(refused(whole.substr(0, 11)) == "is cut off in its header");
  CHECK(refused(whole.substr(0, 17)) ==
        "is 3 x 2, which takes 18 bytes, but has 17: it is truncated");
  CHECK(refused(whole + "x") ==
        "is 3 x 2, which takes 18 bytes, but has 19: it is damaged or not one array");
  CHECK(refused(gzipped(whole.substr(0, 17))) == "ends in row 2, expected 3 rows: it is truncated");
  CHECK(refused(gzipped(whole + "x")) ==
        "goes on after its 3 rows: it is damaged or not one array");
  CHECK(refused(gzipped(whole).substr(0, 20)) == Contains("gzip data are cut off"));
  const File cut(whole.substr(0, 17));
  CHECK(format_of(sniff(cut.path)).name == "idx");
}

TEST_CASE("import_idx: absurd extents are refused before anything is allocated") {
  const std::string expected = ", expected rows of 1 .. 16777216 numbers";
  CHECK(refused(idx(8, {2, 0x80000000U}, 9)) == "claims to be 2 x 2147483648" + expected);
  CHECK(refused(gzipped(idx(8, {2, 4096, 4097}, 9))) == "claims to be 2 x 4096 x 4097" + expected);
  CHECK(refused(idx(8, {2, 0xffffffffU, 0xffffffffU}, 9)) ==
        "claims to be 2 x 4294967295 x ..." + expected);
  CHECK(refused(idx(8, {0, 3}, 0)) == "claims to be 0 x ..." + expected);
  CHECK(refused(idx(8, {3, 0}, 0)) == "claims to be 3 x 0" + expected);
  CHECK(refused(idx(8, {0xffffffffU, 3}, 9)) == Contains("it is truncated"));
  CHECK(refused(gzipped(idx(8, {0xffffffffU, 3}, 9))) == Contains("ends in row 3"));
}

TEST_CASE("import_idx: other types, extents and byte orders are refused") {
  CHECK(refused(idx(7, {1, 1}, 1)) ==
        "has elements of type 0x07, expected one of 0x08, 0x09, 0x0b .. 0x0e");
  CHECK(refused(idx(8, {}, 1)) == "has 0 extents, expected 1 .. 4");
  CHECK(refused(idx(8, {1, 1, 1, 1, 1}, 1)) == "has 5 extents, expected 1 .. 4");
  CHECK(refused(std::string("\3\10\0\0\1\0\0\0", 8)) ==
        "is no IDX file: expected two bytes 0, a type and the number of extents");
  // Extents in little-endian order are absurd ones.
  CHECK(refused(std::string("\0\0\10\2\3\0\0\0\2\0\0\0abcdef", 18)) == Contains("claims to be"));
}

}  // namespace hashlab::import_idx_test
