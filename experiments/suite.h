#pragma once

#include "experiments/grid.h"
#include "lib/relevance/ground_truth.h"
#include "lib/tables/table_sweep.h"
#include "splits/split.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// What to run: the settings of a suite file, checked. The product method x bits x split x runs is
/// the set of cells, and with it reference x split x runs. Methods are hashers and grids.
struct Suite {
  std::string name;
  std::string dataset;  ///< file name in the data folder, or a path; ".h5" may be left out
  GroundTruth ground_truth;
  std::vector<std::string> hashers;  ///< canonical names (see make_hasher)
  std::vector<Grid> grids;           ///< hashers whose settings are chosen in each run
  std::string select_by;             ///< metric they are chosen by; empty: the first of `metrics`
  std::vector<std::string> references;  ///< rankings without codes (see reference.h); may be empty
  std::vector<std::size_t> bits;
  std::vector<std::string> splits;
  std::vector<std::string> metrics;
  std::size_t runs = 10;
  std::uint64_t seed = 1;
  SplitSizes sizes;
  std::size_t folds = 0;            ///< runs 1 .. folds test disjoint parts of the data; 0: none
  bool exclude_duplicates = false;  ///< rows that equal an earlier one take no part in a split
  TableSweep tables;                ///< hash tables to score every cell's codes with; may be empty
  std::string baseline;             ///< for significance marks in tables; may be empty
};

/// The names of a suite's methods: its hashers, then its grids.
std::vector<std::string> methods_of(const Suite& suite);

/// The grid of that name, or nothing if it is a hasher's. It lives in the suite.
const Grid* find_grid(const Suite& suite, const std::string& method);

/// The metric that grids are chosen by.
const std::string& selection_metric(const Suite& suite);

/// Reads an INI suite; `overrides` are KEY=VALUE and replace the file's setting of that key (given
/// several times, the key of a list gets several values).
/// Errors:  not_found, io_error, invalid_argument naming file, key and remedy.
Suite read_suite(const std::string& path, const std::vector<std::string>& overrides);

/// The same from text; messages call it `source`.
Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides);

/// The suite as INI with every key: parse_suite(suite_text(s), ...) is s.
std::string suite_text(const Suite& suite);

/// Every key with its meaning and default, as printed by --help.
std::string suite_help();

}  // namespace hashlab
