#pragma once

#include <armadillo>

#include <cstddef>
#include <vector>

namespace hashlab {

// Two-class support vector machines, by LIBLINEAR and LIBSVM. Deterministic: solvers that draw random
// numbers are not used. Labels are true and false; y > 0 says true.

/// How errors on the two classes weigh.
struct SvmSettings {
  double C = 1;          ///< > 0, price of an error
  bool balanced = true;  ///< C of the rarer class times ceil(larger / smaller), as in GRH
  bool bias = false;     ///< learn an offset (LIBLINEAR's -B 1); C-SVC always does
};

/// The hyperplane of a linear machine: y = w.x + b, b = 0 without bias.
struct Hyperplane {
  arma::vec w;
  double b = 0;
};

/// Primal L2-regularised squared hinge loss (LIBLINEAR's solver 2, the objective of its solver 1).
/// X is d x n; `labels` has n. If all labels are alike: w = 0 and b = +1 or -1, a constant bit.
/// Errors:  numerical if X is not finite.
Hyperplane linear_svm(const arma::fmat& X, const std::vector<bool>& labels,
                      const SvmSettings& settings);

/// The kernel machine y(x) = sum_i a_i k(x_i, x) + b; a_i = 0 for all but support vectors.
struct KernelMachine {
  arma::vec a;  ///< n
  double b = 0;
};

/// C-SVC on a kernel matrix K (n x n), which may be shared by many machines.
/// If all labels are alike: a = 0 and b = +1 or -1.
KernelMachine kernel_svm(const arma::fmat& K, const std::vector<bool>& labels,
                         const SvmSettings& settings);

}  // namespace hashlab
