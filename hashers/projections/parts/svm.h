#pragma once

#include <armadillo>

#include <memory>
#include <vector>

namespace hashlab::hashers {

// Two-class support vector machines (SVMs), by LIBLINEAR and LIBSVM. They are deterministic:
// solvers that draw random numbers are not used. Labels are true and false; a decision value y > 0
// means true. LinearSvm and KernelSvm keep their samples in the form of their library, so that SVMs
// for many bits and values of C need no further copies. Several threads may use one object at once.

/// The weights of errors on the two classes.
struct SvmSettings {
  double C = 1;          ///< > 0, weight of an error
  bool balanced = true;  ///< multiply C of the rarer class by ceil(larger / smaller), as in GRH
};

/// The decision function of a linear SVM: y = w.x + b. Without bias b is 0, unless all labels are
/// equal.
struct Hyperplane {
  arma::vec w;
  double b = 0;
};

/// Linear SVMs, L2-regularised with squared hinge loss:
///   min |w|^2 / 2 + sum_i C_i max(0, 1 - y_i w.x_i)^2.
/// C_i is the weight of an error on sample i, see SvmSettings. LIBLINEAR's solver 2 solves this
/// primal problem. It reaches the same optimum as solver 1 (the dual), but uses no random order.
/// Memory:  16 d n bytes; less if features are 0.
/// Cost:    O(d n) per iteration of conjugate gradients; an SVM takes tens to hundreds of
///          iterations.
/// Source:  Fan, Chang, Hsieh, Wang & Lin, LIBLINEAR, JMLR 9, 2008; Lin, Weng & Keerthi, Trust
///          Region Newton Method for Logistic Regression, JMLR 9, 2008.
class LinearSvm {
 public:
  /// X is d x n, n >= 1. `bias`: train an offset that is regularised like the weights (LIBLINEAR's
  /// -B 1). The offset of KernelSvm, in contrast, is always trained and not regularised.
  /// Errors:  numerical if X is not finite.
  explicit LinearSvm(const arma::fmat& X, bool bias = false);
  ~LinearSvm();
  LinearSvm(LinearSvm&&) noexcept;
  /// labels has n entries. If all are equal: w = 0 and b = +1 or -1, a constant bit.
  Hyperplane learn(const std::vector<bool>& labels, const SvmSettings& settings = {}) const;

 private:
  struct Samples;
  std::unique_ptr<const Samples> samples_;
};

/// The decision function of a kernel SVM: y(x) = sum_i a_i k(x_i, x) + b. a_i = 0 for all but
/// support vectors.
struct KernelExpansion {
  arma::vec a;  ///< n
  double b = 0;
};

/// Support vector classification with errors weighted by C (C-SVC), on a kernel matrix. The
/// coefficients satisfy 0 <= a_i y_i <= C_i and sum_i a_i = 0, where y_i is the label as +1 or -1
/// and C_i the weight of an error on sample i, see SvmSettings.
/// Memory:  16 n^2 bytes, and a cache of at most 100 MB while an SVM is trained.
/// Cost:    between O(n^2) and O(n^3) per SVM.
/// Source:  Chang & Lin, LIBSVM: A Library for Support Vector Machines, ACM TIST 2, 2011.
class KernelSvm {
 public:
  /// K is n x n, n >= 1, symmetric.
  /// Errors:  numerical if K is not finite.
  explicit KernelSvm(const arma::fmat& K);
  ~KernelSvm();
  KernelSvm(KernelSvm&&) noexcept;
  /// labels has n entries. If all are equal: a = 0 and b = +1 or -1.
  KernelExpansion learn(const std::vector<bool>& labels, const SvmSettings& settings = {}) const;

 private:
  struct Samples;
  std::unique_ptr<const Samples> samples_;
};

}  // namespace hashlab::hashers
