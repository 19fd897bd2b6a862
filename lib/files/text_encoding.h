#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Rejects a text that begins with the byte order mark of UTF-16. Errors: corrupt_file.
void refuse_utf16(std::string_view head, const std::string& path);

}  // namespace hashlab
