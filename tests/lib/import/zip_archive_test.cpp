#include "lib/import/zip_archive.h"

#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::zip_archive_test {

using namespace testing;

TEST_CASE("zip archives: members are read whatever their packing, and damage is named") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import zipfile as z\n"
             "def make(name, method):\n"
             "    with z.ZipFile(name, 'w', method) as f:\n"
             "        f.writestr('long', b'0123456789' * 100000)\n"
             "        f.writestr('empty', b'')\n"
             "        with f.open('forced', 'w', force_zip64=True) as m: m.write(b'sixty-four')\n"
             "        f.comment = b'a comment'\n"
             "make('stored', z.ZIP_STORED)\n"
             "make('deflated', z.ZIP_DEFLATED)\n"
             "make('bz2', z.ZIP_BZIP2)\n"
             "d = open('deflated', 'rb').read()\n"
             "open('cut', 'wb').write(d[:200])\n"
             "b = bytearray(d); b[60] ^= 255; open('bad', 'wb').write(b)\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  std::string repeated;
  for (int i = 0; i < 100000; ++i) repeated += "0123456789";
  for (const char* name : {"stored", "deflated"}) {
    CAPTURE(name);
    const ZipArchive archive(folder / name);
    REQUIRE(archive.members().size() == 3);
    CHECK(archive.members()[0].name == "long");
    CHECK(archive.read(archive.members()[0]) == repeated);
    CHECK(archive.read(archive.members()[1]).empty());
    CHECK(archive.read(archive.members()[2]) == "sixty-four");
  }
  const auto refused = [&](const char* name) {
    return error_of([&] {
      const ZipArchive archive(folder / name);
      archive.read(archive.members()[0]);
    });
  };
  CHECK(refused("bz2") == Contains("packs 'long' by method 12, expected deflate"));
  CHECK(refused("cut") == Contains("has no list of its members at its end: it is truncated"));
  CHECK(refused("bad") == Contains("'long'"));
}

TEST_CASE("zip archives: sizes that the archive cannot have are refused before memory is taken") {
  const TemporaryFolder folder;
  const std::string local = std::string("PK\x03\x04", 4) + std::string(26, '\0');
  std::string record = std::string("PK\x01\x02", 4) + std::string(42, '\0');
  record[10] = 8;
  record[27] = 0x7f;  // two gigabytes of one byte
  record[20] = 1;
  std::string end = std::string("PK\x05\x06", 4) + std::string(18, '\0');
  end[10] = 1;
  end[12] = 46;
  end[16] = 31;
  write_file(folder / "a", local + "x" + record + end);
  const ZipArchive archive(folder / "a");
  REQUIRE(archive.members().size() == 1);
  CHECK(error_of([&] { archive.read(archive.members()[0]); }) == Contains("states a wrong size"));
}

}  // namespace hashlab::zip_archive_test
