#pragma once

#include "hashers/model.h"
#include "lib/relevance/ground_truth.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// How to train a model.
struct TrainSettings {
  std::string hasher;          ///< hash function, or "auto", which chooses one
  std::string budget = "10m";  ///< compute budget of auto, see parse_budget
  std::string objective = {};  ///< metric by which auto chooses; empty: map for label-based ground
                               ///< truth, else auprc
  std::string scores = {};     ///< file where auto stores its scores, to continue after an
                               ///< interruption; empty: none
  std::size_t bits = 32;
  /// False if the user gave no ground truth. This is an error if the data set has labels and
  /// training depends on the ground truth.
  bool ground_truth_given = true;
  GroundTruth ground_truth = {};  ///< of the training rows, not by lists; reference=database is
                                  ///< taken as the rows available for training, because no database
                                  ///< is known
  /// For an epsilon-neighbourhood with reference=database: the number of rows among which a point
  /// has `neighbours` neighbours. Training uses the same share of the rows available for training
  /// (see scaled_neighbours). To train as a cell of an experiment file does, give the number of all
  /// rows except the test queries. 0: the number of rows available for training.
  std::size_t among = 0;
  std::uint64_t seed = 1;
  std::size_t run = 1;
  std::string checkpoints = {};  ///< folder for checkpoints, see CheckpointFolder; empty: none
  double seconds_between_checkpoints = 20;
};

/// What a model is trained on, in memory.
struct TrainInput {
  std::string place;             ///< where the data set is from, for messages: the path of its file
  std::string name;              ///< of the data set
  std::string checksum;          ///< of the data set
  std::size_t n = 0;             ///< rows of the data set
  Labels labels = {};            ///< of all its rows, or empty
  std::vector<View> views = {};  ///< the two views of a two-view method; otherwise at most one
  Rows rows = {};                ///< the rows that are available for training, ascending
  Rows training = {};            ///< positions of the training rows in `rows`, ascending
  Features X = {};               ///< d x rows.size(): the features of `rows`
};

/// Trained models.
struct TrainedModels {
  std::vector<hashers::Model> models;  ///< one model, or the two of a two-view method
  std::string choice;  ///< for auto: the methods tried and the reason for the choice; or empty
};

/// The hashing method of the settings; for "auto" the first one that it tries. Every method that
/// "auto" tries has one view.
/// Errors:  invalid_argument if a setting of the method has no effect; those of make_hasher.
hashers::Hasher hasher_to_train(const TrainSettings& settings);

/// Checks whether the settings fit an input of which only `X`, `labels` and `checksum` are not yet
/// read. `d` is the number of its features.
/// Errors:  invalid_argument if `among` does not fit; those of check_hasher.
void check_training(const TrainSettings& settings, const TrainInput& input, std::size_t d);

/// Trains a model with the random streams of the cells of experiment files. The model produces the
/// codes of a cell if the data set, views, hash function, code length, ground truth, seed, run,
/// training rows and learnable rows are those of the cell, and the cell does not train on coarser
/// classes (LearnClasses). For "auto" the hash function is chosen by nested validation on the
/// training rows (see experiments/choose), and then trained on all of them. `observer` receives the
/// progress of training.
/// Memory:  the features of the training rows.
/// Errors:  invalid_argument if the data set lacks labels that are needed, or `ground_truth_given`
///          is false where it matters; those of hasher_to_train, check_training, ball_radius,
///          choose_resumably, learn_model and learn_paired_models.
TrainedModels learn_from(const TrainInput& input, const TrainSettings& settings,
                         const Observer& observer = {});

}  // namespace hashlab::experiments
