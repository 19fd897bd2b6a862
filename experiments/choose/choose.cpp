#include "experiments/choose/choose.h"

#include "experiments/choose/budget.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "results/statistics/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

std::size_t count_classes(const Labels& labels) {
  if (!labels.single.empty()) {
    return std::set<std::int32_t>(labels.single.begin(), labels.single.end()).size();
  }
  return labels.multi.n_rows;
}

TaskFacts task_facts(const ChoiceTask& task, Scorer& scorer) {
  const InnerSplit rows = draw_inner_split(task.pool, task.sizes, task.rng, 0);
  TaskFacts facts;
  facts.bits = task.bits;
  facts.features = task.X.n_rows;
  facts.training = rows.training.size();
  facts.queries = rows.queries.size();
  facts.database = rows.database.size();
  facts.classes = count_classes(task.labels);
  facts.by_class = !task.ball;
  facts.neighbour_share = scorer.neighbour_share();
  return facts;
}

/// The score of the uncompressed baseline, averaged over the splits that give the mean score of the
/// choice.
std::optional<double> euclidean(Scorer& scorer, const Metric& metric,
                                const ScoredCandidate& choice) {
  if (metric.by_code_distance) return std::nullopt;
  const std::size_t splits = choice.final_scores.size();
  if (splits == 0) return scorer.euclidean(0);
  double sum = 0;
  for (std::size_t split = 1; split <= splits; ++split) sum += scorer.euclidean(split);
  return sum / static_cast<double>(splits);
}

}  // namespace

std::optional<Choice> choose_hasher(const ChoiceTask& task, const WorkBudget& budget,
                                    const GridProgress& progress, const Observer& observer) {
  Scorer scorer(task, observer);
  if (!scorer.has_relevant()) {
    refuse(
        fmt::format("no item of the {} rows that are ranked is relevant to any of the {} that ask, "
                    "so all hash functions score the same: give more rows to learn from, or a "
                    "wider ground truth",
                    task.sizes.database, task.sizes.queries));
  }
  const TaskFacts facts = task_facts(task, scorer);
  Choice choice;
  choice.budget = budget.units > 0 ? budget.units : budget.percent / 100 * full_grid_work(facts);
  choice.metric = task.metric.name;
  Race race;
  race.first_candidates =
      use_quick_settings(first_candidates(facts, choice.left_out), choice.budget, facts);
  // Supervised projections need many samples, so the ranks on the first rung say less about them.
  race.promoted = facts.by_class ? 6 : 3;
  race.variants = [&](const std::string& name) { return variants_of(name, facts); };
  race.budget = choice.budget;
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    const std::size_t rows = rung_size(facts.training, rung, min_rows(facts.bits));
    choice.rung_rows[rung] = rows;
    race.rung_rows[rung] = rows;
    race.variance_ratios[rung] = results::resampling_ratio(facts.queries, rows, task.pool.size());
  }
  race.known = progress.known;
  race.evaluate = [&](const Evaluation& evaluation) -> EvaluationResult {
    try {
      return {scorer.score(hashers::make_hasher(evaluation.candidate), evaluation.rung,
                           evaluation.split)};
    } catch (const Error& error) {
      return {0, error.what()};
    }
  };
  race.after_evaluation = [&](const GridScores& scores, double spent) {
    const bool go_on = !progress.after_point || progress.after_point(scores);
    observer.tell("auto: units of work", static_cast<std::size_t>(spent),
                  static_cast<std::size_t>(choice.budget));
    return go_on;
  };
  if (race.first_candidates.empty()) {
    refuse(fmt::format("no projection can be learned at {} bits: {}: {}", task.bits,
                       choice.left_out.front().name, choice.left_out.front().reason));
  }
  std::optional<RaceOutcome> outcome = run_race(race);
  if (!outcome) return std::nullopt;
  choice.race = *std::move(outcome);
  choice.left_out.insert(choice.left_out.end(), choice.race.left_out.begin(),
                         choice.race.left_out.end());
  choice.euclidean = euclidean(scorer, task.metric, choice.race.choice());
  const hashers::Hasher chosen = hashers::make_hasher(choice.hasher());
  choice.bits = task.bits;
  choice.code_bits = chosen.code_bits(task.bits);
  choice.dimension_bits = chosen.quantiser->bits_per_dimension();
  choice.encoding = encoding_steps(chosen, facts);
  if (choice.race.tried.size() > 1) {
    choice.encoding_of_next =
        encoding_steps(hashers::make_hasher(choice.race.tried[1].candidate.name), facts);
  }
  return choice;
}

std::optional<Choice> choose_resumably(const ChoiceTask& task, const std::string& budget,
                                       const std::string& recipe, const std::string& scratch,
                                       const Observer& observer) {
  const std::string units_key = "units of the budget";  // no hash function has this name
  const std::string key = sha256(recipe);
  GridScores known = scratch.empty() ? GridScores{} : read_grid_scratch(scratch, key);
  const auto kept = known.find(units_key);
  const Budget asked = parse_budget(budget);
  WorkBudget work = asked.work;
  if (kept != known.end()) {
    work = {kept->second, 0};
  } else if (asked.seconds > 0) {
    work = {units_in(asked.seconds), 0};
  }
  known.erase(units_key);
  const auto keep = [&](GridScores scores) {
    if (work.units > 0) scores[units_key] = work.units;
    if (!scratch.empty()) write_grid_scratch(scratch, key, scores);
    return true;
  };
  return choose_hasher(task, work, {known, keep}, observer);
}

}  // namespace hashlab::experiments
