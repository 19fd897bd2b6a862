#pragma once

#include "lib/data/file_facts.h"

#include <string>

namespace hashlab {

/// The facts about a data set file as text for display: its shapes, a line for each table, the
/// checksums, notes on its columns, and the facts about labels, split, lists and repeated rows. Long
/// lists, such as those of classes or groups, are shortened. Of a model or of codes, which hashlab
/// wrote, only the tables and the attributes.
std::string file_text(const FileFacts& facts);

}  // namespace hashlab
