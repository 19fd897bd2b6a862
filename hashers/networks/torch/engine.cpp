#include "hashers/networks/engine.h"

#include "hashers/networks/torch/network.h"
#include "hashers/networks/torch/trainer.h"

#include <algorithm>
#include <exception>
#include <string>

namespace hashlab::hashers {
namespace {

using networks::Tensor;

class TorchForward final : public NetworkForward {
 public:
  TorchForward(const NetworkSettings& settings, const ProjectorState& state, std::size_t d,
               std::size_t outputs)
      : settings_(settings),
        arrays_(networks::tensors_of(network_arrays(settings, d, outputs), state, torch::kFloat,
                                     false)) {}

  arma::fmat operator()(const arma::fmat& X) const override {
    networks::use_one_torch_thread();
    const torch::NoGradGuard no_gradient;
    arma::fmat Y;
    for (arma::uword first = 0; first < X.n_cols; first += together) {
      const arma::uword count = std::min(together, X.n_cols - first);
      // Always as many: a convolution may sum in another way for another number.
      arma::fmat block(X.n_rows, together, arma::fill::zeros);
      block.head_cols(count) = X.cols(first, first + count - 1);
      networks::Tensors arrays = arrays_;  // the same tensors, which nothing changes here
      const Tensor y = networks::outputs_of(settings_, arrays, networks::tensor_of(block), false);
      Y = arma::join_cols(Y, arma::fmat(networks::matrix_of(y).head_rows(count)));
    }
    return Y;
  }

 private:
  static constexpr arma::uword together = 64;
  NetworkSettings settings_;
  networks::Tensors arrays_;
};

class TorchEngine final : public NetworkEngine {
 public:
  ProjectorState train(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                       const Observer& observer) const override {
    networks::use_one_torch_thread();
    return networks::trained_network(task, data, rng, observer);
  }

  std::string problem_with(const std::string& device) const override {
    try {
      torch::zeros({1}, torch::Device(device)) + 1;
      return "";
    } catch (const std::exception& error) {
      const std::string text = error.what();
      return text.substr(0, std::min(text.find('\n'), text.find(". ")));
    }
  }

  std::unique_ptr<const NetworkForward> forward(const NetworkSettings& network,
                                                const ProjectorState& state, std::size_t d,
                                                std::size_t outputs) const override {
    return std::make_unique<TorchForward>(network, state, d, outputs);
  }
};

}  // namespace

const NetworkEngine* network_engine() {
  static const TorchEngine engine;
  return &engine;
}

}  // namespace hashlab::hashers
