#pragma once

#include "experiments/suite/suite.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace hashlab::experiments {

/// A suite on its data set: what all of its cells share. Both must outlive it.
struct Study {
  /// Looks for repeated rows if the suite excludes them.
  Study(const Dataset& dataset, const Suite& suite);

  const Dataset& dataset;
  const Suite& suite;
  bool is_balanced;                                  ///< see has_balanced_parts
  Rows excluded;                                     ///< rows that take no part in any split
  std::map<std::string, splits::Split> first_split;  ///< of run 1, by strategy; see check_splits
};

/// The rows of every part in one run, drawn by a strategy that the suite need not name.
/// Errors:  those of make_split and of SplitStrategy::make.
splits::Split draw_split(const Study& study, const std::string& strategy, std::size_t run);

/// Errors:  invalid_argument if a validation part has no rows, so that no grid can choose by it.
void check_validation_rows(const splits::Split& split);

/// The suite's sizes, but with those of the queries, and of the training set if no strategy draws
/// its own, that the splits have; of a study whose splits are checked and whose queries are marked
/// by the data set, or are what is ranked. Nothing if a strategy draws its queries, or if these
/// leave no row.
std::optional<splits::SplitSizes> sizes_in_effect(const Study& study);

/// Draws the first run's split of every strategy, so that sizes, labels and lists that do not fit
/// are told before any work. The study keeps them: they are not drawn again.
/// Errors:  those of draw_split, of check_validation_rows if there are grids, and of
///          recognition_parts if landmarks are to be recognised.
void check_splits(Study& study);

}  // namespace hashlab::experiments
