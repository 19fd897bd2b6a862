#pragma once

#include <string_view>

namespace hashlab {

/// Writes all bytes to a file descriptor; returns 0 or errno.
int write_all(int fd, std::string_view bytes);

}  // namespace hashlab
