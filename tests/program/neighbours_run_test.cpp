#include "experiments/suite/suite_file.h"
#include "lib/embeddings/neighbour_sweep.h"
#include "results/record/record.h"
#include "results/scores/recorded_metric.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::neighbours_run_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const std::string asked =
    "--set embedding=pca+euclidean --set reference=euclidean --set reference=cosine "
    "--set 'neighbours=k:1/10 R:1/10/50/1000 by:euclidean/cosine' "
    "--set 'metric=neighbour-recall[k=10,R=50,by=euclidean]' ";

std::string refused(const std::string& text) {
  return error_of([&] { parse_neighbour_sweep(text); });
}

}  // namespace

TEST_CASE("neighbours: a sweep is read and written with all of its parts") {
  CHECK(parse_neighbour_sweep("").empty());
  CHECK(parse_neighbour_sweep("R:5/50 k:10").text() == "k:10 R:5/50 by:euclidean");
  const std::string all = "k:1/10 R:10/100 by:cosine/inner-product";
  CHECK(parse_neighbour_sweep(all).text() == all);
  CHECK(recorded_metric("neighbour-recall[k=10,R=100,by=cosine]")->definition ==
        Contains("share of the k items nearest by features"));
  CHECK_FALSE(recorded_metric("neighbour-recall"));
}

TEST_CASE("neighbours: a sweep that is none is refused in one line") {
  CHECK(refused("k:10") == Contains("lacks how many neighbours are looked for among how many"));
  CHECK(refused("R:10") == Contains("such as k:10 R:100/1000"));
  CHECK(refused("k:0 R:1") == Contains("k = '0', must be a whole number in 1 .. 4294967295"));
  CHECK(refused("k:1/1 R:1") == Contains("has a value twice"));
  CHECK(refused("k:1 R:1 by:cosin") == Contains("did you mean 'cosine'?"));
  CHECK(refused("K:1 R:1") == Contains("'K:1' is none of k:COUNT/COUNT"));
}

TEST_CASE("neighbours: every cell has their recall, features as they are find all of them") {
  const SmallStudy one, three;
  REQUIRE(one.run(asked + "--jobs 1").status == 0);
  REQUIRE(three.run(asked + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  for (const std::string& path : one.cells()) {
    const CellRecord cell = read_cell(path, false);
    const auto recall = [&](std::size_t k, std::size_t R, Similarity by) {
      return cell.metrics.at(
          fmt::format("neighbour-recall[{}]", NeighbourSetting{k, R, by}.text()));
    };
    for (const Similarity by : {Similarity::euclidean, Similarity::cosine}) {
      CHECK(recall(10, 1, by) <= .1 + 1e-12);
      CHECK(recall(10, 10, by) <= recall(10, 50, by));
      CHECK(recall(10, 1000, by) == 1);  // more than there are
      const bool is_same = cell.hasher == name_of(by);
      CHECK((recall(10, 10, by) == 1) == is_same);
      if (is_same) CHECK(recall(1, 1, by) == 1);
    }
  }
  const std::string table = one.table().out;
  CHECK(table == Contains("neighbour-recall[k=10,R=50,by=euclidean] on small"));
  const Outcome rerun =
      testing::hashlab("rerun '" + one.cells().front() + "' --data '" + (one / "") + "'");
  CHECK(rerun.status == 0);
}

TEST_CASE("neighbours: where items ask each other none is its own neighbour") {
  const SmallStudy study;
  REQUIRE(study
              .run("--set split=self --set runs=1 --set reference=euclidean "
                   "--set 'neighbours=k:5 R:5/599'")
              .status == 0);
  for (const std::string& path : study.cells()) {
    const CellRecord cell = read_cell(path, false);
    CHECK(cell.metrics.at("neighbour-recall[k=5,R=599,by=euclidean]") == 1);
    if (cell.hasher == "euclidean") {
      CHECK(cell.metrics.at("neighbour-recall[k=5,R=5,by=euclidean]") == 1);
    }
  }
}

TEST_CASE("neighbours: what a suite cannot have is told when it is read") {
  const std::string text = "name = s\ndataset = d\nhasher = itq+sbq\nbits = 16\n";
  const auto wrong = [&](const std::string& more) {
    return error_of([&] { parse_suite(text + more, "test", {}); });
  };
  CHECK(wrong("metric = neighbour-recall[k=1,R=2,by=cosine]\nneighbours = k:1 R:2\n") ==
        Contains("add its k and R to neighbours"));
  CHECK(wrong("metric = neighbour-recall[k=1,R=2,by=euclidean]\nneighbours = k:1 R:2\n") ==
        "no error");
  const std::string views = "groundtruth = class\ndirection = a>a\nviews = a b\n";
  CHECK(wrong(views + "neighbours = k:1 R:2\n") == Contains("use 'view' in place of 'direction'"));
  CHECK(wrong(views + "rerank = R:2\n") == Contains("use 'view' in place of 'direction'"));
}

}  // namespace hashlab::neighbours_run_test
