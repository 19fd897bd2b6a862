#include "lib/import/byte_stream.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::byte_stream_test {

using namespace testing;

namespace {

/// The bytes of a file, read `step` at a time.
std::string all(const std::string& path, std::size_t step) {
  ByteStream stream(path);
  std::string bytes, block(step, '\0');
  while (const std::size_t count = stream.read(block.data(), step)) {
    bytes.append(block, 0, count);
    CHECK(stream.position() == bytes.size());
  }
  return bytes;
}

/// 300,000 bytes that neither repeat nor are incompressible.
std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < 300000; ++i) text += fmt::format("{} squared is {}\n", i, i * i);
  return text;
}

}  // namespace

TEST_CASE("byte stream: a file is read as it is, however it is cut into pieces") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  write_file(folder / "plain", text);
  for (const std::size_t step : {1000u, 65536u, 1000000u})
    CHECK(all(folder / "plain", step) == text);
  CHECK_FALSE(ByteStream(folder / "plain").is_gzip());
  write_file(folder / "empty", "");
  CHECK(all(folder / "empty", 10).empty());
}

TEST_CASE(
    "byte stream: what gzip has packed is unpacked, several members one after the other too") {
  const TemporaryFolder folder;
  const std::string text = long_text();
  write_file(folder / "plain", text);
  REQUIRE(
      shell(fmt::format("cd {0} && gzip -nk plain && cat plain.gz plain.gz > two", folder.path()))
          .status == 0);
  CHECK(ByteStream(folder / "plain.gz").is_gzip());
  for (const std::size_t step : {1u, 1000u, 65536u, 1000000u}) {
    CHECK(all(folder / "plain.gz", step) == text);
  }
  CHECK(all(folder / "two", 65536) == text + text);
  // Some programs pad what they pack with zeros.
  write_file(folder / "padded", read_file(folder / "plain.gz") + std::string(500, '\0'));
  CHECK(all(folder / "padded", 65536) == text);
}

TEST_CASE("byte stream: gzip data that are cut off or damaged anywhere are refused") {
  const TemporaryFolder folder;
  write_file(folder / "plain", long_text().substr(0, 2000));
  REQUIRE(shell(fmt::format("gzip -nk {}/plain", folder.path())).status == 0);
  const std::string packed = read_file(folder / "plain.gz"), path = folder / "bad.gz";
  for (std::size_t size = 2; size < packed.size(); ++size) {
    CAPTURE(size);
    write_file(path, packed.substr(0, size));
    CHECK(error_of([&] { all(path, 65536); }) == Contains(path + ": gzip data are cut off after "));
  }
  std::size_t noticed = 0;
  // From the end of gzip's own header on. The last byte of the data may end in bits of no meaning,
  // the high ones.
  for (std::size_t i = 10; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x01);
    write_file(path, damaged);
    const std::string error = error_of([&] { all(path, 65536); });
    CHECK(error == Contains(path + ": gzip data are "));
    ++noticed;
  }
  CHECK(noticed > 500);
}

TEST_CASE("byte stream: a file that is not there, or a folder, is an error") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { ByteStream(folder / "none"); }) == Contains("none: "));
  CHECK(error_of([&] { ByteStream(folder.path()); }) == Contains(folder.path() + ": "));
}

}  // namespace hashlab::byte_stream_test
