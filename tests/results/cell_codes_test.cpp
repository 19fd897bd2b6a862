#include "lib/h5/h5.h"
#include "lib/import/codes/open_codes.h"
#include "results/record/record.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::cell_codes_test {

using namespace results;
using namespace testing;

TEST_CASE("code file: the kept codes of a result cell are read by part") {
  const TemporaryFolder folder;
  CellRecord record;
  record.bits = 16;  // asked for; the hasher used 12
  record.run = 1;
  record.facts["code-bits"] = 12;
  record.counts = {1, CodeDistances{1}, {1}, {1}};
  const CodeFormat format{12, 2};
  const CellCodes kept{random_codes(format, 3, 6), random_codes(format, 20, 7), Rows(3), Rows(20)};
  write_cell(folder / "cell.h5", record, kept);
  CHECK(same_codes(open_codes(folder / "cell.h5", with_part("query"))->read(0, 3), kept.query));
  CHECK(same_codes(open_codes(folder / "cell.h5", with_part("database"))->read(0, 20),
                   kept.database));
  CHECK(refusal_of_codes(folder / "cell.h5") ==
        ": holds codes of database and queries, and it was not said which to read");
  write_cell(folder / "bare.h5", record);
  CHECK(refusal_of_codes(folder / "bare.h5", with_part("query")) ==
        ": is a result cell without '/query/codes': run its suite with --keep-codes");
}

TEST_CASE("code file: digits of different widths come back from our files and from kept codes") {
  const TemporaryFolder folder;
  const CodeFormat format = format_of_digits(std::vector<std::uint8_t>{4, 1, 2, 3, 1, 4, 6});
  const Codes codes = random_codes(format, 30, 9);
  write_code_file(folder / "c.h5", codes, 7);
  const auto source = open_codes(folder / "c.h5", with_bits(21));
  CHECK(source->format() == format);
  CHECK(source->description() ==
        "hashlab codes, '/codes' 30 x 3 bytes: 21 bits in digits of 4,1,2,3,1,4,6");
  CHECK(same_codes(source->read(0, 30), codes));
  CHECK(H5File::open(folder / "c.h5").number_attributes().contains("digit-bits") == false);
  CodeFileOptions options;
  options.digit_bits = 1;
  CHECK(refusal_of_codes(folder / "c.h5", options) ==
        ": has digits of different widths, --digit-bits says 1: leave the option out");
  CHECK(refusal_of_codes(folder / "c.h5", with_bits(22)) ==
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
  record.counts = {1, CodeDistances{1}, {1}, {1}};
  const CellCodes kept{slice_of(codes, 0, 3), slice_of(codes, 3, 20), Rows(3), Rows(20)};
  write_cell(folder / "cell.h5", record, kept);
  CHECK(same_codes(open_codes(folder / "cell.h5", with_part("query"))->read(0, 3), kept.query));
  CHECK(same_codes(open_codes(folder / "cell.h5", with_part("database"))->read(0, 20),
                   kept.database));
}

}  // namespace hashlab::cell_codes_test
