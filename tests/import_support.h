#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::testing {

/// All numbers of a table, row-major, read in blocks of `block` rows.
std::vector<double> values_of(ForeignTable& table, std::size_t block = 3);

/// The part of a name; a failed test if there is none.
const ForeignPart& part_of(const ForeignData& data, const std::string& name);

/// The numbers of a part of files that are opened for it.
std::vector<double> imported(const std::string& format, const std::vector<std::string>& paths,
                             const std::string& part = "/features",
                             const ImportOptions& options = {}, std::size_t block = 3);

/// The message of the error that opening and reading files ends in, without the path in front.
std::string import_error(const std::string& format, const std::vector<std::string>& paths,
                         const ImportOptions& options = {});

/// gzip-compressed bytes.
std::string gzipped(const std::string& bytes);

}  // namespace hashlab::testing
