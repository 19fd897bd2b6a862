#include "hashers/networks/torch/loss.h"

#include "lib/rng.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace hashlab::hashers::networks {

Tensor LossBatch::similar() const {
  return classes.matmul(classes.t()).gt(0).to(u.scalar_type());
}

double number(const LossSettings& settings, const char* name) {
  return settings.numbers.at(name);
}

bool is(const LossSettings& settings, const char* name, const char* word) {
  return settings.words.at(name) == word;
}

Tensor drawn_weights(const LossTask& task, const char* name, std::int64_t rows,
                     std::int64_t columns) {
  Rng stream = task.rng.stream(std::string("loss.") + name);
  const double most = 1 / std::sqrt(static_cast<double>(columns));
  Tensor drawn = torch::empty({rows, columns}, torch::kDouble);
  auto* values = drawn.data_ptr<double>();
  std::generate_n(values, rows * columns, [&] { return (2 * stream.uniform() - 1) * most; });
  return drawn.to(task.classes.options()).requires_grad_(true);
}

Tensor indices(const std::vector<std::int64_t>& numbers, const Tensor& beside) {
  return torch::tensor(numbers, torch::kLong).to(beside.device());
}

Tensor unit_rows(const Tensor& rows) {
  constexpr double least = 1e-12;
  return rows / rows.norm(2, 1, true).clamp_min(least);
}

Tensor log_1_plus_exp(const Tensor& x) {
  return x.clamp_min(0) + (-x.abs()).exp().log1p();
}

Tensor squared_distances(const Tensor& z) {
  const Tensor lengths = z.square().sum(1, true);
  return (lengths + lengths.t() - 2 * z.matmul(z.t())).clamp_min(0);
}

std::unique_ptr<Loss> make_loss(const LossSettings& settings, const LossTask& task) {
  std::string file = settings.name;
  std::replace(file.begin(), file.end(), '-', '_');
#define HASHLAB_MAKE(name) \
  if (file == #name) return name(settings, task);
  HASHLAB_LOSSES(HASHLAB_MAKE)
#undef HASHLAB_MAKE
  throw std::logic_error("no such loss");
}

}  // namespace hashlab::hashers::networks
