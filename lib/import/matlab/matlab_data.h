#pragma once

#include "lib/import/format.h"
#include "lib/import/matlab/matlab_variables.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// An open MATLAB file of either version, 5 or 7.3.
class MatlabFile {
 public:
  virtual ~MatlabFile() = default;
  virtual const std::string& path() const = 0;
  virtual const std::vector<MatlabVariable>& variables() const = 0;
  /// The samples of a matrix, as rows. Reading starts when the first row is requested.
  /// Errors:  corrupt_file, for example if the matrix needs more memory than the machine has.
  virtual std::unique_ptr<ForeignTable> open(const MatlabMatrix& matrix) const = 0;
  /// The texts, as UTF-8, of a variable that is a list of texts according to texts_in().
  /// Errors:  corrupt_file if an element of a cell array is not a text of one row, or the data are
  ///          damaged.
  virtual std::vector<std::string> texts(std::size_t variable) const = 0;
};

/// The parts "/features" and "/labels" of MATLAB files; the chosen variables of all files are
/// concatenated. If the options set labels_only, "/labels" is the only part.
/// Errors:  those of choose_variables() or choose_labels(), of MatlabFile and of stack();
///          corrupt_file if only some of the files have labels, if labels are texts in one variable
///          and numbers in another, or if the vector that was deduced to be the labels gives every
///          sample a different number.
ForeignData matlab_data(const std::vector<std::unique_ptr<MatlabFile>>& files,
                        const ImportOptions& options);

}  // namespace hashlab
