#include "experiments/commands/fitted_suite.h"

#include "experiments/program/progress.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/plan.h"

#include <fmt/format.h>

#include <string>

namespace hashlab::experiments {

Suite fitted_suite(const Suite& suite, const Dataset& dataset) {
  Suite fitted = fitted_to(suite, facts_of(dataset));
  const std::string sizes = splits::changed_sizes(suite.sizes, fitted.sizes);
  if (!sizes.empty()) {
    tell(
        fmt::format("note: {} has {} rows, too few for the default sizes of the parts of a split, "
                    "so these are used: {} (the experiment file may set others, one a line)\n",
                    dataset.name, dataset.size(), sizes));
  }
  return fitted;
}

}  // namespace hashlab::experiments
