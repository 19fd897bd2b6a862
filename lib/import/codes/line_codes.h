#pragma once

#include "lib/codes/code_file.h"
#include "lib/import/text/hash_lines.h"

#include <memory>
#include <string>

namespace hashlab {

/// The codes of a text with a word a line, which are held in memory. Words of hex have 4 bits a
/// digit, and an even number of them are bytes, whose bit order is that of the options, as in an
/// array. Where codes have fewer bits, either the highest of the words are zero, as of a number, or
/// the padding of the bytes is.
/// Errors:  corrupt_file naming the line; invalid_argument if the options contradict the text.
std::unique_ptr<const CodeSource> codes_of_lines(const std::string& path, const HashLines& lines,
                                                 const CodeFileOptions& options);

}  // namespace hashlab
