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
  std::string hasher;              ///< or "auto", which chooses one
  std::string budget = "10m";      ///< compute budget of auto, see parse_budget
  std::string objective;           ///< metric by which auto chooses; empty: map for label-based
                                   ///< ground truth, else auprc
  std::string scores;              ///< file where auto stores its scores, to continue after an
                                   ///< interruption
  std::size_t bits = 32;
  std::string rows;          ///< path of a list of training rows (see read_ascending_rows), or ""
  std::size_t training = 0;  ///< number of random training rows, if `rows` is ""; 0: all rows
  std::string learnable;     ///< path of a list of rows that, in addition to the training rows, are
                             ///< used for the mean and the radius, or ""
  /// False if the user gave no ground truth. This is an error if the data set has labels and
  /// training depends on the ground truth.
  bool ground_truth_given = true;
  GroundTruth ground_truth;  ///< of the training rows; reference=database is taken as the rows
                             ///< available for training, because no database is known
  /// The number of rows to which the setting `neighbours` of an epsilon-neighbourhood refers. The
  /// number of neighbours is scaled down from it to the rows available for training. In a cell of
  /// an experiment file it is the number of all rows except the test queries. 0: the number of rows
  /// available for training.
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

/// Trains a model with the random streams of experiment files: if data set, seed, run, training
/// rows and learnable rows are those of a cell, the model produces the codes of the cell. For
/// "auto" the hash function is chosen by nested validation on the training rows (see
/// experiments/choose), and then trained on all of them. While the file is read, `advance(done,
/// all)` is called with the number of rows read and the number of all rows. `observer` receives the
/// progress of training.
/// Memory:  the features of the training rows twice, those of the other learnable rows once, all
///          labels, and one block of features.
/// Errors:  as DatasetFile, read_ascending_rows, make_hasher and learn_model; invalid_argument if
///          rows or views do not fit the method; those of choose_resumably.
TrainedModels train_model(const TrainRequest& request,
                          const std::function<void(std::size_t, std::size_t)>& advance,
                          const Observer& observer = {});

/// `count` random rows of 0 .. n - 1, ascending, all sets of this size equally likely; count <= n.
/// Cost:    O(n) time.
Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed);

/// The default number of rows of d features that are read at once: about 16 MiB, in whole
/// projection blocks.
std::size_t rows_at_once(std::size_t d);

}  // namespace hashlab::experiments
