#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/import/codes/open_codes.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::npy_codes_test {

using namespace testing;

namespace {

/// Codes in a temporary file, read or refused.
class CodeFileCheck {
 public:
  std::string path() const { return folder_ / "a.npy"; }

  Codes read(const std::string& bytes, const CodeFileOptions& options = {}) const {
    write_file(path(), bytes);
    const auto source = open_codes(path(), options);
    return source->read(0, source->size());
  }
  std::string description(const std::string& bytes, const CodeFileOptions& options = {}) const {
    write_file(path(), bytes);
    return open_codes(path(), options)->description();
  }
  /// The message, without the name of the file.
  std::string refuse(const std::string& bytes, const CodeFileOptions& options = {}) const {
    const std::string message = error_of([&] { read(bytes, options); });
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.starts_with(path() + ": "));
    return message.substr(std::min(message.size(), path().size() + 2));
  }

 private:
  TemporaryFolder folder_;
};

CodeFileOptions with(std::size_t bits, const std::string& bit_order = "") {
  CodeFileOptions options;
  options.bits = bits;
  options.bit_order = bit_order;
  return options;
}

}  // namespace

TEST_CASE("npy codes: every element type and both packings give the same codes") {
  const CodeFileCheck f;
  for (const std::size_t bits : {1u, 2u, 7u, 8u, 9u, 33u, 64u, 65u, 200u}) {
    CAPTURE(bits);
    const Codes codes = random_codes({bits, 1}, 301, bits);
    CHECK(same_codes(f.read(npy_packed(codes, false), with(bits, "little")), codes));
    CHECK(same_codes(f.read(npy_packed(codes, false), with(bits)), codes));
    CHECK(same_codes(f.read(npy_packed(codes, true), with(bits, "big")), codes));
    CHECK(same_codes(f.read(npy_elements<std::uint8_t>(codes, "|b1", 0, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<std::uint8_t>(codes, "|u1", 0, 1), with(bits)), codes));
    CHECK(same_codes(f.read(npy_elements<std::int8_t>(codes, "|i1", -1, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<std::int8_t>(codes, "|i1", 0, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<std::int16_t>(codes, "<i2", -1, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<std::int32_t>(codes, "<i4", -1, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<std::int64_t>(codes, "<i8", 0, 1)), codes));
    CHECK(same_codes(f.read(npy_elements<float>(codes, "<f4", -0.25f, 1e-40f)), codes));
    CHECK(same_codes(f.read(npy_elements<float>(codes, "<f4", -0.0f, 3.0f)), codes));
    CHECK(same_codes(f.read(npy_elements<double>(codes, "<f8",
                                                 -std::numeric_limits<double>::infinity(), 5e-324)),
                     codes));
  }
}

TEST_CASE("npy codes: how a file was read is told") {
  const CodeFileCheck f;
  const Codes codes = random_codes({12, 1}, 30, 1);
  CHECK(f.description(npy_packed(codes, true), with(12, "big")) ==
        "NumPy |u1 30 x 2: 12 packed bits, bit order big");
  CHECK(f.description(npy_packed(codes, false), with(12)) ==
        "NumPy |u1 30 x 2: 12 packed bits, bit order little");
  CHECK(f.description(npy_elements<std::int8_t>(codes, "|i1", -1, 1)) ==
        "NumPy |i1 30 x 12: elements -1 and 1");
  CHECK(f.description(npy_elements<std::uint8_t>(codes, "|b1", 0, 1)) ==
        "NumPy |b1 30 x 12: elements 0 and 1");
  CHECK(f.description(npy_elements<float>(codes, "<f4", -1, 1)) ==
        "NumPy <f4 30 x 12: the sign is the bit");
}

TEST_CASE("npy codes: bytes without --bits are packed, unless they could be bits as well") {
  const CodeFileCheck f;
  const Codes codes = random_codes({64, 1}, 100, 2);
  CHECK(same_codes(f.read(npy_packed(codes, false)), codes));
  CHECK(f.refuse(npy<std::uint8_t>("|u1", "(2, 3)", {0, 1, 1, 0, 0, 1})) ==
        "is |u1 2 x 3 of 0 and 1 only, which may be 24 packed bits or 3 bits with one byte each: "
        "give --bits 24 or --bits 3");
  CHECK(f.read(npy<std::uint8_t>("|u1", "(2, 3)", {0, 1, 1, 0, 0, 1}), with(24)).format.bits == 24);
  CHECK(f.read(npy<std::uint8_t>("|u1", "(2, 3)", {0, 1, 1, 0, 0, 1}), with(3)).format.bits == 3);
  CHECK(f.refuse(npy<std::uint8_t>("|u1", "(2, 3)", {0, 1, 1, 0, 0, 2}), with(3)) ==
        "row 1, column 2 is 2, expected 0 or 1 as in the rest of the file: one element a bit "
        "(packed codes of 3 bytes have 17 to 24 bits)");
}

TEST_CASE("npy codes: bytes of 0 and 255 alone are masks or packed, which has to be said") {
  const TemporaryFolder folder;
  const std::string path = folder / "m.npy";
  write_file(path, npy<std::uint8_t>("|u1", "(2, 2)", {0, 255, 255, 0}));
  CHECK(error_of([&] { open_codes(path, {}); }) ==
        Contains("16 packed bits or 2 bits as masks have them: give --bits 16, or save a > 0"));
  CodeFileOptions packed;
  packed.bits = 16;
  CHECK(open_codes(path, packed)->format().bits == 16);
}

TEST_CASE("npy codes: padding bits tell that the other bit order is meant") {
  const CodeFileCheck f;
  const Codes codes = random_codes({33, 1}, 100, 3);
  CHECK(f.refuse(npy_packed(codes, true), with(33)) ==
        Contains("sets padding bits after its 33 bits, read with bit order little; expected zeros; "
                 "the rows fit --bit-order big: give it"));
  CHECK(f.refuse(npy_packed(codes, false), with(33, "big")) ==
        Contains("read with bit order big; expected zeros; the rows fit --bit-order little"));
  CHECK(f.refuse(npy<std::uint8_t>("|u1", "(2, 1)", {0, 0xff}), with(7)) ==
        "row 1 sets padding bits after its 7 bits, read with bit order little; expected zeros; is "
        "the number of bits right?");
  // A byte of one bit is a bit, and packed only if the order is said.
  CHECK(f.read(npy<std::uint8_t>("|u1", "(2, 1)", {0, 0x80}), with(1, "big")).bit(1, 0));
  CHECK(f.refuse(npy<std::uint8_t>("|u1", "(2, 1)", {0, 0x80}), with(1)) ==
        Contains("row 1, column 0 is 128"));
}

TEST_CASE("npy codes: digits of several bits depend on the bit order, which must be said") {
  const CodeFileCheck f;
  Codes codes = random_codes({12, 3}, 50, 4);
  CodeFileOptions options = with(12);
  options.digit_bits = 3;
  CHECK(f.refuse(npy_packed(codes, true), options) ==
        "digits of 3 bits depend on the order of bits in a byte: give --bit-order little or big");
  options.bit_order = "big";
  CHECK(same_codes(f.read(npy_packed(codes, true), options), codes));
  CHECK(same_codes(f.read(npy_elements<std::uint8_t>(codes, "|b1", 0, 1), options), codes));
  options.digit_bits = 5;
  CHECK(f.refuse(npy_packed(codes, true), options) ==
        "12 bits are no whole number of digits of 5 bits");
}

TEST_CASE("npy codes: a number of bits that does not fit is refused, a transposed array is seen") {
  const CodeFileCheck f;
  const std::string table = npy<std::int8_t>("|i1", "(2, 3)", {1, 1, 1, -1, -1, 1});
  CHECK(f.refuse(table, with(2)) ==
        "is 2 x 3, expected N x 2 for --bits 2: it seems to be transposed, one code must be a row");
  CHECK(f.refuse(table, with(5)) ==
        "is 2 x 3, expected N x 5 for --bits 5: give --bits 3 if each column is a bit");
  const std::string bytes = npy<std::uint8_t>("|u1", "(2, 3)", {1, 2, 3, 4, 5, 6});
  CHECK(f.refuse(bytes, with(16)) ==
        "is |u1 2 x 3, expected N x 2 packed bytes or N x 16 of 0 and 1 for --bits 16: it seems to "
        "be transposed, one code must be a row");
  CHECK(f.refuse(bytes, with(64)) ==
        "is |u1 2 x 3, expected N x 8 packed bytes or N x 64 of 0 and 1 for --bits 64: packed, it "
        "has 17 to 24 bits");
  CHECK(f.refuse(npy<std::uint8_t>("|u1", "(6,)", {1, 2, 3, 4, 5, 6})) ==
        "is |u1 6 numbers, expected N x bits, or N x bytes if packed");
}

TEST_CASE("npy codes: elements that are no bits are refused with row and column") {
  const CodeFileCheck f;
  CHECK(f.refuse(npy<std::int8_t>("|i1", "(2, 2)", {1, 1, 1, 3})) ==
        "is |i1 2 x 2, expected one element a bit, 0 and 1 or -1 and 1, but it holds 3: packed, it "
        "is read as a.view(np.uint8) of a contiguous array or with --bits 16, and as "
        "a.astype(np.uint8) if each element is a byte");
  CHECK(f.refuse(npy<std::int8_t>("|i1", "(2, 2)", {1, -1, 0, 1})) ==
        Contains("row 1, column 0 is 0, expected -1 or 1 as in the rest of the file: one element a "
                 "bit (signs with zeros among them: save a > 0 or a >= 0"));
  CHECK(f.refuse(npy<std::int64_t>("<i8", "(2, 2)", {0, 1, 1, -1})) ==
        Contains("row 1, column 1 is -1, expected 0 or 1 as in the rest of the file: one element a "
                 "bit"));
  CHECK(f.refuse(npy<std::uint8_t>("|b1", "(2, 2)", {0, 1, 2, 1})) ==
        "row 1, column 0 is 2, expected 0 or 1 as in the rest of the file: one element a bit");
  CHECK(f.refuse(npy<float>("<f4", "(1, 2)", {0, std::nanf("")})) ==
        "row 0, column 1 is nan, expected a number, whose sign is the bit");
  CHECK(f.refuse(npy<std::uint32_t>("<u4", "(1, 2)", {0, 7})) ==
        Contains("is <u4 1 x 2, expected one element a bit"));
  CHECK(f.refuse(npy<float>("<f4", "(1, 2)", {0})) == Contains("it is truncated"));
}

TEST_CASE("npy codes: a file that becomes shorter while it is read is an error") {
  const CodeFileCheck f;
  const Codes codes = random_codes({64, 1}, 1000, 5);
  write_file(f.path(), npy_packed(codes, false));
  const auto source = open_codes(f.path(), with(64));
  REQUIRE(shell("truncate -s 4000 '" + f.path() + "'").status == 0);
  CHECK(error_of([&] { source->read(0, 1000); }) ==
        Contains("cannot be read: the file has become shorter"));
}

TEST_CASE("npy codes: what NumPy writes is read, whatever the type, order and packing") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np\n"
             "b = np.random.default_rng(1).integers(0, 2, size=(500, 37)).astype(bool)\n"
             "np.save('b1', b)\n"
             "np.save('little', np.packbits(b, axis=1, bitorder='little'))\n"
             "np.save('big', np.packbits(b, axis=1))\n"
             "np.save('u1', b.astype(np.uint8))\n"
             "for t in ('i1', 'i2', 'i4', 'i8', 'f4', 'f8'):\n"
             "    np.save(t, np.where(b, 1, -1).astype(t))\n"
             "np.save('noise', np.where(b, 0.3, -1e-9))\n"
             "np.save('fortran', np.asfortranarray(b))\n"
             "np.save('objects', np.array([{}, None]), allow_pickle=True)\n"
             "np.save('swapped', b.astype('>i4'))\n"
             "np.lib.format.write_array(open('v2.npy', 'wb'), b, version=(2, 0))\n"
             "np.lib.format.write_array(open('v3.npy', 'wb'), b, version=(3, 0))\n"
             "np.savez('z', b)\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  const auto read = [&](const std::string& name, const CodeFileOptions& options) {
    const auto source = open_codes(folder / (name + ".npy"), options);
    return source->read(0, source->size());
  };
  const Codes codes = read("b1", {});
  CHECK(codes.n == 500);
  CHECK(codes.format.bits == 37);
  for (const char* name : {"v2", "v3", "u1", "i1", "i2", "i4", "i8", "f4", "f8", "noise"}) {
    CAPTURE(name);
    CHECK(same_codes(read(name, with(37)), codes));
  }
  CHECK(same_codes(read("little", with(37)), codes));
  CHECK(same_codes(read("big", with(37, "big")), codes));
  CHECK(error_of([&] { read("big", with(37)); }) == Contains("the rows fit --bit-order big"));
  CHECK(same_codes(read("fortran", {}), codes));
  CHECK(error_of([&] { read("objects", {}); }) == Contains("pickled objects"));
  CHECK(error_of([&] { read("swapped", {}); }) == Contains("big-endian"));
  CHECK(same_codes(open_codes(folder / "z.npz", {})->read(0, 500), codes));
}

TEST_CASE("npy codes: HDF5 as ann-benchmarks stores Hamming data is read by part") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np, h5py\n"
             "b = np.random.default_rng(1).integers(0, 2, size=(500, 37)).astype(bool)\n"
             "np.save('b.npy', b)\n"
             "def make(name, train, test, distance='hamming', **how):\n"
             "    with h5py.File(name, 'w') as f:\n"
             "        f.create_dataset('train', data=train, **how)\n"
             "        if test is not None: f.create_dataset('test', data=test)\n"
             "        if distance: f.attrs['distance'] = distance\n"
             "make('bool.h5', b[:400], b[400:])\n"
             "make('uint8.h5', b[:400].astype('u1'), b[400:].astype('u1'), compression='gzip')\n"
             "make('two.h5', b[:400].astype('u1') * 2, b[400:])\n"
             "make('angular.h5', b[:400], b[400:], 'angular')\n"
             "make('silent.h5', b[:400], b[400:], None)\n"
             "make('float.h5', b[:400].astype('f4'), b[400:])\n"
             "make('half.h5', b, None)\n"
             "with h5py.File('hole.h5', 'w') as f:\n"
             "    f.attrs['distance'] = 'hamming'\n"
             "    d = f.create_dataset('train', (400, 37), dtype=bool, chunks=(10, 37))\n"
             "    d[:30] = b[:30]\n"
             "with h5py.File('large.h5', 'w') as f:\n"
             "    f.attrs['distance'] = 'hamming'\n"
             "    f.create_dataset('train', (10**7, 37), dtype=bool, chunks=(10**7, 37),\n"
             "                     compression='gzip')[0] = b[0]\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  const auto all = open_codes(folder / "b.npy", {});
  const auto open = [&](const std::string& name, const std::string& part, std::size_t bits = 0) {
    CodeFileOptions options = with(bits);
    options.part = part;
    return open_codes(folder / name, options);
  };
  for (const char* name : {"bool.h5", "uint8.h5"}) {
    CAPTURE(name);
    CHECK(same_codes(open(name, "database")->read(0, 400), all->read(0, 400)));
    CHECK(same_codes(open(name, "query", 37)->read(0, 100), all->read(400, 100)));
  }
  CHECK(open("bool.h5", "query")->description() ==
        "ann-benchmarks HDF5, '/test' 100 x 37: one element a bit");
  const auto refused = [&](const std::string& name, const std::string& part, std::size_t bits = 0) {
    return error_of([&] { open(name, part, bits)->read(0, 100); });
  };
  const std::string at = folder.path() + "/";
  CHECK(refused("bool.h5", "") ==
        at + "bool.h5: holds codes of database and queries, and it was not said which to read");
  CHECK(refused("bool.h5", "database", 400) ==
        at + "bool.h5/train: is 400 x 37, expected N x 400 for --bits 400: it seems to be "
             "transposed, one code must be a row");
  CHECK(refused("two.h5", "database") == Contains("is 2, expected 0 or 1: one element a bit"));
  CHECK(refused("angular.h5", "query") ==
        at + "angular.h5: has '/train' and '/test', but its attribute distance is 'angular', "
             "expected hamming: it holds no binary codes");
  CHECK(refused("silent.h5", "query") == Contains("its attribute distance is missing"));
  CHECK(refused("float.h5", "database") ==
        at + "float.h5: '/train' is 400 x 37 of elements of 4 bytes, expected N x bits of bool, or "
             "of uint8 0 and 1");
  CHECK(refused("half.h5", "query") == at + "half.h5: has no dataset '/test'; it holds /train");
  CHECK(refused("hole.h5", "database") ==
        at + "hole.h5: '/train' is declared but not all of it is stored: the file was not written "
             "to its end");
  CHECK(refused("large.h5", "database") ==
        Contains("is stored in chunks of 353 MiB, at most 64 MiB are read at a time"));
}

}  // namespace hashlab::npy_codes_test
