#include "hashers/networks/network_projection.h"

#include "hashers/networks/engine.h"
#include "hashers/networks/network_input.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace hashlab::hashers {
namespace {

/// A learned network as it is applied: the input, then the network.
class NetworkProjector final : public Projector {
 public:
  NetworkProjector(ProjectorState state, NetworkInput input,
                   std::unique_ptr<const NetworkForward> forward)
      : state_(std::move(state)), input_(std::move(input)), forward_(std::move(forward)) {}

  arma::fmat project(const arma::fmat& X) const override { return (*forward_)(input_(X)); }
  ProjectorState state() const override { return state_; }

 private:
  ProjectorState state_;
  NetworkInput input_;
  std::unique_ptr<const NetworkForward> forward_;
};

/// Networks linear and mlp.
class PlainForward final : public NetworkForward {
 public:
  PlainForward(const NetworkSettings& network, const ProjectorState& state) {
    const auto single = [&](const char* name) {
      return arma::conv_to<arma::fmat>::from(state.at(name));
    };
    if (network.network == "mlp") {
      const auto [scale, shift] = normalisation(state, "hidden.norm");
      W_ = single("hidden.weight");
      W_.each_row() %= scale.t();
      b_ = shift;
    }
    V_ = single("head.weight");
    c_ = single("head.bias").t();
    if (network.normalise == "yes") {
      const auto [scale, shift] = normalisation(state, "output.norm");
      V_.each_row() %= scale.t();
      c_ = c_ % scale + shift;
    }
    if (network.activation == "prelu") slope_ = single("output.slope")(0);
  }

  arma::fmat operator()(const arma::fmat& X) const override {
    arma::fmat Y = X.t();
    if (!W_.is_empty()) {
      Y = Y * W_;
      Y.each_row() += b_.t();
      Y.transform([](float y) { return y > 0 ? y : 0; });
    }
    Y = Y * V_;
    Y.each_row() += c_.t();
    if (slope_) Y.transform([a = *slope_](float y) { return y > 0 ? y : a * y; });
    return Y;
  }

 private:
  /// Batch normalisation by what was learned: y = scale x + shift.
  static std::pair<arma::fvec, arma::fvec> normalisation(const ProjectorState& state,
                                                         const std::string& name) {
    constexpr double epsilon = 1e-5;
    const auto values = [&](const char* part) { return arma::vec(state.at(name + part).t()); };
    const arma::vec scale = values(".weight") / arma::sqrt(values(".variance") + epsilon);
    return {arma::conv_to<arma::fvec>::from(scale),
            arma::conv_to<arma::fvec>::from(values(".bias") - values(".mean") % scale)};
  }

  arma::fmat W_, V_;  // d x hidden, hidden x K
  arma::fvec b_, c_;
  std::optional<float> slope_;  // of outputs below 0
};

class NetworkProjection final : public Projection {
 public:
  explicit NetworkProjection(std::string_view loss)
      : entry_(loss_entry(loss)), loss_(default_loss(loss)) {
    network_.normalise = entry_.normalises_output ? "yes" : "no";
    training_.per_class = entry_.per_class;
  }

  MethodInfo info() const override {
    return {entry_.name, version(), entry_.source, entry_.summary, entry_.cost, entry_.printed};
  }
  void describe(Options& options) override {
    describe_loss(loss_, options);
    network_.describe(options);
    training_.describe(options);
  }
  Supervision supervision() const override { return Supervision::labels; }
  bool needs_engine() const override { return true; }
  bool takes_centred() const override { return hashers::takes_centred(network_); }
  std::size_t max_dimensions(std::size_t d, std::size_t) const override {
    network_arrays(network_, d, 1);  // refuses what does not fit before any work
    if (training_.augment != "none" && !network_.is_of_pictures()) {
      refuse(
          fmt::format("{}: option 'augment' is of no use with network '{}', which takes no "
                      "pictures",
                      entry_.name, network_.network));
    }
    if (network_.dropout > 0 && network_.pools_to_outputs()) {
      refuse(
          fmt::format("{}: option 'dropout' is of the last linear layer, which pool '{}' does not "
                      "have",
                      entry_.name, network_.pool));
    }
    return 4096;
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_labels(data, entry_.name);
    if (entry_.one_class && data.labels.single.empty()) {
      refuse(
          fmt::format("{}: learns from one class a sample, but the samples have several: use "
                      "dpsh, hashnet, csq or orthohash",
                      entry_.name));
    }
    if (training_.per_class > 0 && data.labels.single.empty()) {
      refuse(
          fmt::format("{}: option 'per-class' = {} is of samples with one class each, but these "
                      "have several",
                      entry_.name, training_.per_class));
    }
    const NetworkTask task{network_, training_, loss_, dims, recipe()};
    return projector(engine().train(task, data, rng, observer), data.X.n_rows, dims);
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    check_network(network_arrays(network_, d, dims), state);
    return projector(state, d, dims);
  }

 private:
  /// That of the loss, plus one where samples are bags: their network changed when their local
  /// descriptors were no longer centred place by place, and all others did not.
  int version() const { return entry_.version + (network_.network == "bag" ? 1 : 0); }

  std::string recipe() const {
    NetworkProjection same = *this;
    Options options;
    same.describe(options);
    std::string text = fmt::format("{}/{}", entry_.name, version());
    for (const Option& option : options.all()) {
      text += fmt::format(" {}={}", option.name, option.get());
    }
    return text;
  }

  const NetworkEngine& engine() const {
    if (const NetworkEngine* engine = network_engine()) return *engine;
    throw EngineMissing(entry_.name);
  }

  std::unique_ptr<const Projector> projector(ProjectorState state, std::size_t d,
                                             std::size_t dims) const {
    NetworkInput input = read_input(network_, training_.input, d, state);
    std::unique_ptr<const NetworkForward> forward =
        network_.has_maps() ? engine().forward(network_, state, d, dims)
                            : std::make_unique<PlainForward>(network_, state);
    return std::make_unique<NetworkProjector>(std::move(state), std::move(input),
                                              std::move(forward));
  }

  const LossEntry& entry_;
  LossSettings loss_;
  NetworkSettings network_;
  TrainingSettings training_;
};

}  // namespace

std::unique_ptr<Projection> network_projection(std::string_view loss) {
  return std::make_unique<NetworkProjection>(loss);
}

namespace projections {
std::vector<std::unique_ptr<Projection>> networks() {
  std::vector<std::unique_ptr<Projection>> methods;
  for (const LossEntry& entry : losses()) methods.push_back(network_projection(entry.name));
  return methods;
}

std::vector<std::unique_ptr<Projection>> learnable() {
  std::vector<std::unique_ptr<Projection>> methods = all();
  if (network_engine() != nullptr) return methods;
  std::erase_if(methods, [](const auto& method) { return method->needs_engine(); });
  return methods;
}
}  // namespace projections

}  // namespace hashlab::hashers
