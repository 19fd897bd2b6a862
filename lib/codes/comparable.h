#pragma once

#include "lib/codes/codes.h"

#include <string>
#include <string_view>

namespace hashlab {

/// Can codes of this format be compared by kernels: at least one bit, digits of 1 .. 6 bits that make
/// up the code, distances up to 65535? Errors: invalid_argument, beginning with `what`.
void check_format(const CodeFormat& format, std::string_view what);

/// How the digits of a format are told in messages: "2", or "1,4,2" where widths differ.
std::string digits_text(const CodeFormat& format);

/// Are both of one format? Errors: invalid_argument, beginning with `what`.
void check_comparable(const CodeFormat& queries, const CodeFormat& database, std::string_view what);

}  // namespace hashlab
