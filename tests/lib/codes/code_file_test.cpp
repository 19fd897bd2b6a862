#include "lib/codes/packing.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/import/codes/open_codes.h"
#include "tests/support/code_files.h"
#include "tests/support/skip.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <hdf5.h>
#include <sys/mount.h>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::code_file_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// All of a source, in pieces that do not fit its own.
Codes read_all(const CodeSource& source, std::size_t step) {
  Codes all(source.format(), 0);
  for (std::size_t first = 0; first < source.size(); first += step) {
    const Codes piece = source.read(first, std::min(step, source.size() - first));
    CHECK(piece.format == source.format());
    all.words.insert(all.words.end(), piece.words.begin(), piece.words.end());
    all.n += piece.n;
  }
  return all;
}

CodeFileOptions order(std::size_t n, const std::string& name) {
  CodeFileOptions options = with_bits(n);
  options.bit_order = name;
  return options;
}

}  // namespace

TEST_CASE("code file: what is written in pieces of any size is read in pieces of any size") {
  const TemporaryFolder folder;
  for (const CodeFormat& format : {CodeFormat{1, 1},
                                   {7, 1},
                                   {8, 1},
                                   {33, 1},
                                   {64, 1},
                                   {65, 1},
                                   {1000, 1},
                                   {12, 2},
                                   {66, 3},
                                   {60, 6}}) {
    CAPTURE(format.bits);
    const Codes codes = random_codes(format, 5003, 1);
    write_code_file(folder / "c.h5", codes, 997);
    const auto source = open_codes(folder / "c.h5", {});
    CHECK(source->format() == format);
    CHECK(source->size() == codes.n);
    CHECK(source->description() == Contains(fmt::format("{} bits", format.bits)));
    for (const std::size_t step : {std::size_t{1000}, std::size_t{4999}, codes.n}) {
      CHECK(same_codes(read_all(*source, step), codes));
    }
    CHECK(same_codes(source->read(4242, 1), slice_of(codes, 4242, 1)));
    CHECK(source->read(5003, 0).n == 0);
    CHECK(error_of([&] { source->read(5000, 4); }) ==
          (folder / "c.h5") + ": rows 5000 .. 5004 asked for, it has 5003");
  }
}

TEST_CASE("code file: the bytes do not depend on the pieces that codes were appended in") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({64, 1}, 200000, 2);  // several chunks
  write_code_file(folder / "a.h5", codes, 200000);
  write_code_file(folder / "b.h5", codes, 7001);
  CHECK(read_file(folder / "a.h5") == read_file(folder / "b.h5"));
}

TEST_CASE("code file: is ours: sealed, with attributes and bytes as documented") {
  const TemporaryFolder folder;
  Codes codes({10, 2}, 2);
  codes.set_bit(0, 0);
  codes.set_bit(1, 9);
  write_code_file(folder / "c.h5", codes, 1);
  const H5File file = H5File::open(folder / "c.h5");
  CHECK(file.text_attributes() == std::map<std::string, std::string>{{"kind", "hashlab codes"}});
  CHECK(file.number_attributes() ==
        std::map<std::string, double>{{"bits", 10.0}, {"digit-bits", 2.0}});
  CHECK(file.shape("/codes").size == std::vector<std::size_t>{2, 2});
  std::vector<std::uint8_t> bytes(4);
  file.read("/codes", bytes.data());
  CHECK(bytes == std::vector<std::uint8_t>{1, 0, 0, 2});
  std::string damaged = read_file(folder / "c.h5");
  for (const std::size_t at : {std::size_t{600}, damaged.size() / 2, damaged.size() - 1}) {
    CAPTURE(at);
    std::string copy = damaged;
    copy[at] = static_cast<char>(copy[at] ^ 1);
    write_file(folder / "d.h5", copy);
    CHECK(refusal_of_codes(folder / "d.h5") ==
          ": is truncated or damaged: its checksum does not fit");
  }
  write_file(folder / "d.h5", damaged.substr(0, damaged.size() - 100));
  CHECK(refusal_of_codes(folder / "d.h5") ==
        ": is truncated or damaged: its checksum does not fit");
  write_file(folder / "d.h5", damaged.substr(0, 100));
  CHECK(refusal_of_codes(folder / "d.h5") ==
        ": is truncated or damaged: its checksum does not fit");
}

TEST_CASE("code file: appears whole when it is finished, and not at all otherwise") {
  const TemporaryFolder folder;
  write_file(folder / "old.h5", "before");
  {
    CodeWriter writer(folder / "old.h5", {8, 1});
    writer.append(random_codes({8, 1}, 100000, 3));
    CHECK(read_file(folder / "old.h5") == "before");
  }
  CHECK(read_file(folder / "old.h5") == "before");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
  write_code_file(folder / "old.h5", random_codes({8, 1}, 100000, 3), 100000);
  CHECK(open_codes(folder / "old.h5", {})->size() == 100000);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
  CHECK(error_of([&] {
          CodeWriter(folder / "none/c.h5", {8, 1});
        }) == (folder / "none/c.h5") + ": cannot be written: No such file or directory");
  CHECK(error_of([&] {
          CodeWriter(folder / "c.h5", {8, 1}).append(random_codes({16, 1}, 1, 1));
        }) == (folder / "c.h5") +
                  ": codes of 16 bits in digits of 1 in a file of 8 bits in "
                  "digits of 1");
  CHECK(error_of([&] {
          CodeWriter(folder / "c.h5", {0, 1});
        }) == Contains("c.h5: codes of 0 bits"));
  CHECK(error_of([&] {
          CodeWriter(folder / "c.h5", {9, 2});
        }) == (folder / "c.h5") + ": 9 bits are no whole number of digits of 2 bits");
}

TEST_CASE("code file: without codes is written, and refused when it is read") {
  const TemporaryFolder folder;
  CodeWriter(folder / "c.h5", {8, 1}).finish();
  CHECK(refusal_of_codes(folder / "c.h5") ==
        ": '/codes' is 0 x 1, expected N or N x C with at least "
        "one row");
}

TEST_CASE("code file: a full disk while writing is an error and leaves nothing") {
  const TemporaryFolder disk;
  if (mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    skip(std::string("mounting a small file system is not permitted: ") + std::strerror(errno));
    return;
  }
  const Codes codes = random_codes({64, 1}, 300000, 4);
  for (std::size_t kilobytes = 16; kilobytes <= 1024; kilobytes += 48) {
    CAPTURE(kilobytes);
    const std::string size = fmt::format("size={}k", kilobytes);
    REQUIRE(mount("tmpfs", disk.path().c_str(), "tmpfs", MS_REMOUNT, size.c_str()) == 0);
    CHECK(error_of([&] { write_code_file(disk / "c.h5", codes, 10000); }) ==
          (disk / "c.h5") + ": cannot be written: No space left on device");
    CHECK(fs::is_empty(disk.path()));
  }
  write_code_file(disk / "c.h5", slice_of(codes, 0, 50000), 10000);
  CHECK(open_codes(disk / "c.h5", {})->size() == 50000);
  CHECK(umount(disk.path().c_str()) == 0);
}

TEST_CASE("code file: an option may only repeat what our file says") {
  const TemporaryFolder folder;
  write_code_file(folder / "c.h5", random_codes({12, 2}, 10, 5), 10);
  CodeFileOptions options = with_bits(12);
  options.digit_bits = 2;
  CHECK(open_codes(folder / "c.h5", options)->format() == CodeFormat{12, 2});
  options.digit_bits = 3;
  CHECK(refusal_of_codes(folder / "c.h5", options) ==
        ": has digit-bits = 2, --digit-bits says 3: leave the option out");
  CHECK(refusal_of_codes(folder / "c.h5", with_bits(16)) ==
        ": has bits = 12, --bits says 16: leave the option out");
  CHECK(error_of([&] { open_codes(folder / "c.h5", order(0, "middle")); }) ==
        "bit order 'middle', expected little or big");
}

TEST_CASE("code file: codes that are named are read as those that are found") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({12, 2}, 10, 5);
  write_code_file(folder / "c.h5", codes, 10);
  const auto named = open_codes((folder / "c.h5") + ":/codes", {});
  CHECK(named->format() == CodeFormat{12, 2});
  CHECK(same_codes(named->read(0, 10), codes));
}

TEST_CASE("code file: files of ours that lie are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](double bits, double digit_bits, std::vector<std::size_t> size) {
    H5File file = H5File::create("new");
    file.set("kind", "hashlab codes");
    file.set("bits", bits);
    file.set("digit-bits", digit_bits);
    const std::vector<std::uint8_t> bytes(64, 0x80);
    file.write("/codes", bytes.data(), size);
    write_file(folder / "c.h5", file.image());
    return refusal_of_codes(folder / "c.h5");
  };
  CHECK(refused(16, 1, {5, 1}) ==
        ": '/codes' is 5 x 1 of elements of 1 bytes, expected N x 2 uint8 for codes of 16 bits");
  CHECK(refused(8, 1, {5}) ==
        ": '/codes' is 5 of elements of 1 bytes, expected N x 1 uint8 for codes of 8 bits");
  CHECK(refused(7, 1, {5, 1}) ==
        ": row 0 sets padding bits after its 7 bits, read with bit order little; expected zeros; "
        "is the number of bits right?");
  CHECK(refused(7.5, 1, {5, 1}) ==
        ": attribute 'bits' is 7.5, expected a whole number in 1 .. 65535");
  CHECK(refused(0, 1, {5, 1}) == ": attribute 'bits' is 0, expected a whole number in 1 .. 65535");
  CHECK(refused(std::numeric_limits<double>::quiet_NaN(), 1, {5, 1}) ==
        ": attribute 'bits' is nan, expected a whole number in 1 .. 65535");
  CHECK(refused(8, 7, {5, 1}) == ": digits of 7 bits, expected 1 .. 6");
  CHECK(refused(8, 3, {5, 1}) == ": 8 bits are no whole number of digits of 3 bits");
  CHECK(refused(65535, 1, {1, 64}) == Contains("expected N x 8192 uint8"));
  CHECK(refused(60000, 6, {1, 64}) ==
        ": codes of 60000 bits in digits of 6 have distances up to 630000, expected 1 .. 65535");
}

TEST_CASE("code file: a result cell says how many bits its codes have and a digit of them") {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  file.set("recipe", "text");
  file.set("bits", 16.0);
  const Codes codes = random_codes({12, 2}, 4, 8);
  file.write("/query/codes", pack(codes).data(), {4, 2});
  file.set("digit-bits", 2.0);
  write_file(folder / "c.h5", file.image());
  CodeFileOptions options = with_part("query");
  CHECK(refusal_of_codes(folder / "c.h5", options) ==
        ": lacks one of its attributes 'fact.code-bits' and 'digit-bits'");
  file.set("fact.code-bits", 12.0);
  write_file(folder / "c.h5", file.image());
  CHECK(same_codes(open_codes(folder / "c.h5", options)->read(0, 4), codes));
  CHECK(same_codes(open_codes((folder / "c.h5") + ":/query/codes", {})->read(0, 4), codes));
  options.bits = 16;
  CHECK(refusal_of_codes(folder / "c.h5", options) ==
        ": has bits = 12, --bits says 16: leave the option out");
}

TEST_CASE("code file: what is no file of codes is refused with what would be one") {
  const TemporaryFolder folder;
  CHECK(refusal_of_codes(folder / "none.h5") == ": there is no such file");
  CHECK(refusal_of_codes(folder.path()) == ": cannot be read as a file: it is a folder");
  CHECK(refusal_of_codes("/dev/null") == ": cannot be read as a file: it is a device");
  write_file(folder / "f", "");
  CHECK(refusal_of_codes(folder / "f") == ": is empty, expected a file of codes");
  write_file(folder / "f", "x");
  CHECK(refusal_of_codes(folder / "f") == Contains(": holds words, expected a code a line"));
  write_file(folder / "f", "PK\x03\x04");
  CHECK(refusal_of_codes(folder / "f") == Contains(": is a zip archive that has no list"));
  H5File file = H5File::create("new");
  const float x = 1;
  file.write("/features", &x, {1, 1});
  write_file(folder / "f", file.image());
  CHECK(refusal_of_codes(folder / "f") == Contains(": is a data set, not a file of codes"));
  H5File empty = H5File::create("list");
  empty.write("/list", &x, {1});
  write_file(folder / "f", empty.image());
  CHECK(refusal_of_codes(folder / "f") ==
        Contains(": is an HDF5 file without codes: expected one of"));
}

TEST_CASE("code file: files of ours that lie about widths are refused") {
  const TemporaryFolder folder;
  const auto write = [&](const auto& widths, double bits, bool digit_bits,
                         std::vector<std::size_t> size) {
    H5File file = H5File::create("new");
    file.set("kind", "hashlab codes");
    file.set("bits", bits);
    if (digit_bits) file.set("digit-bits", 1.0);
    if (size.empty()) size = {widths.size()};
    file.write("/digit-widths", widths.data(), size);
    const std::vector<std::uint8_t> bytes(5, 0);
    file.write("/codes", bytes.data(), {5, 1});
    write_file(folder / "c.h5", file.image());
  };
  const auto refused = [&](const auto& widths, double bits, bool digit_bits = false,
                           const std::vector<std::size_t>& size = {}) {
    write(widths, bits, digit_bits, size);
    return refusal_of_codes(folder / "c.h5");
  };
  using Widths = std::vector<std::uint8_t>;
  write(Widths{1, 2}, 3, false, {});
  CHECK(open_codes(folder / "c.h5", {})->format() == CodeFormat{3, 0, {1, 2}});
  CHECK(refused(Widths{1, 2}, 4) ==
        ": has 3 bits in '/digit-widths', expected the 4 bits of its codes");
  CHECK(refused(Widths{1, 2}, 3, true) ==
        ": has both 'digit-bits' and '/digit-widths', expected one of them");
  CHECK(refused(Widths{2, 2}, 4) ==
        ": '/digit-widths' has 2 for all digits, expected the attribute 'digit-bits' then");
  CHECK(refused(Widths{1, 7}, 8) == ": '/digit-widths' has 7 at digit 1, expected 1 .. 6 bits");
  CHECK(refused(Widths{0, 3}, 3) == ": '/digit-widths' has 0 at digit 0, expected 1 .. 6 bits");
  CHECK(refused(Widths{1, 2}, 3, false, {1, 2}) ==
        ": '/digit-widths' is 1 x 2 of elements of 1 bytes, expected a list of 1 .. 65535 uint8");
  CHECK(refused(std::vector<std::int32_t>{1, 2}, 3) ==
        ": '/digit-widths' is 2 of elements of 4 bytes, expected a list of 1 .. 65535 uint8");
  CHECK(refused(Widths{1, 2, 6}, 9) == Contains("expected N x 2 uint8 for codes of 9 bits"));
  Widths wide(2000, 6);
  wide[0] = 1;
  CHECK(refused(wide, 11995) ==
        ": '/digit-widths' allows distances up to 125938, expected 1 .. 65535");
}

TEST_CASE("code file: widths in a chunk that takes a gigabyte to unpack are refused unread") {
  const TemporaryFolder folder;
  const std::string path = folder / "c.h5";
  const auto write = [&](hsize_t chunk) {
    H5File codes = H5File::create("new");
    codes.set("kind", "hashlab codes");
    codes.set("bits", 3.0);
    const std::vector<std::uint8_t> bytes(5, 0), widths = {1, 2};
    codes.write("/codes", bytes.data(), {5, 1});
    write_file(path, codes.image().substr(512));  // as HDF5 alone sees it: without our seal
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    const hsize_t size = 2, most = H5S_UNLIMITED;
    const hid_t space = H5Screate_simple(1, &size, &most);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(layout, 1, &chunk);
    H5Pset_deflate(layout, 1);
    const hid_t list =
        H5Dcreate2(file, "/digit-widths", H5T_STD_U8LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
    CHECK(H5Dwrite(list, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, widths.data()) >= 0);
    H5Dclose(list);
    H5Pclose(layout);
    H5Sclose(space);
    H5Fclose(file);
    seal(path);
  };
  write(1 << 20);
  CHECK(open_codes(path, {})->format() == CodeFormat{3, 0, {1, 2}});
  write((1 << 20) + 1);
  CHECK(
      refusal_of_codes(path) ==
      ": '/digit-widths' is stored in chunks of 1048577 bytes, at most 1048576 are read: store it "
      "in one piece");
}

}  // namespace hashlab::code_file_test
