#include "lib/data/file_facts.h"
#include "lib/data/dataset.h"
#include "lib/data/file_text.h"
#include "lib/error.h"
#include "lib/relevance/near_table.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::file_facts_test {

using namespace testing;

namespace {

/// Fifty samples, of which number 30 is a copy of number 3, and number 20 is near it.
Dataset with_copies() {
  Dataset dataset = small_dataset(50, 4);
  dataset.features.col(30) = dataset.features.col(3);
  dataset.features.col(20) = dataset.features.col(3);
  dataset.features(0, 20) += 1.0F / 1024;
  return dataset;
}

}  // namespace

TEST_CASE("facts about a file: shapes, labels and repeated rows, and their text") {
  const TemporaryFolder folder;
  write_dataset(folder / "small.h5", with_copies());
  const FileFacts facts = look_at_file(folder / "small.h5");
  CHECK(facts.name == "small");
  CHECK(facts.refusal == "");
  CHECK(facts.checksum == content_checksum(with_copies()));
  REQUIRE(facts.table("/features") != nullptr);
  CHECK(facts.table("/features")->size == std::vector<std::size_t>{50, 4});
  CHECK(facts.table("/images") == nullptr);
  REQUIRE(facts.repeats.size() == 1);
  CHECK(facts.repeats[0].rows.groups == std::vector<Rows>{{3, 30}});
  const std::string text = file_text(facts);
  CHECK(text.starts_with("data set small: 50 samples x 4 features\n"));
  CHECK(text == Contains("checksum " + facts.checksum));
  CHECK(text == Contains("repeated rows of /features: 1, in 1 groups of at most 2\n  rows 3 = 30"));
}

TEST_CASE("near rows of a file: they are found in the table of samples, with reports of progress") {
  const TemporaryFolder folder;
  write_dataset(folder / "small.h5", with_copies());
  std::size_t steps = 0;
  const auto report = [&](const std::string& table, std::size_t rows, std::size_t done,
                          std::size_t n) {
    CHECK(table == "/features");
    CHECK(rows == 50);
    CHECK(done == ++steps);
    CHECK(done <= n);
  };
  const NearFacts near = look_for_near_rows(folder / "small.h5", "", 1.0 / 1024, 1, report);
  CHECK(steps > 0);
  CHECK(near.rows.pairs == 3);
  CHECK(near_text(near).starts_with("near rows of /features: 3 pairs at a distance of at most "));
  CHECK(error_of([&] { look_for_near_rows(folder / "small.h5", "/labels", 1, 1, report); }) ==
        Contains("has no samples in '/labels'; its tables of samples are /features"));
}

}  // namespace hashlab::file_facts_test
