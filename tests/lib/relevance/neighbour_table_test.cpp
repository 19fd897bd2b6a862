#include "lib/relevance/neighbour_table.h"
#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::neighbour_table_test {

using namespace testing;

namespace {

/// Relevant rows of two queries in a file, of a database of four rows.
struct Lists {
  explicit Lists(const std::string& bytes) : path(folder / "r") { write_file(path, bytes); }
  Relevance read() const { return read_relevant_rows(path, 2, 4); }
  std::string refusal() const {
    return error_of([&] { read(); });
  }
  TemporaryFolder folder;
  std::string path;
};

std::string table(const std::string& shape, const std::vector<std::int64_t>& values) {
  return npy("<i8", shape, values);
}

}  // namespace

TEST_CASE("neighbour table: shorter lists are filled up with -1 at their ends") {
  const Relevance r = Lists(table("(2, 3)", {3, 0, -1, -1, -1, -1})).read();
  CHECK(relevant_count(r, 0) == 2);
  CHECK(relevant_count(r, 1) == 0);
  CHECK(Lists(table("(2, 3)", {3, -1, 0, 1, 2, 3})).refusal() ==
        Contains("list 0 names row -1, expected 0 .. 3"));
}

TEST_CASE("neighbour table: a mask and a text are refused with what to do") {
  CHECK(Lists(table("(2, 4)", {0, 1, 0, 1, 1, 0, 0, 0})).refusal() ==
        Contains("has 4 columns of 0 and 1, one for each row of the database"));
  CHECK(Lists(table("(2, 2)", {0, 1, 1, 0})).refusal() == "no error");
  CHECK(Lists("0 1 2\n1 2 3\n").refusal() == Contains("is text, expected .ivecs, .npy or HDF5"));
}

}  // namespace hashlab::neighbour_table_test
