#include "lib/error.h"
#include "results/site/csv_table.h"
#include "results/site/html.h"
#include "results/site/kept_table.h"
#include "results/site/pages.h"
#include "results/site/ranking.h"
#include "results/site/slugs.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace hashlab::site_test {

using namespace results;
using namespace testing;
using doctest::Approx;

namespace {

CsvTable table_of(const std::string& text) {
  return parse_csv_table(text, "x.csv");
}

/// One data set, known conditions, and scores of ten runs.
SiteData small_site() {
  SiteData site;
  site.title = "T";
  site.version = "0";
  site.studies.push_back({"s", "What?", "", "hashlab run s.ini", {{"s.ini", "name = s"}}, {}, {}});
  SiteSuite suite;
  suite.study = "s";
  suite.dataset = "digits";
  suite.ground_truth = "class";
  suite.conditions = "10 test queries, 20 training rows; seed 1";
  suite.rows = {{"improved", "00aa"}, {"literature", "00bb"}};
  suite.size = 1000;
  suite.runs = 10;
  suite.ratio = 0.02;
  site.suites.push_back(suite);
  return site;
}

SiteScore score_of(const std::string& method, std::size_t bits, double mean, double sd) {
  SiteScore score{{"s", "", "digits", "improved", "map", bits}, method, 10, mean, sd};
  score.origin = {"s.csv", 2};
  return score;
}

/// Scores of runs that scatter around `mean` in the same way for every method, and a little on
/// their own.
SiteScore score_by_run(const std::string& method, double mean, double own) {
  SiteScore score = score_of(method, 32, mean, 0);
  for (std::size_t run = 1; run <= 10; ++run) {
    const double common = 0.05 * static_cast<double>(run % 3);
    score.values[run] = mean + common + own * (run % 2 == 0 ? 1 : -1);
  }
  return score;
}

const Place& place_of(const SiteData& site, const Ranking& ranking, const std::string& method) {
  const auto found =
      std::find_if(ranking.places.begin(), ranking.places.end(),
                   [&](const Place& place) { return site.scores[place.score].method == method; });
  REQUIRE(found != ranking.places.end());
  return *found;
}

const std::string& page_of(const std::vector<SiteFile>& files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const SiteFile& file) { return file.path == path; });
  REQUIRE_MESSAGE(found != files.end(), path);
  return found->text;
}

}  // namespace

TEST_CASE("site CSV: fields, quotes, empty fields and lines are read as RFC 4180 says") {
  const CsvTable table = table_of(
      "\xef\xbb\xbf"
      "a,b\r\n\"x, \"\"y\"\"\",\r\n,2\n");
  CHECK(table.columns == std::vector<std::string>{"a", "b"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.field(0, "a") == "x, \"y\"");
  CHECK(table.field(0, "b").empty());
  CHECK_FALSE(table.number(0, "b").has_value());
  CHECK(table.number(1, "b") == 2.0);
  CHECK(table.field(1, "nothing").empty());
  CHECK(CsvTable::line_of(1) == 3);
  CHECK(csv_text(table) == "a,b\n\"x, \"\"y\"\"\",\n,2\n");
}

TEST_CASE("site CSV: what is wrong is named with its line") {
  const auto says = [](const std::string& text) { return error_of([&] { table_of(text); }); };
  CHECK(says("") == Contains("x.csv:1: no header"));
  CHECK(says("a,b\n1\n") == Contains("x.csv:2: 1 fields, expected 2"));
  CHECK(says("a,a\n") == Contains("x.csv:1: column 'a' is there twice"));
  CHECK(says("a,\n") == Contains("x.csv:1: a column has no name"));
  CHECK(says("a\n\"1\n") == Contains("x.csv:2: a quoted field does not end"));
  CHECK(says("a\n\"1\"2\n") == Contains("x.csv:2: text behind a quoted field"));
  CHECK(says("a\n1\"2\n") == Contains("x.csv:2: a quote inside a field"));
  CHECK(says("a\n\n1\n") == Contains("x.csv:2: an empty line"));
  CHECK(says(std::string("a\n1\0\n", 5)) == Contains("x.csv:2: a NUL byte"));
  const CsvTable table = table_of("a\nnan\n1x\n-1\n");
  CHECK(error_of([&] { table.number(0, "a"); }) ==
        Contains("x.csv:2: a = 'nan', expected a finite number"));
  CHECK(error_of([&] { table.number(1, "a"); }) == Contains("x.csv:3: a = '1x'"));
  CHECK(error_of([&] { table.whole(2, "a"); }) ==
        Contains("x.csv:4: a = '-1', expected a whole number"));
}

TEST_CASE("kept CSVs: means, times and their lines are those of the file") {
  const KeptTable kept = read_kept(table_of("suite,metric,hasher,bits,split,runs,mean,sd\n"
                                            "p,map,itq+sbq,32,improved,10,0.1234,0.01\n"
                                            "p,learn-seconds,itq+sbq,32,improved,10,1.5,0.1\n"
                                            "p,map,lsh+sbq,0,improved,10,,\n"),
                                   "mine");
  CHECK(kept.understood);
  REQUIRE(kept.scores.size() == 1);
  const SiteScore& score = kept.scores.front();
  CHECK(score.what == Measured{"mine", "p", "", "improved", "map", 32});
  CHECK(score.mean == 0.1234);
  CHECK(score.sd == 0.01);
  CHECK(score.runs == 10);
  CHECK(score.rounding == Approx(0.00005));
  CHECK(score.origin == Origin{"x.csv", 2});
  REQUIRE(kept.costs.size() == 1);
  CHECK(kept.costs.front().seconds == 1.5);
  CHECK(kept.costs.front().origin.line == 3);
}

TEST_CASE("kept CSVs: comparisons give the means of both sides, and the tests of methods") {
  const KeptTable kept = read_kept(
      table_of(
          "suite,dataset,metric,kind,bits,split_a,hasher_a,split_b,hasher_b,runs,mean_a,mean_b,p\n"
          ",d,map,hasher,16,improved,lsh+sbq,improved,itq+sbq,10,0.1,0.2,0.01\n"
          ",d,map,strategy,16,literature,lsh+sbq,improved,lsh+sbq,10,0.12,0.1,0.5\n"
          ",d,map,chance,16,literature,,improved,,10,0.12,0.1,\n"),
      "mine");
  CHECK(kept.scores.size() == 4);
  REQUIRE(kept.pairs.size() == 1);
  CHECK(kept.pairs.front().first == "lsh+sbq");
  CHECK(kept.pairs.front().second == "itq+sbq");
  CHECK(kept.pairs.front().p == 0.01);
  CHECK_FALSE(read_kept(table_of("x,y\n1,2\n"), "mine").understood);
}

TEST_CASE("kept CSVs: a leak in a file of audits is a leak") {
  const KeptTable kept =
      read_kept(table_of("study,suite,dataset,rows_x_columns,checksum,split,runs,queries,leaks\n"
                         "a,b,d,100 x 7,00ff,improved,3,10,clean\n"
                         "a,b,d,100 x 7,00ff,given,3,10,queries-in-database\n"),
                "audits");
  REQUIRE(kept.suites.size() == 1);
  const SiteSuite& suite = kept.suites.front();
  CHECK(suite.size == 100);
  CHECK(suite.dimensions == 7);
  std::size_t leaks = 0;
  for (const AuditLine& line : suite.audit) {
    if (line.level != AuditLine::Level::leak) continue;
    ++leaks;
    CHECK(line.split == "given");
    CHECK(line.finding == "queries-in-database");
  }
  CHECK(leaks == 1);
}

TEST_CASE("ranking: the leader is first, and a rival is first too unless Holm's p is below 0.05") {
  SiteData site = small_site();
  site.scores = {score_by_run("far", 0.3, 0.003), score_by_run("best", 0.5, 0.001),
                 score_by_run("near", 0.4999, 0.002)};
  const std::vector<Contest> contests = contests_of(site);
  REQUIRE(contests.size() == 1);
  REQUIRE(contests[0].rankings.size() == 1);
  const Ranking& ranking = contests[0].rankings[0];
  CHECK(site.scores[ranking.places[0].score].method == "best");
  CHECK(ranking.places[0].evidence == Evidence::leader);
  CHECK(place_of(site, ranking, "near").rank == 1);
  CHECK(place_of(site, ranking, "near").evidence == Evidence::paired);
  CHECK(place_of(site, ranking, "far").rank == 3);
  CHECK(ranking.firsts() == 2);

  // By hand: the paired test, doubled by Holm for the smaller of two p-values.
  std::vector<double> differences;
  for (std::size_t run = 1; run <= 10; ++run) {
    differences.push_back(site.scores[1].values.at(run) - site.scores[0].values.at(run));
  }
  CHECK(place_of(site, ranking, "far").p_holm ==
        Approx(2 * corrected_resampled_t(differences, 0.02).p_value));
}

TEST_CASE("ranking: a printed comparison counts if it is of these two methods") {
  SiteData site = small_site();
  site.scores = {score_of("best", 32, 0.5, 0.2), score_of("second", 32, 0.4, 0.2)};
  REQUIRE(contests_of(site).at(0).rankings.at(0).firsts() == 2);  // the bound tells nothing
  site.pairs.push_back({site.scores[0].what, "second", "best", 0.001, {"s.csv", 9}});
  const Ranking ranking = contests_of(site).at(0).rankings.at(0);
  CHECK(place_of(site, ranking, "second").evidence == Evidence::comparison);
  CHECK(place_of(site, ranking, "second").p_holm == 0.001);
  CHECK(ranking.firsts() == 1);
  site.pairs[0].what.bits = 16;
  CHECK(contests_of(site).at(0).rankings.at(0).firsts() == 2);
}

TEST_CASE("ranking: the bound is never below the p-value of the paired test") {
  // Pairs of every correlation: the second series is the first, shifted and reordered.
  const std::vector<double> a = {0.1, 0.15, 0.12, 0.11, 0.18, 0.14};
  std::vector<double> b = a;
  std::sort(b.begin(), b.end());
  std::size_t orders = 0;
  do {
    SiteScore first{{}, "a", a.size(), 0, 0}, second{{}, "b", b.size(), 0, 0};
    std::vector<double> shifted = b, differences(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      shifted[i] += 0.05;
      differences[i] = shifted[i] - a[i];
    }
    const ResampledT of_a = corrected_resampled_t(a, 0.1);
    const ResampledT of_b = corrected_resampled_t(shifted, 0.1);
    first.mean = of_a.mean;
    first.sd = of_a.sd;
    second.mean = of_b.mean;
    second.sd = of_b.sd;
    const auto bound = bound_of_p(first, second, 0.1);
    REQUIRE(bound.has_value());
    if (*bound < corrected_resampled_t(differences, 0.1).p_value - 1e-12) {
      const ResampledT paired = corrected_resampled_t(differences, 0.1);
      // Differences that are all equal count as one observation, which has p = 1.
      CHECK(paired.n == 1);
    }
    ++orders;
  } while (std::next_permutation(b.begin(), b.end()));
  CHECK(orders == 720);
}

TEST_CASE("ranking: rounding can only raise the bound, and what is missing gives none") {
  SiteScore a = score_of("a", 32, 0.30, 0.01), b = score_of("b", 32, 0.35, 0.01);
  const double exact = bound_of_p(a, b, 0.02).value();
  a.rounding = b.rounding = 0.005;
  CHECK(bound_of_p(a, b, 0.02).value() > exact);
  b.rounding = 0.1;
  CHECK(bound_of_p(a, b, 0.02) == 1.0);
  b.sd.reset();
  CHECK_FALSE(bound_of_p(a, b, 0.02).has_value());
  b.sd = 0.01;
  b.runs = 3;
  CHECK_FALSE(bound_of_p(a, b, 0.02).has_value());
}

TEST_CASE("ranking: scores under other conditions, splits or ground truths do not meet") {
  SiteData site = small_site();
  site.suites.push_back(site.suites[0]);
  site.suites[1].study = "other";
  site.suites[1].conditions = "10 test queries, 500 training rows; seed 1";
  site.suites[1].rows = {{"improved", "11aa"}};
  site.scores = {score_of("a", 32, 0.5, 0.01), score_of("b", 32, 0.4, 0.01)};
  site.scores.push_back(score_of("c", 32, 0.9, 0.01));
  site.scores.back().what.study = "other";
  site.scores.push_back(score_of("d", 32, 0.9, 0.01));
  site.scores.back().what.split = "literature";
  REQUIRE(contests_of(site).size() == 1);
  CHECK(contests_of(site)[0].rankings[0].places.size() == 2);
  // The same words, and other rows: of another data set with this name, for example.
  site.suites[1].conditions = site.suites[0].conditions;
  REQUIRE(contests_of(site).size() == 1);
  CHECK(contests_of(site)[0].rankings[0].places.size() == 2);
  site.suites[1].rows = site.suites[0].rows;
  REQUIRE(contests_of(site).size() == 1);
  CHECK(contests_of(site)[0].rankings[0].places.size() == 3);
  // Rows that are not known are not those of another study.
  site.suites[1].rows.clear();
  CHECK(contests_of(site)[0].rankings[0].places.size() == 2);
}

TEST_CASE("ranking: real values of a projection do not compete with codes of as many bits") {
  SiteData site = small_site();
  site.scores = {score_of("a+sbq", 32, 0.5, 0.01), score_of("b+sbq", 32, 0.4, 0.01),
                 score_of("a+cosine", 32, 0.9, 0.01),
                 score_of("b+cosine:centred=no", 32, 0.8, 0.01)};
  const std::vector<Contest> contests = contests_of(site);
  REQUIRE(contests.size() == 2);
  for (const Contest& contest : contests) {
    REQUIRE(contest.rankings[0].places.size() == 2);
    const bool by_values = contest.key.conditions.ends_with("as many as there are bits");
    CHECK((site.scores[contest.rankings[0].places[0].score].mean > 0.8) == by_values);
  }
}

TEST_CASE("ranking: of a method that was measured twice, what says most counts") {
  SiteData site = small_site();
  site.scores = {score_of("a", 32, 0.5, 0.01), score_of("b", 32, 0.1, 0.01),
                 score_of("b", 32, 0.4, 0.01)};
  site.scores[1].sd.reset();
  const Ranking ranking = contests_of(site).at(0).rankings.at(0);
  CHECK(ranking.places.size() == 2);
  CHECK(site.scores[place_of(site, ranking, "b").score].mean == 0.4);
  CHECK(ranks_methods("map"));
  CHECK_FALSE(ranks_methods("gap-hit@1"));
  CHECK_FALSE(ranks_methods("change-global-ap[without=B]"));
}

TEST_CASE("slugs: readable names stay, and hostile ones become letters and digits") {
  const std::string hostile = "../x\"><script>alert(1)</script>";
  const std::vector<std::string> names = {"itq+sbq", "itq-sbq", "ITQ+SBQ",
                                          hostile,   "…",       std::string(500, 'a')};
  const Slugs slugs(names);
  CHECK(slugs.of("itq+sbq") == "itq-sbq");
  std::set<std::string> all;
  for (const std::string& name : names) {
    const std::string& slug = slugs.of(name);
    CHECK(slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == slug.npos);
    CHECK_FALSE(slug.empty());
    CHECK(slug.size() < 80);
    all.insert(slug);
  }
  CHECK(all.size() == names.size());
}

TEST_CASE("site pages: every page has its content, and loads nothing from elsewhere") {
  SiteData site = small_site();
  site.scores = {score_by_run("itq+sbq", 0.3, 0.001), score_by_run("lsh+sbq", 0.2, 0.004)};
  site.files.push_back({"s.csv", "metric,hasher,bits,split,mean\nmap,itq+sbq,32,improved,0.3\n"});
  site.studies[0].files = {"s.csv"};
  const std::vector<SiteFile> files = site_files(site);
  CHECK(page_of(files, "methods/itq-sbq.html") == Contains("It is first in 1 of them: alone in 1"));
  CHECK(page_of(files, "datasets/digits.html") == Contains("same class"));
  CHECK(page_of(files, "studies/s.html") == Contains("hashlab run s.ini"));
  CHECK(page_of(files, "index.html") == Contains("\"dataset\":\"digits\""));
  CHECK(page_of(files, "data/s.csv") == site.files[0].text);
  for (const SiteFile& file : files) {
    if (!file.path.ends_with(".html")) continue;
    CAPTURE(file.path);
    CHECK(file.text == Contains("default-src 'none'; script-src 'self'"));
    for (const char* outside : {"src=\"http", "href=\"http", "src=\"//", "url(", "<iframe"}) {
      CHECK_FALSE(file.text == Contains(outside));
    }
  }
  CHECK(site_files(site).size() == files.size());
  CHECK(site_files(site)[0].text == files[0].text);
}

TEST_CASE("site pages: a study of which no command is known says so") {
  const std::string nothing = "no command is known for these numbers";
  SiteData site = small_site();
  CHECK_FALSE(page_of(site_files(site), "studies/s.html") == Contains(nothing));
  site.studies[0].command.clear();
  site.studies[0].recipes.clear();
  CHECK(page_of(site_files(site), "studies/s.html") == Contains(nothing));
}

TEST_CASE("site pages: hostile names do not become markup or script") {
  const std::string hostile =
      "x</script><script>window.hostile = 1</script><img src=x onerror=y>\"'";
  SiteData site = small_site();
  site.title = hostile;
  site.studies[0] = {hostile, hostile, hostile, hostile, {{hostile, hostile}}, {}, {hostile}};
  site.suites[0].study = hostile;
  site.suites[0].dataset = hostile;
  site.suites[0].conditions = hostile;
  site.suites[0].ground_truth = hostile;
  site.suites[0].audit = {{hostile, hostile, hostile, AuditLine::Level::leak}};
  for (const char* name : {"a", "b"}) {
    SiteScore score = score_by_run(name + hostile, 0.3, 0.001);
    score.what = {hostile, "", hostile, hostile, hostile, 32};
    site.scores.push_back(score);
  }
  site.metrics = {{hostile, hostile}};
  site.parts = {
      {"a" + hostile, hostile, hostile, hostile, hostile, {{hostile, hostile, hostile, hostile}}}};
  site.dataset_notes["x"] = {hostile, hostile, hostile};
  for (const SiteFile& file : site_files(site)) {
    if (!file.path.ends_with(".html")) continue;
    CAPTURE(file.path);
    CHECK_FALSE(file.text == Contains("<script>window"));
    CHECK_FALSE(file.text == Contains("<img"));
    CHECK(file.path.find_first_of("<>\"'& ") == std::string::npos);
    // Scripts of the frame alone: the data, Vega and ours.
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = file.text.find("<script", at)) != std::string::npos; ++at) {
      ++scripts;
    }
    CHECK(scripts == 3);
  }
}

}  // namespace hashlab::site_test
