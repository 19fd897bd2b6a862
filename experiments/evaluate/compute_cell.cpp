#include "experiments/evaluate/compute_cell.h"

#include "experiments/evaluate/auto_cell.h"
#include "experiments/evaluate/cell.h"
#include "experiments/evaluate/foreign_cell.h"

namespace hashlab::experiments {

std::optional<ComputedCell> evaluate(const CellInputs& inputs, const Cell& cell,
                                     const GridProgress& progress) {
  if (cell.method.foreign_codes() != nullptr) return evaluate_foreign_codes(inputs, cell);
  if (cell.method.is_auto()) return evaluate_auto_cell(inputs, cell, progress);
  if (cell.method.grid() != nullptr) return evaluate_tuned_cell(inputs, cell, progress);
  return evaluate_cell(inputs, cell);
}

results::CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel) {
  const RunContext context = make_run_context(study, cell.split, cell.run);
  Learner learner(study, context);
  return evaluate({study, context, learner, kernel}, cell, {}).value();
}

}  // namespace hashlab::experiments
