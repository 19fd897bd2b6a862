#pragma once

#include "experiments/suite/suite.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace hashlab::experiments {

/// An experiment file with its data set: the common input of all cells. The Study refers to both,
/// so they must outlive it.
struct Study {
  /// Looks for repeated rows if the suite excludes them.
  Study(const Dataset& dataset, const Suite& suite);

  const Dataset& dataset;
  const Suite& suite;
  bool is_balanced;                                  ///< see has_balanced_parts
  Rows excluded;                                     ///< rows that are in no part of any split
  std::map<std::string, splits::Split> first_split;  ///< of run 1, by strategy; see check_splits
};

/// Draws the rows of all parts of a split for one run. The protocol need not be one of those in the
/// experiment file.
/// Errors:  those of make_split and of SplitStrategy::make.
splits::Split draw_split(const Study& study, const std::string& strategy, std::size_t run);

/// Checks that the validation parts have samples, which a grid needs to choose by.
/// Errors:  invalid_argument if one of them is empty.
void check_validation_rows(const splits::Split& split);

/// The sizes that the experiment file states, with two of them replaced by the actual sizes: the
/// number of test queries and, if no protocol draws a training set, the number of training samples.
/// None if a protocol draws its queries at random, or if these sizes leave no row to rank. Call
/// check_splits() first.
std::optional<splits::SplitSizes> sizes_in_effect(const Study& study);

/// Draws the first run's split of every protocol, so that invalid sizes, labels and lists are
/// reported before any work. The study keeps these splits, so they are not drawn again.
/// Errors:  invalid_argument if no split has enough rows for an epsilon-neighbourhood; those of
///          draw_split, of check_validation_rows if there are grids, and of recognition_parts if
///          landmarks are to be recognised.
void check_splits(Study& study);

}  // namespace hashlab::experiments
