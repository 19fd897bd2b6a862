#include "lib/label_scores/label_score.h"

#include "lib/error.h"
#include "lib/label_scores/few_shot.h"
#include "lib/label_scores/grouped_hits.h"
#include "lib/label_scores/knn_votes.h"
#include "lib/label_scores/two_sets.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t most = 4294967295u;

struct NamedKind {
  std::string_view name;
  LabelScore::Kind kind;
};
constexpr std::array<NamedKind, 5> kinds = {{{"hit", LabelScore::Kind::hit},
                                             {"grouped-recall", LabelScore::Kind::grouped_recall},
                                             {"knn", LabelScore::Kind::knn},
                                             {"few-shot", LabelScore::Kind::few_shot},
                                             {"set-difference", LabelScore::Kind::two_sets}}};

LabelScore::Kind kind_named(const std::string& name) {
  std::vector<std::string> known;
  for (const NamedKind& one : kinds) {
    if (one.name == name) return one.kind;
    known.emplace_back(one.name);
  }
  refuse(fmt::format("there is no score by labels '{}'{}; known are {}@K", name,
                     suggestion(name, known), fmt::join(known, "@K, ")));
}

std::string definition_of(const LabelScore& s) {
  switch (s.kind) {
    case LabelScore::Kind::hit:
      return fmt::format(
          "share of the queries that have an item of their class among the first {} of the others, "
          "expected over all orders of ties; queries without relevant items {}",
          s.k, s.without == WithoutRelevant::skip ? "are left out" : "count as 0");
    case LabelScore::Kind::grouped_recall:
      return fmt::format(
          "share of the queries that have an item of their class among the first {} of the items "
          "of "
          "{} classes, expected over all orders of ties; mean over groups of {} classes, {} random "
          "partitions; classes of a single row {}",
          s.k, s.labels_a_group, s.labels_a_group, s.partitions,
          s.single == SingleRows::kept ? "find nothing" : "are left out");
    case LabelScore::Kind::knn:
      return fmt::format(
          "share of the queries whose {}class gets most of the votes exp(similarity / {}) of the "
          "{} "
          "nearest items, ties sharing what is left of them",
          s.by_learned_classes ? "coarse " : "", number_text(s.sigma), s.k);
    case LabelScore::Kind::few_shot:
      return fmt::format(
          "share of the queries whose nearest item has their class, among {} drawn items of each "
          "of "
          "{} drawn classes, expected over all orders of ties; mean over {} random episodes with "
          "at "
          "most {} queries of each class",
          s.k, s.ways, s.episodes, s.queries);
    case LabelScore::Kind::two_sets:
      return fmt::format(
          "difference, without its sign, between {} of {} of the classes and of the others, mean "
          "over {} random divisions of the classes",
          s.labels_a_group == 0
              ? fmt::format("hit@{}", s.k)
              : fmt::format("grouped recall at {} (groups of {} classes)", s.k, s.labels_a_group),
          number_text(s.share), s.partitions);
  }
  return {};
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void check(const Labelled& l) {
  const auto fits = [](const Labels& labels, std::size_t n) { return labels.single.size() == n; };
  if (!fits(l.queries, l.ranker.n_queries()) || !fits(l.items, l.ranker.n_items())) {
    refuse(fmt::format(
        "scores by labels: {} queries and {} items need as many labels, one class "
        "each, there are {} and {}",
        l.ranker.n_queries(), l.ranker.n_items(), l.queries.single.size(), l.items.single.size()));
  }
  if (l.ranker.n_queries() == 0 || l.ranker.n_items() == 0) {
    refuse("scores by labels: there are no queries or no items");
  }
}

Rows all_rows(std::size_t n) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

/// As the metric of that name.
double hit_score(const LabelScore& score, const Labelled& l) {
  const std::size_t n = l.queries.single.size();
  Relevance relevance = class_relevance(l.queries, l.items);
  relevance.ignored = l.ignored;
  std::size_t with = 0;
  for (std::size_t q = 0; q < n; ++q) with += relevant_count(relevance, q) > 0 ? 1 : 0;
  const double of_all =
      l.ranker.hit(all_rows(n), all_rows(l.items.single.size()), relevance, score.k);
  if (with == n || with == 0 || score.without == WithoutRelevant::zero) return of_all;
  return of_all * static_cast<double>(n) / static_cast<double>(with);
}

LabelScoreValue grouped_score(const LabelScore& score, const Labelled& l, const Rng& rng) {
  const std::vector<std::int32_t> labels = grouped_labels(l);
  LabelScoreValue result;
  std::vector<double> means;
  for (std::size_t p = 0; p < score.partitions; ++p) {
    const LabelGroups groups =
        drawn_label_groups(labels, score.labels_a_group, rng.stream("partition", p), score.single);
    std::vector<double> scores = grouped_hits(groups, l, score.k);
    result.labels_left_out = groups.labels_left_out;
    result.single_rows = groups.single_rows;
    if (scores.empty()) refuse("grouped recall: no group has both queries and items");
    means.push_back(mean_of(scores));
    result.groups.push_back(std::move(scores));
  }
  result.value = mean_of(means);
  return result;
}

LabelScoreValue few_shot_score(const LabelScore& score, const Labelled& l, const Rng& rng) {
  FewShotAccuracies found =
      few_shot_accuracies({score.ways, score.k, score.queries, score.episodes}, l, rng);
  LabelScoreValue result;
  result.value = mean_of(found.of_episodes);
  result.groups.push_back(std::move(found.of_episodes));
  result.labels_left_out = found.classes_left_out;
  return result;
}

LabelScoreValue two_sets_score(const LabelScore& score, const Labelled& l, const Rng& rng) {
  LabelScoreValue result;
  const TwoSets sets{score.share, score.labels_a_group, score.k, score.partitions};
  std::vector<double> differences;
  for (SetScores& scores : scores_of_two_sets(sets, l, rng)) {
    differences.push_back(scores.difference());
    result.groups.push_back(std::move(scores.first));
    result.others.push_back(std::move(scores.second));
  }
  result.value = mean_of(differences);
  return result;
}

}  // namespace

LabelScore parse_label_score(std::string_view text) {
  LabelScore score{};
  try {
    const Spec spec = parse_spec(text);
    const std::size_t at = spec.name.find('@');
    score.kind = kind_named(spec.name.substr(0, at));
    const auto k = at == std::string::npos ? std::nullopt : parse_whole(spec.name.substr(at + 1));
    if (!k || *k < 1 || *k > most) {
      refuse(fmt::format("expected {}@K with K in 1 .. {}", spec.name.substr(0, at), most));
    }
    score.k = *k;
    Options options;
    std::string single = "kept", classes = "own", without = "skip";
    if (score.kind == LabelScore::Kind::hit) {
      options.choice("without-relevant", without, {"skip", "zero"},
                     "what a query counts as whose class has no other row");
    }
    if (score.kind == LabelScore::Kind::grouped_recall) {
      options.count("labels", score.labels_a_group, 1, most, "classes a group");
      options.count("partitions", score.partitions, 1, 10000, "random partitions into groups");
      options.choice("single", single, {"kept", "dropped"}, "classes of a single row");
    }
    if (score.kind == LabelScore::Kind::two_sets) {
      options.count("labels", score.labels_a_group, 0, most, "classes a group; 0: plain recall");
      options.count("partitions", score.partitions, 1, 10000, "random divisions into two sets");
      options.real("share", score.share, 1e-6, 1 - 1e-6, "share of the classes in the first set");
    }
    if (score.kind == LabelScore::Kind::knn) {
      options.real("sigma", score.sigma, 1e-6, 1e6, "votes are exp(similarity / sigma)");
      options.choice("classes", classes, {"own", "learned"}, "classes that vote");
    }
    if (score.kind == LabelScore::Kind::few_shot) {
      options.count("ways", score.ways, 2, 10000, "classes of an episode");
      options.count("queries", score.queries, 1, 10000, "queries of each class, at most");
      options.count("episodes", score.episodes, 1, 100000, "random episodes");
    }
    for (const auto& [key, value] : spec.settings) options.set(key, value);
    score.by_learned_classes = classes == "learned";
    score.single = single == "kept" ? SingleRows::kept : SingleRows::dropped;
    score.without = without == "skip" ? WithoutRelevant::skip : WithoutRelevant::zero;
    score.name = fmt::format("{}@{}", spec.name.substr(0, at), score.k);
    char separator = ':';
    for (const Option& option : options.all()) {
      if (option.get() == option.default_value) continue;
      score.name += fmt::format("{}{}={}", separator, option.name, option.get());
      separator = ',';
    }
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("score by labels '{}': {}", text, error.what()));
  }
  score.definition = definition_of(score);
  return score;
}

LabelScoreValue label_score(const LabelScore& score, const Labelled& labelled, const Rng& rng) {
  check(labelled);
  switch (score.kind) {
    case LabelScore::Kind::hit:
      return {hit_score(score, labelled)};
    case LabelScore::Kind::grouped_recall:
      return grouped_score(score, labelled, rng);
    case LabelScore::Kind::knn:
      return {accuracy(labelled.ranker.knn(labelled.items, score.k, score.sigma, labelled.ignored),
                       labelled.queries)};
    case LabelScore::Kind::few_shot:
      return few_shot_score(score, labelled, rng);
    case LabelScore::Kind::two_sets:
      return two_sets_score(score, labelled, rng);
  }
  return {};
}

}  // namespace hashlab
