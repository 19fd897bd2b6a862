#include "lib/codes/packing.h"
#include "lib/files/files.h"
#include "lib/import/codes/open_codes.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace hashlab::code_formats_test {

using namespace testing;

namespace {

Codes read(const std::string& path, const CodeFileOptions& options = {}) {
  const auto source = open_codes(path, options);
  return source->read(0, source->size());
}

CodeFileOptions big(std::size_t bits = 0) {
  CodeFileOptions options = with_bits(bits);
  options.bit_order = "big";
  return options;
}

/// The message of a file that is refused, without its name.
std::string refused(const std::string& path, const CodeFileOptions& options = {}) {
  const std::string message = error_of([&] { read(path, options); });
  CHECK(message.find('\n') == std::string::npos);
  return message;
}

/// Lines of codes, each written by `word`.
template <typename Word>
std::string lines_of(const Codes& codes, Word word) {
  std::string text;
  for (std::size_t i = 0; i < codes.n; ++i) text += word(i) + "\n";
  return text;
}

/// The bits of code i, first to last, with something between them.
std::string bits_text(const Codes& codes, std::size_t i, const char* between = "") {
  std::vector<int> bits;
  for (std::size_t j = 0; j < codes.format.bits; ++j) bits.push_back(codes.bit(i, j) ? 1 : 0);
  return fmt::format("{}", fmt::join(bits, between));
}

/// The bits as a number whose highest bit is the first, as imagehash prints them.
std::string hex_text(const Codes& codes, std::size_t i) {
  std::string bits = bits_text(codes, i), hex;
  bits.insert(0, (4 - bits.size() % 4) % 4, '0');
  for (std::size_t j = 0; j < bits.size(); j += 4) {
    hex += fmt::format("{:x}", std::stoi(bits.substr(j, 4), nullptr, 2));
  }
  return hex;
}

/// The codes of the MATLAB fixtures, see tests/data/make_matlab.py.
Codes matlab_codes_16() {
  Codes codes({16, 1}, 40);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      if ((7 * i + 3 * j) % 5 < 2) codes.set_bit(i, j);
    }
  }
  return codes;
}

std::string matlab_file(const std::string& name) {
  return std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/" + name;
}

/// A Faiss index of codes, put together by its published layout.
std::string faiss_index(const Codes& codes, const std::string& mark = "IBxF") {
  std::string bytes = mark;
  const auto append = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  const std::vector<std::uint8_t> packed = pack(codes);
  append(static_cast<std::int32_t>(codes.format.bits));
  append(static_cast<std::int32_t>(codes.format.bits / 8));
  append(static_cast<std::int64_t>(codes.n));
  bytes += '\1';
  append(std::int32_t{1});
  append(static_cast<std::uint64_t>(packed.size()));
  return bytes + std::string(packed.begin(), packed.end());
}

}  // namespace

TEST_CASE("code formats: hex words are read with and without 0x, in both cases, gzipped too") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({64, 1}, 50, 1);
  const auto word = [&](std::size_t i) { return hex_text(codes, i); };
  const std::string plain = lines_of(codes, word);
  write_file(folder / "plain", plain);
  CHECK(same_codes(read(folder / "plain", big()), codes));
  for (const std::string prefix : {"0x", "0X", "\\x"}) {
    write_file(folder / "prefix", lines_of(codes, [&](std::size_t i) { return prefix + word(i); }));
    CHECK(same_codes(read(folder / "prefix", big(64)), codes));
  }
  std::string upper = plain;
  for (char& c : upper) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  write_file(folder / "upper",
             "\xef\xbb\xbf"
             "phash\r\n" +
                 upper + "\n\n");
  CHECK(same_codes(read(folder / "upper", big()), codes));
  write_file(folder / "quoted",
             lines_of(codes, [&](std::size_t i) { return '"' + word(i) + '"'; }));
  CHECK(same_codes(read(folder / "quoted", big()), codes));
  REQUIRE(shell("gzip -k '" + (folder / "plain") + "'").status == 0);
  CHECK(same_codes(read(folder / "plain.gz", big()), codes));
  // Bytes in the other order of bits are those of an array that is packed so.
  write_file(folder / "a.npy", npy_packed(codes, true));
  CHECK(same_codes(read(folder / "plain"), read(folder / "a.npy")));
  CHECK(open_codes(folder / "plain", {})->form() == CodeForm::packed_freely);
}

TEST_CASE("code formats: hex of any length is a number, or bytes whose padding is zero") {
  const TemporaryFolder folder;
  for (const std::size_t bits : {4u, 12u, 36u, 49u, 60u, 63u, 100u, 256u}) {
    CAPTURE(bits);
    const Codes codes = random_codes({bits, 1}, 90, bits);
    write_file(folder / "h", lines_of(codes, [&](std::size_t i) { return hex_text(codes, i); }));
    CHECK(same_codes(read(folder / "h", big(bits)), codes));
  }
  const Codes codes = random_codes({60, 1}, 90, 3);
  const auto bytes = [&](std::size_t i) { return hex_text(codes, i) + "0"; };
  write_file(folder / "h", lines_of(codes, bytes));
  CHECK(same_codes(read(folder / "h", big(60)), codes));
  CHECK(refused(folder / "h", with_bits(60)) == Contains("--bit-order big"));
  CHECK(refused(folder / "h", with_bits(48)) ==
        Contains("16 hex digits, which are 64 bits, not 48: give --bits 57 to 64"));
  write_file(folder / "h", "ff0\nff00\n");
  CHECK(refused(folder / "h") == Contains("holds words, expected a code a line"));
  // What Python's hex(int) prints has no zeros in front.
  write_file(folder / "h", "0xff00\n0x1\n");
  CHECK(read(folder / "h", big(16)).get(1, 0, 16) == 0x8000);
}

TEST_CASE(
    "code formats: text of 0 and 1, joined or between blanks or commas, and of other numbers") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({37, 1}, 60, 2);
  for (const char* between : {"", " ", ",", ";", "\t", ", "}) {
    CAPTURE(between);
    write_file(folder / "t",
               lines_of(codes, [&](std::size_t i) { return bits_text(codes, i, between); }));
    CHECK(same_codes(read(folder / "t"), codes));
    CHECK(same_codes(read(folder / "t", with_bits(37)), codes));
  }
  const auto rows = [&](const char* zero, const char* one) {
    return lines_of(codes, [&](std::size_t i) {
      std::vector<std::string> words;
      for (std::size_t j = 0; j < 37; ++j) words.push_back(codes.bit(i, j) ? one : zero);
      return fmt::format("{}", fmt::join(words, " "));
    });
  };
  write_file(folder / "t", rows("-1", "1"));
  CHECK(same_codes(read(folder / "t"), codes));
  write_file(folder / "t", rows("0.000000000000000000e+00", "1.000000000000000000e+00"));
  CHECK(same_codes(read(folder / "t"), codes));
  write_file(folder / "t", rows("-0.75", "0.5"));
  CHECK(same_codes(read(folder / "t"), codes));
  CHECK(open_codes(folder / "t", {})->form() == CodeForm::real);
  write_file(folder / "t", "b0,b1,b2\n1,0,1\n0,0,1\n");
  CHECK(read(folder / "t").format.bits == 3);
  write_file(folder / "t", "255,1,0\n3,4,5\n");
  CHECK(read(folder / "t").format.bits == 24);
  write_file(folder / "t", "-128 127\n5 -6\n");
  CHECK(open_codes(folder / "t", {})->form() == CodeForm::packed_int8);
}

TEST_CASE("code formats: an index, names of columns and names of rows are no codes") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({5, 1}, 40, 6);
  const auto row = [&](std::size_t i) { return bits_text(codes, i, ","); };
  const auto counted = [&](std::size_t i) { return fmt::format("{},{}", i, row(i)); };
  write_file(folder / "t", "0,1,2,3,4\n" + lines_of(codes, row));
  CHECK(same_codes(read(folder / "t"), codes));
  write_file(folder / "t", ",0,1,2,3,4\n" + lines_of(codes, counted));
  CHECK(same_codes(read(folder / "t"), codes));
  write_file(folder / "t", lines_of(codes, counted));
  CHECK(refused(folder / "t") == Contains("has a first column that counts the rows"));
  write_file(folder / "t",
             lines_of(codes, [&](std::size_t i) { return fmt::format("{}.jpg,{}", i, row(i)); }));
  CHECK(refused(folder / "t") == Contains("'1.jpg', expected codes alone: leave out the names"));
  write_file(folder / "t", "a.jpg,ff00\nb.jpg,00ff\n");
  CHECK(refused(folder / "t") == Contains("'b.jpg', expected codes alone: leave out the names"));
  write_file(folder / "t", "1,0,1.jpg\n0,1,2.jpg\n");
  CHECK(refused(folder / "t") == Contains("column 3 is '2.jpg'"));
  CHECK(refused(folder / "t") == Contains("by cut -d, -f-2"));
  write_file(folder / "t", "1,a,1\n0,b,1\n");
  CHECK(refused(folder / "t") == Contains("by cut -d, --complement -f2"));
}

TEST_CASE("code formats: hashes as whole numbers are told from labels") {
  const TemporaryFolder folder;
  write_file(folder / "t", "18446744073709551615\n1\n12345678901234567890\n");
  const Codes codes = read(folder / "t");
  CHECK(codes.format.bits == 64);
  CHECK(codes.words == std::vector<std::uint64_t>{UINT64_MAX, 1, 12345678901234567890u});
  write_file(folder / "t", "-1\n1\n4294967296\n");
  CHECK(read(folder / "t").words == std::vector<std::uint64_t>{UINT64_MAX, 1, 4294967296u});
  write_file(folder / "t", "5\n12\n");
  CHECK(read(folder / "t", with_bits(4)).words == std::vector<std::uint64_t>{5, 12});
  CHECK(refused(folder / "t") == Contains("holds one number a line, such as class labels"));
  CHECK(refused(folder / "t", with_bits(2)) == Contains("sets padding bits after its 2 bits"));
  write_file(folder / "t", "cat\ndog\n");
  CHECK(refused(folder / "t") == Contains("holds words, expected a code a line"));
}

TEST_CASE("code formats: integers are packed words where they use their range") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({64, 1}, 50, 4);
  const std::string path = folder / "a.npy";
  write_file(path, npy("<u8", "(50,)", codes.words));
  CHECK(same_codes(read(path), codes));
  write_file(path, npy("<u8", "(50, 1)", codes.words));
  CHECK(same_codes(read(path, with_bits(64)), codes));
  std::vector<std::int64_t> negative(codes.words.begin(), codes.words.end());
  write_file(path, npy("<i8", "(50,)", negative));
  CHECK(same_codes(read(path), codes));
  const Codes wide = random_codes({128, 1}, 50, 5);
  write_file(path, npy("<u8", "(50, 2)", wide.words));
  CHECK(same_codes(read(path), wide));
  const Codes short_codes = random_codes({60, 1}, 50, 6);
  write_file(path, npy("<u8", "(50,)", short_codes.words));
  CHECK(same_codes(read(path, with_bits(60)), short_codes));
  const Codes shorter = random_codes({20, 1}, 50, 7);
  std::vector<std::uint32_t> words(shorter.words.begin(), shorter.words.end());
  write_file(path, npy("<u4", "(50,)", words));
  CHECK(same_codes(read(path, with_bits(20)), shorter));
  CHECK(refused(path) == Contains("a.view(np.uint8)"));
  write_file(path, npy<std::int64_t>("<i8", "(3,)", {0, 1, 2}));  // labels by mistake
  CHECK(refused(path) ==
        Contains("expected one element a bit, 0 and 1 or -1 and 1, but it holds 2"));
  write_file(path, npy<std::uint64_t>("<u8", "(2, 3)", {0, 1, 1, 1, 0, 0}));
  CHECK(read(path).format.bits == 3);
  write_file(path, npy<std::uint64_t>("<u8", "(2,)", {0, UINT64_MAX}));
  CHECK(refused(path, with_bits(60)) == Contains("sets padding bits after its 60 bits"));
  CHECK(refused(path, with_bits(12)) == Contains("is the number of bits right?"));
}

TEST_CASE("code formats: int8 is packed where it is clear, else the remedy is named") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({48, 1}, 50, 8);
  std::vector<std::int8_t> bytes;
  for (const std::uint8_t byte : pack(codes)) bytes.push_back(static_cast<std::int8_t>(byte));
  const std::string path = folder / "a.npy";
  write_file(path, npy("|i1", "(50, 6)", bytes));
  CHECK(same_codes(read(path), codes));
  CHECK(same_codes(read(path, with_bits(48)), codes));
  CHECK(open_codes(path, {})->form() == CodeForm::packed_int8);
  write_file(path, npy<std::int8_t>("|i1", "(2, 2)", {1, 1, 1, 3}));
  CHECK(refused(path) == Contains("a.view(np.uint8)"));
  write_file(path, npy<std::int8_t>("|i1", "(2, 2)", {1, -1, 0, 1}));
  CHECK(refused(path) == Contains("save a > 0 or a >= 0"));
}

TEST_CASE("code formats: arrays in Fortran order are read as those in C order") {
  const TemporaryFolder folder;
  const Codes codes = read(HASHLAB_SOURCE_DIR "/tests/data/plain_b1_C.npy");
  CHECK(same_codes(read(HASHLAB_SOURCE_DIR "/tests/data/plain_b1_F.npy"), codes));
  write_file(folder / "a.npy", npy<std::uint8_t>("|u1", "(2, 3, 1)", {1, 2, 3, 4, 5, 6}));
  CHECK(refused(folder / "a.npy") == Contains("a.reshape(len(a), -1)"));
}

TEST_CASE("code formats: members of .npz, stored or deflated, are read by their names") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np\n"
             "b = np.random.default_rng(1).integers(0, 2, size=(500, 37)).astype(bool)\n"
             "np.save('b', b)\n"
             "np.savez('one', b)\n"
             "np.savez('two', db=b, q=np.asfortranarray(b[:9]))\n"
             "np.savez_compressed('packed', db=np.packbits(b, axis=1, bitorder='little'), q=b)\n"
             "open('cut.npz', 'wb').write(open('two.npz', 'rb').read()[:9000])\n"
             "z = bytearray(open('two.npz', 'rb').read()); z[9000] ^= 1\n"
             "open('bad.npz', 'wb').write(z)\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  const Codes codes = read(folder / "b.npy");
  CHECK(same_codes(read(folder / "one.npz"), codes));
  CHECK(same_codes(read(folder / "one.npz:/arr_0"), codes));
  CHECK(same_codes(read(folder / "two.npz:/db"), codes));
  CHECK(same_codes(read(folder / "two.npz:db.npy"), codes));
  CHECK(same_codes(read(folder / "two.npz:/q"), slice_of(codes, 0, 9)));
  CHECK(same_codes(read(folder / "packed.npz:/db", with_bits(37)), codes));
  const std::string two = folder / "two.npz";
  CHECK(refused(two) ==
        two + ": holds several arrays: name one of " + two + ":/db, " + two + ":/q");
  CHECK(refused(two + ":/x") == Contains("has no array 'x': name one of"));
  CHECK(refused(folder / "cut.npz") == Contains("is truncated"));
  CHECK(refused(folder / "bad.npz:/db") == Contains("that its checksum contradicts"));
  CHECK(refused(folder / "b.npy:/x") == Contains("has no arrays with names"));
}

TEST_CASE("code formats: MATLAB's variables of either version, in whatever type, hold codes") {
  const Codes codes = matlab_codes_16();
  CHECK(same_codes(read(matlab_file("codes.mat")), codes));
  CHECK(same_codes(read(matlab_file("codes.mat"), with_bits(16)), codes));
  CHECK(same_codes(read(matlab_file("codes73.mat:/B")), codes));
  CHECK(same_codes(read(matlab_file("codes73.mat:signs")), codes));
  for (const char* name :
       {"signs", "bits", "doubles", "bytes", "data.B", "data/B", "data.deep.C", "real", "thin"}) {
    CAPTURE(name);
    CHECK(same_codes(read(matlab_file("code_kinds.mat:/") + name), codes));
  }
  CHECK(same_codes(read(matlab_file("code_kinds.mat:/words"), with_bits(16)), codes));
  CHECK(same_codes(read(matlab_file("code_kinds.mat:/columns"), with_bits(16)), codes));
  CHECK(refused(matlab_file("code_kinds.mat:/zeros")) == Contains("save a > 0 or a >= 0"));
  CHECK(refused(matlab_file("code_kinds.mat")) ==
        Contains("code_kinds.mat: has several variables that may be codes: name one of"));
  CHECK(refused(matlab_file("code_kinds.mat")) == Contains("code_kinds.mat:/data.B (40 x 2)"));
  CHECK(refused(matlab_file("codes.mat:/X")) == Contains("has no variable 'X'"));
}

TEST_CASE("code formats: datasets of HDF5 are read by their names, in every type of element") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np, h5py\n"
             "b = np.random.default_rng(1).integers(0, 2, size=(300, 32)).astype(bool)\n"
             "p = np.packbits(b, axis=1, bitorder='little')\n"
             "np.save('b', b)\n"
             "with h5py.File('c.h5', 'w') as f:\n"
             "    f['bool'] = b\n"
             "    for t in ('i1', 'i2', 'i4', 'i8', 'f2', 'f4', 'f8'): f[t] = np.where(b, 1, "
             "-1).astype(t)\n"
             "    f['group/packed'] = p\n"
             "    f['int8'] = p.view(np.int8)\n"
             "    f['u4'] = p.view(np.uint32)[:, 0]\n"
             "    f['texts'] = ['a', 'b']\n"
             "with h5py.File('one.h5', 'w') as f: f['anything'] = b; f['list'] = np.arange(3)\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  const Codes codes = read(folder / "b.npy");
  for (const char* name :
       {"bool", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "group/packed", "int8", "u4"}) {
    CAPTURE(name);
    CHECK(same_codes(read(folder / "c.h5:/" + name), codes));
  }
  CHECK(same_codes(read(folder / "one.h5"), codes));
  CHECK(open_codes(folder / "c.h5:/bool", {})->description() ==
        "HDF5 '/bool' bool 300 x 32: elements 0 and 1");
  CHECK(refused(folder / "c.h5") == Contains("with several tables: name one of"));
  CHECK(refused(folder / "c.h5") == Contains("c.h5:/group/packed"));
  CHECK(refused(folder / "c.h5:/x") == Contains("has no dataset '/x'; it holds"));
  CHECK(refused(folder / "c.h5:/texts") == Contains("expected bool, integers or real numbers"));
}

TEST_CASE("code formats: Faiss's IndexBinaryFlat is read in blocks") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({64, 1}, 500, 9);
  write_file(folder / "i", faiss_index(codes));
  const auto source = open_codes(folder / "i", {});
  CHECK(source->description() ==
        "Faiss IndexBinaryFlat 500 x 8 bytes: 64 packed bits, bit order little");
  CHECK(same_codes(source->read(0, 500), codes));
  CHECK(same_codes(source->read(100, 7), slice_of(codes, 100, 7)));
  CHECK(refused(folder / "i", with_bits(32)) == Contains("expected N x 4 packed bytes"));
  write_file(folder / "i", faiss_index(codes) + "x");
  CHECK(refused(folder / "i") == Contains("it is empty, truncated or damaged"));
  write_file(folder / "i", faiss_index(codes).substr(0, 30));
  CHECK(refused(folder / "i") == Contains("is a truncated Faiss index"));
  write_file(folder / "i", faiss_index(codes, "IBwF"));
  CHECK(refused(folder / "i") == Contains("of kind 'IBwF', expected IndexBinaryFlat"));
  write_file(folder / "i", faiss_index(codes, "IxF2"));
  CHECK(refused(folder / "i") == Contains("it holds vectors, not codes"));
}

TEST_CASE("code formats: real numbers are cut where the threshold says") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({24, 1}, 40, 10);
  write_file(folder / "s.npy", npy_elements<float>(codes, "<f4", .25f, .75f));
  CodeFileOptions options;
  const auto uncut = open_codes(folder / "s.npy", options);
  REQUIRE(uncut->remarks().size() == 1);
  CHECK(uncut->remarks().front() == Contains("--threshold 0.5"));
  options.threshold = .5;
  CHECK(same_codes(read(folder / "s.npy", options), codes));
  CHECK(open_codes(folder / "s.npy", options)->remarks().empty());
  options.threshold = 2;
  CHECK(open_codes(folder / "s.npy", options)->remarks().front() ==
        "no value is above the cut 2: every bit is 0");
  write_file(folder / "s.npy", npy<float>("<f4", "(1, 4)", {-1, 0, 0, 1}));
  CHECK(open_codes(folder / "s.npy", {})->remarks().front() ==
        Contains("2 of 4 values are exactly 0"));
  write_file(folder / "s.npy", npy<float>("<f4", "(1, 4)", {-1, -2, -.5, 0}));
  CHECK(open_codes(folder / "s.npy", {})->remarks().front() == Contains("no value is above 0"));
  write_file(folder / "s.npy", npy<float>("<f4", "(1, 4)", {0, 3.5, 7, 0}));
  CHECK(open_codes(folder / "s.npy", {})->remarks().front() ==
        Contains("no value is negative, and the 50.0 % above 0 become the bit 1"));
  std::vector<float> shifted(100, .5F);
  shifted.front() = -1;
  write_file(folder / "s.npy", npy<float>("<f4", "(25, 4)", shifted));
  CHECK(open_codes(folder / "s.npy", {})->remarks().front() ==
        Contains("99.0 % of the values are above 0, so almost every bit is 1"));
  write_file(folder / "s.npy", npy<float>("<f4", "(1, 4)", {0, 1, 1, 0}));
  CHECK(open_codes(folder / "s.npy", {})->remarks().empty());
  write_file(folder / "s.npy", npy<double>("<f8", "(1, 4)", {0, 200, 13, 7}));
  CHECK(refused(folder / "s.npy") == Contains("a.astype(np.uint8)"));
}

TEST_CASE("code formats: a file of no format is refused with a remedy") {
  const TemporaryFolder folder;
  write_file(folder / "f", std::string("\x80\x04\x95..", 5));
  CHECK(refused(folder / "f") == Contains("is a Python pickle"));
  write_file(folder / "f", std::string("\0\1\2\3\4\5", 6));
  CHECK(refused(folder / "f") ==
        Contains("of no format that codes are read from, expected one of"));
  write_file(folder / "f", "");
  CHECK(refused(folder / "f") == Contains("is empty"));
  CHECK(refused(folder / "none:/x") == Contains("none:/x"));
  // A name with a colon is a name if there is such a file.
  const Codes codes = random_codes({8, 1}, 5, 1);
  write_file(folder / "a:b", npy_elements<std::uint8_t>(codes, "|b1", 0, 1));
  CHECK(same_codes(read(folder / "a:b"), codes));
}

}  // namespace hashlab::code_formats_test
