#include "lib/codes/code_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "lib/files/h5_on_disk.h"
#include "lib/rng.h"
#include "results/record/record.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <hdf5.h>
#include <sys/mount.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::cell_codes_test {

using namespace results;
using namespace testing;

namespace {

Codes slice(const Codes& codes, std::size_t first, std::size_t count) {
  Codes part(codes.format, count);
  std::copy_n(codes.words.begin() + static_cast<std::ptrdiff_t>(first * codes.n_words()),
              part.words.size(), part.words.begin());
  return part;
}

void write_codes(const std::string& path, const Codes& codes, std::size_t step) {
  CodeWriter writer(path, codes.format);
  for (std::size_t first = 0; first < codes.n; first += step) {
    writer.append(slice(codes, first, std::min(step, codes.n - first)));
  }
  writer.finish();
}

bool same(const Codes& a, const Codes& b) {
  return a.format == b.format && a.n == b.n && a.words == b.words;
}

std::string refusal_of(const std::string& path, const CodeFileOptions& options = {}) {
  const std::string message = error_of([&] {
    const auto source = open_codes(path, options);
    source->read(0, source->size());
  });
  CHECK(message.starts_with(path));
  CHECK(message.find('\n') == std::string::npos);
  return message.substr(std::min(message.size(), path.size()));
}

CodeFileOptions bits(std::size_t n) {
  CodeFileOptions options;
  options.bits = n;
  return options;
}

CodeFileOptions part(const std::string& name) {
  CodeFileOptions options;
  options.part = name;
  return options;
}

}  // namespace

TEST_CASE("code file: the kept codes of a result cell are read by part") {
  const TemporaryFolder folder;
  CellRecord record;
  record.bits = 16;  // asked for; the hasher used 12
  record.run = 1;
  record.facts["code-bits"] = 12;
  record.counts = {1, 1, {1}, {1}};
  const CodeFormat format{12, 2};
  record.codes =
      CellCodes{random_codes(format, 3, 6), random_codes(format, 20, 7), Rows(3), Rows(20)};
  write_cell(folder / "cell.h5", record);
  CHECK(same(open_codes(folder / "cell.h5", part("query"))->read(0, 3), record.codes->query));
  CHECK(
      same(open_codes(folder / "cell.h5", part("database"))->read(0, 20), record.codes->database));
  CHECK(refusal_of(folder / "cell.h5") ==
        ": holds codes of database and queries, and it was not said which to read");
  record.codes.reset();
  write_cell(folder / "bare.h5", record);
  CHECK(refusal_of(folder / "bare.h5", part("query")) ==
        ": is a result cell without '/query/codes': run its suite with --keep-codes");
}

TEST_CASE("code file: digits of different widths come back from our files and from kept codes") {
  const TemporaryFolder folder;
  const CodeFormat format = format_of_digits(std::vector<std::uint8_t>{4, 1, 2, 3, 1, 4, 6});
  const Codes codes = random_codes(format, 30, 9);
  write_codes(folder / "c.h5", codes, 7);
  const auto source = open_codes(folder / "c.h5", bits(21));
  CHECK(source->format() == format);
  CHECK(source->description() ==
        "hashlab codes, '/codes' 30 x 3 bytes: 21 bits in digits of 4,1,2,3,1,4,6");
  CHECK(same(source->read(0, 30), codes));
  CHECK(H5File::open(folder / "c.h5").number_attributes().contains("digit-bits") == false);
  CodeFileOptions options;
  options.digit_bits = 1;
  CHECK(refusal_of(folder / "c.h5", options) ==
        ": has digits of different widths, --digit-bits says 1: leave the option out");
  CHECK(refusal_of(folder / "c.h5", bits(22)) ==
        ": has bits = 21, --bits says 22: leave the option out");
  CHECK(error_of([&] {
          CodeWriter writer(folder / "d.h5", format);
          writer.append(random_codes({21, 1}, 3, 1));
        }) == (folder / "d.h5") +
                  ": codes of 21 bits in digits of 1 in a file of 21 bits in digits "
                  "of 4,1,2,3,1,4,6");
  CHECK(error_of([&] {
          CodeWriter(folder / "d.h5", {22, 0, format.widths});
        }) == (folder / "d.h5") + ": digits have 21 bits together, codes have 22");

  CellRecord record;
  record.bits = 32;
  record.run = 1;
  record.facts["code-bits"] = 21;
  record.counts = {1, 1, {1}, {1}};
  record.codes = CellCodes{slice(codes, 0, 3), slice(codes, 3, 20), Rows(3), Rows(20)};
  write_cell(folder / "cell.h5", record);
  CHECK(same(open_codes(folder / "cell.h5", part("query"))->read(0, 3), record.codes->query));
  CHECK(
      same(open_codes(folder / "cell.h5", part("database"))->read(0, 20), record.codes->database));
}

}  // namespace hashlab::cell_codes_test
