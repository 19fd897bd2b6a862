#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/hash_tables/sweep.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::hash_tables_program_test {

using namespace results;
using namespace testing;

namespace {

/// The csv of `hashlab hash-tables` without the lines that hold times.
std::string without_times(const std::string& csv) {
  std::string kept;
  for (const std::string& line : lines_of(csv)) {
    if (line.find("-seconds,") == std::string::npos) kept += line + "\n";
  }
  return kept;
}

const std::string swept =
    "--set runs=2 --set hasher=lsh+sbq --set hasher=pca+sbq --set hasher=itq+sbq "
    "--set 'hash-tables=K:3/4/8 L:1/2 radius:0/1 keys:segments/sampled'";

}  // namespace

TEST_CASE("hash table sweep: a run scores the codes it keeps, whatever the jobs and the kernel") {
  const SmallStudy study;
  REQUIRE(study.run(swept + " --jobs 1").status == 0);
  const std::string print =
      "hash-tables '" + study.results() + "' --sweep --precision 17 --format csv";
  const std::string once = without_times(testing::hashlab(print).out);
  CHECK(once ==
        Contains("small,improved,itq+sbq,8,\"K=8,L=1,r=1,keys=sampled\",8,1,1,sampled,f1,2,"));

  const SmallStudy other;
  REQUIRE(other.run(swept + " --jobs 3", "HASHLAB_KERNEL=scalar").status == 0);
  const std::string again = without_times(
      testing::hashlab("hash-tables '" + other.results() + "' --sweep --precision 17 --format csv")
          .out);
  CHECK(lines_of(once).size() == 1 + 6 * 22 * 14);  // cells without runs, settings that fit, scores
  CHECK(again == once);

  for (const std::string& cell : study.cells()) {
    const CellRecord record = read_cell(cell, false);
    REQUIRE(record.hash_tables.size() == 22);
    for (const HashTableScores& s : record.hash_tables) {
      CHECK(record.metrics.at("table-f1[" + setting_text(s.setting) + "]") == s.f);
      CHECK(record.metrics.at("table-touched[" + setting_text(s.setting) + "]") == s.touched());
      CHECK(record.seconds.contains("table-query[" + setting_text(s.setting) + "]"));
      CHECK(s.queries == 40);
    }
    for (const auto& [name, value] : record.metrics) {
      CHECK(name.find("seconds") == std::string::npos);
      CHECK(value >= 0);
      CHECK(value <= 1);
    }
  }
  const Outcome rerun =
      testing::hashlab("rerun '" + study.cells().front() + "' --data '" + (study / ".") + "'");
  CHECK(rerun.status == 0);
  CHECK(rerun.out == Contains("table-f1[K=8,L=1,r=1]"));
  CHECK(rerun.out == Contains("recorded metrics are identical"));
}

TEST_CASE(
    "hash table sweep: 'hashlab hash-tables' prints the best, the curve and the correlation") {
  const SmallStudy study;
  REQUIRE(study.run(swept).status == 0);
  const auto tables = [&](const std::string& options) {
    return testing::hashlab("hash-tables '" + study.results() + "' " + options);
  };
  const Outcome best = tables("");
  CHECK(best.status == 0);
  CHECK(best.out == Contains("best F1 over the sweep of hash tables, 8 bits, improved split"));
  CHECK(best.out == Contains("map and f1, improved, 8 bits"));
  CHECK(best.out == Contains("left out, since they do not fit codes of 8 bits: K=8,L=2,r=0"));
  CHECK(tables("--curve --hasher itq+sbq --format md").out == Contains("| K=3,L=1,r=0 |"));
  CHECK(tables("--sweep --hasher pca+sbq").out.find("itq") == std::string::npos);
  const std::string proxy = tables("--proxy --format csv").out;
  // map and auprc, f1 and f1-macro; two splits and both together.
  CHECK(lines_of(proxy).size() == 1 + 2 * 2 * 3);
  CHECK(testing::refusal(tables("--curve --sweep")) ==
        "of --sweep, --curve and --proxy only one can be printed at a time");
  CHECK(testing::refusal(tables("--hasher sh+sbq")) ==
        "hasher 'sh+sbq' is not in this suite, did you mean 'lsh+sbq'?");
}

TEST_CASE("hash table sweep: 'hashlab hash-tables' refuses results that have none") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  CHECK(testing::refusal(testing::hashlab("hash-tables '" + study.results() + "'")) ==
        study.results() +
            ": its suite scored no hash tables; run it with such as --set "
            "'hash-tables=K:8/16 L:1/2 radius:0/1'");
}

}  // namespace hashlab::hash_tables_program_test
