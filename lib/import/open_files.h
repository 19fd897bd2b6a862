#pragma once

#include "lib/import/format.h"

#include <string>
#include <vector>

namespace hashlab {

/// Opens files of a format with the given options; the rows of several files are concatenated in
/// the given order. Adds the attributes "format" and, if columns are chosen, "columns".
/// Errors:  those of the format; invalid_argument for options that the format does not support, and
///          those of choose_columns().
ForeignData open_files(const Format& format, const std::vector<std::string>& paths,
                       const ImportOptions& options);

}  // namespace hashlab
