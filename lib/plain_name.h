#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Checks a name that users choose and that tables, manifests and spreadsheets will hold: it has no
/// control characters (see visible_text), is UTF-8, and does not begin with = + - or @, which
/// spreadsheets take for a formula. `place` begins the message, `remedy` ends it.
/// Errors:  invalid_argument naming the character.
void require_plain_name(std::string_view place, std::string_view name, std::string_view remedy);

/// Would require_plain_name accept it?
bool is_plain_name(std::string_view name);

}  // namespace hashlab
