#include "experiments/schedule/mpi.h"
#include "lib/error.h"

namespace hashlab::experiments {

bool has_mpi() {
  return false;
}

int run_on_mpi(const Launch&, const std::function<int(const Ranks&)>&) {
  refuse("this program is built without MPI");
}

}  // namespace hashlab::experiments
