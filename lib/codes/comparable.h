#pragma once

#include "lib/codes/codes.h"

#include <string>
#include <string_view>

namespace hashlab {

/// Checks that kernels (lib/hamming) can compare codes of this format: they have at least one bit,
/// digits of 1 .. 6 bits and distances of at most 65535. If format.widths is used, the widths must
/// add up to the code length.
/// Errors:  invalid_argument, whose message begins with `what`; also for codes that are compared by
///          estimates.
void check_format(const CodeFormat& format, std::string_view what);

/// Checks that codes of a format with by_estimate can be stored: they have at least one bit, digits
/// of 1 .. 8 bits, at most 65535 bits and at most 64 bytes of scalars.
/// Errors:  invalid_argument, whose message begins with `what`.
void check_estimated_format(const CodeFormat& format, std::string_view what);

/// The bits of a format's digits as messages show them: "2", or "1,4,2" if digits differ in bits.
std::string digits_text(const CodeFormat& format);

/// Checks that queries and database have the same format.
/// Errors:  invalid_argument, whose message begins with `what`.
void check_comparable(const CodeFormat& queries, const CodeFormat& database, std::string_view what);

}  // namespace hashlab
