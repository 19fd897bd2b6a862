#pragma once

#include "experiments/commands/show/tiles.h"
#include "experiments/suite/plan.h"
#include "lib/search/neighbours.h"
#include "results/format/picture_grid.h"
#include "results/record/record.h"
#include "splits/split.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A finished cell to be looked at: its file, what it holds (with counts), the suite it is of.
struct ShownCell {
  std::string path;
  results::CellRecord record;
  Suite suite;
};

/// Errors:  as read_cell; invalid_argument if the cell failed or has no codes to rank by.
ShownCell open_shown_cell(const std::string& path);

/// Are all of the same queries, database and ground truth?
/// Errors:  invalid_argument naming two cells and what differs.
void check_comparable_cells(const std::vector<ShownCell>& cells);

/// What to look at.
struct ShowRequest {
  std::size_t queries = 5;  ///< so many random test queries, the same for all cells of a run; or
  Rows rows;                ///< these rows of the data set
  std::size_t top = 10;     ///< pictures a query
  bool by_class = false;    ///< right is what shares a class, whatever the suite's ground truth
};

/// What one method retrieved for the chosen queries.
struct Retrieved {
  std::string hasher;
  std::size_t bits = 0;
  Neighbours nearest;             ///< positions in the test database
  std::vector<bool> right;        ///< of each of nearest.positions
  std::vector<std::size_t> tied;  ///< of each query: items as near as the last shown, not shown
  double precision_of_all = 0;    ///< at `top`, over all test queries, by the suite's ground truth

  double precision(std::size_t query) const;  ///< share of right items among those shown
  double mean_precision() const;
};

struct Shown {
  Suite suite;  ///< of the first cell
  std::string groundtruth;
  splits::Split split;
  std::size_t run = 1, top = 10;
  Rows queries;                            ///< rows of the data set
  std::vector<std::size_t> right_answers;  ///< of each query: relevant items in the database
  Labels labels;                           ///< of the data set
  std::vector<Retrieved> methods;
};

/// Learns each cell again from its recipe, makes sure that its counts come out, and searches for
/// the chosen queries; equal distances are in row order.
/// Errors:  those of planned_again; invalid_argument for rows that are no test queries, more
///          queries than there are, or classes where there are none; numerical if other counts come
///          out.
Shown look_again(const Dataset& dataset, const std::vector<ShownCell>& cells,
                 const ShowRequest& request, const Kernel& kernel);

/// The picture of it. Pictures of more than 96 pixels a side are scaled down.
/// Errors:  as PictureFile::read; invalid_argument if it would be of more than 2^26 pixels.
results::PictureGrid grid_of(const Shown& shown, const Tiles& tiles);

}  // namespace hashlab::experiments
