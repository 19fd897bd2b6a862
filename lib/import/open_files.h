#pragma once

#include "lib/import/format.h"

#include <string>
#include <vector>

namespace hashlab {

/// Opens files of a format as the options say; the rows of several are concatenated in the order
/// given. Adds the attributes "format" and, if columns are chosen, "columns".
/// Errors:  those of the format; invalid_argument for options that the format knows nothing of, and
///          those of choose_columns().
ForeignData open_files(const Format& format, const std::vector<std::string>& paths,
                       const ImportOptions& options);

}  // namespace hashlab
