#include "lib/data/npy.h"
#include "lib/codes/code_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::npy_test {

using namespace testing;

namespace {

const std::string good = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";

NpyHeader parsed(const std::string& dictionary, std::size_t data_bytes, char version = 1) {
  const std::string head = npy_header(dictionary, version);
  return parse_npy_header(head, head.size() + data_bytes, "a.npy");
}

/// The message about a header, without the name of the file.
std::string refused(const std::string& dictionary, std::size_t data_bytes = 6) {
  const std::string message = error_of([&] { parsed(dictionary, data_bytes); });
  CHECK(message.starts_with("a.npy: "));
  CHECK(message.find('\n') == std::string::npos);
  return message.substr(std::min<std::size_t>(message.size(), 7));
}

std::string with(const std::string& dtype, const std::string& shape) {
  return fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", dtype, shape);
}

}  // namespace

TEST_CASE("npy: headers of all three versions are read") {
  for (const char version : {'\1', '\2', '\3'}) {
    const NpyHeader header = parsed(good, 6, version);
    CHECK(header.dtype == "|u1");
    CHECK(header.shape == std::vector<std::size_t>{2, 3});
    CHECK(header.data_offset == 128);
    CHECK(header.text() == "|u1 2 x 3");
  }
}

TEST_CASE("npy: the header's dictionary may be written in any order and spacing") {
  CHECK(parsed("{ \"shape\":(6,),'fortran_order' : False ,\n'descr':'|i1' }", 6).shape ==
        std::vector<std::size_t>{6});
  CHECK(parsed("{'shape': (2,3), 'descr': '<f4', 'fortran_order': False}", 24).columns() == 3);
}

TEST_CASE("npy: a header that numpy.save does not write is refused") {
  const std::string no = "is no NumPy file that numpy.save writes: its header ";
  CHECK(refused("") == no + "has '' where '{' is expected");
  CHECK(refused("{") == no + "has '' where a key is expected");
  CHECK(refused("{}") == no + "lacks one of the keys descr, fortran_order and shape");
  CHECK(refused("{'descr': '|u1', 'fortran_order': False, }") ==
        no + "lacks one of the keys descr, fortran_order and shape");
  CHECK(refused("{'descr': '|u1', 'descr': '|u1', }") == no + "has the key 'descr' twice");
  CHECK(refused("{'descr': '|u1', 'order': 'C', }") == no + "has the key 'order'");
  CHECK(refused(good + "x") == no + "goes on after its dictionary with 'x'");
  CHECK(refused("{'descr' '|u1'}") == no + "has ''|u1'}' where ':' is expected");
  CHECK(refused("{'descr': '|u1") == no + "has ''|u1' where an element type is expected");
  CHECK(refused("{'descr': '|u1' 'shape': (2, 3)}") ==
        no + "has ''shape': (2, 3)}' where '}' is expected");
  CHECK(refused("{'fortran_order': Maybe}") == no + "has 'Maybe}' where True or False is expected");
  CHECK(refused(with("|u1", "(2 3)")) == no + "has a shape without a comma");
  CHECK(refused(with("|u1", "(6)")) == no + "has a number where a shape is expected");
  CHECK(refused(with("|u1", "(-2, 3)")) == no + "has a shape with '-2, 3), }'");
  CHECK(refused(with("|u1", "(99999999999999999999, 3)")) ==
        no + "has a shape with '99999999999999999999, 3), }'");
  CHECK(refused(with("|u1", "(2.0, 3)")) == no + "has a shape without a comma");
  CHECK(refused(std::string("{'d\0\x1b[31m': 1}", 14)) == no + "has the key 'd??[31m'");
}

TEST_CASE("npy: arrays that cannot be read row by row are refused with the remedy") {
  CHECK(refused("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }") ==
        "is stored in Fortran order: save it row by row, np.save(file, np.ascontiguousarray(a))");
  CHECK(refused(with("|O", "(2, 3)")) ==
        "has elements of type '|O', pickled objects, which are not read: save an array of numbers, "
        "such as np.stack(list(a))");
  CHECK(refused(with(">f4", "(2, 3)")) ==
        "has elements of type '>f4', big-endian: save it as "
        "a.astype(a.dtype.newbyteorder('<'))");
  for (const char* type : {"<f2", "<f16", "<c8", "<U5", "|S3", "", "|", "|u", "|u2", "=i4", "x"}) {
    CHECK(refused(with(type, "(2, 3)")) ==
          Contains(fmt::format("has elements of type '{}', expected one of |b1, |i1,", type)));
  }
  CHECK(refused("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2, 3), }") ==
        "holds records, expected plain numbers: save one field");
}

TEST_CASE("npy: lies about sizes are refused") {
  CHECK(refused(with("|u1", "(2, 3)"), 5) ==
        "is |u1 2 x 3, which takes 6 bytes, but 5 follow its header: it is truncated");
  CHECK(refused(with("<f8", "(2, 3)"), 49) ==
        "is <f8 2 x 3, which takes 48 bytes, but 49 follow its header: it is damaged or not one "
        "array");
  CHECK(refused(with("|u1", "(0, 3)"), 0) == "is |u1 0 x 3: it holds nothing");
  CHECK(refused(with("|u1", "(3, 0)"), 0) == "is |u1 3 x 0: it holds nothing");
  CHECK(refused(with("|u1", "()"), 1) == "has 0 dimensions, expected 1 or 2");
  CHECK(refused(with("|u1", "(1, 2, 3)")) == "has 3 dimensions, expected 1 or 2");
  const std::string huge = "4294967296, 4294967296";
  CHECK(refused(with("|u1", "(" + huge + ")"), 0) ==
        "claims to be |u1 4294967296 x 4294967296, more than any file holds");
  CHECK(refused(with("<f8", "(2305843009213693953,)"), 8) == Contains("more than any file holds"));
}

TEST_CASE("npy: a file cut off anywhere, or of another version, is refused") {
  const std::string whole = npy<std::uint8_t>("|u1", "(2, 3)", {1, 2, 3, 4, 5, 6});
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    CAPTURE(cut);
    CHECK(error_of([&] { parse_npy_header(whole.substr(0, cut), cut, "a"); }) != "no error");
  }
  CHECK(parse_npy_header(whole, whole.size(), "a").rows() == 2);
  const auto changed = [&](std::size_t at, char to) {
    std::string copy = whole;
    copy[at] = to;
    return error_of([&] { parse_npy_header(copy, copy.size(), "a"); });
  };
  CHECK(changed(0, 'x') == "a: is not a NumPy .npy file");
  CHECK(changed(6, 4) == "a: is a NumPy file of version 4.0, expected 1.0, 2.0 or 3.0");
  CHECK(changed(7, 1) == "a: is a NumPy file of version 1.1, expected 1.0, 2.0 or 3.0");
  CHECK(changed(9, 2) ==
        "a: says that its header has 630 bytes, only 124 follow: it is truncated "
        "or damaged");
  std::string long_header = npy_header(good + std::string(1 << 17, ' '), 2);
  CHECK(error_of([&] { parse_npy_header(long_header, long_header.size() + 6, "a"); }) ==
        Contains("expected at most 65536"));
}

TEST_CASE("npy: rows of every element type are read and converted") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.npy";
  const auto integers = [&](auto zero, const std::string& dtype) {
    using T = decltype(zero);
    const std::vector<T> values = {std::numeric_limits<T>::lowest(), T{0}, T{1}, T{2}, T{3},
                                   std::numeric_limits<T>::max()};
    write_file(path, npy(dtype, "(3, 2)", values));
    const NpyFile file(path);
    std::vector<T> raw(4);
    file.read_rows(1, 2, raw.data());
    CHECK(raw == std::vector<T>(values.begin() + 2, values.end()));
    std::vector<std::int64_t> wide(6);
    file.read_rows_as(0, 3, wide.data());
    for (std::size_t i = 0; i < 6; ++i) CHECK(wide[i] == static_cast<std::int64_t>(values[i]));
  };
  integers(std::int8_t{}, "|i1");
  integers(std::int16_t{}, "<i2");
  integers(std::int32_t{}, "<i4");
  integers(std::int64_t{}, "<i8");
  integers(std::uint8_t{}, "|u1");
  integers(std::uint16_t{}, "<u2");
  integers(std::uint32_t{}, "<u4");
  write_file(path, npy<double>("<f8", "(2,)", {0.1, -1e300}));
  std::vector<double> doubles(2);
  NpyFile(path).read_rows_as(0, 2, doubles.data());
  CHECK(doubles == std::vector<double>{0.1, -1e300});
  write_file(path, npy<float>("<f4", "(2,)", {0.1f, -2.0f}));
  std::vector<float> floats(2);
  NpyFile(path).read_rows_as(0, 2, floats.data());
  CHECK(floats == std::vector<float>{0.1f, -2.0f});
}

TEST_CASE("npy: a pipe or a folder is not waited for") {
  const TemporaryFolder folder;
  REQUIRE(shell("mkfifo '" + folder / "pipe" + "'").status == 0);
  CHECK(error_of([&] { NpyFile(folder / "pipe"); }) ==
        (folder / "pipe") + ": cannot be read as a file: it is a pipe, and pipes are not read");
  CHECK(error_of([&] { NpyFile(folder.path()); }) ==
        folder.path() + ": cannot be read as a file: it is a folder");
}

}  // namespace hashlab::npy_test
