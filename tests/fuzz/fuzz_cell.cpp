// Any sealed HDF5 file is a result cell whose metrics are in range and whose suite can be told from
// its recipe, or an Error.
#include "experiments/evaluate/repeat.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "results/record/record.h"
#include "tests/fuzz/h5_target.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void check_counts(const hashlab::RankCounts& counts) {
  if (counts.n_queries == 0 || counts.all.size() != counts.relevant.size()) std::abort();
  for (const hashlab::Metric& metric : hashlab::all_metrics()) {
    if (counts.real_valued() && metric.by_code_distance) continue;
    const double value = metric.value(counts);
    if (std::isnan(value) || value < 0) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  try {
    const hashlab::results::StoredCell record =
        hashlab::results::read_cell_without_summary(path, true);
    if (record.failure.empty()) check_counts(record.counts);
    hashlab::experiments::first_difference(record.recipe, record.hasher);
    if (hashlab::experiments::suite_of_cell(record, path).runs != record.run) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
