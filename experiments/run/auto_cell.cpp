#include "experiments/run/auto_cell.h"

#include "experiments/choose/choose.h"
#include "experiments/run/streams.h"
#include "experiments/suite/learn_classes.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

namespace hashlab {
namespace {

void add_facts(CellRecord& record, const Choice& choice) {
  record.facts[fact_names::choice_work] = choice.race.spent;
  record.facts[fact_names::choice_mean] = choice.race.choice().mean();
  if (choice.euclidean) record.facts[fact_names::choice_euclidean] = *choice.euclidean;
  if (!choice.race.loss || choice.race.loss->n < 2) return;
  record.facts[fact_names::choice_lead] = choice.race.loss->mean;
  record.facts[fact_names::choice_lead_low] = choice.race.loss->low;
  record.facts[fact_names::choice_lead_high] = choice.race.loss->high;
  record.facts[fact_names::choice_p] = choice.race.p_value;
}

}  // namespace

std::optional<CellRecord> evaluate_auto_cell(const CellInputs& inputs, const Cell& cell,
                                             const GridProgress& progress) {
  const auto& [study, context, learner, kernel, keep_codes, most_values] = inputs;
  check_validation_rows(context.split);
  const Stopwatch selecting;
  const Suite& suite = study.suite;
  const Labels learned = coarse_labels(study.dataset.labels, suite.learn_classes,
                                       run_stream(study, "learn-classes", context.run));
  const Split& split = context.split;
  const ChoiceTask task{
      study.dataset.features,
      learned,
      selection_rows(split),
      {split.training.size(), split.validation_queries.size(), split.validation_database.size()},
      !suite.ground_truth.by_ball(),
      context.learner_radius.value,
      suite.ground_truth.inclusive(),
      cell.bits.value(),
      metric(selection_metric(suite)),
      run_stream(study, "auto", context.run),
      kernel};
  const std::optional<Choice> choice =
      choose_hasher(task, suite.auto_budget, progress, learner.observer());
  if (!choice) return std::nullopt;
  const double seconds = selecting.seconds();
  CellRecord record = evaluate_cell(inputs, make_hasher(choice->hasher()), cell);
  record.choice = choice->hasher();
  record.validation = choice->race.scores;
  add_facts(record, *choice);
  record.fitted[fitted_names::hyperparameters] = united(task.pool, context.learner_radius.rows);
  record.seconds[time_names::select] = seconds;
  return record;
}

}  // namespace hashlab
