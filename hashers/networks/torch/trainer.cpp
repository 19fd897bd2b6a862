#include "hashers/networks/torch/trainer.h"

#include "hashers/content.h"
#include "hashers/networks/augmentation.h"
#include "hashers/networks/network_input.h"
#include "hashers/networks/torch/held_out.h"
#include "hashers/networks/torch/loss.h"
#include "hashers/networks/torch/network.h"
#include "hashers/networks/torch/optimiser.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/projections/parts/supervised.h"
#include "lib/error.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace hashlab::hashers::networks {
namespace {

/// Samples as networks take them, and their classes.
struct Samples {
  arma::fmat X;                         ///< d x n
  Tensor classes;                       ///< n x C of 0 and 1
  std::vector<std::uint32_t> class_of;  ///< n, or empty

  Samples(const TrainingSet& data, const NetworkInput& input, const torch::Device& device)
      : X(input(data.X)) {
    const arma::mat Y = class_indicators(data.labels);
    classes = tensor_of(arma::conv_to<arma::fmat>::from(Y.t())).to(device);
    if (data.labels.single.empty()) return;
    const arma::uvec of = arma::index_max(Y, 1);
    class_of.assign(of.begin(), of.end());
  }
};

/// The arrays before learning: drawn, but for the words of a code book, which are centres of the
/// local descriptors of up to 1,000 samples.
ProjectorState start_of(const NetworkTask& task, const std::vector<NetworkArray>& arrays,
                        const arma::fmat& X, const Rng& rng) {
  constexpr std::size_t samples = 1000, rounds = 20;
  ProjectorState start = initial_network(arrays, rng);
  if (!task.network.pools_to_outputs() || task.network.pool != "jcf") return start;
  const torch::NoGradGuard no_gradient;
  Tensors network = tensors_of(arrays, start, torch::kFloat, false);
  const arma::fmat drawn = random_landmarks(X, samples, rng.stream("network.words.samples"));
  const Tensor map = local_descriptors(task.network, network, tensor_of(drawn), false);
  const arma::fmat descriptors = matrix_of(unit_rows(map.flatten(0, 1))).t();
  const arma::fmat words =
      kmeans_landmarks(descriptors, task.network.codebook, rounds, rng.stream("network.words"));
  start.at("jcf.C").head_cols(words.n_cols) = arma::conv_to<arma::mat>::from(words);
  return start;
}

class Trainer {
 public:
  Trainer(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
          const Observer& observer)
      : task_(task),
        rng_(rng),
        observer_(observer),
        checkpoints_(data.checkpoints),
        device_(network_device()),
        held_out_(data, task.training.held_out, rng),
        input_(learned_input(task.network, task.training.input, held_out_.learned().X)),
        samples_(held_out_.learned(), input_, device_),
        arrays_(network_arrays(task.network, data.X.n_rows, task.outputs)),
        network_(tensors_of(arrays_, start_of(task, arrays_, samples_.X, rng),
                            samples_.classes.options(), true)),
        loss_(make_loss(task.loss, {task.outputs, samples_.classes, samples_.class_of, rng})),
        optimiser_(task.training, arrays_, network_, loss_->learned()) {
    if (checkpoints_ == nullptr) return;
    const arma::fmat classes = matrix_of(samples_.classes);
    key_ = fmt::format("{} x {} of {} and {} by {}", task.recipe, task.outputs, content_of(data.X),
                       content_of(classes), rng.seed());
  }

  ProjectorState train() {
    for (std::size_t epoch = go_on(); epoch < task_.training.epochs; ++epoch) {
      train_epoch(epoch);
      leave_checkpoint(epoch + 1);
      if (held_out_.empty()) continue;
      seen_ = fmt::format(", {:.4f} of those held out find their class",
                          held_out_.score(task_.network, network_, input_));
    }
    if (checkpoints_ != nullptr) checkpoints_->forget(key_);
    ProjectorState state = state_of(arrays_, network_);
    for (const auto& [name, values] : state) {
      if (!values.is_finite())
        fail_diverged(fmt::format("after the last epoch '{}' is not finite", name));
    }
    put_input(input_, state);
    return state;
  }

 private:
  void train_epoch(std::size_t epoch) {
    Rng order = rng_.stream("network.order", epoch);
    Rng changes = rng_.stream("network.augment", epoch);
    Rng omissions = rng_.stream("network.dropout", epoch);
    const std::vector<Rows> batches = batches_of(order);
    const std::size_t steps = batches.size() * task_.training.epochs;
    if (told_.empty()) first_step_ = epoch * batches.size();
    for (std::size_t b = 0; b < batches.size(); ++b) {
      const std::size_t step = epoch * batches.size() + b;
      observer_.tell(told_.empty() ? task_.loss.name : told_, step, steps);
      LossBatch batch = batch_of(batches[b], changes, omissions);
      batch.step = step;
      batch.done = static_cast<double>(step) / static_cast<double>(steps);
      const Tensor loss = loss_->value(batch);
      const double value = loss.item<double>();
      if (first_loss_ < 0) first_loss_ = value;
      // Of bounded steps, as Adam's, losses grow beyond use without becoming infinite.
      if (!(value <= 1000 * std::max(1.0, first_loss_))) {
        fail_diverged(fmt::format("in epoch {}, step {} the loss is {:.3g}, at first it was {:.3g}",
                                  epoch + 1, b + 1, value, first_loss_));
      }
      told_ = fmt::format("{}: epoch {}, loss {:.4f}{}, {:.0f} s left", task_.loss.name, epoch + 1,
                          value, seen_, seconds_left(step + 1, steps));
      optimiser_.step(loss, rate_at(task_.training, step, steps));
      loss_->after_step(batch);
    }
  }

  [[noreturn]] void fail_diverged(const std::string& what) const {
    throw Error(ErrorCode::numerical,
                fmt::format("{}: training diverges: {}: use a smaller 'rate' than {}",
                            task_.loss.name, what, task_.training.rate));
  }

  /// If the steps to come take as long as those of this process have taken.
  double seconds_left(std::size_t done, std::size_t steps) const {
    const auto taken = static_cast<double>(done - first_step_);
    return watch_.seconds() / taken * static_cast<double>(steps - done);
  }

  /// All that the next epoch depends on: orders and changes of pictures have streams of their own.
  Tensors everything() const {
    Tensors all;
    const auto add = [&](const std::string& prefix, const Tensors& tensors) {
      for (const auto& [name, tensor] : tensors) all[prefix + name] = tensor;
    };
    add("network.", network_);
    add("loss.", loss_->learned());
    add("kept.", loss_->kept());
    return all;
  }

  void leave_checkpoint(std::size_t epochs) {
    if (checkpoints_ == nullptr || since_.seconds() < checkpoints_->seconds_between()) return;
    Checkpoints::State state;
    state["epochs"] = arma::mat(1, 1).fill(static_cast<double>(epochs));
    state["first-loss"] = arma::mat(1, 1).fill(first_loss_);
    for (const auto& [name, tensor] : everything()) state[name] = numbers_of(tensor);
    for (const auto& [name, tensor] : optimiser_.state()) {
      state["optimiser." + name] = numbers_of(tensor);
    }
    checkpoints_->leave(key_, state);
    since_ = Stopwatch();
  }

  /// Takes up what was left, if anything was; the number of epochs that are done.
  std::size_t go_on() {
    if (checkpoints_ == nullptr) return 0;
    const std::optional<Checkpoints::State> state = checkpoints_->found(key_);
    if (!state) return 0;
    const torch::NoGradGuard no_gradient;
    for (auto& [name, tensor] : everything()) {
      tensor.copy_(tensor_of(state->at(name)).view_as(tensor));
    }
    Tensors of_optimiser;
    const std::string prefix = "optimiser.";
    for (const auto& [name, numbers] : *state) {
      if (name.starts_with(prefix)) of_optimiser[name.substr(prefix.size())] = tensor_of(numbers);
    }
    optimiser_.restore(of_optimiser);
    first_loss_ = state->at("first-loss")(0);
    return static_cast<std::size_t>(state->at("epochs")(0));
  }

  std::vector<Rows> batches_of(Rng& order) const {
    const TrainingSettings& s = task_.training;
    const std::size_t n = samples_.X.n_cols;
    if (loss_entry(task_.loss.name).all_at_once) return shuffled_batches(n, n, order);
    if (s.per_class > 0) return class_batches(samples_.class_of, s.batch, s.per_class, order);
    return shuffled_batches(n, s.batch, order);
  }

  LossBatch batch_of(const Rows& rows, Rng& changes, Rng& omissions) {
    const NetworkSettings& network = task_.network;
    arma::fmat X = samples_.X.cols(arma::conv_to<arma::uvec>::from(rows));
    if (network.is_of_pictures()) {
      augment_pictures(X, network.side(X.n_rows), network.channels, task_.training.augment,
                       changes);
    }
    LossBatch batch;
    batch.u = outputs_of(network, network_, tensor_of(X).to(device_), true,
                         kept_inputs(network, network_, rows.size(), omissions));
    batch.row_list = rows;
    batch.rows = tensor_of(rows).to(device_);
    batch.classes = samples_.classes.index_select(0, batch.rows);
    if (!samples_.class_of.empty()) {
      for (const std::uint32_t i : rows) batch.class_list.push_back(samples_.class_of[i]);
      batch.class_of = tensor_of(batch.class_list).to(device_);
    }
    return batch;
  }

  const NetworkTask& task_;
  const Rng& rng_;
  const Observer& observer_;
  Checkpoints* checkpoints_;
  torch::Device device_;
  std::string key_;
  Stopwatch since_;  // the last checkpoint
  HeldOut held_out_;
  NetworkInput input_;
  Samples samples_;
  std::vector<NetworkArray> arrays_;
  Tensors network_;
  std::unique_ptr<Loss> loss_;
  Optimiser optimiser_;
  std::string told_, seen_;     // of the last step, of the last epoch
  std::size_t first_step_ = 0;  // of this process
  double first_loss_ = -1;      // before any step; losses are not negative
  Stopwatch watch_;
};

}  // namespace

ProjectorState trained_network(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                               const Observer& observer) {
  return Trainer(task, data, rng, observer).train();
}

}  // namespace hashlab::hashers::networks
