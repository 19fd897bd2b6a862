#pragma once

#include "experiments/learn/learn_from.h"
#include "lib/observer.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A model to train, and the rows of a data set file to train it on.
struct TrainRequest {
  std::string data;                ///< path
  std::string view;                ///< the view to train on if the data set has several; or empty
  std::vector<std::string> views;  ///< first and second view of a cross-modal method; or empty
  std::string rows;          ///< path of a list of training rows (see read_ascending_rows), or ""
  std::size_t training = 0;  ///< number of random training rows, if `rows` is ""; 0: all rows
  std::string learnable;     ///< path of a list of further rows that are available for training, or
                             ///< ""; they are used for the mean and, unless reference=training, for
                             ///< the radius
  TrainSettings settings;
};

/// Reads what a request asks for and trains a model on it, see learn_from(). While the file is
/// read, `advance(done, all)` is called with the number of rows read and the number of all rows.
/// `observer` receives the progress of training.
/// Memory:  the features of the training rows twice, those of the other learnable rows once, all
///          labels, and one block of features.
/// Errors:  invalid_argument if rows or views do not fit; those of DatasetFile,
///          read_ascending_rows and learn_from.
TrainedModels train_model(const TrainRequest& request,
                          const std::function<void(std::size_t, std::size_t)>& advance,
                          const Observer& observer = {});

/// `count` random rows of 0 .. n - 1, ascending. All sets of this size are equally likely. Requires
/// count <= n.
/// Cost:    O(n) time.
Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed);

/// The number of rows of d features to read at once: as many whole blocks (projection_block) as fit
/// into 16 MiB, but at least one.
std::size_t rows_at_once(std::size_t d);

}  // namespace hashlab::experiments
