#include "lib/h5/h5_seal.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::h5_seal_test {

using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

H5File file_of(std::size_t numbers) {
  std::vector<std::uint32_t> list(numbers);
  std::iota(list.begin(), list.end(), 0U);
  H5File file = H5File::create("new");
  file.write("/list", list.data(), {list.size()});
  file.set("text", "some");
  return file;
}

/// Is it refused by those who read the appendix alone, and by those who read the rest?
bool is_refused(const std::string& path) {
  std::size_t refused = 0;
  for (const bool quickly : {true, false}) {
    try {
      if (!quickly || !h5_appendix(path)) H5File::open(path, H5File::Origin::own);
    } catch (const Error& error) {
      refused += error.code() == ErrorCode::corrupt_file ? 1 : 0;
    }
  }
  return refused == 2;
}

}  // namespace

TEST_CASE("h5 seal: an appendix is read back, and the rest as if it were not there") {
  const TemporaryFolder folder;
  for (const std::string& appendix : {std::string("x"), std::string(5000, '\0')}) {
    write_file(folder / "f.h5", file_of(12).image(appendix));
    CHECK(h5_appendix(folder / "f.h5") == appendix);
    const H5File file = H5File::open(folder / "f.h5", H5File::Origin::own);
    std::vector<std::uint32_t> list(12);
    file.read("/list", list.data());
    CHECK(list.back() == 11);
    CHECK(file.text_attributes().at("text") == "some");
  }
}

TEST_CASE("h5 seal: an appendix of a file of several pieces is read back") {
  const TemporaryFolder folder;
  const std::string appendix(3000000, 'a');
  write_file(folder / "f.h5", file_of(12).image(appendix));
  CHECK(h5_appendix(folder / "f.h5") == appendix);
  CHECK(H5File::open(folder / "f.h5", H5File::Origin::own).has("/list"));
}

TEST_CASE("h5 seal: a file without an appendix says so, and is sealed as ever") {
  const TemporaryFolder folder;
  write_file(folder / "f.h5", file_of(3).image());
  CHECK_FALSE(h5_appendix(folder / "f.h5").has_value());
  const std::string bytes = read_file(folder / "f.h5");
  CHECK(bytes.starts_with("hashlab file; SHA-256 of the bytes from 512 on: "));
  CHECK(bytes.find("appendix") == std::string::npos);
  write_file(folder / "empty", "");
  CHECK_FALSE(h5_appendix(folder / "empty").has_value());
  CHECK(error_of([&] { h5_appendix(folder / "none"); }) ==
        folder / "none" + ": there is no such file");
}

TEST_CASE("h5 seal: of a file with an appendix any byte changed, cut off or added is noticed") {
  const TemporaryFolder folder;
  const std::string bytes = file_of(12).image("an appendix of no great length");
  const auto check = [&](const std::string& damaged) {
    write_file(folder / "d.h5", damaged);
    CHECK(is_refused(folder / "d.h5"));
  };
  for (std::size_t at = 0; at < bytes.size(); at += at < 520 || at + 40 > bytes.size() ? 1 : 37) {
    CAPTURE(at);
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    check(damaged);
  }
  for (std::size_t part = 0; part < 40; ++part) check(bytes.substr(0, bytes.size() * part / 40));
  check(bytes.substr(0, bytes.size() - 1));
  check(bytes + "x");
}

TEST_CASE("h5 seal: the length of an appendix is part of what is sealed") {
  const TemporaryFolder folder;
  const std::string bytes = file_of(12).image(std::string(30, 'a'));
  const std::string head = "appendix: the last ";
  for (const char* length : {"29", "31", "99999999999999999999", "-1", ""}) {
    std::string block = bytes.substr(0, h5_seal_bytes);
    block.replace(block.find(head) + head.size(), 2, length);
    block.resize(h5_seal_bytes, '\0');
    CAPTURE(length);
    write_file(folder / "d.h5", block + bytes.substr(h5_seal_bytes));
    CHECK(is_refused(folder / "d.h5"));
  }
}

TEST_CASE("h5 seal: files are compared with it again once nobody else does so") {
  const TemporaryFolder folder;
  std::string bytes = file_of(3).image();
  write_file(folder / "whole.h5", bytes);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write_file(folder / "damaged.h5", bytes);
  {
    const SealsCheckedElsewhere checked;
    CHECK_NOTHROW(H5File::open(folder / "whole.h5", H5File::Origin::own));
    CHECK(seal_of(InputFile(folder / "damaged.h5")) == Seal::whole);
  }
  CHECK_NOTHROW(H5File::open(folder / "whole.h5", H5File::Origin::own));
  CHECK(seal_of(InputFile(folder / "damaged.h5")) == Seal::broken);
}

}  // namespace hashlab::h5_seal_test
