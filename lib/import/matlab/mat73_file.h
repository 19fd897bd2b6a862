#pragma once

#include "lib/import/matlab/matlab_data.h"

#include <memory>
#include <string>

namespace hashlab {

/// True if a file whose first bytes are `head` looks like a MATLAB 7.3 file.
bool is_mat73(const std::string& head);

/// Opens a file of MATLAB 7.3.
/// Errors:  not_found, unreadable, corrupt_file.
std::unique_ptr<MatlabFile> open_mat73(const std::string& path);

}  // namespace hashlab
