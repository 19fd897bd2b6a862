#include "lib/error.h"
#include "lib/options.h"
#include "results/compare/compare_splits.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hashlab::compare_program_test {

using namespace results;
using namespace testing;

TEST_CASE("hashlab compare: results of a run by split and by hasher, with bootstrap") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string results = "compare '" + study.results() + "' ";
  const Outcome text = hashlab::testing::hashlab(results);
  CHECK(text.status == 0);
  CHECK(text.out.find("literature - improved: auprc on small: 3 hashers x bits") !=
        std::string::npos);
  CHECK(text.out.find("literature - improved: map on small") != std::string::npos);

  const Outcome csv = hashlab::testing::hashlab(results + "--format csv --bootstrap 50 --bits 8");
  CHECK(csv.status == 0);
  const std::vector<std::string> lines = lines_of(csv.out);
  CHECK(std::count(lines.begin(), lines.end(), lines.front()) == 1);
  CHECK(csv.out == hashlab::testing::hashlab(results + "--format csv --bootstrap 50").out);
  // dataset,metric,kind: three hashers, two metrics.
  CHECK(std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
          return fields_of(line, ',')[2] == "strategy";
        }) == 6);

  const Outcome hashers = hashlab::testing::hashlab(
      results + "--by hasher --baseline lsh+sbq --metric map --bootstrap 20");
  CHECK(hashers.status == 0);
  CHECK(hashers.out.find("against lsh+sbq") != std::string::npos);
  CHECK(hashers.out.find("auprc") == std::string::npos);

  // A folder that holds results folders is a collection.
  const TemporaryFolder collection;
  std::filesystem::copy(study.results(), collection / "one",
                        std::filesystem::copy_options::recursive);
  CHECK(hashlab::testing::hashlab("compare '" + collection.path() + "'").out == text.out);
}

TEST_CASE("hashlab compare: --split leaves the others out, and what it shows does not change") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string compare =
      "compare '" + study.results() + "' --by hasher --metric map --format csv ";
  const std::vector<std::string> all = lines_of(hashlab::testing::hashlab(compare).out);
  const std::vector<std::string> one =
      lines_of(hashlab::testing::hashlab(compare + "--split improved").out);
  std::vector<std::string> expected;
  for (const std::string& line : all) {
    if (line.find("literature") == std::string::npos) expected.push_back(line);
  }
  CHECK(one.size() > 1);
  CHECK(one.size() < all.size());
  CHECK(one == expected);
}

TEST_CASE("hashlab compare: what cannot be compared is refused in one line") {
  const SmallStudy study;
  REQUIRE(study.run("--set split=improved").status == 0);
  const auto refused = [&](const std::string& options) {
    return refusal(hashlab::testing::hashlab("compare '" + study.results() + "' " + options));
  };
  CHECK(refused("").find("small: results of improved only") == 0);
  CHECK(refused("--by hasher --split literature") ==
        "no results of split 'literature', there are: improved");
  CHECK(refused("--split improved") ==
        "--by split compares two splits or more: repeat '--split', or add '--by hasher'");
  CHECK(refused("--by splits") ==
        "option '--by' = 'splits', expected split or hasher, did you mean 'split'?");
  CHECK(refused("--by hasher --bits 12") == "no results of 12 bits, there are: 8");
  CHECK(refused("--by hasher --bits 8x") == "option '--bits' = '8x', expected a whole number >= 1");
  CHECK(refused("--baseline +sbq") == "--baseline is for comparing hashers: add '--by hasher'");
  CHECK(refused("--by hasher --baseline sh+sbq").find("baseline 'sh+sbq' is not among these") == 0);
  CHECK(refused("--by hasher --metric mapp").find("metric 'mapp' does not exist") == 0);
}

}  // namespace hashlab::compare_program_test
