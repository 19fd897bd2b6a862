#include "splits/audit/leak_meaning.h"

#include "lib/files/files.h"
#include "tests/support/documents.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>
#include <string>

namespace hashlab::leak_meaning_test {

using namespace splits;

using namespace testing;

namespace {

Leak leak_of(const std::string& kind, bool came_so = false) {
  return {kind, 30, 200, "test queries", {}, came_so};
}

std::string research_page(const std::string& study) {
  return read_file(std::string(HASHLAB_SOURCE_DIR) + "/docs/research/" + study + ".md");
}

}  // namespace

TEST_CASE("leak meaning: every kind of the README says what it means, where from, its worth") {
  for (const char* kind :
       {"queries-in-database", "queries-in-training", "queries-in-validation-queries",
        "queries-in-validation-database", "training-in-database", "validation-queries-in-database",
        "validation-database-in-database", "copies-of-queries-in-database",
        "copies-of-training-in-database", "near-copies-of-queries-in-training",
        "mean-fitted-on-queries", "projection-fitted-on-database", "thresholds-over-everything",
        "other-split-than-recorded", "joint-codes-in-database", "quantiles-fitted-on-queries",
        "others-among-queries", "gallery-of-asked-classes"}) {
    CAPTURE(kind);
    const LeakMeaning meaning = leak_meaning(leak_of(kind));
    for (const std::string& part : {meaning.means, meaning.origin, meaning.worth, meaning.remedy}) {
      CHECK(part.size() > 5);
      CHECK(part.find('\n') == part.npos);
    }
  }
}

TEST_CASE("leak meaning: queries in other parts are worth their share at most") {
  for (const char* kind : {"queries-in-database", "copies-of-queries-in-training",
                           "near-copies-of-queries-in-database"}) {
    CHECK(leak_meaning(leak_of(kind)).worth == Contains("30 of 200 queries are concerned"));
    CHECK(leak_meaning(leak_of(kind)).worth == Contains("by more than 0.1500"));
  }
}

TEST_CASE("leak meaning: validation rows that are ranked chose settings and nothing else") {
  for (const char* kind :
       {"validation-queries-in-database", "copies-of-validation-database-in-database"}) {
    CHECK(leak_meaning(leak_of(kind)).worth == "settings alone were chosen by these rows");
  }
}

TEST_CASE("leak meaning: what overlap was measured to be worth is what the kept studies found") {
  const std::string worth = leak_meaning(leak_of("training-in-database")).worth;
  const std::string pages = std::regex_replace(
      research_page("splits-study") + research_page("class-codes"), std::regex("\\s+"), " ");
  static const std::regex effect(R"((\+0\.\d+), (\+[0-9.]+ %))");
  std::size_t compared = 0;
  for (std::sregex_iterator at(worth.begin(), worth.end(), effect), end; at != end; ++at) {
    CAPTURE(at->str());
    // "+0.0017 [+0.0013, +0.0020], which is +0.51 %"
    const std::size_t percent = pages.find(", which is " + (*at)[2].str());
    REQUIRE(percent != pages.npos);
    CHECK(pages.substr(percent - 26, 26) == Contains((*at)[1].str() + " ["));
    ++compared;
  }
  CHECK(compared == 3);
}

TEST_CASE("leak meaning: what leaks of recognition are worth is what the kept study found") {
  const TableCells table = table_at(research_page("landmarks"), {"## Result"});
  const auto change = [&](const std::string& leak, std::size_t column) {
    for (const auto& row : table) {
      if (row[0] == leak) return row[column].substr(0, row[column].find(' '));
    }
    return std::string("no such row");
  };
  const std::string fitted = leak_meaning(leak_of("quantiles-fitted-on-queries")).worth;
  CHECK(fitted == Contains(change("leak: transform fitted on queries", 4)));
  const std::string others = leak_meaning(leak_of("others-among-queries")).worth;
  CHECK(others == Contains(change("leak: Z drawn from queries", 4)));
  CHECK(others == Contains(change("leak: Z drawn from queries", 2)));
}

TEST_CASE("leak meaning: features that came centred are told from a mean that was fitted here") {
  const LeakMeaning came = leak_meaning(leak_of("mean-over-everything", true));
  CHECK(came.means == Contains("came with a mean subtracted"));
  CHECK(came.origin == Contains("the file"));
  CHECK(came.worth == Contains("cancels but for rounding"));
  const LeakMeaning fitted = leak_meaning(leak_of("mean-over-everything"));
  CHECK(fitted.means == Contains("mean was fitted to 30 test queries"));
  CHECK(fitted.origin == Contains("these cells"));
}

TEST_CASE("leak meaning: the remedy for copies is to exclude them, for near ones a list") {
  CHECK(leak_meaning(leak_of("copies-of-queries-in-database")).remedy ==
        Contains("duplicates = exclude"));
  CHECK(leak_meaning(leak_of("near-copies-of-queries-in-database")).remedy == Contains("--near"));
}

}  // namespace hashlab::leak_meaning_test
