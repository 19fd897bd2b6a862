#pragma once

#include <cstddef>

namespace hashlab::hashers {

// The compute budget of training a hash function. It is computed in advance by a formula, not
// measured, so a choice within a budget is the same on every machine and for any number of jobs.
// One unit is the work of 10^9 multiply-adds of a matrix product in single precision: about 0.03
// seconds on a core with AVX2. The formulas have the form given by MethodInfo::cost, with constants
// fitted to times that tests/bench/work_bench.cpp measures; they need to be accurate only within a
// factor of three.

/// The sizes on which the compute budget of training depends, besides the settings.
struct WorkSizes {
  double n = 0;        ///< training samples
  double d = 0;        ///< features
  double K = 0;        ///< hash dimensions
  double classes = 0;  ///< 0 if there are no labels
  double pairs = 0;    ///< neighbours of all training samples together: each pair counts twice
};

/// The compute budget that is assumed for a method that does not declare one: that of the principal
/// axes, and of n^2 (d + 10 K) operations on pairs of samples. This is so high that only methods
/// that declare their budget are tried early.
double cautious_work(const WorkSizes& sizes);

// The work of common parts of many methods, in units. The constants are measured, because
// decompositions execute fewer multiply-adds per second than matrix products.

/// The product of an m x k and a k x n matrix.
double product_work(double m, double k, double n);
/// The principal axes of n samples of d features (see projections/parts).
double principal_axes_work(double n, double d);
/// An eigenvalue decomposition of a symmetric d x d matrix in double precision.
double eigen_work(double d);
/// A Cholesky factorisation of a d x d matrix, and solving for `columns` right-hand sides with it.
double solve_work(double d, double columns);
/// `iterations` iterations of learn_rotation on n samples in K dimensions (see
/// projections/parts/itq_rotation.h).
double rotation_work(double n, double K, double iterations);
/// K SVMs, each trained on n samples of d features, with a Gaussian kernel if `kernel` (see
/// projections/parts/bit_svms.h).
double svm_work(double n, double d, double K, bool kernel);
/// `steps` operations that are not part of a matrix product, such as a comparison, a random number
/// or an exponential.
double step_work(double steps);

}  // namespace hashlab::hashers
