// Queries of real values through the program: 'search' and 'evaluate' with --model.

#include "hashers/model.h"
#include "lib/codes/code_file.h"
#include "lib/data/dataset.h"
#include "lib/embeddings/nearest.h"
#include "lib/embeddings/rerank.h"
#include "lib/label_scores/ranker.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/estimates.h"
#include "lib/relevance/class_labels.h"
#include "lib/sanitizer.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::model_queries_test {

using namespace hashers;
using namespace testing;

namespace {

/// A model of pca+npq, 500 samples that it codes, and 20 queries.
class Shelf {
 public:
  Shelf() {
    Dataset all = small_dataset(520, 16);
    Dataset items = all, queries = all;
    items.features = all.features.head_cols(500);
    items.labels.single.resize(500);
    queries.features = all.features.tail_cols(20);
    queries.labels.single.assign(all.labels.single.begin() + 500, all.labels.single.end());
    write_dataset(folder / "items.h5", items);
    write_dataset(folder / "queries.h5", queries);
    REQUIRE(run("train --data @items.h5 --hasher pca+npq --bits 16 --groundtruth epsilon "
                "--out @m.h5")
                .status == 0);
    REQUIRE(run("encode --model @m.h5 --data @items.h5 --out @codes.h5").status == 0);
  }

  Outcome run(std::string arguments, const std::string& environment = "") const {
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;) {
      arguments.replace(at, 1, folder.path() + "/");
    }
    return hashlab::testing::hashlab(arguments, environment);
  }
  Estimates estimates() const {
    const Model model = read_model(folder / "m.h5");
    return Estimates(model.ask(read_dataset(folder / "queries.h5").features),
                     model.encode(read_dataset(folder / "items.h5").features), {.factors = {{}}});
  }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("model queries: search finds the items with the smallest estimates") {
  const Shelf shelf;
  const std::string ask = "search --database @codes.h5 --query @queries.h5 --model @m.h5 --k 5 ";
  const Outcome found = shelf.run(ask + "--format json");
  REQUIRE_MESSAGE(found.status == 0, found.error);
  const NearestItems expected = nearest_by_estimates(shelf.estimates(), 5);
  const std::vector<std::string> lines = lines_of(found.out);
  REQUIRE(lines.size() == 20);
  for (std::size_t q = 0; q < 20; ++q) {
    CHECK(lines[q] ==
          Contains(fmt::format("\"ids\": [{}]", fmt::join(expected.positions_of(q), ", "))));
  }
  CHECK(shelf.run(ask + "--format json", "HASHLAB_KERNEL=scalar").out == found.out);
  CHECK(shelf.run(ask + "--threads 2 --format json").out == found.out);
  CHECK(shelf.run(ask).out == Contains("20 queries of real values, 500 codes of 16 bits"));
  CHECK(shelf.run(ask + "--format h5 --out @near.h5").status == 0);
  CHECK(shelf.run(ask + "--format ivecs --out @near.ivecs").status == 0);
  // The items themselves as queries: each finds itself first, unless it is excluded.
  const std::string own = "search --database @codes.h5 --query @items.h5 --model @m.h5 --k 1 ";
  const Outcome without = shelf.run(own + "--self exclude --format json");
  REQUIRE(without.status == 0);
  CHECK(lines_of(without.out).size() == 500);
  CHECK(lines_of(without.out)[0].find("\"ids\": [0]") == std::string::npos);
}

TEST_CASE("model queries: search re-ranks shortlists by the exact similarity of features") {
  const Shelf shelf;
  const Features items = read_dataset(shelf.folder / "items.h5").features,
                 queries = read_dataset(shelf.folder / "queries.h5").features;
  const std::string ask =
      "search --database @codes.h5 --query @queries.h5 --model @m.h5 --k 5 --features @items.h5 "
      "--format json ";
  for (const Similarity by :
       {Similarity::euclidean, Similarity::cosine, Similarity::inner_product}) {
    // Shortlists of everything give the true neighbours.
    const std::string how = fmt::format("--by {} --rerank ", name_of(by));
    const Outcome all = shelf.run(ask + how + "500");
    REQUIRE_MESSAGE(all.status == 0, all.error);
    const NearestItems truth = nearest_items(queries, items, 5, by);
    const std::vector<std::string> lines = lines_of(all.out);
    REQUIRE(lines.size() == 20);
    // What AddressSanitizer keeps counts as memory of the program.
    const Outcome some = shelf.run(ask + how + "20 --memory " + (is_sanitized ? "400M" : "100M"));
    REQUIRE_MESSAGE(some.status == 0, some.error);
    const NearestItems expected =
        reranked(nearest_by_estimates(shelf.estimates(), 20), queries, items, by);
    for (std::size_t q = 0; q < 20; ++q) {
      CHECK(lines[q] ==
            Contains(fmt::format("\"ids\": [{}]", fmt::join(truth.positions_of(q), ", "))));
      CHECK(lines[q] == Contains("\"exact\": 500}"));
      CHECK(lines_of(some.out)[q] ==
            Contains(
                fmt::format("\"ids\": [{}]", fmt::join(expected.positions_of(q).first(5), ", "))));
    }
  }
}

TEST_CASE("model queries: search re-ranks by the error bound of the codes") {
  const Shelf shelf;
  REQUIRE(shelf
              .run("train --data @items.h5 --hasher haar+rabitq:bits=3,scalar=float --bits 96 "
                   "--out @r.h5")
              .status == 0);
  REQUIRE(shelf.run("encode --model @r.h5 --data @items.h5 --out @grid.h5").status == 0);
  const std::string ask =
      "search --database @grid.h5 --query @queries.h5 --model @r.h5 --k 5 --features @items.h5 ";
  const Outcome wide = shelf.run(ask + "--rerank bound:100 --format json"),
                paper = shelf.run(ask + "--rerank bound:1.9 --format json");
  REQUIRE_MESSAGE(wide.status == 0, wide.error);
  REQUIRE_MESSAGE(paper.status == 0, paper.error);
  const NearestItems truth =
      nearest_items(read_dataset(shelf.folder / "queries.h5").features,
                    read_dataset(shelf.folder / "items.h5").features, 5, Similarity::euclidean);
  std::size_t equal = 0, all = 0;
  for (std::size_t q = 0; q < 20; ++q) {
    const std::string ids = fmt::format("\"ids\": [{}]", fmt::join(truth.positions_of(q), ", "));
    CHECK(lines_of(wide.out)[q] == Contains(ids));
    equal += lines_of(paper.out)[q].find(ids) != std::string::npos;
    all += lines_of(paper.out)[q].find("\"exact\": 500}") != std::string::npos;
  }
  CHECK(equal >= 18);
  CHECK(all == 0);
  CHECK(shelf.run(ask + "--rerank bound:1.9").out == Contains("exact distances of a query: mean "));
  const std::string own =
      "search --database @grid.h5 --query @items.h5 --model @r.h5 --k 1 --features @items.h5 "
      "--format json --rerank bound:1.9 ";
  CHECK(lines_of(shelf.run(own).out)[7] == Contains("\"ids\": [7], \"distances\": [0.0]"));
  CHECK(lines_of(shelf.run(own + "--self exclude").out)[7].find("[7]") == std::string::npos);
}

TEST_CASE("model queries: evaluate scores the ranking by estimates") {
  const Shelf shelf;
  const Outcome scored = shelf.run(
      "evaluate --database @codes.h5 --query @queries.h5 --model @m.h5 --database-labels @items.h5 "
      "--query-labels @queries.h5 --metric map --format json");
  REQUIRE_MESSAGE(scored.status == 0, scored.error);
  const Dataset items = read_dataset(shelf.folder / "items.h5"),
                queries = read_dataset(shelf.folder / "queries.h5");
  Labels labels = items.labels;
  labels.single.insert(labels.single.end(), queries.labels.single.begin(),
                       queries.labels.single.end());
  Rows first = rows_below(500), last;
  for (std::uint32_t row = 500; row < 520; ++row) last.push_back(row);
  const RankCounts counts =
      ranker_of_estimates(shelf.estimates())->all_counts(class_relevance(labels, last, first));
  CHECK(scored.out == Contains(fmt::format("\"map\": {}", metric("map").value(counts))));
}

TEST_CASE("model queries: what estimates do not have is refused in one line") {
  const Shelf shelf;
  const std::string search = "search --database @codes.h5 --query @queries.h5 --model @m.h5 ",
                    evaluate =
                        "evaluate --database @codes.h5 --query @queries.h5 --model @m.h5 "
                        "--database-labels @items.h5 --query-labels @queries.h5 ";
  const auto refused = [&](const std::string& arguments) {
    const Outcome outcome = shelf.run(arguments);
    CHECK(outcome.status == 2);
    return refusal(outcome);
  };
  CHECK(refused(search + "--radius 2") == Contains("'--radius' has no effect with '--model'"));
  CHECK(refused(search + "--k 2 --by cosine") == Contains("option '--by' needs '--rerank'"));
  CHECK(refused(search + "--k 2 --rerank 9") == Contains("--features"));
  const std::string rerank = search + "--k 2 --features @items.h5 --rerank ";
  CHECK(refused(rerank + "1") == Contains("shortlists of 1 items have no 2 nearest"));
  CHECK(refused(rerank + "0") != "");
  CHECK(refused(rerank + "bound:x") == Contains("'bound:x' is no bound"));
  CHECK(refused(rerank + "bound:1.9 --by cosine") == Contains("those of Euclidean distances"));
  CHECK(refused(rerank + "bound:1.9") == Contains("have no error bound"));
  CHECK(refused(search + "--k 2 --features @queries.h5 --rerank 9") ==
        Contains("has 20 samples, but"));
  CHECK(refused("search --database @codes.h5 --query @codes.h5 --k 1 --rerank 9") ==
        Contains("needs the features of queries: give '--model'"));
  CHECK(refused(search + "--k 2 --method mih") == Contains("'--method' has no effect"));
  CHECK(refused(evaluate + "--metric ramap") == Contains("distances of codes"));
  CHECK(refused("search --database @codes.h5 --query @m.h5 --model @m.h5 --k 1") != "");
  REQUIRE(shelf
              .run("train --data @items.h5 --hasher pca+npq --bits 8 --groundtruth epsilon "
                   "--out @short.h5")
              .status == 0);
  CHECK(refused("search --database @codes.h5 --query @queries.h5 --model @short.h5 --k 1") ==
        Contains("both must be made by one hasher"));
}

}  // namespace hashlab::model_queries_test
