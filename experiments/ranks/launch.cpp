#include "experiments/ranks/launch.h"

#include "lib/numbers.h"

#include <cstdlib>
#include <optional>

namespace hashlab {
namespace {

std::optional<std::size_t> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? std::nullopt : parse_whole(text);
}

}  // namespace

Launch launch_of_process() {
  // A job of several tasks sets Slurm's own variables in its script, too, where no launcher is: so
  // they count beside that of PMIx alone.
  struct Names {
    const char *rank, *size;
  };
  for (const Names& names :
       {Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, Names{"PMI_RANK", "PMI_SIZE"},
        Names{"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}}) {
    const auto rank = number_in(names.rank), size = number_in(names.size);
    if (rank && size && *rank < *size) return {*rank, *size};
  }
  return {};
}

}  // namespace hashlab
