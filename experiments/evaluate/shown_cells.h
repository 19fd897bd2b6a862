#pragma once

#include "experiments/suite/plan.h"
#include "lib/ranking/neighbours.h"
#include "results/record/record.h"
#include "splits/split.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A finished cell to be shown: its file, its content (with counts) and its experiment file.
struct ShownCell {
  std::string path;
  results::StoredCell record;
  Suite suite;
};

/// Reads the cell's file at `path`.
/// Errors:  as read_cell and suite_of_cell; invalid_argument if the cell failed or ranks without
///          codes.
ShownCell open_shown_cell(const std::string& path);

/// Checks that the cells can be shown side by side: they must have the same data set, ground truth,
/// split, run and direction.
/// Errors:  invalid_argument naming two cells and their difference.
void check_comparable_cells(const std::vector<ShownCell>& cells);

/// The selection of results to show.
struct ShowRequest {
  std::size_t queries = 5;  ///< number of random test queries, the same for all cells of a run;
                            ///< ignored if `rows` is given
  Rows rows;                ///< the queries, as rows of the data set; empty: random ones
  std::size_t top = 10;     ///< number of retrieved items to show for each query
  bool by_class = false;    ///< items that share a class are correct, whatever the experiment
                            ///< file's ground truth
};

/// The items that one method retrieved for the chosen queries.
struct Retrieved {
  std::string hasher;
  std::size_t bits = 0;
  Neighbours nearest;             ///< positions in the test database
  std::vector<bool> right;        ///< for each of nearest.positions: true if the item is correct
  std::vector<std::size_t> tied;  ///< for each query: number of items that are not shown, although
                                  ///< they are at the distance of the last shown item
  double precision_of_all = 0;    ///< precision of the first Shown::top items, over all test
                                  ///< queries, by the experiment file's ground truth

  double precision(std::size_t query) const;  ///< share of correct items among those shown
  double mean_precision() const;              ///< mean over the chosen queries
};

/// The retrieval results of several cells for the chosen queries.
struct Shown {
  Suite suite;  ///< of the first cell
  std::string groundtruth;
  splits::Split split;
  std::size_t run = 1, top = 10;
  Rows queries;                            ///< rows of the data set
  std::vector<std::size_t> right_answers;  ///< for each query: number of relevant items in the
                                           ///< database
  Labels labels;                           ///< of the data set
  std::vector<Retrieved> methods;
};

/// Trains each cell's method again from the cell's configuration, checks that the cell's counts are
/// reproduced, and retrieves the nearest items of the chosen queries. Items at equal distance are
/// in row order. `cells` must pass check_comparable_cells().
/// Errors:  those of planned_again; invalid_argument if a requested row is not a test query, if
///          more queries are requested than there are, or for `by_class` if the data set has no
///          labels; numerical if the counts differ.
Shown look_again(const Dataset& dataset, const std::vector<ShownCell>& cells,
                 const ShowRequest& request, const Kernel& kernel);

}  // namespace hashlab::experiments
