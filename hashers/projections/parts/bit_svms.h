#pragma once

#include "hashers/hasher.h"
#include "hashers/projections/parts/kernel_map.h"
#include "lib/observer.h"
#include "lib/options.h"
#include "lib/reuse.h"

#include <armadillo>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::hashers {

/// The settings of SVMs that predict bits.
struct BitSvmSettings {
  /// "linear", "rbf" (the Gaussian kernel), "least-squares" (linear) or "least-squares-rbf".
  std::string svm = "linear";
  double price = 1;   ///< C, at most 1e4: above, LIBSVM may not converge; see BitSvms
  Scaled gamma;       ///< with a kernel: > 0; if relative, in units of mean_distance_gamma
  bool bias = false;  ///< without a kernel: train an offset

  void describe(Options& options);
  bool has_kernel() const { return svm == "rbf" || svm == "least-squares-rbf"; }
};

/// One SVM per bit, trained on the samples X to predict given bits: the step that turns codes of
/// training samples into a hash function (in STH and GRH). Errors on the rarer value of a bit weigh
/// more (see SvmSettings::balanced), except for least-squares SVMs.
///
/// `price` is C for samples with a mean squared length of 1, which samples always have under the
/// Gaussian kernel. Linear SVMs use C = price / mean |x|^2, so the same price suits features in any
/// unit. With the Gaussian kernel every training sample is an anchor, support vector or not, so
/// that projections of the same training samples share their squared distances (see
/// KernelMap::reuse).
///
/// The cache `reuse` stores trained SVMs. An SVM that it still holds is not trained again for the
/// same samples, settings and bits, not even by another method, for another code length or in
/// another round. Without `reuse`, learn() trains one SVM for each distinct column of bits, and
/// none for columns that the previous call of learn() had too.
/// Memory:  20 d n bytes (linear) or 4 d n + 20 n^2 bytes (rbf), including a copy of X; see
///          least_squares_svm.h for the others.
class BitSvms {
 public:
  /// X is d x n. `reuse` may be null; otherwise it must outlive this object.
  /// Errors:  numerical if X is not finite; with a kernel, also if a squared distance is beyond the
  ///          range of float; for least-squares SVMs, also if their system cannot be factorised.
  BitSvms(const arma::fmat& X, const BitSvmSettings& settings, Reuse* reuse);

  /// Trains an SVM for each of the K columns of L (n x K, entries +1 and -1). Returns the projector
  /// whose dimension k is the decision value for column k. Before each bit, learn() reports its
  /// progress to the observer under the name `what`.
  std::unique_ptr<const Projector> learn(const arma::mat& L, std::string_view what,
                                         const Observer& observer);

 private:
  /// w of a hyperplane, or a of a kernel expansion, and the offset.
  struct Decision {
    arma::vec weights;
    double b = 0;
  };
  using DecisionPtr = std::shared_ptr<const Decision>;
  void prepare_linear(const arma::fmat& X, const BitSvmSettings& settings,
                      const std::string& content);
  void prepare_kernel(const arma::fmat& X, const BitSvmSettings& settings,
                      const std::string& content);
  DecisionPtr learn(const std::vector<bool>& labels) const;

  bool linear_ = true;
  KernelMap map_;  ///< every sample an anchor
  Reuse* reuse_;
  std::string key_;  ///< of samples and settings
  std::function<Decision(const std::vector<bool>& labels)> solve_;
  std::map<std::vector<bool>, DecisionPtr> learned_;  ///< by the last call of learn()
};

/// Base class of methods whose projector is the result of BitSvms::learn.
class BitSvmProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final;
};

}  // namespace hashlab::hashers
