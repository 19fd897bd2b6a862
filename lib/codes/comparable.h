#pragma once

#include "lib/codes/codes.h"

#include <string_view>

namespace hashlab {

/// Can codes of this format be compared by kernels: at least one bit, digits of 1 .. 6 bits,
/// distances up to 65535? Errors: invalid_argument, beginning with `what`.
void check_format(const CodeFormat& format, std::string_view what);

/// Are both of one format? Errors: invalid_argument, beginning with `what`.
void check_comparable(const CodeFormat& queries, const CodeFormat& database, std::string_view what);

}  // namespace hashlab
