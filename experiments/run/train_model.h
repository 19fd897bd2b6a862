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

/// What to learn from which rows of a data set file.
struct TrainRequest {
  std::string data;                ///< path
  std::string view;                ///< whose features, of a data set with several; or empty
  std::vector<std::string> views;  ///< of a method of two views its first and second; or empty
  std::string hasher;              ///< or "auto", which chooses one
  std::string budget = "10m";      ///< of work that auto may do, see parse_budget
  std::string objective;           ///< metric that auto chooses by; empty: map by class, else auprc
  std::string scores;              ///< file where auto keeps what it has found, to go on from there
  std::size_t bits = 32;
  std::string rows;          ///< path of a list of training rows (see read_ascending_rows); or
  std::size_t training = 0;  ///< that many random rows; neither: all rows
  std::string learnable;  ///< path of a list of rows that may be learned from besides the training
                          ///< rows: the mean, and the ball's radius, are theirs; empty: none
  bool ground_truth_given =
      true;                  ///< false: nobody named it; refused if labels are there and it counts
  GroundTruth ground_truth;  ///< neighbours among the training rows; reference=database counts the
                             ///< learnable rows, for there are no others here
  std::size_t among =
      0;  ///< of how many rows the ball's neighbours are said, as a suite's are of all
          ///< but the test queries; 0: of the learnable rows
  std::uint64_t seed = 1;
  std::size_t run = 1;
  std::string checkpoints;  ///< folder for them, see CheckpointFolder; empty: none are left
  double seconds_between_checkpoints = 20;
};

struct TrainedModels {
  std::vector<hashers::Model> models;  ///< one, or the two of a method of two views
  std::string choice;  ///< of auto: what was tried and why this was chosen, lines; or empty
};

/// Learns a model as a cell of a suite does, from the same random streams: a cell's data set, seed,
/// run, training and learnable rows give the cell's codes. Of "auto" the hash function is chosen
/// by nested validation on the training rows alone (see experiments/choose), then learned from all
/// of them like any.
/// Memory:  the rows that are learned from, labels, and one block of features. `advance(done, all)`
///          is told how many rows of the file have been read, `observer` how far learning is.
/// Errors:  as DatasetFile, read_ascending_rows, make_hasher and learn_model; invalid_argument if
///          rows or views and hasher do not fit; those of choose_resumably.
TrainedModels train_model(const TrainRequest& request,
                          const std::function<void(std::size_t, std::size_t)>& advance,
                          const Observer& observer = {});

/// `count` of the rows 0 .. n - 1, each choice equally likely, ascending; count <= n.
/// Cost: O(n) time.
Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed);

/// Rows of d features that are read at once unless said otherwise: about 16 MiB, whole projection
/// blocks.
std::size_t rows_at_once(std::size_t d);

}  // namespace hashlab::experiments
