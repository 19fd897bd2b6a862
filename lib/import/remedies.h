#pragma once

#include "lib/import/sniff.h"

#include <string>

namespace hashlab {

/// One line about a file that no format recognises: what kind of file it is, and how to convert its
/// numbers into a supported format. Empty if the kind is unknown.
std::string remedy_for(const Sniff& file);

/// True if a file begins like a text that is not a table, such as JSON or a web page. remedy_for()
/// then says what to do.
bool is_other_text(const Sniff& file);

}  // namespace hashlab
