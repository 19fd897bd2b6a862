#include "experiments/evaluate/foreign_cell.h"

#include "experiments/suite/foreign_codes.h"
#include "results/record/fact_names.h"

namespace hashlab::experiments {

ComputedCell evaluate_foreign_codes(const CellInputs& inputs, const Cell& cell) {
  const splits::Split& split = inputs.context.split;
  const std::size_t rows = inputs.study.dataset.size();
  const ForeignFiles& files = cell.foreign.value();
  const Codes all = read_foreign_codes(files, rows);
  ComputedCell record = begun_record(inputs, cell);
  record.fitted = {{results::fitted_names::codes, learned_from(files, split, rows)}};
  rank_and_score_codes(record, inputs, codes_at(all, split.test_queries),
                       codes_at(all, split.test_database), [&] {
                         Codes training = codes_at(all, split.training);
                         return TrainingCodes{training, training};
                       });
  return record;
}

}  // namespace hashlab::experiments
