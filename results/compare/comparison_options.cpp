#include "results/compare/comparison_options.h"

namespace hashlab::results {

void add_bootstrap(std::vector<PairedComparison>& comparisons, const ComparisonOptions& options) {
  if (options.beyond == nullptr) return;
  for (PairedComparison& comparison : comparisons) {
    const auto found = options.beyond->find({comparison.first, comparison.second});
    if (found != options.beyond->end()) comparison.beyond = found->second;
  }
}

}  // namespace hashlab::results
