#include "lib/files/files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::import_bins_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
std::string bins(std::uint32_t rows, std::uint32_t columns, const std::vector<T>& values) {
  return bytes_of<std::uint32_t>({rows, columns}) + bytes_of(values);
}

struct File {
  explicit File(const std::string& bytes, const std::string& name = "a.bin") : path(folder / name) {
    write_file(path, bytes);
  }
  std::string format() const { return format_of(sniff(path)).name; }
  TemporaryFolder folder;
  std::string path;
};

std::string refused(const std::string& format, const std::string& bytes) {
  const File file(bytes);
  return import_error(format, {file.path});
}

}  // namespace

TEST_CASE("import_bins: float32, uint8, int8 and int32 are read, and told apart by content") {
  const File f(bins<float>(2, 3, {0.5F, -1, 0, 2, 3e7F, 1e-20F}));
  const File i(bins<std::int32_t>(2, 2, {0, 7, -1, 5}));
  const File u(bins<std::uint8_t>(2, 3, {0, 1, 255, 7, 8, 9}));
  const File s(bins<std::int8_t>(2, 3, {0, 1, -128, 127, 8, 9}), "a.i8bin");
  CHECK(f.format() == "fbin");
  CHECK(i.format() == "ibin");
  CHECK(u.format() == "u8bin");
  CHECK(s.format() == "i8bin");
  for (const std::size_t block : {1U, 2U, 5U}) {
    CHECK(imported("fbin", {f.path}, "/features", {}, block) ==
          Numbers{0.5, -1, 0, 2, 3e7F, 1e-20F});
    CHECK(imported("ibin", {i.path}, "/features", {}, block) == Numbers{0, 7, -1, 5});
    CHECK(imported("u8bin", {u.path}, "/features", {}, block) == Numbers{0, 1, 255, 7, 8, 9});
    CHECK(imported("i8bin", {s.path}, "/features", {}, block) == Numbers{0, 1, -128, 127, 8, 9});
  }
  CHECK(imported("fbin", {f.path, f.path}).size() == 12);
}

TEST_CASE("import_bins: what NumPy writes is read") {
  CHECK(imported("fbin", {golden("plain.fbin")}) == golden_table(1.0 / 8, -3));
  CHECK(imported("u8bin", {golden("plain.u8bin")}) == golden_table());
}

TEST_CASE("import_bins: files of every shape are taken for no vectors of TEXMEX") {
  for (const auto& size :
       {std::pair{1U, 1U}, {1U, 16U}, {16U, 16U}, {100U, 16U}, {128U, 128U}, {16U, 1U}}) {
    const auto rows = size.first, columns = size.second;
    CAPTURE(rows);
    CAPTURE(columns);
    const std::size_t n = std::size_t{rows} * columns;
    std::vector<float> reals;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < n; ++i) {
      reals.push_back(0.37F * static_cast<float>(i) - 5);
      bytes.push_back(static_cast<std::uint8_t>(37 * i + 11));
    }
    CHECK(File(bins(rows, columns, reals)).format() == "fbin");
    CHECK(File(bins(rows, columns, bytes)).format() == "u8bin");
  }
}

TEST_CASE("import_bins: bytes whose sign no name tells are read as unsigned, and that is said") {
  const File u(bins<std::uint8_t>(1, 3, {0, 1, 255}));
  const ForeignData data = format_named("u8bin").open({u.path}, {});
  REQUIRE(data.notes.size() == 1);
  CHECK(data.notes.front() == Contains("give --format i8bin if they are signed"));
  CHECK(part_of(data, "/features").table->element() == Element::uint8);
  const File named(bins<std::uint8_t>(1, 3, {0, 1, 255}), "a.u8bin");
  CHECK(format_named("u8bin").open({named.path}, {}).notes.empty());
}

TEST_CASE("import_bins: a file of another size than it says is named") {
  const std::string whole = bins<float>(2, 3, {1, 2, 3, 4, 5, 6});
  CHECK(refused("fbin", whole.substr(0, 24)) ==
        Contains("says that it has 2 x 3 numbers, which take 32 bytes with the header, but has 24: "
                 "it is truncated"));
  CHECK(refused("fbin", whole.substr(0, 20)) == Contains("has 20: it is perhaps of float16"));
  CHECK(refused("fbin", whole + "x") == Contains("but has 33: it is longer than it says"));
  CHECK(refused("fbin", whole.substr(0, 7)) == Contains("ends within the numbers of rows"));
  CHECK(refused("fbin", bins<float>(0, 3, {})) == Contains("says that it has 0 x 3 numbers"));
  CHECK(refused("u8bin", bytes_of<std::uint32_t>({1, 1U << 21U})) ==
        Contains("expected 1 or more"));
  CHECK(refused("fbin", gzipped(whole)) == "no error");
  CHECK(refused("fbin", gzipped(whole.substr(0, 24))) == Contains("ends in row 1 of 2"));
  CHECK(refused("fbin", gzipped(whole + "x")) == Contains("goes on after the 2 x 3 numbers"));
  // Content tells nothing then, so the name does.
  const File cut(whole.substr(0, 20), "base.fbin");
  CHECK(cut.format() == "fbin");
}

}  // namespace hashlab::import_bins_test
