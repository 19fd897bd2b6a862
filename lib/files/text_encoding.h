#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Throws corrupt_file if a text file begins with a byte order mark of UTF-16. `head` holds the
/// first two bytes of the file, or more. `path` is used in the message.
void refuse_utf16(std::string_view head, const std::string& path);

}  // namespace hashlab
