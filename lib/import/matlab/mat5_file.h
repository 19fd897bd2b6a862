#pragma once

#include "lib/import/matlab/matlab_data.h"

#include <memory>
#include <string>

namespace hashlab {

/// Opens a file of MATLAB 5 to 7.2, compressed or not, in either byte order.
/// Memory:  a variable as in MATLAB's memory, from the first row that is read to the last; while
///          the first row is read, also its decompressed data element.
/// Errors:  not_found, unreadable, and those of mat5_directory(); when reading a table,
///          corrupt_file if its data are damaged, io_error if there is not enough memory.
std::unique_ptr<MatlabFile> open_mat5(const std::string& path);

}  // namespace hashlab
