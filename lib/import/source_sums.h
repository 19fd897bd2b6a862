#pragma once

#include <string>
#include <vector>

namespace hashlab {

/// What a data set was made of, a line a source: SHA-256, two blanks, the name without its folder, as
/// sha256sum prints it. For a folder it is the sum of the lines of all files in it, sorted by path.
/// Errors:  not_found, io_error.
std::string source_sums(const std::vector<std::string>& paths);

}  // namespace hashlab
