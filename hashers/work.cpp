#include "hashers/work.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

constexpr double unit = 1e9;  // multiply-adds

}  // namespace

double product_work(double m, double k, double n) {
  return m * k * n / unit;
}

double step_work(double steps) {
  return 20 * steps / unit;
}

double eigen_work(double d) {
  return 20 * d * d * d / unit;
}

double solve_work(double d, double columns) {
  return (2 * d * d * d + 4 * d * d * columns) / unit;
}

double principal_axes_work(double n, double d) {
  const double few = std::min(n, d), many = std::max(n, d);
  return 2 * product_work(few, many, few) + eigen_work(few);
}

double rotation_work(double n, double K, double iterations) {
  return iterations * (10 * product_work(n, K, K) + step_work(n * K) + eigen_work(K));
}

double svm_work(double n, double d, double K, bool kernel) {
  if (kernel) return product_work(n, d, n) + step_work(n * n) + K * step_work(10 * n * n);
  return K * step_work(130 * n * d);
}

double cautious_work(const WorkSizes& s) {
  return step_work(s.n * s.n * (s.d + 10 * s.K)) + principal_axes_work(s.n, s.d);
}

}  // namespace hashlab::hashers
