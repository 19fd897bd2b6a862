#include "results/scores/registry.h"

namespace hashlab::results {

std::string why_not_recorded(const CellScores& scores, const std::string& metric) {
  for (const auto& family : all_scores()) {
    const std::string why = scores.of(*family).why_not_recorded(metric);
    if (!why.empty()) return why;
  }
  return "";
}

const std::vector<std::unique_ptr<CellScore>>& all_scores() {
  static const std::vector<std::unique_ptr<CellScore>> all = [] {
    std::vector<std::unique_ptr<CellScore>> made;
#define HASHLAB_ADD(name) made.push_back(scores::name());
    HASHLAB_SCORES(HASHLAB_ADD)
#undef HASHLAB_ADD
    return made;
  }();
  return all;
}

}  // namespace hashlab::results
