#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Checks a name that users choose and that appears in tables, manifests and spreadsheets. It must
/// not contain control characters (see visible_text), must be UTF-8, and must not begin with = + -
/// or @, which spreadsheets take for a formula. `place` begins the message, `remedy` ends it.
/// Errors:  invalid_argument naming the character.
void require_plain_name(std::string_view place, std::string_view name, std::string_view remedy);

/// True if require_plain_name accepts the name.
bool is_plain_name(std::string_view name);

}  // namespace hashlab
