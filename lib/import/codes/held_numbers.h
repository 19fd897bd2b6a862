#pragma once

#include "lib/codes/number_codes.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab {

/// A table of numbers that is read sequentially, held in memory in the narrowest type that its
/// values fit: 0 and 1 as bool, -1, 0 and 1 or -128 .. 127 as int8, 0 .. 255 as uint8, other whole
/// numbers as integers of `whole_bytes` bytes (2, 4 or 8), the rest as float64. So it does not
/// matter in which type a program has stored its bits or bytes.
/// `open` opens the table from its beginning; it is read twice.
/// Errors:  those of the table; invalid_argument if a whole number is above 2^53, where float64
///          has no longer all of them, or does not fit `whole_bytes`.
NumberTable held_numbers(const std::function<std::unique_ptr<ForeignTable>()>& open,
                         std::size_t whole_bytes);

}  // namespace hashlab
