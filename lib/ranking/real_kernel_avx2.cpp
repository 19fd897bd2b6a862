#include "lib/ranking/real_kernel.h"

#ifdef __AVX2__
#include "lib/ranking/real_kernel_loops.h"
#endif

namespace hashlab {
namespace {

#ifdef __AVX2__

struct Lanes {
  typedef double V __attribute__((vector_size(32)));
};

bool supported() {
  return __builtin_cpu_supports("avx2");
}
constexpr auto squared_distances = sum_over_features<SquaredDifference, Lanes, 2, 4>;
constexpr auto inner_products = sum_over_features<Product, Lanes, 2, 4>;

#else

bool supported() {
  return false;
}
constexpr auto squared_distances = nullptr;
constexpr auto inner_products = nullptr;

#endif

}  // namespace

const RealKernel real_kernel_avx2 = {"avx2", supported, 4, 8, squared_distances, inner_products};

}  // namespace hashlab
