#pragma once

#include "lib/codes/code_file.h"
#include "lib/import/text/hash_lines.h"

#include <memory>
#include <string>

namespace hashlab {

/// The codes of a text file with one word per line, held in memory; `lines` is the result of
/// look_at_lines() for this file. A hexadecimal word has 4 bits per digit; words shorter than the
/// longest are filled with zeros in front. If the longest has an even number of digits, words are
/// read as packed bytes, in the bit order that the options state; otherwise as bits, highest first.
/// The code length that the options state may be up to 7 bits (even number) or 3 bits (odd number)
/// less than that of the words. If the surplus highest bits of all words are zero, words are read
/// as binary numbers, highest bit first. Otherwise the number of digits must be even, and the
/// padding bits of each last byte must be zero.
/// Errors:  corrupt_file naming the line if the file has changed since look_at_lines();
///          corrupt_file if surplus bits are not zero; invalid_argument if the options contradict
///          the text; those of WordReader and codes_of_numbers().
std::unique_ptr<const CodeSource> codes_of_lines(const std::string& path, const HashLines& lines,
                                                 const CodeFileOptions& options);

}  // namespace hashlab
