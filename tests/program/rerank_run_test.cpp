#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/embeddings/rerank_sweep.h"
#include "lib/files/files.h"
#include "results/record/record.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/rerank_scores.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

namespace hashlab::rerank_run_test {

using namespace results;
using namespace testing;

TEST_CASE("re-ranking: a sweep is read and written with all of its parts") {
  CHECK(parse_rerank_sweep("").empty());
  const RerankSweep sweep = parse_rerank_sweep("by:euclidean/cosine R:10/20 metrics:map/hit@5");
  CHECK(sweep.text() == "R:10/20 by:euclidean/cosine metrics:map/hit@5");
  CHECK(parse_rerank_sweep("R:7").text() == "R:7 by:cosine metrics:map");
  CHECK(sweep.settings().size() == 4);
  CHECK(sweep.settings()[1].text() == "R=20,by=euclidean");
  const RerankSweep bounded = parse_rerank_sweep("by:euclidean k:1/10 bound:1.90/2.5");
  CHECK(bounded.text() == "bound:1.9/2.5 k:1/10 by:euclidean metrics:map");
  CHECK(parse_rerank_sweep(bounded.text()).text() == bounded.text());
  CHECK(bounded.settings().empty());
  CHECK(bounded.bound_settings().size() == 4);
  CHECK(bounded.bound_settings()[1].text() == "bound=1.9,k=10,by=euclidean");
  CHECK_FALSE(bounded.empty());
}

TEST_CASE("re-ranking: a sweep that is none is refused in one line") {
  const auto refusal = [](const std::string& text) {
    return error_of([&] { parse_rerank_sweep(text); });
  };
  CHECK(refusal("r:10") == Contains("'r:10' is none of R:COUNT/COUNT"));
  CHECK(refusal("R:") == Contains("is none of"));
  CHECK(refusal("R:0") == Contains("must be a whole number in 1 .. 4294967295"));
  CHECK(refusal("R:5/5") == Contains("has a value twice"));
  CHECK(refusal("R:5 R:6") == Contains("gives 'R' twice"));
  CHECK(refusal("by:cosine") == Contains("lacks the length of shortlists"));
  CHECK(refusal("R:5 by:cosin") == Contains("did you mean 'cosine'?"));
  CHECK(refusal("R:5 metrics:precision@2") == Contains("has no meaning after re-ranking"));
  CHECK(refusal("bound:1.9") == Contains("add by:euclidean"));
  CHECK(refusal("bound:-1 by:euclidean") == Contains("bound '-1' must be a number >= 0"));
  CHECK(refusal("bound:inf by:euclidean") == Contains("must be a number >= 0"));
  CHECK(refusal("bound:1/1.0 by:euclidean") == Contains("has a value twice"));
  CHECK(refusal("R:5 k:3") == Contains("k has an effect only with a bound"));
  CHECK(refusal("bound:1 k:0 by:euclidean") == Contains("whole number in 1 .. 4294967295"));
  CHECK(refusal("R:5 metrics:auprc") == Contains("has no meaning after re-ranking"));
}

TEST_CASE("re-ranking: recorded metrics have names and definitions, others have none") {
  CHECK(rerank_metric("map", {100, Similarity::cosine}) == "rerank-map[R=100,by=cosine]");
  CHECK(recorded_metric("rerank-map[R=100,by=cosine]")->definition ==
        Contains("ordered by the similarity of their features: mean average precision"));
  CHECK(rerank_metric("map", BoundSetting{1.9, 10}) == "rerank-map[bound=1.9,k=10,by=euclidean]");
  CHECK(recorded_metric("rerank-map[bound=1.9,k=10,by=euclidean]")->definition ==
        Contains("items within the error bound ordered by their features: mean average precision"));
  CHECK_FALSE(recorded_metric("shortlist-recall[R=100]")->by_code_distance);
  CHECK_FALSE(recorded_metric("rerank-mop[R=100]"));
  CHECK_FALSE(recorded_metric("rerank-map"));
  CHECK_FALSE(recorded_metric("map"));
}

TEST_CASE("re-ranking: a shortlist of everything gives the ranking of the features") {
  const SmallStudy one, three;
  const std::string set =
      "--set groundtruth=class --set 'rerank=R:1/10/10000 by:euclidean metrics:map/hit@3' "
      "--set reference=euclidean --set 'metric=rerank-map[R=10,by=euclidean]' ";
  REQUIRE(one.run(set + "--jobs 1").status == 0);
  REQUIRE(three.run(set + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  std::string some_cell;
  std::map<std::string, double> reference;
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    if (record.hasher == "euclidean") {
      reference[record.split + std::to_string(record.run)] = record.metrics.at("map");
    }
  }
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    if (record.hasher == "euclidean") continue;
    some_cell = cell;
    const auto& m = record.metrics;
    CHECK(m.at("rerank-map[R=10000,by=euclidean]") ==
          doctest::Approx(reference.at(record.split + std::to_string(record.run))).epsilon(1e-12));
    CHECK(m.at("shortlist-recall[R=10000]") == doctest::Approx(1));
    CHECK(record.recipe == Contains("by:euclidean metrics:map/hit@3\nrerank-ties = drawn\n"));
    CHECK(m.at("shortlist-recall[R=1]") <= m.at("shortlist-recall[R=10]"));
    CHECK(m.contains("rerank-hit@3[R=1,by=euclidean]"));
    CHECK(record.seconds.contains("rerank[R=10,by=euclidean]"));
  }
  CHECK(testing::hashlab("rerun '" + some_cell + "' --data '" + (one / "") + "'").status == 0);
  const std::string table = one.table().out;
  CHECK(table == Contains("rerank-map[R=10,by=euclidean] on small"));
  CHECK(
      testing::hashlab("report '" + one.results() + "' --out '" + (one / "r.html") + "'").status ==
      0);
}

TEST_CASE("re-ranking: shortlists by estimates, and by their error bound, with any jobs") {
  const SmallStudy one, three;
  const std::string bound = "bound=1.9,k=10,by=euclidean", wide = "bound=1000,k=10,by=euclidean";
  const std::string set =
      "--set groundtruth=class --set 'rerank=R:10/10000 bound:1.9/1000 by:euclidean "
      "metrics:map/hit@3' --set embedding=haar+rabitq+asymmetric:bits=2,scalar=float --set "
      "embedding=lsh+npq+asymmetric --set hasher=lsh+sbq --set bits=64 --set reference=euclidean "
      "--set 'metric=rerank-map[R=10,by=euclidean]' --set 'metric=rerank-map[" +
      bound + "]' ";
  const Outcome first = one.run(set + "--jobs 1");
  REQUIRE_MESSAGE(first.status == 0, first.error);
  REQUIRE(three.run(set + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  std::map<std::string, double> reference;
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    if (record.hasher == "euclidean") {
      reference[record.split + std::to_string(record.run)] = record.metrics.at("map");
    }
  }
  std::size_t bounded = 0, unbounded = 0;
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    const auto& m = record.metrics;
    if (record.hasher == "euclidean") continue;
    const double exact = reference.at(record.split + std::to_string(record.run));
    CHECK(m.at("rerank-map[R=10000,by=euclidean]") == doctest::Approx(exact).epsilon(1e-12));
    CHECK(m.at("shortlist-recall[R=10000]") == doctest::Approx(1));
    const std::string fact = "exact-distances-mean[" + bound + "]";
    if (!record.hasher.starts_with("haar")) {
      CHECK_FALSE(m.contains("rerank-map[" + bound + "]"));
      CHECK_FALSE(record.facts.contains(fact));
      ++unbounded;
      continue;
    }
    ++bounded;
    CHECK(m.at("rerank-map[" + wide + "]") == doctest::Approx(exact).epsilon(1e-12));
    CHECK(m.at("rerank-hit@3[" + bound + "]") ==
          doctest::Approx(m.at("rerank-hit@3[" + wide + "]")).epsilon(0.05));
    const double items = record.facts.at("test-database");
    CHECK(record.facts.at("exact-distances-mean[" + wide + "]") == items);
    CHECK(record.facts.at(fact) >= 10);
    CHECK(record.facts.at(fact) < items);
    CHECK(record.facts.at("exact-distances-median[" + bound + "]") >= 10);
    CHECK(record.seconds.contains("rerank[" + bound + "]"));
  }
  CHECK(bounded > 0);
  CHECK(unbounded > 0);
  const std::string table = one.table().out;
  CHECK(table == Contains("rerank-map[" + bound + "] on small"));
  CHECK(
      testing::hashlab("report '" + one.results() + "' --out '" + (one / "r.html") + "'").status ==
      0);
}

TEST_CASE("re-ranking: queries that are part of the database stay out of their shortlists") {
  const SmallStudy study;
  REQUIRE(study
              .run("--set groundtruth=class --set split=self --set 'rerank=R:1 by:euclidean "
                   "metrics:hit@1' --set reference=euclidean")
              .status == 0);
  for (const std::string& cell : study.cells()) {
    const CellRecord record = read_cell(cell, false);
    if (record.hasher == "euclidean") continue;
    // One item is in each shortlist, and it decides hit@1 whatever it is re-ranked by.
    CHECK(record.metrics.at("rerank-hit@1[R=1,by=euclidean]") < 1);
  }
}

TEST_CASE("re-ranking: a file that is sorted by class fills no shortlist with one class") {
  // All codes and features are equal, so that the shortlist is any 20 of the rows.
  Dataset dataset;
  dataset.features = Features(4, 400, arma::fill::ones);
  for (std::int32_t i = 0; i < 400; ++i) dataset.labels.single.push_back(i / 40);
  const TemporaryFolder folder;
  write_dataset(folder / "sorted.h5", dataset);
  write_file(folder / "s.ini",
             "name = s\ndataset = sorted\ngroundtruth = class\nhasher = lsh+sbq\nbits = 4\n"
             "split = improved\nruns = 1\ntest-queries = 50\ntraining = 50\n"
             "validation-queries = 0\nvalidation-database = 0\n"
             "metric = hit@20\nrerank = R:20 by:euclidean metrics:hit@20\n");
  REQUIRE(testing::hashlab("run '" + (folder / "s.ini") + "' --data '" + (folder / "") +
                           "' --out '" + (folder / "out") + "'")
              .status == 0);
  std::size_t cells = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "out/cells")) {
    const CellRecord record = read_cell(entry.path().string(), false);
    CHECK(record.metrics.at("rerank-hit@20[R=20,by=euclidean]") >
          record.metrics.at("hit@20") - .25);
    CHECK(record.metrics.at("shortlist-recall[R=20]") < .15);
    ++cells;
  }
  CHECK(cells == 1);
}

}  // namespace hashlab::rerank_run_test
