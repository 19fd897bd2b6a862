#include "lib/files/files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::import_vecs_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Vectors as the format has them.
template <typename T>
std::string vecs(const std::vector<std::vector<T>>& vectors) {
  std::string bytes;
  for (const auto& v : vectors) {
    bytes += bytes_of<std::int32_t>({static_cast<std::int32_t>(v.size())}) + bytes_of(v);
  }
  return bytes;
}

struct File {
  explicit File(const std::string& bytes) : path(folder / "a.bin") { write_file(path, bytes); }
  std::string told() const {
    return error_of([&] { throw std::runtime_error(format_of(sniff(path)).name); });
  }
  TemporaryFolder folder;
  std::string path;
};

std::string refused(const std::string& format, const std::string& bytes) {
  const File file(bytes);
  return import_error(format, {file.path});
}

}  // namespace

TEST_CASE("import_vecs: float32, int32 and uint8 vectors are read and told apart") {
  const float inf = std::numeric_limits<float>::infinity();
  const File f(vecs<float>({{0.5F, -1e-20F}, {3, inf}, {0, 7e20F}}));
  const File i(vecs<std::int32_t>({{0, 8388607}, {-1, 3}}));
  const File b(vecs<std::uint8_t>({{0, 1, 255}, {7, 8, 9}, {4, 0, 0}, {1, 1, 1}}));
  for (const std::size_t block : {1U, 2U, 100U}) {
    CHECK(imported("fvecs", {f.path}, "/features", {}, block) ==
          Numbers{0.5, -1e-20F, 3, inf, 0, 7e20F});
    CHECK(imported("ivecs", {i.path}, "/features", {}, block) == Numbers{0, 8388607, -1, 3});
    CHECK(imported("bvecs", {b.path}, "/features", {}, block) ==
          Numbers{0, 1, 255, 7, 8, 9, 4, 0, 0, 1, 1, 1});
  }
  CHECK(f.told() == "fvecs");
  CHECK(i.told() == "ivecs");
  CHECK(b.told() == "bvecs");
}

TEST_CASE("import_vecs: the parts say rows, columns and type") {
  const auto check = [](const std::string& format, const std::string& bytes, Element element) {
    const File file(bytes);
    const ForeignData data = format_named(format).open({file.path}, {});
    REQUIRE(data.parts.size() == 1);
    const ForeignPart& part = part_of(data, "/features");
    CHECK(part.row_shape == std::vector<std::size_t>{2});
    CHECK(part.table->columns() == 2);
    CHECK(part.table->rows() == 3);
    CHECK(part.table->element() == element);
    CHECK(part.table->source() == file.path);
  };
  check("fvecs", vecs<float>({{1, 2}, {3, 4}, {5, 6}}), Element::float32);
  check("ivecs", vecs<std::int32_t>({{1, 2}, {3, 4}, {5, 6}}), Element::int32);
  check("bvecs", vecs<std::uint8_t>({{1, 2}, {3, 4}, {5, 6}}), Element::uint8);
}

TEST_CASE("import_vecs: gzipped and stacked files are read") {
  const std::string one = vecs<float>({{1, 2}, {3, 4}}), two = vecs<float>({{5, 6}});
  const File a(gzipped(one)), b(two), c(vecs<float>({{5, 6, 7}}));
  CHECK(a.told() == "fvecs");
  CHECK(imported("fvecs", {a.path, b.path}) == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(!part_of(format_named("fvecs").open({a.path}, {}), "/features").table->rows());
  CHECK(import_error("fvecs", {a.path, c.path}) == Contains("only tables of equal width"));
}

TEST_CASE("import_vecs: a file cut off anywhere is refused") {
  const std::string whole = vecs<float>({{1, 2}, {3, 4}, {5, 6}});
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    if (cut > 0 && cut % 12 == 0) continue;
    CAPTURE(cut);
    CHECK(refused("fvecs", whole.substr(0, cut)) != "no error");
    CHECK(refused("fvecs", gzipped(whole.substr(0, cut))) != "no error");
  }
  CHECK(refused("fvecs", "") == "is empty, expected vectors");
  CHECK(refused("fvecs", "\1") == "has 1 bytes, expected vectors");
  const std::string expected =
      "vector 1 of 2 dimensions takes 12 bytes, 11 are left: the file is truncated or of another "
      "type";
  CHECK(refused("fvecs", whole.substr(0, 23)) == expected);
  CHECK(refused("fvecs", gzipped(whole.substr(0, 23))) == expected);
  CHECK(refused("fvecs", gzipped(whole).substr(0, 30)) == Contains("gzip data are cut off"));
}

TEST_CASE("import_vecs: vectors of several dimensions are named") {
  const std::string expected =
      "vector 2 has 3 dimensions, but vector 0 has 2: expected one dimension throughout";
  const std::string mixed = vecs<float>({{1, 2}, {3, 4}, {5, 6, 7}, {8, 9}});
  CHECK(refused("fvecs", mixed) == expected);
  CHECK(refused("fvecs", gzipped(mixed)) == expected);
  // Here the size alone does not tell.
  CHECK(refused("ivecs", vecs<std::int32_t>({{1, 2}, {3, 4}, {5, 6, 7}, {8}})) == expected);
}

TEST_CASE("import_vecs: absurd dimensions are refused before anything is allocated") {
  const auto dimension = [](std::int32_t d) {
    return refused("fvecs", bytes_of<std::int32_t>({d, 0, 0}));
  };
  const std::string expected =
      " dimensions, expected 1 .. 1048576: it is damaged or no file of vectors";
  CHECK(dimension(std::numeric_limits<std::int32_t>::max()) ==
        "says that vector 0 has 2147483647" + expected);
  CHECK(dimension(std::numeric_limits<std::int32_t>::min()) ==
        "says that vector 0 has -2147483648" + expected);
  CHECK(dimension(-1) == "says that vector 0 has -1" + expected);
  CHECK(dimension(0) == "says that vector 0 has 0" + expected);
  CHECK(dimension(1048577) == "says that vector 0 has 1048577" + expected);
  CHECK(dimension(1048576) == Contains("takes 4194308 bytes, 12 are left"));
}

TEST_CASE("import_vecs: big-endian files are refused as such") {
  std::string big = vecs<std::int32_t>({{1, 2, 3}, {4, 5, 6}});
  for (std::size_t i = 0; i < big.size(); i += 4) {
    std::swap(big[i], big[i + 3]);
    std::swap(big[i + 1], big[i + 2]);
  }
  const std::string expected =
      "is big-endian: its vectors have 3 dimensions if bytes are swapped; write it in "
      "little-endian order";
  CHECK(refused("ivecs", big) == expected);
  CHECK(refused("fvecs", big) == expected);
  CHECK(refused("ivecs", gzipped(big)) == expected);
  CHECK(File(big).told() == Contains("may be vectors in big-endian order"));
}

TEST_CASE("import_vecs: what the content does not tell is not recognised") {
  const std::string unknown =
      "is of no format known by its content; if you know better, give --format";
  CHECK(File(vecs<float>({{0, 0}, {0, 0}})).told() == Contains(unknown));
  CHECK(File(vecs<std::int32_t>({{1, 1 << 23}, {0, 0}})).told() == Contains(unknown));
  CHECK(File(vecs<float>({{1, 1e35F}, {0, 0}})).told() == Contains(unknown));
  CHECK(File(vecs<float>({{1, 2}, {3, 4, 5}})).told() == Contains(unknown));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(File(vecs<float>({{1, nan}, {3, 4}})).told() == "fvecs");
}

TEST_CASE("import_vecs: files written by NumPy are read") {
  CHECK(imported("fvecs", {golden("plain.fvecs")}) == golden_table(0.125, -3));
  CHECK(imported("bvecs", {golden("plain.bvecs")}) == golden_table());
  Numbers neighbours = golden_table(1, -100);
  for (double& value : neighbours) value = std::max(value, -1.0);
  CHECK(imported("ivecs", {golden("plain.ivecs")}) == neighbours);
}

}  // namespace hashlab::import_vecs_test
