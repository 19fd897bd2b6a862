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
  std::map<std::string, splits::Split> first_split;  ///< run 1, by protocol; see check_splits
};

/// The split of one run: draws the rows of all its parts. `strategy` names the splitting protocol,
/// which need not be one of those in the experiment file.
/// Errors:  those of make_split and of SplitStrategy::make.
splits::Split draw_split(const Study& study, const std::string& strategy, std::size_t run);

/// Checks that the validation queries and the validation database have samples, which a grid needs
/// for its choice.
/// Errors:  invalid_argument if one of these parts is empty.
void check_validation_rows(const splits::Split& split);

/// The sizes that the experiment file states, with two of them replaced by the actual sizes: the
/// number of test queries and, if no protocol draws a training set, the number of training samples.
/// None if a protocol draws its queries at random, or if these sizes leave no row to rank.
/// check_splits() must be called before.
std::optional<splits::SplitSizes> sizes_in_effect(const Study& study);

/// Draws the first run's split of every protocol, so that invalid sizes, labels and lists are
/// reported before any work. The study keeps these splits, so they are not drawn again.
/// Errors:  invalid_argument if no split has enough rows for the epsilon-neighbourhood; those of
///          draw_split; those of check_validation_rows if there are grids, of check_listed if the
///          ground truth is given as lists, and of recognition_parts if landmarks are to be
///          recognised.
void check_splits(Study& study);

}  // namespace hashlab::experiments
