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
  bool is_numeric = false;         ///< true for real numbers or logicals, dense or sparse
  bool is_nested = false;          ///< true if it is in a cell array or structure
};

/// The number of texts in a variable that may be a list of texts: a cell array of one row or column
/// (whose elements may still be something else), or a matrix of characters, whose rows are the
/// texts. 0 for any other variable.
std::size_t texts_in(const MatlabVariable& v);

/// Limits on the listing of nested variables: the depth of cell arrays and structures, and the
/// length of the list at which no further elements are added.
inline constexpr std::size_t deepest_nested = 16, max_nested = 10000;

/// The name of element k (from 0) of a cell array: "X{1}" for element 0.
std::string cell_element_name(const std::string& cell, std::size_t k);
/// The name of a field of structure k (from 0) in an array of `count` structures: "records(2).X"
/// for structure 1, or "data.X" if there is only one structure.
std::string field_name(const std::string& record, std::size_t k, std::size_t count,
                       const std::string& field);

/// A chosen matrix, and which of its axes counts the samples.
struct MatlabMatrix {
  std::size_t variable = 0;  ///< position in the list of variables
  bool samples_are_columns = false;
};

/// The variables of a file that are the features and the labels.
struct MatlabChoice {
  std::vector<MatlabMatrix> features;  ///< to be concatenated, in the order the user gave
  std::vector<MatlabMatrix> labels;    ///< none, or one for each of the features
  bool labels_deduced = false;         ///< true if the user did not name the labels
  std::string transposition;           ///< which axis counts samples, and why: the attribute
                                       ///< "transposition"
};

/// The matrices among the variables, as the input of variables_of_parts().
std::vector<NamedTable> named_tables(const std::vector<MatlabVariable>& variables);

/// Chooses the variables that the user names (several names are separated by commas). If none are
/// named, the features are the only matrix of more than one row and column, or the two matrices
/// whose names mark them as training and test samples (see variables_of_parts). The labels are then
/// the only vector whose length equals one side of the features, unless the user names columns of
/// the features as labels. Variables in cell arrays and structures are considered only if all
/// matrices are inside them. The user may state whether samples are rows or columns. Otherwise the
/// number of labels decides. Without labels, samples are rows if there are more rows than columns,
/// as is usual in this field; if training and test samples differ along one axis only, this axis
/// counts the samples. Labels that the user names may be texts, see texts_in(). `path` is used in
/// error messages.
/// Errors:  invalid_argument if a variable that the user names is missing or is not a matrix of
///          real numbers, listing the variables, or if the user names another number of labels
///          than of features; corrupt_file if labels do not fit the features, or if features or
///          axis are ambiguous. The message then names the option that decides.
MatlabChoice choose_variables(const std::string& path, const std::vector<MatlabVariable>& variables,
                              const ImportOptions& options);

/// The variable with the labels in a file from which only labels are read: the variable that the
/// user names, else the only matrix, vector or list of texts outside cell arrays and structures. If
/// the user does not state which axis counts the samples, the columns of a variable with a single
/// row of numbers are the samples, and the rows of any other variable. `path` is used in error
/// messages.
/// Errors:  invalid_argument if the variable that the user names is missing, or is neither a matrix
///          of real numbers nor a list of texts; corrupt_file if the user names none and the file
///          has no such variable or several.
MatlabMatrix choose_labels(const std::string& path, const std::vector<MatlabVariable>& variables,
                           const ImportOptions& options);

}  // namespace hashlab
