#pragma once

#include "lib/data/file_facts.h"

#include <string>

namespace hashlab {

/// The facts about a data set file as text for display: its shapes, a line for each table, the
/// checksums, notes on its columns, and the facts about labels, split, lists and repeated rows.
/// Long lists, such as those of classes or groups, are shortened. For a model or codes that hashlab
/// wrote, the text has only the tables, the checksum of the file and the attributes.
std::string file_text(const FileFacts& facts);

}  // namespace hashlab
