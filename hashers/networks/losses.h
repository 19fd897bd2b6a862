#pragma once

#include "lib/options.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

// Every loss for training networks, in the order in which they are listed. Each has one line here,
// an entry in losses.cpp and a file of its name in torch/losses.

#define HASHLAB_LOSSES(X) \
  X(nca)                  \
  X(snca)                 \
  X(triplet)              \
  X(n_pair)               \
  X(softmax)              \
  X(arcface)              \
  X(dpsh)                 \
  X(hashnet)              \
  X(greedyhash)           \
  X(csq)                  \
  X(orthohash)

namespace hashlab::hashers {

/// A setting of a loss. If there are no choices, it is a number with the default `value` in the
/// range least .. most; otherwise it is one of the words in `choices`.
struct LossOption {
  std::string name, help;
  double value = 0, least = 0, most = 0;
  std::vector<std::string> choices = {};  ///< the first is the default
};

/// A loss, and the method that trains a network with it.
struct LossEntry {
  std::string name;
  int version;
  std::string source, summary, cost;
  std::vector<LossOption> options;
  bool one_class = false;          ///< requires samples with one class each
  bool normalises_output = false;  ///< default: outputs pass a batch normalisation
  bool all_at_once = false;        ///< each step uses all samples, whatever the batch size
  std::size_t per_class = 0;       ///< default number of samples of a class in a batch
  std::string printed = {};        ///< see MethodInfo
};

const std::vector<LossEntry>& losses();

/// A loss by its name, with its settings.
struct LossSettings {
  std::string name;
  std::map<std::string, double> numbers = {};
  std::map<std::string, std::string> words = {};
};

/// The default settings of the loss `name`, which must be one of losses().
LossSettings default_loss(std::string_view name);
const LossEntry& loss_entry(std::string_view name);

/// Adds the options of this loss, bound to `settings`, which must outlive `options`.
void describe_loss(LossSettings& settings, Options& options);

}  // namespace hashlab::hashers
