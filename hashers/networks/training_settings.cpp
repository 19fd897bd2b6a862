#include "hashers/networks/training_settings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace hashlab::hashers {
namespace {

constexpr std::size_t most = 1000000;

std::size_t batches_of(std::size_t n, std::size_t batch) {
  return (n + batch - 1) / batch;
}

}  // namespace

void TrainingSettings::describe(Options& options) {
  options.count("epochs", epochs, 1, most, "number of passes over the training samples");
  options.count("batch", batch, 2, most, "maximum number of samples per step");
  options.count("per-class", per_class, 0, most,
                "number of samples of each class in a batch; the classes of each batch are drawn; "
                "0: batches are drawn from all samples");
  options.choice("optimiser", optimiser, {"adam", "sgd"},
                 "optimisation algorithm: Adam, or stochastic gradient descent");
  options.real("rate", rate, 1e-12, 1e6, "learning rate, the largest of the schedule");
  options
      .real("momentum", momentum, 0, .9999,
            "momentum: share of the last step that is added to the next")
      .only_if("optimiser", "sgd");
  options.flag("nesterov", nesterov, "Nesterov's momentum")
      .only_if("optimiser", "sgd")
      .unless("momentum", "0");
  options.real(
      "decay", decay, 0, 1,
      "weight decay: multiple of the weights that is added to their gradients; offsets have none");
  options.choice("schedule", schedule, {"constant", "step", "cosine"},
                 "schedule of the learning rate; step divides it by 10, see step-every");
  options
      .real("step-every", step_every, .01, 1,
            "the learning rate is divided by 10 each time this fraction of training has passed")
      .only_if("schedule", "step");
  options.real("warm-up", warm_up, 0, .9,
               "fraction of training in which the learning rate grows from 0");
  options.count("held-out", held_out, 0, most,
                "number of training samples to hold out; after each epoch you see how many of them "
                "have a nearest neighbour of their class");
  options.choice("augment", augment, {"none", "flip", "flip-crop"},
                 "random changes of pictures; flip: mirrored; flip-crop: also cropped, after "
                 "padding with 4 pixels");
  options.choice("input", input, {"scaled", "standardised", "plain"},
                 "scaled: all features are divided by one number, so that their mean variance is "
                 "1; standardised: each feature is divided by its standard deviation; plain: "
                 "features as they are");
}

double rate_at(const TrainingSettings& s, std::size_t step, std::size_t steps) {
  const double t = (static_cast<double>(step) + 1) / static_cast<double>(steps);
  if (t < s.warm_up) return s.rate * t / s.warm_up;
  if (s.schedule == "constant") return s.rate;
  const double done = static_cast<double>(step) / static_cast<double>(steps);
  if (s.schedule == "step") return s.rate * std::pow(.1, std::floor(done / s.step_every + 1e-9));
  const double fall = std::max(0.0, done - s.warm_up) / (1 - s.warm_up);
  return s.rate * (1 + std::cos(std::numbers::pi * fall)) / 2;
}

std::vector<Rows> shuffled_batches(std::size_t n, std::size_t batch, Rng& stream) {
  Rows order(n);
  std::iota(order.begin(), order.end(), 0u);
  stream.shuffle(order);
  const std::size_t count = batches_of(n, batch);
  std::vector<Rows> batches(count);
  for (std::size_t b = 0; b < count; ++b) {
    const auto at = [&](std::size_t k) {
      return order.begin() + static_cast<std::ptrdiff_t>(k * n / count);
    };
    batches[b].assign(at(b), at(b + 1));
  }
  return batches;
}

std::vector<Rows> class_batches(std::span<const std::uint32_t> class_of, std::size_t batch,
                                std::size_t per_class, Rng& stream) {
  const std::size_t n = class_of.size();
  std::vector<Rows> members(*std::max_element(class_of.begin(), class_of.end()) + 1);
  for (std::uint32_t i = 0; i < n; ++i) members[class_of[i]].push_back(i);
  Rows classes(members.size());
  std::iota(classes.begin(), classes.end(), 0u);
  std::vector<Rows> batches(batches_of(n, batch));
  for (Rows& rows : batches) {
    stream.shuffle(classes);
    for (const std::uint32_t c : classes) {
      if (rows.size() + per_class > batch && !rows.empty()) break;
      stream.shuffle(members[c]);
      const std::size_t taken = std::min(per_class, members[c].size());
      rows.insert(rows.end(), members[c].begin(),
                  members[c].begin() + static_cast<std::ptrdiff_t>(taken));
    }
  }
  return batches;
}

}  // namespace hashlab::hashers
