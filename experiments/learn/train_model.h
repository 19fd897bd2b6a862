#pragma once

#include "hashers/model.h"
#include "lib/relevance/ground_truth.h"
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
  std::string hasher;              ///< hash function, or "auto", which chooses one
  std::string budget = "10m";      ///< compute budget of auto, see parse_budget
  std::string objective;           ///< metric by which auto chooses; empty: map for label-based
                                   ///< ground truth, else auprc
  std::string scores;              ///< file where auto stores its scores, to continue after an
                                   ///< interruption
  std::size_t bits = 32;
  std::string rows;          ///< path of a list of training rows (see read_ascending_rows), or ""
  std::size_t training = 0;  ///< number of random training rows, if `rows` is ""; 0: all rows
  std::string learnable;     ///< path of a list of further rows that are available for training, or
                             ///< ""; they are used for the mean and, unless reference=training, for
                             ///< the radius
  /// False if the user gave no ground truth. This is an error if the data set has labels and
  /// training depends on the ground truth.
  bool ground_truth_given = true;
  GroundTruth ground_truth;  ///< of the training rows, not by lists; reference=database is taken as
                             ///< the rows available for training, because no database is known
  /// For an epsilon-neighbourhood with reference=database: the number of rows among which a point
  /// has `neighbours` neighbours. Training uses the same share of the rows available for training
  /// (see scaled_neighbours). To train as a cell of an experiment file does, give the number of all
  /// rows except the test queries. 0: the number of rows available for training.
  std::size_t among = 0;
  std::uint64_t seed = 1;
  std::size_t run = 1;
  std::string checkpoints;  ///< folder for checkpoints, see CheckpointFolder; empty: none
  double seconds_between_checkpoints = 20;
};

/// The result of train_model().
struct TrainedModels {
  std::vector<hashers::Model> models;  ///< one model, or the two of a two-view method
  std::string choice;  ///< for auto: the methods tried and the reason for the choice; or empty
};

/// Trains a model with the random streams of the cells of experiment files. The model produces the
/// codes of a cell if the data set, views, hash function, code length, ground truth, seed, run,
/// training rows and learnable rows are those of the cell, and the cell does not train on coarser
/// classes (LearnClasses). For "auto" the hash function is chosen by nested validation on the
/// training rows (see experiments/choose), and then trained on all of them. While the file is read,
/// `advance(done, all)` is called with the number of rows read and the number of all rows.
/// `observer` receives the progress of training.
/// Memory:  the features of the training rows twice, those of the other learnable rows once, all
///          labels, and one block of features.
/// Errors:  invalid_argument if a setting of the method has no effect, if rows, views or `among` do
///          not fit, or if the data set lacks labels that are needed or `ground_truth_given` is
///          false where it matters; those of DatasetFile, read_ascending_rows, make_hasher,
///          check_hasher, ball_radius, choose_resumably, learn_model and learn_paired_models.
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
