#pragma once

#include "lib/codes/code_file.h"
#include "lib/import/text/hash_lines.h"

#include <memory>
#include <string>

namespace hashlab {

/// The codes of a text file with one word per line, held in memory; `lines` is the result of
/// look_at_lines(). Hexadecimal words have 4 bits per digit. Words with an even number of digits
/// are read as bytes, whose bit order is that of the options, as in an array. A hexadecimal word
/// may have more bits than its code: then either its highest bits are zero, as in a number, or the
/// padding bits of its last byte are.
/// Errors:  corrupt_file naming the line; invalid_argument if the options contradict the text.
std::unique_ptr<const CodeSource> codes_of_lines(const std::string& path, const HashLines& lines,
                                                 const CodeFileOptions& options);

}  // namespace hashlab
