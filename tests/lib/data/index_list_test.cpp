#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::index_list_test {

using namespace testing;

namespace {

const Rows listed = {7, 0, 9, 3, 3};

template <typename T>
std::vector<T> as(const Rows& rows) {
  return {rows.begin(), rows.end()};
}

/// The message about a list of rows of a data set of 10, without the file's name.
std::string refused(const std::string& path, const std::string& bytes) {
  write_file(path, bytes);
  const std::string message = error_of([&] { read_index_list(path, 10); });
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.starts_with(path + ": "));
  return message.substr(std::min(message.size(), path.size() + 2));
}

template <typename T>
std::string h5_of(const std::string& name, const std::vector<T>& entries,
                  const std::vector<std::size_t>& size) {
  H5File file = H5File::create("new");
  file.write(name, entries.data(), size);
  return file.image();
}

}  // namespace

TEST_CASE("index list: the same from text, NumPy and HDF5, in the order of the file") {
  const TemporaryFolder folder;
  write_file(folder / "a", "7\n0\n9\n3\n3\n");
  write_file(folder / "b", "# rows\r\n7\r\n\r\n 0 \n\t9\n  # more\n3\n3");
  write_file(folder / "c", npy("|i1", "(5,)", as<std::int8_t>(listed)));
  write_file(folder / "d", npy("<u2", "(5, 1)", as<std::uint16_t>(listed)));
  write_file(folder / "e", npy("<i8", "(1, 5)", as<std::int64_t>(listed)));
  write_file(folder / "f", npy("<u8", "(5,)", as<std::uint64_t>(listed)));
  write_file(folder / "g", h5_of("/list", as<std::int32_t>(listed), {5}));
  write_file(folder / "h", h5_of("/list", as<std::uint64_t>(listed), {1, 5}));
  write_file(folder / "i", h5_of("/group/list", as<std::int64_t>(listed), {5, 1}));
  for (const char* name :
       {"a", "b", "c", "d", "e", "f", "g", "h", "i", "g:/list", "i:/group/list"}) {
    CAPTURE(name);
    const IndexList list = read_index_list(folder / name, 10);
    CHECK(list.rows == listed);
    CHECK(list.sorted() == Rows{0, 3, 7, 9});
    CHECK(list.repeats() == 1);
  }
}

TEST_CASE("index list: rows may be named, with labels behind the names") {
  const TemporaryFolder folder;
  const std::string path = folder / "list";
  const std::vector<std::string> all = {"a/1.jpg", "a/2.jpg", "b/1.jpg", "c d.png"};
  const auto rows_in = [&](const std::string& text) {
    write_file(path, text);
    return read_index_list(path, 4, [&] { return RowNames(all, "names"); }).rows;
  };
  CHECK(rows_in("b/1.jpg\na/2.jpg\n") == Rows{2, 1});
  CHECK(rows_in("\xef\xbb\xbf"
                "b/1.jpg 0 1 0\r\n\n# no\na/2.jpg 1 0 0\r\n") == Rows{2, 1});
  CHECK(rows_in("x/a/1.jpg,3\nc d.png;0;1\n2.jpg\t7\n") == Rows{0, 3, 1});
  CHECK(rows_in("\xef\xbb\xbf"
                "2\n0\n") == Rows{2, 0});
  CHECK(rows_in("a/1.jpg\na/2.jpg\na/1.jpg\n") == Rows{0, 1, 0});  // names are no mask
  const auto refusal = [&](const std::string& text) { return error_of([&] { rows_in(text); }); };
  CHECK(refusal("a/1.jpg\n1.jpg\n") == "names: rows 0 and 2 are both called '1.jpg'");
  CHECK(refusal("a/1.jpg\nx/2.jpg\n") ==
        path + ": line 2 is 'x/2.jpg', which is the name of no row of the data set");
  CHECK(refusal("0\na/1.jpg\n") ==
        path + ": line 2 is 'a/1.jpg' after row numbers, expected either names or numbers");
  CHECK(refusal("a/1.jpg\n3\n") == Contains("line 2 is '3', which is the name of no row"));
  H5File file = H5File::create("new");
  file.write_texts("/test", {"b/1.jpg", "c d.png"});
  write_file(path, file.image());
  CHECK(read_index_list(path, 4, [&] { return RowNames(all, "names"); }).rows == Rows{2, 3});
}

TEST_CASE("row names: those of a data set or of a text, as many as there are rows") {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  const std::vector<float> x = {1, 2, 3};
  file.write("/features", x.data(), {3, 1});
  file.write_texts("/names", {"a", "b\xc3\xa9", ""});
  file.write_texts("/others", {"u", "v", "w"});
  write_file(folder / "d.h5", file.image());
  CHECK(read_row_names(folder / "d.h5", 3).row_of("b\xc3\xa9") == 1U);
  CHECK(read_row_names((folder / "d.h5") + ":/others", 3).row_of("w") == 2U);
  CHECK(!read_row_names(folder / "d.h5", 3).row_of("w"));
  CHECK(error_of([&] { read_row_names(folder / "d.h5", 4); }) ==
        Contains("has no '/names' with the names of its 4 rows"));
  write_file(folder / "n.txt", "x/1.jpg 0 1\n\nx/2.jpg 1 0\n");
  CHECK(read_row_names(folder / "n.txt", 2).row_of("2.jpg") == 1U);
  CHECK(error_of([&] { read_row_names(folder / "n.txt", 3); }) ==
        folder / "n.txt: names 2 rows, but the data set has 3");
}

TEST_CASE("row names: the name of a line is all but the numbers at its end") {
  CHECK(name_of_line(" a b.jpg 0 1 0\r") == "a b.jpg");
  CHECK(name_of_line("a.jpg,cat") == "a.jpg,cat");
  CHECK(name_of_line("a.jpg, 0, 1") == "a.jpg");
  CHECK(name_of_line("a.jpg") == "a.jpg");
  CHECK(name_of_line("17 0 1") == "17");
  CHECK(name_of_line(" 0") == "0");
  CHECK(name_of_line("").empty());
}

TEST_CASE("index list: a long text is read in blocks") {
  const TemporaryFolder folder;
  std::string text;
  Rows rows;
  for (std::uint32_t i = 0; i < 400000; ++i) {
    rows.push_back(i * 7 % 400000);
    text += std::to_string(rows.back()) + "\n";
  }
  write_file(folder / "long", text);
  CHECK(read_index_list(folder / "long", 400000).rows == rows);
  CHECK(read_index_list(folder / "long", 400000).repeats() == 0);
}

TEST_CASE("index list: an entry that is no row of the data set is named") {
  const TemporaryFolder folder;
  const std::string path = folder / "list";
  CHECK(refused(path, "3\n10\n") ==
        "line 2 is 10, expected a row in 0 .. 9: are these counted from 1?");
  CHECK(refused(path, "# -1\n\n-1\n") == "line 3 is -1, expected a row in 0 .. 9");
  CHECK(refused(path, "4294967296\n") == "line 1 is 4294967296, expected a row in 0 .. 9");
  CHECK(refused(path, "99999999999999999999\n") ==
        "line 1 is '99999999999999999999', expected a row in 0 .. 9");
  CHECK(refused(path, "3 4\n") == "line 1 is '3 4', expected a row in 0 .. 9");
  CHECK(refused(path, "1.0\n") == "line 1 is '1.0', expected a row in 0 .. 9");
  CHECK(refused(path, "row\n") == "line 1 is 'row', expected a row in 0 .. 9");
  CHECK(refused(path, npy<std::int64_t>("<i8", "(2,)", {1, -5})) ==
        "entry 1 is -5, expected a row in 0 .. 9");
  CHECK(refused(path,
                npy<std::uint64_t>("<u8", "(1,)", {std::numeric_limits<std::uint64_t>::max()})) ==
        "entry 0 is -1, expected a row in 0 .. 9");
  write_file(path, h5_of<std::int64_t>("/a", {0, std::int64_t{1} << 32}, {2}));
  CHECK(error_of([&] { read_index_list(path + ":/a", 10); }) ==
        path + ":/a: entry 1 is 4294967296, expected a row in 0 .. 9");
}

TEST_CASE("index list: a mask of 0 and 1 is not read as the first two rows") {
  const TemporaryFolder folder;
  const std::string expected =
      "has 4 entries, all of them 0 or 1, which seems to be a mask: save np.flatnonzero(mask)";
  CHECK(refused(folder / "list", npy("<i8", "(4,)", std::vector<std::int64_t>{0, 1, 1, 0})) ==
        expected);
  CHECK(refused(folder / "list", "1\n1\n0\n1\n") == expected);
  write_file(folder / "list", h5_of("/list", std::vector<std::int32_t>{1, 1, 1, 1}, {4}));
  CHECK(error_of([&] { read_index_list(folder / "list", 10); }) == Contains(expected));
  write_file(folder / "list", "1\n0\n");
  CHECK(read_index_list(folder / "list", 10).rows == Rows{1, 0});
}

TEST_CASE("index list: files that hold no list are refused with what was expected") {
  const TemporaryFolder folder;
  const std::string path = folder / "list";
  CHECK(refused(path, "") == "lists no rows");
  CHECK(refused(path, "\n# nothing\n\n") == "lists no rows");
  CHECK(refused(path, std::string("1\n\0\n", 4)) ==
        "is no list of rows: expected text with one row a line, NumPy .npy or HDF5");
  CHECK(refused(path, std::string(std::size_t{3} << 20, '1')) ==
        "line 1 is longer than 1048576 bytes, expected a row in 0 .. 9");
  CHECK(refused(path, npy<std::uint8_t>("|b1", "(3,)", {1, 0, 1})) ==
        "is a mask: save np.flatnonzero(mask)");
  CHECK(refused(path, npy<float>("<f4", "(3,)", {1, 0, 1})) ==
        "is <f4 3 numbers, expected a list of integers: save a.astype('<i8')");
  CHECK(refused(path, npy<std::int32_t>("<i4", "(2, 2)", {1, 0, 1, 2})) ==
        "is <i4 2 x 2, expected a list of integers");
  CHECK(refused(path, npy<std::int32_t>("<i4", "(9,)", {1, 0})) == Contains("it is truncated"));
  CHECK(refused(path, h5_of<float>("/a", {1, 2}, {2})) ==
        "'/a' is no list of integers: it is 2 of another kind");
  CHECK(refused(path, h5_of<std::int32_t>("/a", {1, 2, 3, 4}, {2, 2})) ==
        "'/a' is no list of integers: it is 2 x 2");
  CHECK(refused(path, h5_of<std::int32_t>("/a", {1}, {1}).substr(0, 700)) ==
        "is truncated or damaged: its checksum does not fit");
  CHECK(error_of([&] { read_index_list(folder / "none", 10); }) ==
        folder / "none: there is no such file");
}

TEST_CASE("index list: a list of HDF5 is named if there are several, and has to be there") {
  const TemporaryFolder folder;
  const std::string path = folder / "lists.h5";
  const std::vector<std::int32_t> rows = {1, 2};
  H5File file = H5File::create("new");
  file.write("/a/queries", rows.data(), {2});
  file.write("/a/training", rows.data(), {2});
  write_file(path, file.image());
  CHECK(read_index_list(path + ":/a/training", 10).rows == Rows{1, 2});
  CHECK(error_of([&] { read_index_list(path, 10); }) ==
        path + ": holds 2 datasets: name one, such as '" + path + ":/a/queries'");
  CHECK(error_of([&] { read_index_list(path + ":/a/base", 10); }) ==
        path + ": has no dataset '/a/base'; it holds /a/queries, /a/training");
  write_file(folder / "text", "1\n");
  CHECK(error_of([&] { read_index_list(folder / "text:/a", 10); }) ==
        folder / "text: is no HDF5 file, so it has no '/a'");
}

TEST_CASE("index list: one with more than twice the rows there are belongs to other data") {
  const TemporaryFolder folder;
  const std::string path = folder / "list";
  write_file(path, npy("|u1", "(20,)", std::vector<std::uint8_t>(20, 3)));
  CHECK(read_index_list(path, 10).repeats() == 19);
  const std::string message = "lists 21 rows of a data set that has 10: it belongs to another one";
  CHECK(refused(path, npy("|u1", "(21,)", std::vector<std::uint8_t>(21, 3))) == message);
  CHECK(refused(path, npy("|u1", "(1, 21)", std::vector<std::uint8_t>(21, 3))) == message);
  std::string text;
  for (int i = 0; i < 21; ++i) text += "3\n";
  CHECK(refused(path, text) == message);
}

TEST_CASE("index list: of one that has to ascend the first entry that does not is named") {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  const auto refusal_of = [&](const std::string& text) {
    write_file(path, text);
    return error_of([&] { read_ascending_rows(path, 10); });
  };
  CHECK(refusal_of("1\n2\n") == "no error");
  CHECK(read_ascending_rows(path, 10) == Rows{1, 2});
  CHECK(refusal_of("") == path + ": lists no rows");
  CHECK(refusal_of("1\n10\n") == Contains("line 2 is 10, expected a row in 0 .. 9"));
  CHECK(refusal_of("0\n4\n3\n") ==
        path + ": entry 2 is 3, after 4: rows ascend and none repeats ('sort -n -u' sees to that)");
  CHECK(refusal_of("4\n4\n") == Contains("entry 1 is 4, after 4"));
}

}  // namespace hashlab::index_list_test
