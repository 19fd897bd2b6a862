#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A variable of a MATLAB file, as its header describes it.
struct MatlabVariable {
  std::string name;
  std::string type;                ///< MATLAB's class: "double", "sparse double", "cell", ...
  std::vector<std::size_t> shape;  ///< as MATLAB's size() has it: rows, columns, ...
  bool is_numeric = false;         ///< real numbers or logicals, dense or sparse
};

/// A matrix that was chosen, and which of its axes counts samples.
struct MatlabMatrix {
  std::size_t variable = 0;  ///< position in the list of variables
  bool samples_are_columns = false;
};

/// Which variables of a file are the features and the labels.
struct MatlabChoice {
  std::vector<MatlabMatrix> features;  ///< to be stacked, in the order the user gave
  std::vector<MatlabMatrix> labels;    ///< none, or one for each of the features
  bool labels_deduced = false;         ///< nobody said that these are labels
  std::string transposition;           ///< which axis counts samples, and why: for an attribute
};

/// Chooses by what the user says; a list of names is separated by commas. Without any name, the only
/// matrix of more than one row and column is the features, and the only vector as long as one of
/// its sides the labels (unless a column of the features holds them).
/// Samples are rows or columns as the user says; else as the labels' length has it; else rows if
/// there are more rows than columns, as this field's files have it.
/// `path` is used in error messages.
/// Errors:  invalid_argument if a variable that the user names is missing or no matrix of real
///          numbers, listing those there are; corrupt_file if features or axis cannot be told,
///          saying which option tells them.
MatlabChoice choose_variables(const std::string& path, const std::vector<MatlabVariable>& variables,
                              const ImportOptions& options);

}  // namespace hashlab
