#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/import/open_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::import_matlab_test {

using namespace testing;

namespace {

std::string matlab_file(const std::string& name) {
  return std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/" + name;
}

/// What tests/data/make_matlab.py puts into its files.
std::vector<double> matrix() {
  std::vector<double> values;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 3; ++j) values.push_back(10 * i + j + 0.5);
  }
  return values;
}
const std::vector<double> labels = {0, 1, 2, 0, 1};

/// The bytes of a file with those from `at` on replaced.
std::string changed(const std::string& name, std::size_t at, const std::string& bytes) {
  const InputFile file(matlab_file(name));
  std::string all = file.text(0, file.size());
  REQUIRE(at + bytes.size() <= all.size());
  return all.replace(at, bytes.size(), bytes);
}

}  // namespace

TEST_CASE(
    "import matlab: SciPy's files are read, packed or not, in either byte order, and HDF5's") {
  for (const std::string name : {"plain.mat", "packed.mat", "big_endian.mat", "plain73.mat"}) {
    CAPTURE(name);
    const std::string path = matlab_file(name);
    const std::string format = format_of(sniff(path)).name;
    CHECK(format == (name == "plain73.mat" ? "matlab73" : "matlab"));
    for (const std::size_t block : {1U, 3U, 100U}) {
      CHECK(imported(format, {path}, "/features", {}, block) == matrix());
    }
    CHECK(imported(format, {path}, "/labels") == labels);
    const ForeignData data = format_named(format).open({path}, {});
    CHECK(data.parts.size() == 2);
    CHECK(data.parts[0].row_shape == std::vector<std::size_t>{3});
    CHECK(data.parts[0].table->element() == Element::float32);
    CHECK(data.parts[1].row_shape.empty());
    CHECK(data.parts[1].table->element() == Element::int32);
    CHECK(data.attributes.at("transposition") == Contains("samples are rows of fea 5 x 3"));
  }
}

TEST_CASE("import matlab: one sample a column is turned, as the labels tell") {
  const ForeignData data = format_named("matlab").open({matlab_file("columns.mat")}, {});
  CHECK(values_of(*part_of(data, "/features").table) == matrix());
  CHECK(values_of(*part_of(data, "/labels").table) == labels);
  CHECK(data.attributes.at("transposition") == Contains("which was transposed"));
  ImportOptions columns;
  columns.samples_are_columns = true;
  std::vector<double> whole = matrix();
  for (double& x : whole) x -= 0.5;
  CHECK(imported("matlab73", {matlab_file("columns73.mat")}, "/features", columns) == whole);
}

TEST_CASE("import matlab: bytes stay bytes, small integers are int32, logicals are 0 and 1") {
  const auto element = [](const std::string& name, const ImportOptions& options) {
    const ForeignData data = format_named("matlab").open({matlab_file(name)}, options);
    return part_of(data, "/features").table->element();
  };
  CHECK(element("bytes.mat", {}) == Element::uint8);
  CHECK(element("classes.mat", named_variables("fea")) == Element::int32);
  CHECK(element("others.mat", named_variables("single")) == Element::float32);
  CHECK(element("others.mat", named_variables("logic")) == Element::uint8);
  CHECK(imported("matlab", {matlab_file("others.mat")}, "/features", named_variables("single")) ==
        matrix());
  CHECK(imported("matlab", {matlab_file("others.mat")}, "/features", named_variables("logic")) ==
        std::vector<double>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("import matlab: a sparse matrix is handed out densely, by rows or by columns") {
  std::vector<double> expected = matrix();
  for (double& x : expected) x = std::fmod(x, 3) > 1.5 ? x : 0;
  for (const std::size_t block : {1U, 2U, 5U}) {
    CHECK(imported("matlab", {matlab_file("sparse.mat")}, "/features", {}, block) == expected);
  }
  ImportOptions columns;
  columns.samples_are_columns = true;
  const std::vector<double> turned =
      imported("matlab", {matlab_file("sparse.mat")}, "/features", columns, 2);
  REQUIRE(turned.size() == 15);
  for (std::size_t i = 0; i < 15; ++i) CHECK(turned[i] == expected[i % 5 * 3 + i / 5]);
}

TEST_CASE("import matlab: labels of several classes are a row of 0 and 1") {
  ImportOptions options = named_variables("fea", "gnd");
  // As many classes as features: rows and columns both fit.
  CHECK(import_error("matlab", {matlab_file("classes.mat")}, options) == Contains("--samples"));
  options.samples_are_columns = false;
  const ForeignData data = format_named("matlab").open({matlab_file("classes.mat")}, options);
  const ForeignPart& part = part_of(data, "/labels");
  CHECK(part.row_shape == std::vector<std::size_t>{3});
  CHECK(part.table->element() == Element::uint8);
  CHECK(values_of(*part.table) == std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0});
  options = named_variables("gnd", "fea");
  options.samples_are_columns = false;
  CHECK(import_error("matlab", {matlab_file("plain.mat")}, options) ==
        Contains("variable fea: row 0, column 0 is 0.5, expected a label of 0 or 1"));
}

TEST_CASE("import matlab: files and variables stack in order") {
  std::vector<double> twice = matrix();
  const std::vector<double> once = matrix();
  twice.insert(twice.end(), once.begin(), once.end());
  CHECK(imported("matlab", {matlab_file("plain.mat"), matlab_file("big_endian.mat")}) == twice);
  CHECK(imported("matlab", {matlab_file("plain.mat")}, "/features", named_variables("fea,fea"),
                 4) == twice);
  CHECK(import_error("matlab", {matlab_file("plain.mat"), matlab_file("columns.mat")},
                     named_variables("fea")) == Contains("has no variable 'fea'"));
  CHECK(import_error("matlab", {matlab_file("others.mat")}, named_variables("single,name")) ==
        Contains("name (char 1 x 4) is no matrix of real numbers"));
}

TEST_CASE("import matlab: a column of the features can be the labels") {
  ImportOptions options = named_variables("fea");
  options.columns.labels = label_columns("2");
  CHECK(import_error("matlab", {matlab_file("plain.mat")}, options) ==
        Contains("row 0, column 0 is 1.5, expected a whole number"));
  options.columns.labels = label_columns("4");
  CHECK(import_error("matlab", {matlab_file("plain.mat")}, options) ==
        Contains("has 3 columns, but --labels-column names column 4"));
  options = named_variables("fea");
  options.columns.labels = label_columns("1");
  const ForeignData data = open_files(format_named("matlab"), {matlab_file("bytes.mat")}, options);
  CHECK(values_of(*data.parts[0].table) ==
        std::vector<double>{1, 2, 11, 12, 21, 22, 31, 32, 41, 42});
  CHECK(values_of(*data.parts[1].table) == std::vector<double>{0, 10, 20, 30, 40});
}

TEST_CASE("import matlab: what is no matrix of real numbers is refused by name") {
  const std::string path = matlab_file("others.mat");
  for (const std::string name :
       {"name (char 1 x 4)", "waves (complex double 5 x 3)", "cell (cell 1 x 2)",
        "record (struct 1 x 1)", "cube (double 2 x 2 x 2)", "nothing (double 0 x 3)"}) {
    const std::string variable = name.substr(0, name.find(' '));
    CHECK(import_error("matlab", {path}, named_variables(variable)) ==
          Contains("variable " + name + " is no matrix of real numbers"));
  }
  CHECK(import_error("matlab", {path}) == Contains("2 of its variables can be the features"));
  CHECK(import_error("matlab73", {matlab_file("columns73.mat")}, named_variables("name")) ==
        Contains("name (char 1 x 2) is no matrix"));
}

TEST_CASE("import matlab: a list of identities is not taken for labels") {
  TemporaryFolder folder;
  // gnd's first three numbers become 5, 6, 7: all different.
  write_file(folder / "a.mat", changed("plain.mat", 400 - 40,
                                       std::string("\0\0\0\0\0\0\x14\x40\0\0\0\0\0\0\x18\x40"
                                                   "\0\0\0\0\0\0\x1c\x40",
                                                   24)));
  CHECK(import_error("matlab", {folder / "a.mat"}) ==
        Contains("variable gnd: its numbers are all different"));
  CHECK(imported("matlab", {folder / "a.mat"}, "/features", named_variables("fea")) == matrix());
}

TEST_CASE("import matlab: a file cut off anywhere is named, never read") {
  TemporaryFolder folder;
  const std::string path = folder / "cut.mat";
  for (const std::string name : {"plain.mat", "packed.mat", "big_endian.mat", "sparse.mat"}) {
    CAPTURE(name);
    const InputFile whole(matlab_file(name));
    // The second variable begins behind the first; cut there, a file is whole.
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string head = whole.text(0, size);
      write_file(path, head);
      const std::string error = import_error("matlab", {path});
      CAPTURE(size);
      if (error == "no error") {
        CHECK(imported("matlab", {path}) == matrix());
      } else {
        CHECK((error == Contains("cut off") || error == Contains("truncated") ||
               error == Contains("is no MATLAB 5 file") || error == Contains("has no variables")));
      }
    }
  }
}

TEST_CASE("import matlab: a head that lies is refused before anything is allocated") {
  TemporaryFolder folder;
  const std::string path = folder / "a.mat";
  const auto refused = [&](std::size_t at, const std::string& bytes) {
    write_file(path, changed("plain.mat", at, bytes));
    return import_error("matlab", {path}, named_variables("fea"));
  };
  // Byte 128: tag; 136: flags; 152: extents; 168: name; 176: the tag of the numbers.
  CHECK(refused(160, "\xff\xff\xff\x7f") == Contains("claims to be 2147483647 x 3"));
  CHECK(refused(160, "\xff\xff\xff\xff") == Contains("one of its extents is negative"));
  CHECK(refused(160, "\x06") == Contains("is 6 x 3, 18 numbers, but holds 120 bytes of type 9"));
  CHECK(refused(132, "\xff\xff\xff\x7f") == Contains("takes 2147483655 bytes, but 272 follow"));
  CHECK(refused(144, "\x63") == Contains("is of class 99"));
  CHECK(refused(128, "\x09") == Contains("has a tag of type 9"));
  CHECK(refused(126, "XX") == Contains("is no MATLAB 5 file"));
  // Little-endian data under a big-endian mark.
  CHECK(refused(126, "MI") == Contains("has a tag of type"));
}

TEST_CASE("import matlab: damage in compressed data is found by their checksum") {
  TemporaryFolder folder;
  const InputFile whole(matlab_file("packed.mat"));
  const std::string bytes = whole.text(0, whole.size()), path = folder / "a.mat";
  const ImportOptions both = named_variables("fea", "gnd");
  std::size_t refused = 0;
  for (std::size_t i = 136; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_file(path, damaged);
    if (import_error("matlab", {path}, both) != "no error") {
      ++refused;
      continue;
    }
    // Another way to say the same: a copy of other zeros.
    CHECK(imported("matlab", {path}, "/features", both) == matrix());
    CHECK(imported("matlab", {path}, "/labels", both) == labels);
  }
  CHECK(refused > 130);
}

TEST_CASE("import matlab: a MATLAB 7.3 file cut off or without HDF5 is refused") {
  TemporaryFolder folder;
  const InputFile whole(matlab_file("plain73.mat"));
  for (const std::size_t size : {100U, 519U, 530U, 1000U, 2500U}) {
    write_file(folder / "a.mat", whole.text(0, size));
    CAPTURE(size);
    CHECK(import_error("matlab73", {folder / "a.mat"}) != "no error");
  }
  CHECK(import_error("matlab73", {matlab_file("plain.mat")}) == Contains("is no MATLAB 7.3 file"));
  CHECK(import_error("matlab", {matlab_file("plain73.mat")}) == Contains("is no MATLAB 5 file"));
}

TEST_CASE("import matlab: a sparse matrix whose lists claim gigabytes is refused") {
  TemporaryFolder folder;
  // Bytes 180 .. 183 of sparse_plain.mat: what its list of rows claims to take.
  write_file(folder / "a.mat", changed("sparse_plain.mat", 180, "\xf0\xff\xff\xf7"));
  CHECK(import_error("matlab", {folder / "a.mat"}) == Contains("is a damaged sparse matrix"));
  write_file(folder / "a.mat", changed("sparse_plain.mat", 164, std::string("\0\0\0\x70", 4)));
  CHECK(import_error("matlab", {folder / "a.mat"}, named_variables("tags")) ==
        Contains("--samples"));
  ImportOptions rows = named_variables("tags");
  rows.samples_are_columns = false;
  CHECK(import_error("matlab", {folder / "a.mat"}, rows) == Contains("expected at most 16777216"));
}

TEST_CASE("import matlab: what is in cell arrays and structures is a variable like any other") {
  const auto plus = [](double more) {
    std::vector<double> values = matrix();
    for (double& x : values) x += more;
    return values;
  };
  std::vector<double> two_columns;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 2; ++j) two_columns.push_back(2 * (10 * i + j + 0.5));
  }
  for (const std::string name : {"nested.mat", "nested_packed.mat", "nested73.mat"}) {
    CAPTURE(name);
    const std::string format = name == "nested73.mat" ? "matlab73" : "matlab";
    const auto values = [&](const std::string& variable) {
      CAPTURE(variable);
      return imported(format, {matlab_file(name)}, "/features", named_variables(variable), 2);
    };
    CHECK(values("views{1}") == matrix());
    CHECK(values("views{2}") == two_columns);
    CHECK(values("data.X") == matrix());
    CHECK(values("data.deep.Z") == plus(1));
    CHECK(values("data.deep.list{1}") == plus(2));
    CHECK(values("records(2).X") == plus(100));
    CHECK(imported(format, {matlab_file(name)}, "/labels", named_variables("data.X", "data.y")) ==
          labels);
    const std::string refusal = import_error(format, {matlab_file(name)});
    CHECK(refusal == Contains("of its variables can be the features, expected one"));
    CHECK(refusal == Contains("--view NAME=VARIABLE"));
    CHECK(refusal == Contains("views{1} (double 5 x 3)"));
    CHECK(import_error(format, {matlab_file(name)}, named_variables("views{4}")) ==
          Contains("has no variable 'views{4}'"));
    CHECK(import_error(format, {matlab_file(name)}, named_variables("views")) ==
          Contains("or convert it, in MATLAB or in Python with numpy.save"));
  }
}

TEST_CASE("import matlab: a lone structure needs no names of variables") {
  const std::vector<std::string> paths = {matlab_file("only_struct.mat")};
  CHECK(imported("matlab", paths) == matrix());
  CHECK(imported("matlab", paths, "/labels") == labels);
}

TEST_CASE("import matlab: labels of several classes may be sparse, turned, or -1 and 1") {
  std::vector<double> hot;
  for (int i = 0; i < 5; ++i) {
    for (int c = 0; c < 2; ++c) hot.push_back(i % 3 == c ? 1 : 0);
  }
  for (const std::string kind : {"hot", "sign", "thin"}) {
    CAPTURE(kind);
    const std::vector<std::string> paths = {matlab_file("label_kinds.mat")};
    CHECK(imported("matlab", paths, "/features", named_variables("fea", kind)) == matrix());
    CHECK(imported("matlab", paths, "/labels", named_variables("fea", kind)) == hot);
  }
  const ImportOptions options = named_variables("data.X", "hot");
  CHECK(imported("matlab73", {matlab_file("nested73.mat")}, "/labels", [&] {
          ImportOptions rows = options;
          rows.samples_are_columns = false;
          return rows;
        }()) == std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0});
}

TEST_CASE("import matlab: sparse matrices of MATLAB 7.3 are handed out densely") {
  std::vector<double> expected = matrix();
  for (double& x : expected) x = std::fmod(x, 3) > 1.5 ? x : 0;
  const std::vector<std::string> paths = {matlab_file("nested73.mat")};
  ImportOptions options = named_variables("thin");
  for (const std::size_t block : {1U, 2U, 5U}) {
    CHECK(imported("matlab73", paths, "/features", options, block) == expected);
  }
  options.samples_are_columns = true;
  const std::vector<double> turned = imported("matlab73", paths, "/features", options, 2);
  REQUIRE(turned.size() == 15);
  for (std::size_t i = 0; i < 15; ++i) CHECK(turned[i] == expected[i % 5 * 3 + i / 5]);
  CHECK(imported("matlab73", paths, "/features", named_variables("none")) ==
        std::vector<double>(15, 0));
}

TEST_CASE("import matlab: damage within a cell array or structure leaves the rest readable") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.mat";
  const std::size_t bytes = InputFile(matlab_file("nested.mat")).size();
  std::size_t read = 0;
  for (std::size_t at = 128; at + 4 <= bytes; at += 4) {
    write_file(path, changed("nested.mat", at, "\xff\xff\xff\x7f"));
    const std::string refusal = import_error("matlab", {path}, named_variables("records(2).X"));
    if (refusal == "no error") ++read;
  }
  CHECK(read > bytes / 8);  // of a quarter of as many attempts; the rest are errors, no crashes
}

}  // namespace hashlab::import_matlab_test
