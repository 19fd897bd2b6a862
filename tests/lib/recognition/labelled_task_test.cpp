#include "lib/recognition/labelled_task.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace hashlab::labelled_task_test {

using namespace testing;

namespace {

// Class 3 shows no landmark; of the queries 2 of 5 do not, of the items 4 of 8.
const std::vector<std::int32_t> query_labels = {0, 3, 1, 3, 2};
const std::vector<std::int32_t> item_labels = {3, 0, 1, 3, 0, 3, 1, 3};

Features drawn(arma::uword d, arma::uword n, std::uint64_t seed) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

}  // namespace

TEST_CASE("recognition by labels: what shows a landmark is the gallery, the others are Z") {
  const RecognitionSweep sweep = parse_recognition_sweep("no-landmark:3");
  const RecognitionParts parts = recognition_parts(query_labels, item_labels, sweep, Rng(1));
  CHECK(parts.gallery == Rows{1, 2, 4, 6});
  CHECK(parts.others == Rows{0, 3, 5, 7});
  CHECK(parts.others_in_queries.empty());
}

TEST_CASE("recognition by labels: Z is drawn, from items and queries as many, ascending") {
  const RecognitionSweep sweep =
      parse_recognition_sweep("no-landmark:3 others:2 vary:others=queries");
  std::set<Rows> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RecognitionParts parts = recognition_parts(query_labels, item_labels, sweep, Rng(seed));
    REQUIRE(parts.others.size() == 2);
    CHECK(parts.others[0] < parts.others[1]);
    for (const std::uint32_t item : parts.others) CHECK(item_labels[item] == 3);
    CHECK(parts.others_in_queries == Rows{1, 3});
    seen.insert(parts.others);
  }
  CHECK(seen.size() == 6);  // every pair of the four
}

TEST_CASE("recognition by labels: too few on a side are told in one line") {
  const auto refused = [](const std::string& text, const std::vector<std::int32_t>& items) {
    return error_of(
        [&] { recognition_parts(query_labels, items, parse_recognition_sweep(text), Rng(1)); });
  };
  CHECK(refused("no-landmark:3", {3, 3}) ==
        "recognition: no item of the ranked database shows a landmark");
  CHECK(refused("no-landmark:3", {1, 2}) ==
        "recognition: of the items of the ranked database 0 show no landmark, expected 1 or more");
  CHECK(refused("no-landmark:3 others:5", item_labels) == Contains("4 show no landmark"));
  CHECK(refused("no-landmark:3 others:3", item_labels) == "no error");
  CHECK(refused("no-landmark:3 others:3 vary:others=queries", item_labels) ==
        "recognition: of the queries 2 show no landmark, expected 3 or more");
}

TEST_CASE("recognition by labels: scores are those of the pipeline on the parts") {
  const Features queries = drawn(4, 5, 1), items = drawn(4, 8, 2);
  const RecognitionSweep sweep =
      parse_recognition_sweep("no-landmark:3 models:2 vary:without=C/fit=queries,others=queries");
  const RecognitionParts parts = recognition_parts(query_labels, item_labels, sweep, Rng(1));
  const std::vector<RecognitionScores> scores =
      recognition_scores(queries, query_labels, items, item_labels, parts, sweep);
  REQUIRE(scores.size() == 3);

  const arma::uvec gallery = {1, 2, 4, 6}, others = {0, 3, 5, 7};
  RecognitionData data;
  for (const arma::uword first : {0u, 2u}) {
    const Features g = items.cols(gallery), z = items.cols(others);
    data.models.push_back(
        {queries.rows(first, first + 1), g.rows(first, first + 1), z.rows(first, first + 1)});
  }
  data.labels = {0, 1, 0, 1};
  const std::vector<Truth> truth = {{{0}}, {}, {{1}}, {}, {{2}}};  // nothing can find landmark 2
  for (std::size_t v = 0; v < scores.size(); ++v) {
    if (v == 2) {
      data.others_in_queries = {1, 3};
      for (ModelEmbeddings& model : data.models) model.others.reset();
    }
    const auto found = recognise(data, sweep.variants[v].settings);
    CHECK(scores[v].all == global_average_precision(found, truth));
    CHECK(scores[v].landmarks == global_average_precision(found, truth, {true, {}}));
  }
}

TEST_CASE("recognition by labels: the gallery can be filtered to the landmarks of the queries") {
  // Only landmark 1 is asked for, and the nearest items of the query show landmark 0.
  const std::vector<std::int32_t> asked = {1, 3};
  Features queries(2, 2), items(2, 8);
  queries.col(0) = arma::fvec{1, 0};
  queries.col(1) = arma::fvec{-1, 1};
  for (arma::uword i = 0; i < 8; ++i) {
    const std::int32_t label = item_labels[i];
    items.col(i) = label == 0   ? arma::fvec{1, 0}
                   : label == 1 ? arma::fvec{1, 1}
                                : arma::fvec{-1, -1};
  }
  const RecognitionSweep sweep = parse_recognition_sweep("no-landmark:3 vary:classes=asked");
  const RecognitionParts parts = recognition_parts(asked, item_labels, sweep, Rng(1));
  const std::vector<RecognitionScores> scores =
      recognition_scores(queries, asked, items, item_labels, parts, sweep);
  REQUIRE(scores.size() == 2);
  CHECK(scores[0].landmarks == 0);
  CHECK(scores[1].landmarks == 1);
}

TEST_CASE("recognition by labels: a gallery without the landmarks of the queries is refused") {
  RecognitionData data;
  data.models.push_back({drawn(2, 1, 1), drawn(2, 2, 2), Features()});
  data.labels = {4, 5};
  CHECK(error_of([&] { gallery_of_asked_classes(data, {{{6}}}); }) ==
        "recognition: no item of the gallery shows a landmark of a query");
  CHECK(gallery_of_asked_classes(data, {{{5}}}).labels == std::vector<std::int64_t>{5});
}

TEST_CASE("recognition by labels: dimensions that are no multiple of the models are refused") {
  const RecognitionSweep sweep = parse_recognition_sweep("no-landmark:3 models:3");
  const RecognitionParts parts = recognition_parts(query_labels, item_labels, sweep, Rng(1));
  CHECK(error_of([&] {
          recognition_scores(drawn(4, 5, 1), query_labels, drawn(4, 8, 2), item_labels, parts,
                             sweep);
        }) == Contains("embeddings of 4 dimensions cannot be those of 3 models"));
}

}  // namespace hashlab::labelled_task_test
