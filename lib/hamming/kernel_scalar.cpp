#include "lib/hamming/kernels.h"
#include "lib/hamming/plain_loops.h"

namespace hashlab {
namespace {

struct ThisFile {};
using Loops = PlainLoops<ThisFile>;

bool supported() {
  return true;
}

}  // namespace

const Kernel kernel_scalar = {"scalar", supported,    Loops::scan,  nullptr,
                              nullptr,  Loops::count, Loops::within};

}  // namespace hashlab
