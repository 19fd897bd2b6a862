#include "lib/error.h"
#include "lib/metrics/average_precision.h"
#include "lib/metrics/metrics.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::metric_names_test {

using namespace testing;

TEST_CASE("metric names: every listed metric is found by its name and has a one-line definition") {
  std::vector<std::string> names;
  for (const Metric& m : all_metrics()) {
    names.push_back(m.name);
    CHECK(metric(m.name).name == m.name);
    CHECK(metric(m.name).definition == m.definition);
    CHECK(m.definition.size() > 20);
    CHECK(m.definition.find('\n') == std::string::npos);
  }
  const std::vector<std::string> expected = {"auprc",
                                             "auprc-open",
                                             "auprc-step",
                                             "auprc-anchored",
                                             "auprc-interpolated",
                                             "auprc-macro",
                                             "auprc-best",
                                             "auprc-worst",
                                             "map",
                                             "map-best",
                                             "map-worst",
                                             "map@100",
                                             "map@100:divisor=retrieved-relevant",
                                             "map@100:divisor=min",
                                             "map-best@100",
                                             "map-worst@100",
                                             "precision@2",
                                             "recall@2",
                                             "f1@2",
                                             "precision-macro@2",
                                             "recall-macro@2",
                                             "f1-macro@2",
                                             "map-within@2",
                                             "ramap",
                                             "precision-top@100",
                                             "recall-top@100",
                                             "r-precision",
                                             "ndcg@100",
                                             "map-at-r",
                                             "hit@100",
                                             "hit-best@100",
                                             "hit-worst@100",
                                             "map-trapezoid",
                                             "map-trapezoid-best",
                                             "map-trapezoid-worst",
                                             "precision-last@100",
                                             "mrr",
                                             "mrr@100"};
  CHECK(fmt::format("{}", fmt::join(names, "\n")) == fmt::format("{}", fmt::join(expected, "\n")));
}

TEST_CASE("metric names: a name is read with any radius and beta and written in one way") {
  CHECK(metric("precision@0").name == "precision@0");
  CHECK(metric("recall-macro@65535").name == "recall-macro@65535");
  CHECK(metric("f0.5-macro@3").name == "f0.5-macro@3");
  CHECK(metric("f2.0@03").name == "f2@3");
}

TEST_CASE("metric names: a name that does not exist is an error with a suggestion") {
  for (const char* name : {"",
                           "aupr",
                           "MAP",
                           "precision",
                           "precision@",
                           "precision@x",
                           "precision@-1",
                           "precision@2 ",
                           "precision@65536",
                           "precision@1.5",
                           "precision-micro@2",
                           "macro@2",
                           "-macro@2",
                           "f@2",
                           "f0@2",
                           "f-1@2",
                           "fnan@2",
                           "finf@2",
                           "f1",
                           "fallout@2",
                           "recall@2@3"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH_AS(metric(name), doctest::Contains("does not exist"), Error);
  }
  CHECK_THROWS_WITH_AS(metric("precision@"), doctest::Contains("did you mean 'precision@2'?"),
                       Error);
  CHECK_THROWS_WITH_AS(metric("aupr"), doctest::Contains("did you mean 'auprc'?"), Error);
}

TEST_CASE("metric names: settings drop defaults and keep other settings in one order") {
  CHECK(metric("map@100:divisor=relevant,without-relevant=skip").name == "map@100");
  CHECK(metric("map@007:without-relevant=zero,divisor=min").name ==
        "map@7:divisor=min,without-relevant=zero");
  CHECK(metric("map:without-relevant=zero").best == "map-best:without-relevant=zero");
  CHECK(metric("map@5:divisor=min").worst == "map-worst@5:divisor=min");
  CHECK(metric("map@5:divisor=retrieved-relevant").best == "");
  CHECK(metric("precision@3:empty=1").name == "precision@3:empty=1");
  CHECK(metric("auprc").best == "auprc-best");
  CHECK(metric("hit@9").best == "hit-best@9");
  CHECK(metric("map-trapezoid:without-relevant=zero").worst ==
        "map-trapezoid-worst:without-relevant=zero");
  CHECK(metric("precision-last@9").best == "");
  CHECK(metric("map-best").best == "");
  for (const Metric& m : all_metrics()) {
    CHECK(m.best.empty() == m.worst.empty());
    if (m.best.empty()) continue;
    CHECK(metric(m.best).name == m.best);
    CHECK(metric(m.worst).name == m.worst);
  }
}

TEST_CASE("metric names: settings that a metric does not have are refused by name") {
  const auto message = [](const char* name) { return error_of([&] { metric(name); }); };
  CHECK(message("map@5:divisor=mid") ==
        "metric 'map@5:divisor=mid': option 'divisor' = 'mid', must be relevant | "
        "retrieved-relevant | min");
  CHECK(message("map-best@5:divisor=retrieved-relevant") == Contains("must be relevant | min"));
  CHECK(message("map@5:diviser=min") == Contains("did you mean 'divisor'?"));
  CHECK(message("auprc:without-relevant=zero") == Contains("unknown option 'without-relevant'"));
  CHECK(message("precision@2:without-relevant=zero") == Contains("unknown option"));
  CHECK(message("recall@2:empty=1") == Contains("unknown option"));
  CHECK(message("map@5:") == Contains("is not key=value"));
  CHECK(message("map@5:divisor=min,divisor=min") == Contains("is given twice"));
  CHECK(message("map@0") == Contains("after the @ stands a rank 1 .. 4294967295"));
  for (const char* name :
       {"map@", "map@-1", "map@4294967296", "map-top@2", "auprc@2", "r-precision@2", "ndcg",
        "ndcg@1048577", "precision-top@0", "precision-top-macro@2"}) {
    CHECK(message(name) == Contains("does not exist"));
  }
  CHECK(message("mapp@5") == Contains("does not exist, did you mean 'map@5'?"));
  CHECK_THROWS_AS(
      mean_average_precision(RankCounts{}, {TieOrder::relevant_first, 5,
                                            ApDivisor::retrieved_relevant, WithoutRelevant::skip}),
      Error);
}

TEST_CASE("metric names: an unknown name is answered with the nearest and where all are") {
  const std::string unknown = error_of([] { metric("xyzzy"); });
  CHECK(unknown.starts_with("metric 'xyzzy' does not exist; the nearest are "));
  CHECK(
      unknown.ends_with("; 'hashlab list metrics' explains all, 'hashlab list conventions' the "
                        "metric of a paper"));
  CHECK(unknown.size() < 250);
  CHECK(error_of([] { metric("mAP@5000"); }) == Contains("did you mean 'map@5000'?"));
  CHECK(error_of([] { metric("average-precision"); }) == Contains("did you mean 'auprc'?"));
}

TEST_CASE("metric names: a metric says how it averages and what its name may be followed by") {
  for (const char* name : {"auprc", "auprc-best", "precision@2", "recall@2", "f1@2"}) {
    CAPTURE(name);
    CHECK(metric(name).averaging == Averaging::pooled);
  }
  for (const char* name : {"auprc-macro", "map", "precision-macro@2", "ramap", "ndcg@5", "map-at-r",
                           "hit@5", "map-trapezoid", "precision-last@5"}) {
    CAPTURE(name);
    CHECK(metric(name).averaging == Averaging::mean);
  }
  CHECK(metric("f1-macro@2").averaging == Averaging::other);
  CHECK(metric("map").without == WithoutRelevant::skip);
  CHECK(metric("map:without-relevant=zero").without == WithoutRelevant::zero);
  for (const char* name : {"precision@2", "recall-macro@2", "f1@2", "ramap"}) {
    CAPTURE(name);
    CHECK(metric(name).by_code_distance);
  }
  for (const char* name : {"auprc", "map@5", "precision-top@5"}) {
    CHECK_FALSE(metric(name).by_code_distance);
  }
  CHECK(metric("map@5").options ==
        std::vector<std::string>{
            "divisor=relevant  number by which the sum is divided; relevant: number of all "
            "relevant items; retrieved-relevant: number of relevant items in the first K ranks; "
            "min: the smaller of K and the number of all relevant items (relevant | "
            "retrieved-relevant | min)",
            "without-relevant=skip  queries without relevant items; skip: left out; zero: counted "
            "as 0 (skip | zero)",
            "nothing-found=zero  queries that find nothing relevant in the first K ranks; zero: "
            "counted as 0; skip: left out (zero | skip)"});
  CHECK(metric("map-best@5").options.size() == 2);
  CHECK(metric("precision-macro@2").options ==
        std::vector<std::string>{"empty=0  precision where nothing is retrieved (0 | 1)",
                                 "without-relevant=skip  queries without relevant items; skip: "
                                 "left out; zero: counted as 0 (skip | zero)"});
  CHECK(metric("auprc").options.empty());
}

TEST_CASE("metric names: a definition says what becomes of queries without relevant items") {
  const auto definition = [](const char* name) { return metric(name).definition; };
  for (const char* name : {"map", "auprc-macro", "ramap", "ndcg@5", "map-at-r", "hit@5",
                           "map-trapezoid", "precision-last@5"}) {
    CAPTURE(name);
    CHECK(definition(name) == Contains("queries without relevant items are left out"));
    CHECK(definition((name + std::string(":without-relevant=zero")).c_str()) ==
          Contains("queries without relevant items count as 0"));
  }
  CHECK(definition("recall@2") ==
        Contains("pooled over all queries, including those without relevant items"));
  CHECK(definition("recall-macro@2") == Contains("those without relevant items are left out"));
  CHECK(definition("recall-macro@2:without-relevant=zero") ==
        Contains("those without relevant items count as 0"));
}

TEST_CASE("metric names: a query without relevant items counts as 0 where the name says so") {
  // One query has its only item right, the other has nothing relevant.
  RankCounts counts;
  counts.n_queries = 2;
  counts.distances = CodeDistances{1};
  counts.all = {1, 1};
  counts.relevant = {1, 0};
  for (const char* name : {"map", "map@1", "auprc-macro", "ramap", "r-precision", "ndcg@1",
                           "map-at-r", "hit@1", "map-trapezoid", "precision-last@1"}) {
    CAPTURE(name);
    CHECK(metric(name).value(counts) == 1.0);
    CHECK(metric(name + std::string(":without-relevant=zero")).value(counts) == 0.5);
  }
}

}  // namespace hashlab::metric_names_test
