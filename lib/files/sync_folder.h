#pragma once

#include <string>

namespace hashlab {

/// Forces the list of a folder's files to disk. File systems that do not support this are assumed
/// to do it by themselves. Errors: io_error.
void sync_folder(const std::string& path);

}  // namespace hashlab
