#pragma once

#include "lib/import/format.h"
#include "lib/import/matlab_variables.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// An open MATLAB file of either kind.
class MatlabFile {
 public:
  virtual ~MatlabFile() = default;
  virtual const std::string& path() const = 0;
  virtual const std::vector<MatlabVariable>& variables() const = 0;
  /// The samples of one of them, as rows. Nothing is read before the first of them is.
  /// Errors:  corrupt_file if the matrix needs more memory than there is.
  virtual std::unique_ptr<ForeignTable> open(const MatlabMatrix& matrix) const = 0;
};

/// "/features" and "/labels" of MATLAB files, whose chosen variables are stacked.
/// Errors:  those of choose_variables(), stack() and split_column(); corrupt_file if a vector that
///          nobody called labels numbers the samples.
ForeignData matlab_data(const std::vector<std::unique_ptr<MatlabFile>>& files,
                        const ImportOptions& options);

}  // namespace hashlab
