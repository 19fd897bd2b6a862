#include "lib/h5/h5.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::h5_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

/// Writes values of one type and reads them back from disk.
template <typename T>
std::vector<T> through_a_file(const std::vector<T>& values) {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  file.write("/group/values", values.data(), {values.size()});
  write_file(folder / "f.h5", file.image());
  std::vector<T> read(values.size());
  H5File::open(folder / "f.h5").read("/group/values", read.data());
  return read;
}

template <typename T>
bool extremes_survive() {
  const std::vector<T> values = {std::numeric_limits<T>::lowest(), T{0}, T{1},
                                 std::numeric_limits<T>::max()};
  return through_a_file(values) == values;
}

std::string small_file(const TemporaryFolder& folder) {
  H5File file = H5File::create("new");
  const std::vector<std::int32_t> table = {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32};
  file.write("/a/b/table", table.data(), {4, 3});
  file.write("/list", table.data(), {12});
  file.set("text", "caf\xc3\xa9");
  file.set("empty", "");
  file.set("number", 0.1);
  write_file(folder / "f.h5", file.image());
  return folder / "f.h5";
}

ErrorCode open_code(const std::string& path) {
  try {
    H5File::open(path);
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("no error");
  return {};
}

}  // namespace

TEST_CASE("h5: the extreme values of every element type survive a file") {
  CHECK(extremes_survive<float>());
  CHECK(extremes_survive<double>());
  CHECK(extremes_survive<std::uint8_t>());
  CHECK(extremes_survive<std::int32_t>());
  CHECK(extremes_survive<std::uint32_t>());
  CHECK(extremes_survive<std::int64_t>());
  CHECK(extremes_survive<std::uint64_t>());
}

TEST_CASE("h5: a file tells its datasets, their shapes and kinds") {
  const TemporaryFolder folder;
  const H5File file = H5File::open(small_file(folder));
  CHECK(file.path() == folder / "f.h5");
  CHECK(file.members() == std::vector<std::string>{"/a/b/table", "/list"});
  CHECK(file.has("/a/b/table"));
  CHECK(file.has("/a"));
  CHECK_FALSE(file.has("/a/c/table"));
  CHECK_FALSE(file.has("/none/of/these"));
  const H5File::Shape shape = file.shape("/a/b/table");
  CHECK(shape.size == std::vector<std::size_t>{4, 3});
  CHECK(shape.kind == H5File::Kind::integer);
  CHECK(shape.element_bytes == 4);
  CHECK(shape.stored);
}

TEST_CASE("h5: rows are read from the middle and converted") {
  const TemporaryFolder folder;
  const H5File file = H5File::open(small_file(folder));
  std::vector<double> rows(6);
  file.read_rows("/a/b/table", 1, 2, rows.data());
  CHECK(rows == std::vector<double>{10, 11, 12, 20, 21, 22});
  std::vector<std::int32_t> list(2);
  file.read_rows("/list", 10, 2, list.data());
  CHECK(list == std::vector<std::int32_t>{31, 32});
  CHECK(error_of([&] { file.read_rows("/list", 11, 2, list.data()); })
            .ends_with("rows 11 .. 13 of dataset '/list' cannot be read, the file is truncated or "
                       "damaged"));
}

TEST_CASE("h5: attributes are kept by kind, text as UTF-8") {
  const TemporaryFolder folder;
  const H5File file = H5File::open(small_file(folder));
  CHECK(file.text_attributes() ==
        std::map<std::string, std::string>{{"empty", ""}, {"text", "caf\xc3\xa9"}});
  CHECK(file.number_attributes() == std::map<std::string, double>{{"number", 0.1}});
}

TEST_CASE("h5: an array without elements has its shape and holds nothing") {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  file.write("/none", static_cast<const float*>(nullptr), {0, 5});
  write_file(folder / "f.h5", file.image());
  const H5File::Shape shape = H5File::open(folder / "f.h5").shape("/none");
  CHECK(shape.size == std::vector<std::size_t>{0, 5});
  CHECK(shape.kind == H5File::Kind::real);
  CHECK_FALSE(shape.stored);
}

TEST_CASE("h5: the same content gives the same bytes") {
  const TemporaryFolder a, b;
  CHECK(read_file(small_file(a)) == read_file(small_file(b)));
}

TEST_CASE("h5: what is not there is not found, what is no HDF5 file is refused") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { H5File::open(folder / "none.h5"); }) ==
        (folder / "none.h5") + ": there is no such file");
  CHECK(open_code(folder / "none.h5") == ErrorCode::not_found);
  CHECK(error_of([&] { H5File::open(folder.path()); }) ==
        folder.path() + ": cannot be read as a file: it is a folder");
  CHECK(open_code(folder.path()) == ErrorCode::unreadable);
  for (const std::string& bytes : {std::string(), std::string("hello"), std::string(5000, '\0')}) {
    write_file(folder / "f", bytes);
    CHECK(error_of([&] { H5File::open(folder / "f"); }) ==
          (folder / "f") + ": is not an HDF5 file");
    CHECK(open_code(folder / "f") == ErrorCode::corrupt_file);
  }
}

TEST_CASE("h5: a file cut off anywhere is refused") {
  const TemporaryFolder folder;
  const std::string bytes = read_file(small_file(folder));
  for (std::size_t cut = 0; cut < bytes.size(); cut += 1 + bytes.size() / 50) {
    write_file(folder / "cut.h5", bytes.substr(0, cut));
    CAPTURE(cut);
    CHECK(open_code(folder / "cut.h5") == ErrorCode::corrupt_file);
  }
}

TEST_CASE("h5: a name that is no dataset is an error naming file and object") {
  const TemporaryFolder folder;
  const H5File file = H5File::open(small_file(folder));
  for (const char* name : {"/none", "/a", "/a/none/x"}) {
    float x = 0;
    const std::string expected =
        file.path() + ": has no readable dataset '" + std::string(name) + "'";
    CHECK(error_of([&] { file.shape(name); }) == expected);
    CHECK(error_of([&] { file.read(name, &x); }) == expected);
  }
}

TEST_CASE("h5: a name cannot be written twice") {
  H5File file = H5File::create("memory");
  const float x = 1;
  file.write("/x", &x, {1});
  file.set("a", "1");
  CHECK(error_of([&] { file.write("/x", &x, {1}); }) == "memory: dataset '/x' cannot be written");
  CHECK(error_of([&] { file.set("a", "2"); }) == "memory: attribute 'a' cannot be written");
}

TEST_CASE("h5: columns, texts and attributes of datasets that h5py wrote are read") {
  const std::string data = std::string(HASHLAB_SOURCE_DIR) + "/tests/data/";
  const H5File file = H5File::open(data + "hdf5/named.h5");
  std::vector<double> columns(6);
  file.read_columns("/deep/fc7", 1, 2, columns.data());  // columns 0 .. 3 are 0 1 2, 3 4 5, ...
  CHECK(columns == std::vector<double>{3, 6, 4, 7, 5, 8});
  CHECK(error_of([&] { file.read_columns("/deep/fc7", 3, 2, columns.data()); }) ==
        Contains("columns 3 .. 5 of dataset '/deep/fc7' cannot be read"));
  CHECK(error_of([&] { file.read_columns("/y", 0, 1, columns.data()); }) ==
        Contains("cannot be read"));
  CHECK(file.read_texts("/paths") == std::vector<std::string>{"a", "b", "c", "d"});
  CHECK(file.read_texts("/y").empty());
  const H5File matlab = H5File::open(data + "matlab/plain73.mat");
  CHECK(matlab.text_attribute("/fea", "MATLAB_class") == "double");
  CHECK(matlab.text_attribute("/fea", "none").empty());
}

TEST_CASE(
    "h5: groups nested more than 64 deep are refused, since HDF5 takes minutes for thousands") {
  const TemporaryFolder folder;
  const auto members_of = [&](std::size_t depth) {
    std::string name;
    for (std::size_t i = 0; i < depth; ++i) name += "/g";
    H5File file = H5File::create("made");
    const float number = 1;
    file.write(name + "/x", &number, {1});
    write_file(folder / "deep.h5", file.image());
    std::vector<std::string> members;
    const std::string error =
        error_of([&] { members = H5File::open(folder / "deep.h5").members(); });
    if (error == "no error") CHECK(members == std::vector<std::string>{name + "/x"});
    return error;
  };
  CHECK(members_of(64) == "no error");
  CHECK(members_of(65) == Contains("deep.h5: has groups that are nested more than 64 deep"));
  CHECK(members_of(3000) == Contains("nested more than 64 deep"));
}

}  // namespace hashlab::h5_test
