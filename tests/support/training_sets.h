#pragma once

#include "hashers/hasher.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <cstddef>

namespace hashlab::testing {

/// small_dataset(n, d) as a training set: centred, neighbours by class.
inline hashers::TrainingSet small_training_set(std::size_t n, std::size_t d) {
  Dataset data = small_dataset(n, d);
  data.features.each_col() -= arma::fvec(arma::mean(data.features, 1));
  return {data.features, class_neighbours(data.labels, rows_below(n)), data.labels};
}

}  // namespace hashlab::testing
