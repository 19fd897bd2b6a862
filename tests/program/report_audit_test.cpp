#include "experiments/audit/report_audit.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace hashlab::report_audit_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

SplitAudit run_of(const std::string& split, std::size_t run) {
  SplitAudit audit;
  audit.split = split;
  audit.run = run;
  audit.sizes = {{Part::queries, 10}, {Part::training, 4}, {Part::database, 50}};
  CellsAudit cells;
  cells.cells = {"itq+npq 32 bits", "lsh+sbq 32 bits"};
  cells.evidence = Evidence::recorded;
  audit.cells = {cells};
  return audit;
}

/// The one line of a split about something.
AuditLine line_of(const std::vector<AuditLine>& lines, const std::string& split,
                  const std::string& check) {
  const auto is = [&](const AuditLine& line) { return line.split == split && line.check == check; };
  REQUIRE(std::count_if(lines.begin(), lines.end(), is) == 1);
  return *std::find_if(lines.begin(), lines.end(), is);
}

}  // namespace

TEST_CASE("report: a clean audit says so with its runs, cells and evidence") {
  Audit audit;
  audit.splits = {run_of("improved", 1), run_of("improved", 2)};
  const auto lines = report_lines(audit);
  const AuditLine line = line_of(lines, "improved", "held-out rows where they must not be");
  CHECK(line.finding == "none in 2 runs (4 cells, recorded)");
  CHECK(line.level == AuditLine::Level::clean);
}

TEST_CASE("report: each kind of leak is a line that counts runs and shows the first") {
  Audit audit;
  audit.splits = {run_of("improved", 1), run_of("improved", 2), run_of("literature", 1)};
  audit.splits[0].leaks = {{"queries-in-database", 3, 10, "test queries", {1, 2, 3}}};
  audit.splits[1].leaks = {{"queries-in-database", 1, 10, "test queries", {7}}};
  const auto lines = report_lines(audit);
  const AuditLine leak = line_of(lines, "improved", "held-out rows where they must not be");
  CHECK(leak.level == AuditLine::Level::leak);
  CHECK(leak.finding ==
        Contains("2 of 2 runs leak; the first: queries-in-database: 3 of 10 test queries"));
  CHECK(line_of(lines, "literature", "held-out rows where they must not be").level ==
        AuditLine::Level::clean);
}

TEST_CASE(
    "report: training rows in the database are counted; copies only where features were looked "
    "at") {
  Audit audit;
  audit.splits = {run_of("literature", 1), run_of("literature", 2)};
  audit.splits[0].overlaps = {{Part::training, Part::database, {1, 2, 3, 4}}};
  audit.splits[1].overlaps = {{Part::training, Part::database, {5, 6, 7, 8}}};
  audit.splits[0].copies = {{Part::queries, Part::database, {9}}};
  CHECK(report_lines(audit).size() == 2);
  audit.with_features = true;
  const auto lines = report_lines(audit);
  CHECK(lines.size() == 6);
  CHECK(std::any_of(lines.begin(), lines.end(), [](const AuditLine& line) {
    return line.finding == "4.0 of 4 on average over the runs" &&
           line.level == AuditLine::Level::expected;
  }));
  CHECK(std::any_of(lines.begin(), lines.end(), [](const AuditLine& line) {
    return line.finding == "0.5 of 10 on average over the runs";
  }));
  CHECK(std::count_if(lines.begin(), lines.end(),
                      [](const AuditLine& line) { return line.finding == "none"; }) == 3);
}

}  // namespace hashlab::report_audit_test
