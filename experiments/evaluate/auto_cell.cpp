#include "experiments/evaluate/auto_cell.h"

#include "experiments/choose/choose.h"
#include "experiments/learn/streams.h"
#include "experiments/suite/learn_classes.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

namespace hashlab::experiments {
namespace {

void add_facts(results::CellRecord& record, const Choice& choice) {
  record.facts[results::fact_names::choice_work] = choice.race.spent;
  record.facts[results::fact_names::choice_mean] = choice.race.choice().mean();
  if (choice.euclidean) record.facts[results::fact_names::choice_euclidean] = *choice.euclidean;
  if (!choice.race.loss || choice.race.loss->n < 2) return;
  record.facts[results::fact_names::choice_lead] = choice.race.loss->mean;
  record.facts[results::fact_names::choice_lead_low] = choice.race.loss->low;
  record.facts[results::fact_names::choice_lead_high] = choice.race.loss->high;
  record.facts[results::fact_names::choice_p] = choice.race.p_value;
}

}  // namespace

std::optional<ComputedCell> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                               const GridProgress& progress) {
  const auto& [study, context, learner, kernel, keep_codes, max_values] = inputs;
  check_validation_rows(context.split);
  const Stopwatch selecting;
  const Suite& suite = study.suite;
  const Labels learned = coarse_labels(study.dataset.labels, suite.learn_classes,
                                       run_stream(study, "learn-classes", context.run));
  const splits::Split& split = context.split;
  const ChoiceTask task{
      study.dataset.features,
      learned,
      splits::selection_rows(split),
      {split.training.size(), split.validation_queries.size(), split.validation_database.size()},
      context.learner_ball.value,
      cell.bits.value(),
      metric(selection_metric(suite)),
      run_stream(study, "auto", context.run),
      kernel};
  const std::optional<Choice> choice =
      choose_hasher(task, suite.auto_budget, progress, learner.observer());
  if (!choice) return std::nullopt;
  const double seconds = selecting.seconds();
  ComputedCell record = evaluate_cell(inputs, hashers::make_hasher(choice->hasher()), cell);
  record.choice = choice->hasher();
  record.validation = choice->race.scores;
  add_facts(record, *choice);
  record.fitted[results::fitted_names::hyperparameters] =
      united(task.pool, context.learner_ball.rows);
  record.seconds[results::time_names::select] = seconds;
  return record;
}

}  // namespace hashlab::experiments
