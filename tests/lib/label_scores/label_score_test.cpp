#include "lib/label_scores/label_score.h"
#include "lib/hamming/dispatch.h"
#include "lib/label_scores/names.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::label_score_test {
namespace {

using namespace testing;

/// Points on a line, and their labels.
struct Line {
  Features X;
  Labels labels;

  Line(const std::vector<float>& x, const std::vector<std::int32_t>& of) : X(arma::frowvec(x)) {
    labels.single = of;
  }
};

Lists themselves(std::size_t n) {
  Lists own;
  for (std::uint32_t i = 0; i < n; ++i) own.append(std::span(&i, 1));
  return own;
}

double score_of(const std::string& name, const Line& line) {
  const auto ranker = ranker_of_values(line.X, line.X, Similarity::euclidean);
  return label_score(parse_label_score(name),
                     {*ranker, line.labels, line.labels, themselves(line.X.n_cols)}, Rng(1))
      .value;
}

double score_between(const std::string& name, const Line& queries, const Line& items) {
  const auto ranker = ranker_of_values(queries.X, items.X, Similarity::euclidean);
  return label_score(parse_label_score(name), {*ranker, queries.labels, items.labels}, Rng(1))
      .value;
}

Line drawn_line(std::size_t n, std::int32_t classes, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> x;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.push_back(static_cast<std::int32_t>(i) % classes);
    x.push_back(static_cast<float>(labels.back()) + static_cast<float>(rng.normal()));
  }
  return {x, labels};
}

/// By definition, for the k nearest others of every point. No two distances are equal.
double hit_by_definition(const Line& line, std::size_t k) {
  double hits = 0;
  const std::size_t n = line.X.n_cols;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::pair<float, std::size_t>> others;
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) others.emplace_back(std::abs(line.X(0, i) - line.X(0, j)), j);
    }
    std::sort(others.begin(), others.end());
    others.resize(std::min(k, others.size()));
    hits += std::any_of(others.begin(), others.end(), [&](const auto& other) {
      return line.labels.single[other.second] == line.labels.single[i];
    });
  }
  return hits / static_cast<double>(n);
}

}  // namespace

TEST_CASE("scores by labels: names hold what differs from the defaults, in one order") {
  CHECK(parse_label_score("hit@10").name == "hit@10");
  CHECK(parse_label_score("grouped-recall@1:labels=10,partitions=10").name == "grouped-recall@1");
  CHECK(parse_label_score("grouped-recall@2:single=dropped,labels=3").name ==
        "grouped-recall@2:labels=3,single=dropped");
  CHECK(parse_label_score("knn@30:sigma=0.1").name == "knn@30:sigma=0.1");
  CHECK(parse_label_score(parse_label_score("knn@30:sigma=0.1").name).sigma == 0.1);
}

TEST_CASE("scores by labels: a name that is none is refused in one line") {
  const auto refusal = [](const std::string& name) {
    return error_of([&] { parse_label_score(name); });
  };
  CHECK(refusal("grouped-recal@1") == Contains("did you mean 'grouped-recall'?"));
  CHECK(refusal("hit") == Contains("expected hit@K"));
  CHECK(refusal("hit@0") == Contains("expected hit@K with K in 1 .. 4294967295"));
  CHECK(refusal("hit@1:sigma=2") == Contains("unknown option 'sigma'"));
  CHECK(refusal("knn@1:sigma=0") == Contains("sigma"));
  CHECK(refusal("grouped-recall@1:labels=0") == Contains("labels"));
  CHECK(refusal("grouped-recall@1:labels=2,labels=3") == Contains("labels"));
}

TEST_CASE("scores by labels: results tell what is tested, learned and the gap by their names") {
  CHECK(learned_score("knn@1") == "learned-knn@1");
  CHECK(gap_score("hit@1") == "gap-hit@1");
  for (const std::string name : {"knn@1", "learned-knn@1", "gap-knn@1"}) {
    CHECK(label_score_of(name) == "knn@1");
    CHECK(label_score_definition(name) == Contains("votes exp(similarity / 0.05)"));
  }
  CHECK(label_score_definition("gap-knn@1") == Contains("learned-knn@1 less knn@1"));
  CHECK(is_gap_score("gap-grouped-recall@1:labels=3"));
  for (const std::string name : {"hit@1", "map", "gap-map", "learned-", "knn@", "table-f1[K=8]"}) {
    CHECK(label_score_of(name).empty());
    CHECK(label_score_definition(name).empty());
    CHECK_FALSE(is_gap_score(name));
  }
}

TEST_CASE("scores by labels: hit is the share of points with a neighbour of their label") {
  const Line line = drawn_line(60, 4, 3);
  for (const std::size_t k : {1u, 2u, 7u, 59u, 100u}) {
    CHECK(score_of("hit@" + std::to_string(k), line) ==
          doctest::Approx(hit_by_definition(line, k)).epsilon(1e-12));
  }
}

TEST_CASE("scores by labels: hit leaves out classes of one point, or counts them if asked to") {
  const Line line({0, 1, 10, 20, 30}, {0, 0, 1, 2, 3});
  CHECK(score_of("hit@1", line) == 1);
  CHECK(score_of("hit@1:without-relevant=skip", line) == 1);
  CHECK(score_of("hit@1:without-relevant=zero", line) == doctest::Approx(2. / 5));
  CHECK(parse_label_score("hit@1:without-relevant=skip").name == "hit@1");
  CHECK(parse_label_score("hit@1:without-relevant=zero").name == "hit@1:without-relevant=zero");
  CHECK(label_score_definition("learned-hit@1:without-relevant=zero") == Contains("count as 0"));
}

TEST_CASE("scores by labels: names of one score are one name") {
  CHECK(canonical_label_score("grouped-recall@1:labels=10,partitions=10") == "grouped-recall@1");
  CHECK(canonical_label_score("gap-knn@30:sigma=0.05") == "gap-knn@30");
  CHECK(canonical_label_score("learned-hit@1:without-relevant=skip") == "learned-hit@1");
  CHECK(canonical_label_score("map").empty());
}

TEST_CASE("scores by labels: hit of real values is the metric of the counts, ties or not") {
  for (const bool tied : {false, true}) {
    Line line = drawn_line(70, 5, 8);
    if (tied) line.X.transform([](float x) { return std::round(x); });
    for (const Similarity by :
         {Similarity::euclidean, Similarity::cosine, Similarity::inner_product}) {
      const auto ranker = ranker_of_values(line.X, line.X, by);
      Rows rows;
      for (std::uint32_t i = 0; i < 70; i += 2) rows.push_back(i);
      Labels labels;
      for (const std::uint32_t row : rows) labels.single.push_back(line.labels.single[row]);
      Relevance relevance = class_relevance(labels, labels);
      relevance.ignored = own_positions(rows, rows);
      for (const std::size_t k : {1u, 2u, 5u, 34u, 35u, 100u}) {
        const Metric hit = metric("hit@" + std::to_string(k) + ":without-relevant=zero");
        CHECK(ranker->hit(rows, rows, relevance, k) ==
              doctest::Approx(hit.value(ranker->counts(rows, rows, relevance))).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("scores by labels: grouped recall with one group of all labels is hit") {
  const Line line = drawn_line(60, 6, 4);
  CHECK(score_of("grouped-recall@2:labels=6", line) == doctest::Approx(score_of("hit@2", line)));
  CHECK(score_of("grouped-recall@2:labels=2", line) > score_of("hit@2", line));
  CHECK(error_of([&] { score_of("grouped-recall@1:labels=7", line); }) ==
        Contains("6 labels are fewer than the 7 of one group"));
}

TEST_CASE(
    "scores by labels: a label of one row is no query of hit, as in the metric, but of groups") {
  // Of five points the last is alone with its label; every other one has its like as the nearest.
  const Line line({0.0F, 0.1F, 5.0F, 5.1F, 9.0F}, {0, 0, 1, 1, 2});
  CHECK(score_of("hit@1", line) == 1);
  CHECK(score_of("grouped-recall@1:labels=3", line) == doctest::Approx(0.8));
  CHECK(score_of("grouped-recall@1:labels=2,single=dropped", line) == 1);
  const auto ranker = ranker_of_values(line.X, line.X, Similarity::euclidean);
  const LabelScoreValue found =
      label_score(parse_label_score("grouped-recall@1:labels=2"),
                  {*ranker, line.labels, line.labels, themselves(5)}, Rng(1));
  CHECK(found.single_rows == 1);
  CHECK(found.labels_left_out == 1);
}

TEST_CASE("scores by labels: each partition has groups of its own, and the mean is over all") {
  const Line line = drawn_line(90, 9, 5);
  const auto ranker = ranker_of_values(line.X, line.X, Similarity::euclidean);
  const LabelScoreValue found =
      label_score(parse_label_score("grouped-recall@1:labels=2,partitions=3"),
                  {*ranker, line.labels, line.labels, themselves(90)}, Rng(2));
  REQUIRE(found.groups.size() == 3);
  double sum = 0;
  for (const auto& scores : found.groups) {
    CHECK(scores.size() == 4);
    sum += std::accumulate(scores.begin(), scores.end(), 0.0) / 4;
  }
  CHECK(found.value == doctest::Approx(sum / 3));
  CHECK(found.groups[0] != found.groups[1]);
}

TEST_CASE("scores by labels: where queries are no items, groups divide both by their labels") {
  // Each query is nearest to an item of the other label of its pair.
  const Line queries({0.0F, 1.0F, 10.0F, 11.0F}, {0, 1, 2, 3});
  const Line items({0.1F, 1.1F, 10.1F, 11.1F}, {1, 0, 3, 2});
  CHECK(score_between("hit@1", queries, items) == 0);
  CHECK(score_between("grouped-recall@1:labels=1", queries, items) == 1);
  CHECK(score_between("grouped-recall@1:labels=4", queries, items) == 0);
  CHECK(score_between("knn@1", queries, items) == 0);
  CHECK(score_between("knn@1", queries, {{0.1F, 1.1F, 10.1F, 11.1F}, {0, 1, 2, 3}}) == 1);
}

TEST_CASE("scores by labels: codes are scored like their bits as real values") {
  const Line line = drawn_line(80, 5, 6);
  Codes codes({16, 1}, 80);
  Features bits(16, 80);
  for (std::size_t i = 0; i < 80; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      const bool set = line.X(0, i) > static_cast<float>(j) / 2 - 2;
      if (set) codes.set_bit(i, j);
      bits(j, i) = set ? 1 : 0;
    }
  }
  const auto by_codes = ranker_of_codes(codes, codes, active_kernel());
  const auto by_values = ranker_of_values(bits, bits, Similarity::euclidean);
  for (const std::string name : {"hit@3", "grouped-recall@1:labels=2"}) {
    const LabelScore score = parse_label_score(name);
    CHECK(label_score(score, {*by_codes, line.labels, line.labels, themselves(80)}, Rng(1)).value ==
          label_score(score, {*by_values, line.labels, line.labels, themselves(80)}, Rng(1)).value);
  }
}

TEST_CASE("scores by labels: labels that are missing, or several a row, are refused") {
  const Line line = drawn_line(4, 2, 7);
  const auto ranker = ranker_of_values(line.X, line.X, Similarity::euclidean);
  const auto refusal = [&](const Labels& labels) {
    return error_of([&] {
      label_score(parse_label_score("hit@1"), {*ranker, labels, labels}, Rng(1));
    });
  };
  CHECK(refusal({}) == Contains("need as many labels, one class each, there are 0 and 0"));
  Labels multi;
  multi.multi = arma::Mat<unsigned char>(4, 2);
  CHECK(refusal(multi) == Contains("one class each"));
  CHECK(error_of([&] { ranker_of_values(Features(2, 3), Features(3, 3), Similarity::cosine); }) ==
        "ranking by real values: queries have 2 features, items have 3");
}

}  // namespace hashlab::label_score_test
