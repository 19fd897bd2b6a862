#pragma once

#include "hashers/hasher.h"
#include "hashers/projections/kernel_map.h"
#include "hashers/projections/svm.h"
#include "lib/observer.h"
#include "lib/options.h"

#include <armadillo>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The settings of machines that predict bits.
struct MachineSettings {
  std::string svm = "linear";  ///< or "rbf": the Gaussian kernel
  double price = 1;            ///< C, at most 1e4: LIBSVM may not converge beyond; see BitMachines
  double gamma = automatic;    ///< rbf: > 0, or automatic: mean_distance_gamma of the samples
  std::string bias = "no";     ///< linear: learn an offset, "yes" or "no"

  static constexpr double automatic = -1;
  void describe(Options& options);
};

/// One support vector machine a bit, trained on the samples X to predict given bits: the step that turns
/// codes of training samples into a hash function (STH, GRH). Classes of a bit weigh the same.
/// C is `price` where a sample's squared length counts as 1: by itself with the Gaussian kernel, and with
/// linear machines through C = price / mean |x|^2, so that a price fits features of any unit.
/// Machines learn once for each distinct vector of bits of a call of learn() and of the one before.
/// Memory:  16 d n bytes (linear) or 20 n^2 bytes (rbf).
class BitMachines {
 public:
  /// X is d x n.
  /// Errors:  numerical if X is not finite, or too large to be squared.
  BitMachines(const arma::fmat& X, const MachineSettings& settings);

  /// Learns the K columns of L (n x K, entries +1 and -1). Tells the observer `what` before each bit.
  std::unique_ptr<const Projector> learn(const arma::mat& L, std::string_view what,
                                         const Observer& observer);

 private:
  /// w of a hyperplane or a of a kernel machine, and the offset.
  struct Machine {
    arma::vec weights;
    double b = 0;
  };
  Machine learn(const std::vector<bool>& labels) const;

  KernelMap map_;  ///< every sample an anchor
  std::unique_ptr<const LinearSvm> linear_;
  std::unique_ptr<const KernelSvm> kernel_;
  std::map<std::vector<bool>, Machine> learned_;  ///< by the last call of learn()
};

/// A method whose hash function is BitMachines::learn's.
class MachineProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final;
};

}  // namespace hashlab
