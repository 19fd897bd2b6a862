#include "results/report/recorded_runs.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <limits>

namespace hashlab::recorded_runs_test {

using namespace results;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

StudyFacts reranked_facts() {
  StudyFacts facts;
  facts.rerank = parse_rerank_sweep("R:10/100 by:cosine/euclidean metrics:map");
  facts.label_scores = {"hit@1", "grouped-recall@1"};
  return facts;
}

/// A run in which every number is `more` above that of another.
CellRecord reranked_cell(std::size_t run, double more) {
  CellRecord record;
  record.split = "zero-shot";
  record.hasher = "lsh+sbq";
  record.bits = 2;
  record.run = run;
  record.facts = {{"test-queries", 4}};
  record.seconds = {{"rank", 16}, {"rerank[R=10,by=cosine]", 2}, {"rerank[R=100,by=cosine]", 8}};
  record.metrics = {{"map", 0.2 + more},
                    {"shortlist-recall[R=10]", 0.1 + more},
                    {"shortlist-recall[R=100]", 0.5 + more},
                    {"rerank-map[R=10,by=cosine]", 0.25 + more},
                    {"rerank-map[R=100,by=cosine]", 0.4 + more},
                    {"rerank-map[R=10,by=euclidean]", 0.24 + more},
                    {"hit@1", 0.6},
                    {"learned-hit@1", 0.9 + more},
                    {"gap-hit@1", 0.3 + more}};
  return record;
}

RecordedRuns two_runs(const StudyFacts& facts) {
  RecordedRuns runs;
  runs.add(reranked_cell(1, 0), facts);
  runs.add(reranked_cell(2, 0.1), facts);
  return runs;
}

void check_band(const Band& band, const std::vector<double>& means, double half) {
  REQUIRE(band.mean.size() == means.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    CHECK(band.mean[i] == Approx(means[i]));
    CHECK(band.low[i] == Approx(means[i] - half));
    CHECK(band.high[i] == Approx(means[i] + half));
  }
}

}  // namespace

TEST_CASE("recorded runs: re-ranking is mean and band over runs at every R, from the codes alone") {
  const StudyFacts facts = reranked_facts();
  const RerankCurves curves = two_runs(facts).reranking(facts.rerank);
  check_band(curves.shortlist_recall, {0.15, 0.55}, 0.05);
  check_band(curves.before.at("map"), {0.25}, 0.05);
  check_band(curves.before_seconds, {4}, 0);  // 16 s, 4 queries
  check_band(curves.by.at("cosine").metrics.at("map"), {0.3, 0.45}, 0.05);
  check_band(curves.by.at("cosine").seconds, {0.5, 2}, 0);
}

TEST_CASE("recorded runs: a curve that lacks a point in every run is left out") {
  const StudyFacts facts = reranked_facts();
  const RerankCurves curves = two_runs(facts).reranking(facts.rerank);
  CHECK_FALSE(curves.by.contains("euclidean"));  // R = 100 is not there
  CHECK(two_runs(facts).reranking({}).before.empty());
  RecordedRuns reference;
  CellRecord record = reranked_cell(1, 0);
  record.metrics = {{"map", 0.8}};
  reference.add(record, facts);
  const RerankCurves ceiling = reference.reranking(facts.rerank);
  CHECK(ceiling.by.empty());
  CHECK(ceiling.shortlist_recall.mean.empty());
  check_band(ceiling.before.at("map"), {0.8}, 0);
}

TEST_CASE("recorded runs: where the number of queries is not known seconds a query are not") {
  const StudyFacts facts = reranked_facts();
  CellRecord record = reranked_cell(1, 0);
  record.facts.clear();
  RecordedRuns runs;
  runs.add(record, facts);
  const RerankCurves curves = runs.reranking(facts.rerank);
  CHECK(curves.before_seconds.mean.empty());
  CHECK(curves.by.at("cosine").seconds.mean.empty());
  check_band(curves.by.at("cosine").metrics.at("map"), {0.25, 0.4}, 0);
}

TEST_CASE("recorded runs: a gap has the interval of means over runs, and both scores it is of") {
  const StudyFacts facts = reranked_facts();
  const auto gaps = two_runs(facts).gaps(facts.label_scores, 0.25);
  REQUIRE(gaps.size() == 1);  // of grouped recall nothing is recorded
  const LabelGap& gap = gaps.at("hit@1");
  const ResampledT t = corrected_resampled_t(std::vector<double>{0.3, 0.4}, 0.25);
  CHECK(gap.gap.n == 2);
  CHECK(gap.gap.mean == Approx(0.35));
  CHECK(gap.gap.low == Approx(t.low));
  CHECK(gap.gap.high == Approx(t.high));
  CHECK(gap.learned == Approx(0.95));
  CHECK(gap.tested == Approx(0.6));
}

TEST_CASE(
    "recorded runs: grouped recall has the mean of its half widths, of both scores and the gap") {
  StudyFacts facts;
  facts.label_scores = {"hit@1", "grouped-recall@1"};
  RecordedRuns runs;
  for (const std::size_t run : {1u, 2u}) {
    const double more = run == 1 ? 0 : 0.1;
    CellRecord record = reranked_cell(run, more);
    for (const std::string name : {"", "learned-", "gap-"}) {
      const std::string score = name + "grouped-recall@1";
      record.metrics[score] = 0.5;
      record.facts["clt-half-width[" + score + "]"] = 0.2 + more;
      if (name == "gap-") continue;  // of which there is one bound
      record.facts["groups[" + score + "]"] = name.empty() ? 5 : 7;
      record.facts["student-half-width[" + score + "]"] = 0.3 + more;
      record.facts["bernoulli-half-width[" + score + "]"] = 0.4 + more;
      record.facts["hoeffding-half-width[" + score + "]"] = 0.5 + more;
    }
    runs.add(record, facts);
  }
  const auto gaps = runs.gaps(facts.label_scores, 0.25);
  CHECK(gaps.at("hit@1").bounds.empty());
  const auto& bounds = gaps.at("grouped-recall@1").bounds;
  REQUIRE(bounds.size() == 3);
  CHECK(bounds.at("tested").groups == 5);
  CHECK(bounds.at("learned").groups == 7);
  CHECK(bounds.at("tested").half_widths.at("clt") == Approx(0.25));
  CHECK(bounds.at("tested").half_widths.at("student") == Approx(0.35));
  CHECK(bounds.at("learned").half_widths.at("bernoulli") == Approx(0.45));
  CHECK(bounds.at("learned").half_widths.at("hoeffding") == Approx(0.55));
  CHECK(bounds.at("gap").half_widths.size() == 1);
  CHECK(bounds.at("gap").half_widths.at("clt") == Approx(0.25));
}

TEST_CASE("recorded runs: a value that is not finite is refused with its cell") {
  CellRecord record = reranked_cell(3, 0);
  record.metrics["gap-hit@1"] = std::numeric_limits<double>::infinity();
  RecordedRuns runs;
  CHECK(error_of([&] { runs.add(record, reranked_facts()); }) ==
        Contains("gap-hit@1 of lsh+sbq, 2 bits, zero-shot, run 3 is inf, expected a finite value"));
}

}  // namespace hashlab::recorded_runs_test
