#pragma once

#include "lib/import/foreign_table.h"

#include <memory>
#include <string>

namespace hashlab {

/// Which tags of a vocabulary each line of a list has: 1 or 0 for each, as uint8. A line of `tags`
/// is a name and then tags, between blanks; tags outside the vocabulary (one a line) are left out.
/// Errors:  not_found, io_error; corrupt_file if the vocabulary is empty, has more than 2^20 tags or
///          names one twice.
std::unique_ptr<ForeignTable> open_tag_table(const std::string& tags,
                                             const std::string& vocabulary);

}  // namespace hashlab
