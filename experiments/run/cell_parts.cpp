#include "experiments/run/cell_parts.h"

#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/record/recorded_metric.h"

#include <string>

namespace hashlab {

CellRecord empty_record(const Study& study, const Cell& cell) {
  CellRecord record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = study.dataset.name;
  record.dataset_rows = study.dataset.size();
  record.view = study.suite.view;
  record.direction = cell.direction;
  record.split = cell.split;
  record.hasher = cell.method.name();
  record.groundtruth = study.suite.ground_truth.kind;
  record.bits = cell.bits;
  record.run = cell.run;
  return record;
}

CellRecord begun_record(const CellInputs& inputs, const Cell& cell) {
  CellRecord record = empty_record(inputs.study, cell);
  record.split_checksum = inputs.context.split_checksum;
  record.facts = inputs.context.facts;
  record.seconds[time_names::context] = inputs.context.seconds;
  record.fitted[fitted_names::mean] = inputs.context.mean.rows;
  return record;
}

void add_projection(CellRecord& record, const CellInputs& inputs, const LearnedProjection& learned,
                    double seconds) {
  const Fitted<double>& radius = inputs.context.learner_radius;
  record.seconds[time_names::learn_projection] = learned.seconds;
  record.seconds[time_names::project] = seconds;
  record.facts[fact_names::hash_dimensions] = static_cast<double>(learned.dims);
  if (!radius.rows.empty()) record.fitted[fitted_names::learner_ball_radius] = radius.rows;
  record.fitted[fitted_names::projection] = learned.fitted;
}

void score(CellRecord& record, const Study& study) {
  const Stopwatch scoring;
  const auto add = [&](const Metric& m) {
    if (m.by_code_distance && record.counts.real_valued()) return;
    if (!record.metrics.contains(m.name)) record.metrics[m.name] = m.value(record.counts);
  };
  for (const Metric& m : all_metrics()) add(m);
  for (const std::string& name : study.suite.metrics) {
    if (!recorded_metric(name)) add(metric(name));
  }
  // A report draws the curves of all runs at the ranks of the first.
  const auto first = study.first_split.find(record.split);
  record.curves =
      first == study.first_split.end()
          ? cell_curves(record.counts)
          : cell_curves(record.counts, curve_cutoffs(first->second.test_database.size()));
  record.seconds[time_names::metrics] = scoring.seconds();
}

}  // namespace hashlab
