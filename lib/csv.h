#pragma once

#include <string>

namespace hashlab {

/// The text as a field of CSV (RFC 4180), quoted if it holds a comma, a quote or a line break.
std::string csv_field(const std::string& text);

}  // namespace hashlab
