#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/label_scores/names.h"
#include "lib/metrics/metrics.h"
#include "lib/rng.h"
#include "results/record/record.h"
#include "results/scores/label_scores.h"
#include "results/scores/rerank_scores.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

namespace hashlab::report_browser_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

constexpr const char* browser_suite =
    "name = browser\ndataset = pictures\ngroundtruth = class\n"
    "hasher = lsh+sbq\nhasher = lsh+npq\nhasher = pca+sbq\nhasher = pca+mhq\nhasher = pca+npq\n"
    "hasher = itq+sbq\nhasher = itq+dbq\nhasher = itq+mhq\nhasher = itq+npq\nhasher = sh+sbq\n"
    "hasher = sh+npq\nhasher = sklsh+sbq\nhasher = sklsh+npq\n"
    "bits = 16 24 32 64\nruns = 10\nmetric = auprc\nmetric = map\n";

/// What the first suite lacks: re-ranking, its ceiling, and scores by labels.
constexpr const char* reranked_suite =
    "name = reranked\ndataset = leaves\ngroundtruth = class\n"
    "hasher = lsh+sbq\nhasher = itq+sbq\nreference = cosine\nbits = 16 32\nruns = 3\n"
    "metric = map\nrerank = R:10/100 by:cosine metrics:map\n"
    "label-scores = hit@1 grouped-recall@1\n";

/// Gathers whole classes: its first radius holds most of what is relevant.
constexpr const char* gathering = "sklsh+sbq";

/// Made-up counts of a ranking that finds relevant items earlier the more bits there are.
RankCounts made_up_counts(const Cell& cell, Rng& rng) {
  RankCounts counts;
  counts.n_queries = 4;
  counts.distances = CodeDistances{cell.bits.value_or(0) + 1};
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    for (std::size_t d = 0; d < counts.n_distances(); ++d) {
      const std::uint32_t all = 5 + static_cast<std::uint32_t>(rng.below(40));
      const auto relevant = static_cast<std::uint32_t>(all * rng.below(10) / (10 + 3 * d));
      const bool gathers = cell.method.name() == gathering;
      counts.all.push_back(d > 0 ? all : gathers ? 400 : 2);
      counts.relevant.push_back(d > 0 ? relevant : gathers ? 300 : 1);
    }
  }
  return counts;
}

/// Numbers that report_browser.py expects: runs differ by .01.
void add_reranked(CellRecord& record, const Suite& suite) {
  const RerankSweep sweep = rerank_sweep(suite.scores);
  if (!record.bits || sweep.empty()) return;
  const double run = 0.01 * static_cast<double>(record.run);
  for (const RerankSetting& setting : sweep.settings()) {
    const auto R = static_cast<double>(setting.R);
    record.metrics[rerank_metric("map", setting)] = R / 200 + run;
    record.metrics[shortlist_recall(setting.R)] = R / 200 + run;
    record.seconds[fmt::format("rerank[{}]", setting.text())] = R;  // of 1,000 queries
  }
}

void add_gaps(CellRecord& record, const Suite& suite) {
  for (const std::string& score : label_score_names(suite.scores)) {
    const double gap = score == "hit@1" ? 0.1 : 0.04;
    record.metrics[score] = 0.5;
    record.metrics[gap_score(score)] = gap + 0.01 * static_cast<double>(record.run);
    record.metrics[learned_score(score)] = 0.5 + record.metrics[gap_score(score)];
    if (score == "hit@1") continue;
    for (const std::string& of : {score, learned_score(score)}) {
      record.facts[fmt::format("groups[{}]", of)] = 5;
      record.facts[fmt::format("hoeffding-half-width[{}]", of)] = 0.6073;
    }
    record.facts[fmt::format("clt-half-width[{}]", gap_score(score))] = 0.2;
  }
}

/// A results folder whose numbers are made up. Reports do not look behind them.
void make_results(const std::string& path, const std::string& dataset, const std::string& text,
                  const std::vector<std::string>& overrides) {
  const Suite suite = parse_suite(text, "browser.ini", overrides);
  const DatasetFacts facts{dataset, sha256(dataset), 20000, 512};
  const std::vector<Cell> cells = plan_cells(suite, facts);
  const ResultsFolder folder{path};
  write_manifest(folder, suite, facts, cells);
  Rng rng(2016);
  for (const Cell& cell : cells) {
    CellRecord record;
    record.key = cell.key;
    record.recipe = cell.recipe;
    record.dataset = dataset;
    record.split = cell.split;
    record.hasher = cell.method.name();
    record.groundtruth = "class";
    record.bits = cell.bits;
    record.run = cell.run;
    record.provenance = {{"version", "0"}, {"cpu", "none"}};
    record.facts = {{"test-queries", 1000},
                    {"test-database", 8000},
                    {"largest-bucket", record.hasher == gathering ? 0.3 : 0.01}};
    record.seconds = {{"learn-projection", 0.1},
                      {"encode", 0.01 * static_cast<double>(cell.bits.value_or(0))},
                      {"rank", 0.02}};
    record.counts = made_up_counts(cell, rng);
    for (const char* name : {"auprc", "map"}) {
      record.metrics[name] = metric(name).value(record.counts);
    }
    if (!record.bits) record.metrics["map"] = 0.8 + 0.01 * static_cast<double>(record.run);
    add_reranked(record, suite);
    add_gaps(record, suite);
    write_cell(folder.cell_path(cell), record);
  }
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("report: in a real browser 1,040 cells are shown, filtered, sorted, printed") {
    const TemporaryFolder folder;
    make_results(folder / "a", "pictures", browser_suite, {});
    make_results(folder / "b", "x</script><script>window.hostile = 1</script>", browser_suite,
                 {"runs=1"});
    make_results(folder / "c", "leaves", reranked_suite, {});
    const std::string page = folder / "page.html", numbers = folder / "numbers.csv";
    const Outcome made = hashlab::testing::hashlab(
        fmt::format("report {} {} {} --out {}", folder / "a", folder / "b", folder / "c", page));
    REQUIRE(made.status == 0);
    const Outcome table =
        hashlab::testing::hashlab(fmt::format("table {} --long --format csv", folder / "a"));
    REQUIRE(table.status == 0);
    write_file(numbers, table.out);
    const Outcome browser =
        shell(fmt::format("/usr/bin/python3 {}/tests/program/report_browser.py {} {}",
                          HASHLAB_SOURCE_DIR, page, numbers));
    if (browser.status == 77 || browser.status == 127) {
      const std::vector<std::string> said = lines_of(browser.out + browser.error);
      skip(said.empty() ? "there is no Python" : said.front());
      return;
    }
    INFO(browser.out, browser.error);
    CHECK(browser.status == 0);
  }
}

}  // namespace hashlab::report_browser_test
