#pragma once

#include <cstddef>

namespace hashlab::hashers {

// How much work it is to learn a hash function: told before it is done, by a formula, and not
// measured, so that whatever is chosen within a budget of work is the same on every machine and for
// any number of jobs. One unit is the work of 10^9 multiply-adds of a matrix product in single
// precision: some .03 seconds of a core with AVX2. The formulas have the shape that
// MethodInfo::cost says, with constants fitted to times that tests/bench/work_bench.cpp measures;
// within a factor of three they are good enough.

/// What the work of learning depends on, beside the settings.
struct WorkSizes {
  double n = 0;        ///< training samples
  double d = 0;        ///< features
  double K = 0;        ///< hash dimensions
  double classes = 0;  ///< 0 if there are no labels
  double pairs = 0;    ///< neighbours of all training samples together: each pair counts twice
};

/// Of a method that does not declare its work: that of comparing all pairs of samples in every
/// dimension, many times. A method that is left out for it has to declare its own.
double cautious_work(const WorkSizes& sizes);

// Parts that many methods have in common, in units. The constants are measured: decompositions do
// fewer multiply-adds a second than products.

/// m x k times k x n.
double product_work(double m, double k, double n);
/// The principal axes of n samples of d features (see projections/parts).
double principal_axes_work(double n, double d);
/// An eigenvalue decomposition of a symmetric d x d matrix in double precision.
double eigen_work(double d);
/// A Cholesky factor of d x d, and solving for `columns` right sides by it.
double solve_work(double d, double columns);
/// `iterations` of learn_rotation of n samples in K dimensions.
double rotation_work(double n, double K, double iterations);
/// K SVMs of n samples of d features (see projections/parts/bit_svms.h).
double svm_work(double n, double d, double K, bool kernel);
/// So many steps that are no matrix product: a comparison, a random number, an exponential.
double step_work(double steps);

}  // namespace hashlab::hashers
