#include "experiments/suite/suite.h"

#include <algorithm>

namespace hashlab {

std::vector<std::string> method_names(const Suite& suite, bool with_codes) {
  std::vector<std::string> names;
  for (const Method& method : suite.methods) {
    if (method.has_codes() == with_codes) names.push_back(method.name());
  }
  return names;
}

bool has_grids(const Suite& suite) {
  return std::any_of(suite.methods.begin(), suite.methods.end(),
                     [](const Method& method) { return method.grid() != nullptr; });
}

bool needs_marks(const Suite& suite) {
  return std::any_of(suite.splits.begin(), suite.splits.end(), [](const std::string& split) {
    return make_split(split).strategy->info().needs_marks;
  });
}

const std::string& selection_metric(const Suite& suite) {
  return suite.select_by.empty() ? suite.metrics.front() : suite.select_by;
}

}  // namespace hashlab
