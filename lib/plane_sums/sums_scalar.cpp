#include "lib/plane_sums/plain_sums.h"
#include "lib/plane_sums/sum_kernels.h"

namespace hashlab {
namespace {

struct ThisFile {};
using Loops = PlainSums<ThisFile>;

bool supported() {
  return true;
}

}  // namespace

const SumKernel sums_scalar = {"scalar",    supported,    false,
                               Loops::sums, Loops::count, Loops::at_least};

}  // namespace hashlab
