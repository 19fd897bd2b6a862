#pragma once

#include "hashers/hasher.h"
#include "hashers/networks/losses.h"
#include "hashers/networks/network_settings.h"
#include "hashers/networks/training_settings.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

/// What is to be learned.
struct NetworkTask {
  NetworkSettings network;
  TrainingSettings training;
  LossSettings loss;
  std::size_t outputs = 0;  ///< K
  std::string recipe;       ///< method, version and all settings, as text
};

/// Outputs of a learned network.
class NetworkForward {
 public:
  virtual ~NetworkForward() = default;
  /// X is d x m, as NetworkInput gives them; returns m x K. Pieces that begin at multiples of 64
  /// samples give the same bits as all samples together.
  virtual arma::fmat operator()(const arma::fmat& X) const = 0;
};

/// Learns and applies networks, by LibTorch, which is a part of the program hashlab-torch alone:
/// nothing else of hashlab knows it.
class NetworkEngine {
 public:
  virtual ~NetworkEngine() = default;
  /// The arrays of the network (see network_arrays), and those of its NetworkInput. The same for
  /// the same arguments, on one thread.
  /// Errors:  numerical if the loss is no number any more.
  virtual ProjectorState train(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                               const Observer& observer) const = 0;
  /// Why nothing can be learned on this device; empty if it can.
  virtual std::string problem_with(const std::string& device) const = 0;
  /// Of a state of these arrays.
  virtual std::unique_ptr<const NetworkForward> forward(const NetworkSettings& network,
                                                        const ProjectorState& state, std::size_t d,
                                                        std::size_t outputs) const = 0;
};

/// Where networks are learned: "cpu", "cuda", "cuda:1". They are applied on the processor. Numbers
/// of another device differ in their last bits.
/// Errors:  invalid_argument if LibTorch has no such device here; EngineMissing.
void use_network_device(const std::string& device);
const std::string& network_device();  ///< "cpu" unless told otherwise

/// That of this program; null if it has none.
const NetworkEngine* network_engine();

/// Errors:  EngineMissing if the method is learned by an engine and this program has none.
void require_engine(const LearningMethod& method);

}  // namespace hashlab::hashers
