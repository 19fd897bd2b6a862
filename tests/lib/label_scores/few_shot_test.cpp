#include "lib/label_scores/few_shot.h"

#include "lib/hamming/dispatch.h"
#include "lib/label_scores/label_score.h"
#include "lib/label_scores/names.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::few_shot_test {
namespace {

using namespace testing;

Features on_line(const std::vector<float>& x) {
  return Features(arma::frowvec(x));
}

Labels classes(std::vector<std::int32_t> of) {
  Labels labels;
  labels.single = std::move(of);
  return labels;
}

Lists themselves(std::size_t n) {
  Lists own;
  for (std::uint32_t i = 0; i < n; ++i) own.append(std::span(&i, 1));
  return own;
}

FewShotTasks tasks(std::size_t ways, std::size_t shots, std::size_t queries, std::size_t episodes) {
  FewShotTasks of;
  of.ways = ways;
  of.shots = shots;
  of.queries = queries;
  of.episodes = episodes;
  return of;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

TEST_CASE("classes that lie apart are told apart in every episode") {
  const Features items = on_line({0, .1f, 10, 10.1f, 20, 20.1f}),
                 queries = on_line({.2f, 9.9f, 21});
  const auto ranker = ranker_of_values(queries, items, Similarity::euclidean);
  const Labels of_items = classes({5, 5, 6, 6, 7, 7}), of_queries = classes({5, 6, 7});
  const auto found =
      few_shot_accuracies(tasks(2, 2, 15, 40), {*ranker, of_queries, of_items}, Rng(1));
  CHECK(found.of_episodes == std::vector<double>(40, 1.0));
  CHECK(found.classes_left_out == 0);
}

TEST_CASE("an episode has the accuracy that is worked out by hand") {
  // Two classes, one item each, so that every episode is the same: items at 0 and 4. Of the queries
  // 1 (right), 3 (wrong) and 2 (a tie, half right) of the first class and 5 (right) of the second,
  // 2.5 of 4 are right.
  const Features items = on_line({0, 4}), queries = on_line({1, 3, 2, 5});
  const auto ranker = ranker_of_values(queries, items, Similarity::euclidean);
  const auto found = few_shot_accuracies(tasks(2, 1, 15, 3),
                                         {*ranker, classes({0, 0, 0, 1}), classes({0, 1})}, Rng(2));
  CHECK(found.of_episodes == std::vector<double>(3, 2.5 / 4));
}

TEST_CASE("codes that are all the same are recognised by chance") {
  const std::size_t n = 40;
  CodeFormat format;
  format.bits = 8;
  const Codes codes(format, n);
  const auto ranker = ranker_of_codes(codes, codes, active_kernel());
  std::vector<std::int32_t> of;
  for (std::size_t i = 0; i < n; ++i) of.push_back(static_cast<std::int32_t>(i % 8));
  const auto found = few_shot_accuracies(
      tasks(4, 1, 3, 10), {*ranker, classes(of), classes(of), themselves(n)}, Rng(3));
  for (const double accuracy : found.of_episodes) CHECK(accuracy == doctest::Approx(.25));
}

TEST_CASE("no query is among the items of its episode when one is left out") {
  // The two samples of a class lie far apart, and each has a sample of the other class beside it: a
  // query that found itself would be right, and every other one is wrong.
  const Features X = on_line({0, 100, 1, 101});
  const auto ranker = ranker_of_values(X, X, Similarity::euclidean);
  const Labels of = classes({0, 0, 1, 1});
  const auto found =
      few_shot_accuracies(tasks(2, 1, 1, 50), {*ranker, of, of, themselves(4)}, Rng(4));
  for (const double accuracy : found.of_episodes) CHECK(accuracy < 1);
  CHECK(mean(found.of_episodes) < .6);
}

TEST_CASE("classes with too few samples are left out and counted") {
  const Features items = on_line({0, .1f, 10, 10.1f, 20}), queries = on_line({0, 10, 20, 30});
  const auto ranker = ranker_of_values(queries, items, Similarity::euclidean);
  const Labelled labelled = {*ranker, classes({0, 1, 2, 3}), classes({0, 0, 1, 1, 2})};
  CHECK(few_shot_accuracies(tasks(2, 2, 1, 5), labelled, Rng(5)).classes_left_out == 2);
  CHECK(
      error_of([&] { few_shot_accuracies(tasks(3, 2, 1, 5), labelled, Rng(5)); }) ==
      "few-shot recognition: 2 classes have 2 items and a query, 3 are needed: take fewer ways or "
      "shots");
}

TEST_CASE("more classes are harder to tell apart, and more items make it easier") {
  Rng rng(6);
  std::vector<float> x;
  std::vector<std::int32_t> of;
  for (std::size_t i = 0; i < 800; ++i) {
    of.push_back(static_cast<std::int32_t>(i % 20));
    x.push_back(static_cast<float>(of.back()) + 2.f * static_cast<float>(rng.normal()));
  }
  const Features X = on_line(x);
  const auto ranker = ranker_of_values(X, X, Similarity::euclidean);
  const Labels labels = classes(of);
  const auto accuracy = [&](std::size_t ways, std::size_t shots) {
    return mean(few_shot_accuracies(tasks(ways, shots, 15, 200),
                                    {*ranker, labels, labels, themselves(800)}, Rng(7))
                    .of_episodes);
  };
  CHECK(accuracy(5, 1) > accuracy(20, 1) + .1);
  CHECK(accuracy(5, 1) > .25);
}

TEST_CASE("the same stream draws the same episodes, and more of them begin with these") {
  const Features X = on_line({0, 3, 1, 4, 2, 5, 0, 7});
  const auto ranker = ranker_of_values(X, X, Similarity::euclidean);
  const Labels of = classes({0, 0, 1, 1, 2, 2, 3, 3});
  const Labelled labelled = {*ranker, of, of, themselves(8)};
  const auto few = few_shot_accuracies(tasks(2, 1, 1, 10), labelled, Rng(8)).of_episodes;
  const auto many = few_shot_accuracies(tasks(2, 1, 1, 30), labelled, Rng(8)).of_episodes;
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
}

TEST_CASE("the name of the score says ways, queries and episodes") {
  const LabelScore score = parse_label_score("few-shot@5:ways=20,episodes=100");
  CHECK(score.k == 5);
  CHECK(score.ways == 20);
  CHECK(score.name == "few-shot@5:ways=20,episodes=100");
  CHECK(parse_label_score("few-shot@1:ways=5,queries=15").name == "few-shot@1");
  CHECK(canonical_label_score("gap-few-shot@1") == "gap-few-shot@1");
  CHECK(error_of([] { parse_label_score("few-shot@1:ways=1"); }) != "no error");
  CHECK(error_of([] { parse_label_score("few-shot@0"); }) != "no error");
}

}  // namespace
}  // namespace hashlab::few_shot_test
