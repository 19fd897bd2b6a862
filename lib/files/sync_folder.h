#pragma once

#include <string>

namespace hashlab {

/// Forces to disk which files a folder has. File systems that know no such thing are taken to do it
/// by themselves. Errors: io_error.
void sync_folder(const std::string& path);

}  // namespace hashlab
