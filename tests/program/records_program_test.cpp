#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::records_program_test {

using namespace experiments;
using namespace results;
using namespace testing;

TEST_CASE("records: tables, report and status are the same of cells without summaries") {
  const SmallStudy study;
  REQUIRE(study.run("--set reference=cosine --set 'grid=itq+npq: beta=1,2'").status == 0);
  const auto shown = [&] {
    std::string all = study.status();
    for (const char* options :
         {"--format md", "--format csv", "--ties --metric map --metric precision-top@3",
          "--everything --format csv", "--everything --seconds --format csv"}) {
      const Outcome table = study.table(options);
      CHECK(table.status == 0);
      all += table.out;
    }
    for (const char* options : {"", "--metric map@10"}) {
      const std::string page = study / "page.html";
      CHECK(hashlab::testing::hashlab(
                fmt::format("report {} --out {} --force {}", study.results(), page, options))
                .status == 0);
      all += read_file(page);
    }
    return all;
  };
  const std::string with = shown();
  const std::vector<std::string> cells = study.cells();
  for (std::size_t i = 0; i < cells.size(); i += 2) drop_summary(cells[i]);
  CHECK(shown() == with);
  for (std::size_t i = 1; i < cells.size(); i += 2) drop_summary(cells[i]);
  CHECK(shown() == with);
}

}  // namespace hashlab::records_program_test
