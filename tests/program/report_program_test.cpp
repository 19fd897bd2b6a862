#include "lib/files/files.h"
#include "lib/metrics/metrics.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hashlab::report_program_test {

using namespace testing;
using doctest::Approx;
using nlohmann::json;

TEST_CASE(
    "report: the command makes the same page from the same folder, and says what it cannot use") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string first = study / "first.html", second = study / "second.html";
  const auto report = [&](const std::string& arguments) {
    return hashlab::testing::hashlab("report " + arguments);
  };
  const Outcome made = report(fmt::format("{} --out {}", study.results(), first));
  CHECK(made.status == 0);
  CHECK(made.out == Contains("first.html: 12 cells of 1 results folder, 0.6 MB"));
  CHECK(made.error.empty());
  REQUIRE(report(fmt::format("{} --out {}", study.results(), second)).status == 0);
  CHECK(shell(fmt::format("cmp {} {}", first, second)).status == 0);

  const Outcome other =
      report(fmt::format("{} --out {} --metric ndcg@10 --title 'T < U'", study.results(), second));
  CHECK(other.status == 0);
  const std::string page = shell("cat " + second).out;
  CHECK(page == Contains("<title>T &lt; U</title>"));
  CHECK(page == Contains("\"name\":\"ndcg@10\""));

  CHECK(refusal(report(study.results())) == Contains("option '--out' is missing"));
  CHECK(refusal(report(fmt::format("{} --out {}", study / "nowhere", second))) ==
        Contains("holds no results"));
  CHECK(refusal(report(fmt::format("{} --out {} --metric mapp", study.results(), second))) ==
        Contains("did you mean 'map'"));
  CHECK(refusal(report(fmt::format("{} --out {}/none/x.html", study.results(), study.results()))) ==
        Contains("none"));
  CHECK(refusal(report(fmt::format("{0} --out {0}/manifest.tsv", study.results()))) ==
        Contains("manifest.tsv"));
  REQUIRE(shell(fmt::format("rm {}/cells/*", study.results())).status == 0);
  CHECK(refusal(report(fmt::format("{} --out {}", study.results(), second))) ==
        Contains("no cell is done yet"));
}

TEST_CASE("report: a damaged cell is named, and the page of before stays") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string page = study / "page.html";
  const std::string command = fmt::format("report {} --out {}", study.results(), page);
  REQUIRE(hashlab::testing::hashlab(command).status == 0);
  const std::string before = read_file(page);
  const std::string cell = study.cells().front();
  REQUIRE(shell(fmt::format("truncate -s 1000 {}", cell)).status == 0);
  const Outcome failed = hashlab::testing::hashlab(command);
  CHECK(refusal(failed) == Contains(cell));
  CHECK(read_file(page) == before);
}

}  // namespace hashlab::report_program_test
