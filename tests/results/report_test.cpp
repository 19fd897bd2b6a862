#include "lib/metrics/metrics.h"
#include "results/report/answers.h"
#include "results/report/audit_lines.h"
#include "results/report/best_method.h"
#include "results/report/curves.h"
#include "results/report/gather.h"
#include "results/report/page.h"
#include "results/report/report_json.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hashlab::report_test {

using namespace results;
using namespace testing;
using doctest::Approx;
using nlohmann::json;

namespace {

/// One query, distances 0 .. 2: 2 of 4 items relevant, none, 2 of 6.
RankCounts one_query() {
  RankCounts counts;
  counts.n_queries = 1;
  counts.distances = CodeDistances{3};
  counts.all = {4, 5, 6};
  counts.relevant = {2, 0, 2};
  return counts;
}

StudyFacts small_facts() {
  StudyFacts facts;
  facts.suite = "small";
  facts.dataset = "dots";
  facts.checksum = "0123456789abcdef0123";
  facts.ground_truth = "class";
  facts.size = 100;
  facts.dimensions = 4;
  facts.splits = {"literature", "improved"};
  facts.hashers = {"lsh+sbq", "itq+sbq", "pca+sbq"};
  facts.bits = {2};
  facts.runs = 5;
  facts.planned = 30;
  facts.hasher_ratio = 0.25;
  facts.strategy_ratio = 0.05;
  return facts;
}

CellRecord cell(const std::string& split, const std::string& hasher, std::size_t run, double map) {
  CellRecord record;
  record.split = split;
  record.hasher = hasher;
  record.bits = 2;
  record.run = run;
  record.metrics = {{"map", map}};
  record.facts = {{"test-queries", 1}, {"test-database", 15}};
  record.seconds = {{"learn-projection", 1}, {"learn-quantiser", 2}, {"project", 4},
                    {"encode", 8},           {"rank", 16},           {"metrics", 1000}};
  record.provenance = {{"cpu", run == 1 ? "old" : "new"}};
  record.counts = one_query();
  return record;
}

/// Five runs in which literature is .1 above improved for lsh, a little less each run for itq, and
/// pca is best under improved only.
DatasetReport planted() {
  ReportGatherer gatherer(small_facts(), {metric("map")});
  const double noise[] = {0.001, -0.002, 0.003, 0, -0.001};
  for (std::size_t run = 1; run <= 5; ++run) {
    const double n = noise[run - 1];
    gatherer.add(cell("literature", "lsh+sbq", run, 0.3 + n));
    gatherer.add(cell("improved", "lsh+sbq", run, 0.2));
    gatherer.add(cell("literature", "itq+sbq", run, 0.5 + 0.9 * n));
    gatherer.add(cell("improved", "itq+sbq", run, 0.45));
    gatherer.add(cell("literature", "pca+sbq", run, 0.46));
    gatherer.add(cell("improved", "pca+sbq", run, 0.46 + 2 * n));
  }
  return gatherer.finish();
}

Report report_of(const DatasetReport& dataset) {
  Report report;
  report.title = "A & B";
  report.version = "1";
  report.metrics = {{"map", "mean average precision"}};
  report.recall_levels = curve_recall_levels();
  report.datasets = {dataset};
  return report;
}

std::string all_text(const DatasetReport& report) {
  std::string text;
  for (const Answer& answer : report.answers) text += answer.text + "\n";
  return text;
}

}  // namespace

TEST_CASE(
    "report: precision at recall levels goes through the radii and, between, as random ties") {
  // Radii give (recall .5, 2 of 4), (.5, 2 of 9), (1, 4 of 15). Half-way to recall .5 are 1 of 2
  // items; half-way from the second to the third radius 3 of 12.
  const std::vector<double> precision = precision_at_recall(one_query(), {0.25, 0.5, 0.75, 1});
  CHECK(precision[0] == Approx(0.5));
  CHECK(precision[1] == Approx(0.5));
  CHECK(precision[2] == Approx(0.25));
  CHECK(precision[3] == Approx(4.0 / 15));
  RankCounts none = one_query();
  none.relevant = {0, 0, 0};
  CHECK(precision_at_recall(none, {0.5, 1}) == std::vector<double>{0, 0});
}

TEST_CASE("report: the curve of hits is the metric hit@K at each cutoff") {
  RankCounts counts;
  counts.n_queries = 3;
  counts.distances = CodeDistances{3};
  counts.all = {4, 5, 6, 1, 13, 1, 5, 5, 5};
  counts.relevant = {2, 0, 2, 0, 3, 1, 0, 0, 0};  // nothing is relevant to the third
  const std::vector<std::size_t> cutoffs = {1, 2, 5, 10, 15};
  const CellCurves curves = cell_curves(counts, cutoffs);
  CHECK(curves.hit_top == hits_at_cutoffs(counts, cutoffs));
  for (std::size_t i = 0; i < cutoffs.size(); ++i) {
    CHECK(curves.hit_top[i] ==
          Approx(metric(fmt::format("hit@{}", cutoffs[i])).value(counts)).epsilon(1e-12));
  }
  CHECK(curves.hit_top[0] == Approx(0.25));  // 2 of 4, then none of 1
  CHECK(curves.hit_top.back() == 1);
  counts.relevant.assign(9, 0);
  CHECK(hits_at_cutoffs(counts, {1, 2}) == std::vector<double>{0, 0});
}

TEST_CASE("report: curves at other cutoffs than the page's come from the counts") {
  ReportGatherer gatherer(small_facts(), {metric("map")});
  CellRecord record = cell("improved", "lsh+sbq", 1, 0.25);
  REQUIRE(gatherer.see(record));
  record.curves = cell_curves(record.counts);
  const std::vector<double> hits = record.curves->hit_top;
  CHECK(gatherer.is_complete(record));
  record.curves = cell_curves(record.counts, {1});
  CHECK_FALSE(gatherer.is_complete(record));
  gatherer.complete(record);
  CHECK(gatherer.is_complete(record));
  gatherer.add(record);
  CHECK(gatherer.finish().groups.front().hit_top.mean == hits);
}

TEST_CASE("report: at the recall of a radius precision is that of the metric within the radius") {
  const RankCounts counts = one_query();
  const PrCurve curve = pr_curve(counts);
  const std::vector<double> precision = precision_at_recall(counts, {curve.recall.back()});
  CHECK(precision[0] == Approx(curve.precision.back()));
  CHECK(precision_at_recall(counts, {0.5})[0] == Approx(metric("precision@0").value(counts)));
}

TEST_CASE("report: recall levels and cutoffs ascend and end with everything") {
  const std::vector<double> levels = curve_recall_levels();
  CHECK(std::is_sorted(levels.begin(), levels.end()));
  CHECK(levels.front() > 0);
  CHECK(levels.back() == 1);
  CHECK(curve_cutoffs(30) == std::vector<std::size_t>{1, 2, 5, 10, 20, 30});
  CHECK(curve_cutoffs(1) == std::vector<std::size_t>{1});
  CHECK(curve_cutoffs(0).empty());
  CHECK(curve_cutoffs(1000000).size() < 50);
}

TEST_CASE("report: a band is mean, lowest and highest run at each point") {
  const Band band = band_of({{1, 5}, {2, 3}, {6, 4}});
  CHECK(band.mean[0] == Approx(3));
  CHECK(band.mean[1] == Approx(4));
  CHECK(band.low == std::vector<double>{1, 3});
  CHECK(band.high == std::vector<double>{6, 5});
  CHECK(band_of({}).mean.empty());
}

TEST_CASE("report: a group has its runs' values, their interval and the phases' mean seconds") {
  const DatasetReport report = planted();
  REQUIRE(report.groups.size() == 6);
  const ReportGroup& group = report.groups.front();
  CHECK(group.what == Combination{"literature", "lsh+sbq", 2});
  CHECK(group.values.at("map").at(3) == 0.3 + 0.003);
  const ResampledT t = corrected_resampled_t(values_of(group.values.at("map")), 0.25);
  CHECK(group.intervals.at("map").low == t.low);
  CHECK(group.intervals.at("map").high == t.high);
  CHECK(group.learn_seconds == Approx(3));
  CHECK(group.encode_seconds == Approx(12));
  CHECK(group.rank_seconds == Approx(16));
  CHECK(report.cutoffs.at("improved") == std::vector<std::size_t>{1, 2, 5, 10, 15});
  CHECK(group.recall_top.mean.back() == Approx(1));
  CHECK(report.provenance.front().values ==
        std::map<std::string, std::size_t>{{"new", 24}, {"old", 6}});
}

TEST_CASE(
    "report: a metric that cells lack is computed from their counts, but not where codes are "
    "needed") {
  StudyFacts facts = small_facts();
  facts.references = {"euclidean"};
  ReportGatherer gatherer(facts, {metric("map"), metric("precision@0")});
  gatherer.add(cell("improved", "lsh+sbq", 1, 0.25));
  CellRecord reference = cell("improved", "euclidean", 1, 0.5);
  reference.bits.reset();
  reference.counts = {1, RealDistances{{0, 2}, {1.0, 2.0}, {0, 1, 2}, {0, 1, 0}}, {1, 2}, {1, 0}};
  gatherer.add(reference);
  const DatasetReport report = gatherer.finish();
  REQUIRE(report.groups.size() == 2);
  CHECK(report.groups[0].values.at("precision@0").at(1) == 0.5);
  CHECK_FALSE(report.groups[1].what.bits.has_value());
  CHECK(report.groups[1].values.contains("map"));
  CHECK_FALSE(report.groups[1].values.contains("precision@0"));
}

TEST_CASE(
    "report: a run that is there twice, a value that is no number and no cell at all are refused") {
  ReportGatherer gatherer(small_facts(), {metric("map")});
  CHECK(error_of([&] { gatherer.finish(); }) == Contains("no cell is done yet"));
  gatherer.add(cell("improved", "lsh+sbq", 1, 0.25));
  CHECK(error_of([&] { gatherer.add(cell("improved", "lsh+sbq", 1, 0.25)); }) ==
        Contains("run 1 is there twice"));
  CHECK(error_of([&] { gatherer.add(cell("improved", "lsh+sbq", 2, std::nan(""))); }) ==
        Contains("finite"));
}

TEST_CASE("report: differences of splits are paired by run and corrected over their family") {
  const DatasetReport report = planted();
  REQUIRE(report.differences.size() == 1);
  CHECK(report.differences[0].metric == "map");
  const std::vector<PairedComparison>& differences = report.differences[0].of_hashers;
  REQUIRE(differences.size() == 3);
  const PairedComparison& lsh = differences.front();
  CHECK(lsh.first == Combination{"literature", "lsh+sbq", 2});
  CHECK(lsh.second == Combination{"improved", "lsh+sbq", 2});
  CHECK(lsh.difference.n == 5);
  CHECK(lsh.difference.mean == Approx(0.1002));
  std::vector<double> p, adjusted;
  for (const PairedComparison& d : differences) {
    p.push_back(d.difference.p_value);
    adjusted.push_back(d.p_holm);
  }
  CHECK(adjusted == holm(p));
}

TEST_CASE("report: sentences tell a planted optimism, its size and a change of the winner") {
  const std::string text = all_text(planted());
  CHECK(text == Contains("Does literature give higher scores than improved? Yes at 2 bits"));
  CHECK(text == Contains("2 of 3 methods differ"));
  CHECK(text == Contains("The largest difference is that of lsh+sbq, +0.1002 ["));
  CHECK(text ==
        Contains("the winner changes: itq+sbq is best under literature, pca+sbq under improved"));
  CHECK(text == Contains("1 of 3 pairs of methods change their order"));
  CHECK(planted().answers.front().headline);
}

TEST_CASE("report: the first sentence names the best method, and says whether it is certain") {
  const Answer first = planted().answers.front();
  CHECK(first.headline);
  CHECK(first.text == Contains("Which method has the highest map under improved"));
  CHECK(first.text == Contains("At 2 bits, pca+sbq is best (0.46"));

  MetricResults results;
  results.metric = "map";
  results.splits = {"improved"};
  results.bits = {8};
  results.hashers = {"best", "near", "far"};
  for (std::size_t run = 1; run <= 6; ++run) {
    const double common = 0.03 * static_cast<double>(run);
    const double own = run % 2 == 0 ? 0.01 : -0.01;
    results.runs[{"improved", "best", 8}][run] = 0.5 + common;
    results.runs[{"improved", "near", 8}][run] = 0.499 + common + own;
    results.runs[{"improved", "far", 8}][run] = 0.2 + common + 0.1 * own;
  }
  const std::vector<BestMethod> all = best_methods(results, "improved", 0.02);
  REQUIRE(all.size() == 1);
  CHECK(all[0].hasher == "best");
  CHECK(all[0].rivals == 2);
  CHECK(all[0].level == std::vector<std::string>{"near"});
  CHECK(best_method_text(results, 0.02) ==
        Contains("not certain, because near is not significantly lower."));
  results.hashers = {"best", "far"};
  CHECK(best_method_text(results, 0.02) ==
        Contains("the difference to the other method is significant (p < 0.05)."));
  results.hashers = {"best"};
  CHECK(best_method_text(results, 0.02).empty());
}

TEST_CASE("report: the lead of one method over another is tested as a difference of hashers") {
  // pca is ahead of itq under improved by .01 and a little noise, at the ratio of hashers.
  const DatasetReport report = planted();
  std::vector<double> lead;
  for (const double n : {0.001, -0.002, 0.003, 0.0, -0.001}) lead.push_back(0.46 + 2 * n - 0.45);
  StudyFacts facts = small_facts();
  const ResampledT t = corrected_resampled_t(lead, facts.hasher_ratio);
  CHECK(all_text(report) == Contains(fmt::format("(there ahead by {:+.4f} [{:+.4f}, {:+.4f}])",
                                                 t.mean, t.low, t.high)));
}

TEST_CASE("report: without a difference the sentences say that none is measurable") {
  ReportGatherer gatherer(small_facts(), {metric("map")});
  for (std::size_t run = 1; run <= 4; ++run) {
    const double sign = run % 2 == 0 ? 1 : -1;
    gatherer.add(cell("literature", "lsh+sbq", run, 0.3 + 0.01 * sign));
    gatherer.add(cell("improved", "lsh+sbq", run, 0.3));
  }
  const std::string text = all_text(gatherer.finish());
  CHECK(text == Contains("No difference is measurable at 2 bits"));
  CHECK(text == Contains("0 of 1 methods differ"));
  CHECK_FALSE(text == Contains("winner"));  // of one method
}

TEST_CASE("report: with one split or one run sentences claim no more than there is") {
  StudyFacts facts = small_facts();
  facts.splits = {"improved"};
  ReportGatherer one_split(facts, {metric("map")});
  one_split.add(cell("improved", "lsh+sbq", 1, 0.25));
  CHECK(all_text(one_split.finish()) == "Best at 2 bits under improved: lsh+sbq, 0.2500.\n");
  ReportGatherer one_run(small_facts(), {metric("map")});
  one_run.add(cell("improved", "lsh+sbq", 1, 0.25));
  one_run.add(cell("literature", "lsh+sbq", 1, 0.5));
  CHECK(all_text(one_run.finish()) == Contains("No difference is measurable"));
  CHECK(all_text(one_run.finish()) == Contains("+0.2500 (one observation, no interval)"));
}

TEST_CASE("report: the audit panel knows the strategies by their definition and no others") {
  const auto lines =
      lines_by_definition({"literature", "improved", "foreign"}, "epsilon:reference=training", {});
  REQUIRE(lines.size() == 6);
  CHECK(level_name(lines[0].level) == "expected");
  CHECK(level_name(lines[2].level) == "clean");
  CHECK(level_name(lines[4].level) == "unknown");
  CHECK(level_name(AuditLine::Level::leak) == "leak");
}

TEST_CASE("report: JSON gives back every score exactly and curves to five digits") {
  const json page = json::parse(report_json(report_of(planted())));
  const json& group = page["datasets"][0]["groups"][0];
  CHECK(group["values"]["map"]["scores"][2].get<double>() == 0.3 + 0.003);
  CHECK(group["values"]["map"]["runs"] == json({1, 2, 3, 4, 5}));
  CHECK(group["pr"]["mean"].size() == curve_recall_levels().size());
  CHECK(group["pr"]["mean"].back() == 0.26667);
  CHECK(group["hit"]["mean"] == json({0.5, 0.83333, 1, 1, 1}));
  const json& difference = page["datasets"][0]["differences"][0];
  CHECK(difference["mean"].get<double>() == Approx(0.1002));
  CHECK(difference["metric"] == "map");
  CHECK(difference["significant"] == true);
}

TEST_CASE("report: what is re-ranked needs the metric before, which comes from the counts") {
  StudyFacts facts = small_facts();
  facts.rerank = parse_rerank_sweep("R:10/2 metrics:hit@1");
  ReportGatherer gatherer(facts, {metric("map")});
  CellRecord record = cell("improved", "lsh+sbq", 1, 0.25);
  record.metrics["rerank-hit@1[R=2,by=cosine]"] = 0.75;
  record.metrics["rerank-hit@1[R=10,by=cosine]"] = 1;
  REQUIRE(gatherer.see(record));
  record.curves = cell_curves(record.counts);
  CHECK_FALSE(gatherer.is_complete(record));
  gatherer.add(record);
  const DatasetReport report = gatherer.finish();
  CHECK(report.facts.rerank.R == std::vector<std::size_t>{2, 10});  // as axes have it
  const RerankCurves& curves = report.groups.front().reranking;
  CHECK(curves.before.at("hit@1").mean == std::vector<double>{0.5});
  CHECK(curves.by.at("cosine").metrics.at("hit@1").mean == std::vector<double>{0.75, 1});
}

TEST_CASE("report: JSON has re-ranking and gaps of groups that have them, and no others") {
  DatasetReport dataset = planted();
  dataset.facts.rerank = parse_rerank_sweep("R:10/100 metrics:map");
  dataset.facts.label_scores = {"hit@1"};
  RerankCurves& curves = dataset.groups.front().reranking;
  const Band point{{0.25}, {0.2}, {0.3}}, two{{0.5, 1.0 / 3}, {0.4, 0.3}, {0.6, 0.5}};
  curves.before["map"] = curves.before_seconds = point;
  curves.shortlist_recall = two;
  curves.by["cosine"] = {{{"map", two}}, two};
  dataset.groups.front().gaps["hit@1"] = {corrected_resampled_t(std::vector<double>{0.25}, 0), 0.75,
                                          0.5};
  dataset.facts.label_scores.push_back("grouped-recall@1");
  LabelGap grouped{corrected_resampled_t(std::vector<double>{0.25}, 0), 0.75, 0.5};
  grouped.bounds["tested"] = {5, {{"clt", 0.1}, {"hoeffding", 1.0 / 3}}};
  grouped.bounds["gap"] = {0, {{"clt", 0.2}}};
  dataset.groups.front().gaps["grouped-recall@1"] = grouped;
  const json page = json::parse(report_json(report_of(dataset)))["datasets"][0];
  CHECK(page["facts"]["shortlists"] == json({10, 100}));
  CHECK(page["facts"]["rerankMetrics"] == json({"map"}));
  CHECK(page["facts"]["labelScores"] == json({"hit@1", "grouped-recall@1"}));
  const json& group = page["groups"][0];
  CHECK(group["rerank"]["before"]["map"]["mean"] == json({0.25}));
  CHECK(group["rerank"]["beforeSeconds"]["high"] == json({0.3}));
  CHECK(group["rerank"]["shortlistRecall"]["low"] == json({0.4, 0.3}));
  CHECK(group["rerank"]["by"]["cosine"]["metrics"]["map"]["mean"] == json({0.5, 0.33333}));
  CHECK(group["rerank"]["by"]["cosine"]["seconds"]["high"] == json({0.6, 0.5}));
  CHECK(group["gaps"]["hit@1"]["mean"] == 0.25);
  CHECK(group["gaps"]["hit@1"]["low"].is_null());  // of one run
  CHECK(group["gaps"]["hit@1"]["learned"] == 0.75);
  CHECK(group["gaps"]["hit@1"]["tested"] == 0.5);
  CHECK_FALSE(group["gaps"]["hit@1"].contains("bounds"));
  const json& bounds = group["gaps"]["grouped-recall@1"]["bounds"];
  CHECK(bounds["tested"] ==
        json({{"groups", 5}, {"halfWidths", {{"clt", 0.1}, {"hoeffding", 0.33333}}}}));
  CHECK(bounds["gap"] == json({{"halfWidths", {{"clt", 0.2}}}}));
  CHECK_FALSE(page["groups"][1].contains("rerank"));
  CHECK_FALSE(page["groups"][1].contains("gaps"));
}

TEST_CASE("report: where no query has anything relevant there is no score, and not 0") {
  ReportGatherer gatherer(small_facts(), {metric("map"), metric("map:without-relevant=zero")});
  for (std::size_t run = 1; run <= 2; ++run) {
    CellRecord record = cell("improved", "lsh+sbq", run, 0);
    record.metrics["map:without-relevant=zero"] = 0;
    record.facts["queries-without-relevant"] = run == 1 ? 1 : 0.5;
    gatherer.add(record);
    record.hasher = "itq+sbq";
    record.facts["queries-without-relevant"] = 0.5;
    gatherer.add(record);
  }
  const DatasetReport report = gatherer.finish();
  REQUIRE(report.groups.size() == 2);
  CHECK(!report.groups[0].values.contains("map"));
  CHECK(report.groups[0].values.at("map:without-relevant=zero").size() == 2);
  CHECK(report.groups[1].values.at("map").size() == 2);
  const json page = json::parse(report_json(report_of(report)))["datasets"][0];
  CHECK(!page["groups"][0]["intervals"].contains("map"));
  CHECK(page["groups"][1]["intervals"].contains("map"));
}

TEST_CASE("report: names are text, whatever markup or bytes they hold") {
  DatasetReport dataset = planted();
  const std::string evil = "</script><script>alert(1)</script><!--{{data}}\"'&\xff";
  dataset.facts.dataset = evil;
  dataset.groups[0].what.hasher = evil;
  Report report = report_of(dataset);
  report.title = evil;
  const std::string text = report_json(report);
  CHECK(text.find('<') == std::string::npos);
  CHECK(json::parse(text)["title"] ==
        "</script><script>alert(1)</script><!--{{data}}\"'&\xef\xbf\xbd");
  const std::string page = report_page(report);
  CHECK(page.find("<script>alert") == std::string::npos);
  CHECK(page ==
        Contains("<h1>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--{{data}}&quot;"));
  // Three scripts: data, library, ours.
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) ++ends;
  CHECK(ends == 3);
}

TEST_CASE("report: the page holds all it needs, forbids the rest, and is the same each time") {
  const std::string page = report_page(report_of(planted()));
  CHECK(page == report_page(report_of(planted())));
  CHECK(page == Contains("default-src 'none'; script-src 'sha256-"));
  CHECK(page.find("unsafe-eval") == std::string::npos);
  CHECK(page.find("{{") == page.rfind("{{"));  // Vega has one in its code, our frame none left
  CHECK(page.find("src=\"") == std::string::npos);
  CHECK(page.find("sourceMappingURL") == std::string::npos);
  CHECK(page == Contains("University of Washington Interactive Data Lab"));
  CHECK(page == Contains("<title>A &amp; B</title>"));
  CHECK(page.size() < 1000000);
}

}  // namespace hashlab::report_test
