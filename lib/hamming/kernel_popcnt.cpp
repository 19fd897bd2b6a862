#include "lib/hamming/kernels.h"
#include "lib/hamming/plain_loops.h"

namespace hashlab {
namespace {

// The same loops as the scalar kernel; the flags of this file turn the population count into
// one instruction.
struct ThisFile {};
using Loops = PlainLoops<ThisFile>;

bool supported() {
#ifdef __POPCNT__
  return __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace

const Kernel kernel_popcnt = {"popcnt", supported,    Loops::scan,  nullptr,
                              nullptr,  Loops::count, Loops::within};

}  // namespace hashlab
