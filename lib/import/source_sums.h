#pragma once

#include <string>
#include <vector>

namespace hashlab {

/// The SHA-256 checksums of the sources of a data set, one line per source in the format of
/// sha256sum: the checksum of paths[i], two blanks, and names[i] without its folder. The checksum
/// of a folder is that of a list with one such line for each file in it and in its sub-folders,
/// sorted by path; these lines name the files by their paths within the folder.
/// Errors:  not_found, unreadable.
std::string source_sums(const std::vector<std::string>& paths,
                        const std::vector<std::string>& names);

}  // namespace hashlab
