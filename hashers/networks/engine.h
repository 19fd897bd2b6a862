#pragma once

#include "hashers/hasher.h"
#include "hashers/networks/losses.h"
#include "hashers/networks/network_settings.h"
#include "hashers/networks/training_settings.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

/// A training task for a network.
struct NetworkTask {
  NetworkSettings network;
  TrainingSettings training;
  LossSettings loss;
  std::size_t outputs = 0;  ///< K
  std::string recipe;       ///< method, version and all settings, as text
};

/// Computes the outputs of a trained network.
class NetworkForward {
 public:
  virtual ~NetworkForward() = default;
  /// X is d x m, as returned by NetworkInput; returns m x K.
  virtual arma::fmat operator()(const arma::fmat& X) const = 0;
};

/// Trains and applies networks with LibTorch. Only the program hashlab-torch contains LibTorch; no
/// other part of hashlab depends on it.
class NetworkEngine {
 public:
  virtual ~NetworkEngine() = default;
  /// Trains a network and returns its arrays (see network_arrays) and those of its NetworkInput. On
  /// the CPU, equal arguments give equal results, because training uses one thread.
  /// Errors:  numerical if training diverges; those of network_arrays, of HeldOut, and of
  ///          class_centres if the loss needs centres.
  virtual ProjectorState train(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                               const Observer& observer) const = 0;
  /// The reason why training is impossible on this device; empty if it is possible.
  virtual std::string problem_with(const std::string& device) const = 0;
  /// A trained network with the arrays of `state`, for samples of d features and K = `outputs`
  /// outputs. It computes blocks of 64 samples. If samples are given in pieces that begin at
  /// multiples of 64, the outputs are therefore bit-identical to those of all samples together.
  virtual std::unique_ptr<const NetworkForward> forward(const NetworkSettings& network,
                                                        const ProjectorState& state, std::size_t d,
                                                        std::size_t outputs) const = 0;
};

/// Sets the device for training: "cpu", "cuda", "cuda:1". Networks are always applied on the CPU.
/// Results of different devices differ in their last bits.
/// Errors:  invalid_argument if LibTorch has no such device on this machine; EngineMissing if the
///          device changes and this program has no engine.
void use_network_device(const std::string& device);
const std::string& network_device();  ///< "cpu" unless set

/// The engine of this program; null if it has none.
const NetworkEngine* network_engine();

/// Checks that this program can train the method.
/// Errors:  EngineMissing if the method needs an engine and this program has none.
void require_engine(const LearningMethod& method);

}  // namespace hashlab::hashers
