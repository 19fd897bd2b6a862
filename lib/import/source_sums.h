#pragma once

#include <string>
#include <vector>

namespace hashlab {

/// The SHA-256 checksums of the sources of a data set, one line per source in the format of
/// sha256sum: the checksum of paths[i], two blanks, and names[i] without its folder. The checksum
/// of a folder is that of such lines for all files in it, sorted by path.
/// Errors:  not_found, unreadable.
std::string source_sums(const std::vector<std::string>& paths,
                        const std::vector<std::string>& names);

}  // namespace hashlab
