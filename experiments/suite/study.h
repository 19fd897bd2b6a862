#pragma once

#include "experiments/suite/suite.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace hashlab::experiments {

/// An experiment file with its data set: the common input of all cells. A Study holds references to
/// `dataset` and `suite`, which must outlive it.
struct Study {
  /// Searches the data set for repeated rows if the experiment file excludes them.
  Study(const Dataset& dataset, const Suite& suite);

  const Dataset& dataset;
  const Suite& suite;
  bool is_balanced;                                  ///< see has_balanced_parts
  Rows excluded;                                     ///< rows that are in no part of any split
  std::map<std::string, splits::Split> first_split;  ///< the split of run 1 for each protocol;
                                                     ///< filled by check_splits()
};

/// The split of one run: draws the rows of all its parts, or returns a copy of the split in
/// Study::first_split if it is there. `strategy` names the splitting protocol, which need not be
/// one of those in the experiment file.
/// Errors:  those of make_split and of SplitStrategy::make.
splits::Split draw_split(const Study& study, const std::string& strategy, std::size_t run);

/// Checks that the validation queries and the validation database have samples. A grid or auto
/// needs both for its choice.
/// Errors:  invalid_argument if one of these parts is empty.
void check_validation_rows(const splits::Split& split);

/// The part sizes of the experiment file, with actual sizes where the file's sizes have no effect.
/// Replaced are the number of test queries and, if no protocol draws a training set, the number of
/// training samples. The actual sizes are those of the first protocol in run 1, so check_splits()
/// must be called before.
/// Returns none if a protocol draws its test queries by the sizes in the file. Also returns none if
/// test queries and training samples together are as many as the rows of the data set, unless a
/// protocol is leave-one-out.
std::optional<splits::SplitSizes> sizes_in_effect(const Study& study);

/// Draws the first run's split of every protocol, so that invalid sizes, labels and lists are
/// reported before any work. The study keeps these splits, so they are not drawn again.
/// Errors:  invalid_argument if no split has enough rows for the epsilon-neighbourhood; those of
///          draw_split; those of check_validation_rows if a method is a grid or auto; those of
///          check_listed if the ground truth is given as lists; those of CellScore::check_rows.
void check_splits(Study& study);

}  // namespace hashlab::experiments
