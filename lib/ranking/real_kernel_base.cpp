#include "lib/ranking/real_kernel.h"
#include "lib/ranking/real_kernel_loops.h"

namespace hashlab {
namespace {

struct Lanes {
  typedef double V __attribute__((vector_size(16)));
};

bool supported() {
  return true;
}

}  // namespace

const RealKernel real_kernel_base = {"base",
                                     supported,
                                     4,
                                     4,
                                     sum_over_features<SquaredDifference, Lanes, 2, 4>,
                                     sum_over_features<Product, Lanes, 2, 4>};

}  // namespace hashlab
