#include "lib/plane_sums/plain_sums.h"
#include "lib/plane_sums/sum_kernels.h"

namespace hashlab {
namespace {

struct ThisFile {};
using Loops = PlainSums<ThisFile>;

bool supported() {
#ifdef __POPCNT__
  return __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace

const SumKernel sums_popcnt = {"popcnt",    supported,    false,
                               Loops::sums, Loops::count, Loops::at_least};

}  // namespace hashlab
