#pragma once

#include "lib/import/format.h"
#include "lib/import/parts_by_name.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A variable of a MATLAB file, as its header describes it.
struct MatlabVariable {
  std::string name;                ///< as in MATLAB: "X", "data.X", "X{1}", "records(2).X"
  std::string type;                ///< MATLAB's class: "double", "sparse double", "cell", ...
  std::vector<std::size_t> shape;  ///< as MATLAB's size() returns it: rows, columns, ...
  bool is_numeric = false;         ///< real numbers or logicals, dense or sparse
  bool is_nested = false;          ///< in a cell array or structure
};

/// How many texts a variable may be a list of: a cell array of one row or column, which may hold
/// something else, too, or the rows of a matrix of characters. 0 if it is neither.
std::size_t texts_in(const MatlabVariable& v);

/// Cell arrays and structures are looked into so deep, and so many of their elements are listed.
inline constexpr std::size_t deepest_nested = 16, most_nested = 10000;

/// The names of element k (from 0) of a cell array, and of the field of one of `count` structures.
std::string cell_element_name(const std::string& cell, std::size_t k);
std::string field_name(const std::string& record, std::size_t k, std::size_t count,
                       const std::string& field);

/// A chosen matrix, and which of its axes counts the samples.
struct MatlabMatrix {
  std::size_t variable = 0;  ///< position in the list of variables
  bool samples_are_columns = false;
};

/// Which variables of a file are the features and the labels.
struct MatlabChoice {
  std::vector<MatlabMatrix> features;  ///< to be concatenated, in the order the user gave
  std::vector<MatlabMatrix> labels;    ///< none, or one for each of the features
  bool labels_deduced = false;         ///< the user did not name them
  std::string transposition;           ///< which axis counts samples, and why; for an attribute
};

/// The matrices, as those of which names may tell the part (see variables_of_parts).
std::vector<NamedTable> named_tables(const std::vector<MatlabVariable>& variables);

/// Chooses the variables that the user names (several names are separated by commas). Without
/// names, the features are the only matrix of more than one row and column, or the two that are
/// training and test samples by their names (see variables_of_parts), and the labels are the
/// only vector as long as one of its sides, unless a column of the features holds the labels; what
/// is in cell arrays and structures counts only if there is no matrix beside them.
/// Whether samples are rows or columns is what the user says; else it follows from the number of
/// labels; else samples are rows if there are more rows than columns, as is usual in this field.
/// Labels that the user names may be texts, see texts_in(). `path` is used in error messages.
/// Errors:  invalid_argument if a variable that the user names is missing or is not a matrix of
///          real numbers, listing the candidates; corrupt_file if features or axis are ambiguous,
///          naming the option that decides.
MatlabChoice choose_variables(const std::string& path, const std::vector<MatlabVariable>& variables,
                              const ImportOptions& options);

/// The labels of a file that holds nothing else: its only matrix, vector or list of texts. A single
/// row has a sample in each column.
/// Errors:  corrupt_file if there are none or several.
MatlabMatrix choose_labels(const std::string& path, const std::vector<MatlabVariable>& variables,
                           const ImportOptions& options);

}  // namespace hashlab
