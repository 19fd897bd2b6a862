#pragma once

#include "hashers/networks/losses.h"
#include "hashers/networks/torch/tensors.h"
#include "lib/rng.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hashlab::hashers::networks {

// Letters here: B samples of a batch, n samples in total, K outputs, C classes; u are the outputs
// of the network, B x K.

// All tensors are on the device of LossTask::classes, such as the CPU or a GPU.

/// The information about all training samples that a loss gets.
struct LossTask {
  std::size_t outputs = 0;              ///< K
  Tensor classes;                       ///< n x C of 0 and 1, of the outputs' precision
  std::vector<std::uint32_t> class_of;  ///< n classes; empty unless each sample has just one
  Rng rng;

  std::int64_t n() const { return classes.size(0); }
  std::int64_t C() const { return classes.size(1); }
  std::int64_t K() const { return static_cast<std::int64_t>(outputs); }
};

/// The outputs of some samples.
struct LossBatch {
  Tensor u;                                         ///< B x K
  Tensor rows;                                      ///< B indices of the samples among the n
  Tensor classes;                                   ///< B x C of 0 and 1
  Tensor class_of;                                  ///< B class numbers; undefined if multi-label
  std::vector<std::uint32_t> row_list, class_list;  ///< `rows` and `class_of` as vectors
  double done = 0;                                  ///< share of training done so far
  std::size_t step = 0;                             ///< steps before this one

  std::int64_t size() const { return u.size(0); }
  /// The similarities s, B x B: 1 if two samples share a class, else 0.
  Tensor similar() const;
};

/// A loss, with the arrays that it keeps from step to step.
class Loss {
 public:
  virtual ~Loss() = default;
  /// The scalar to minimise.
  virtual Tensor value(const LossBatch& batch) = 0;
  /// Called after the optimiser's step on the value() of this batch.
  virtual void after_step(const LossBatch&) {}
  /// The loss's own trained arrays, such as the weights of a classifier; they are leaf tensors.
  virtual Tensors learned() { return {}; }
  /// The other arrays of the loss, which are not trained by gradient. Some change in place from
  /// step to step, such as snca's memory of earlier outputs. Others are constant, such as the
  /// centres of csq.
  virtual Tensors kept() { return {}; }
};

/// The numeric setting `name` of a loss.
double number(const LossSettings& settings, const char* name);
/// True if the setting `name` of a loss is `word`.
bool is(const LossSettings& settings, const char* name, const char* word);

/// A leaf tensor of rows x columns numbers, uniform in +-1 / sqrt(columns), from the random stream
/// of this name.
Tensor drawn_weights(const LossTask& task, const char* name, std::int64_t rows,
                     std::int64_t columns);

/// Row numbers for index_select, on the device of `beside`.
Tensor indices(const std::vector<std::int64_t>& numbers, const Tensor& beside);

/// Rows divided by their lengths; zeros stay zeros.
Tensor unit_rows(const Tensor& rows);

/// log(1 + exp(x)), without overflow.
Tensor log_1_plus_exp(const Tensor& x);

/// Squared Euclidean distances between all pairs of rows of z, not negative.
Tensor squared_distances(const Tensor& z);

#define HASHLAB_DECLARE(name) \
  std::unique_ptr<Loss> name(const LossSettings& settings, const LossTask& task);
HASHLAB_LOSSES(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// The loss of these settings.
std::unique_ptr<Loss> make_loss(const LossSettings& settings, const LossTask& task);

}  // namespace hashlab::hashers::networks
