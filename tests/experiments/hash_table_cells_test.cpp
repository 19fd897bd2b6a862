#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "results/record/hash_table_record.h"
#include "results/record/record.h"
#include "tests/support/hash_table_scores.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::hash_table_cells_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

Suite suite_with(const std::string& tables) {
  return parse_suite("name = s\ndataset = d\nhasher = lsh+sbq\nhasher = pca+mhq\nbits = 16\n",
                     "test", {"hash-tables=" + tables});
}

}  // namespace

TEST_CASE(
    "hash table sweep: a suite keeps it, and only a suite that has it says so in its recipes") {
  const std::string sweep = "K:4/8 L:2 radius:0/1 keys:segments";
  const Suite with = suite_with(sweep), without = suite_with("");
  CHECK(with.scores.text_of("hash-tables") == sweep);
  CHECK(suite_text(parse_suite(suite_text(with), "t", {})) == suite_text(with));
  CHECK(suite_text(without).find("tables") == std::string::npos);
  CHECK(error_of([&] { parse_suite(suite_text(with) + "hash-tables = K:8\n", "t", {}); }) ==
        "t: key 'hash-tables' is given 2 times, expected once");
  CHECK(error_of([] { suite_with("K:0"); }).starts_with("--set: hash-tables 'K:0': K has '0'"));

  const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};
  const auto recipe = [&](const Suite& suite) { return plan_cells(suite, facts).front().recipe; };
  CHECK(recipe(without).find("tables") == std::string::npos);
  CHECK(recipe(with) == recipe(without) + "tables = " + sweep + "\n");
}

TEST_CASE("hash table sweep: a cell's file holds the scores of every setting") {
  const TemporaryFolder folder;
  CellRecord record;
  record.recipe = "a = b\n";
  record.key = sha256(record.recipe);
  record.bits = record.run = 1;
  record.counts = {1, CodeDistances{2}, {1, 1}, {1, 0}};
  record.hash_tables = some_hash_table_scores();
  record.seconds["table-build[K=3,L=2,r=1]"] = 0.25;
  write_cell(folder / "c.h5", record);
  const CellRecord read = read_cell(folder / "c.h5", false);
  REQUIRE(read.hash_tables.size() == record.hash_tables.size());
  for (std::size_t i = 0; i < read.hash_tables.size(); ++i) {
    CHECK(read.hash_tables[i].setting == record.hash_tables[i].setting);
    for (const HashTableColumn& column : hash_table_columns()) {
      if (std::string(column.name) == "build-seconds") continue;
      CHECK(column.of(read.hash_tables[i]) == column.of(record.hash_tables[i]));
    }
    CHECK(read.hash_tables[i].candidates == record.hash_tables[i].candidates);
  }
  CHECK(read.hash_tables[0].build_seconds == 0.25);
  CHECK(read.hash_tables[1].build_seconds == 0);
  // The curve is there for other programs.
  const H5File file = H5File::open(folder / "c.h5");
  CHECK(file.text_attributes().at("tables.scores") == Contains("recall"));
  CHECK(file.text_attributes().at("tables.scores") == Contains("touched"));

  record.hash_tables.clear();
  write_cell(folder / "none.h5", record);
  CHECK(read_cell(folder / "none.h5", false).hash_tables.empty());
  CHECK_FALSE(H5File::open(folder / "none.h5").has("/tables/settings"));
}

}  // namespace hashlab::hash_table_cells_test
