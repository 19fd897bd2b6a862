#pragma once

#include "lib/import/sniff.h"

#include <string>

namespace hashlab {

/// What kind of file this is that no format recognises, and how its numbers become a file that one
/// does, in a line; empty if that is unknown.
std::string remedy_for(const Sniff& file);

/// True if a text is of a kind that is no table, such as JSON or a web page, by its first
/// characters; remedy_for() says what to do.
bool is_other_text(const Sniff& file);

}  // namespace hashlab
