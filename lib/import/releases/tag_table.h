#pragma once

#include "lib/import/foreign_table.h"

#include <memory>
#include <string>

namespace hashlab {

/// One row per line of `tags`, with a 0 or 1 (uint8) for each tag of `vocabulary`. A line of `tags`
/// is a name followed by tags, separated by blanks; tags outside the vocabulary are ignored. The
/// vocabulary has one tag per line.
/// Errors:  not_found, unreadable; corrupt_file if the vocabulary is empty, has more than 2^20 tags
///          or contains one twice.
std::unique_ptr<ForeignTable> open_tag_table(const std::string& tags,
                                             const std::string& vocabulary);

}  // namespace hashlab
