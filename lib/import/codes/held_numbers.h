#pragma once

#include "lib/codes/number_codes.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab {

/// Reads a table of numbers into memory, in the first of these types that holds all values: bool (0
/// and 1), uint8, int8 (such as -1, 0 and 1), integers of `whole_bytes` bytes (2, 4 or 8), float64.
/// The type in which a program stored its bits or bytes therefore does not matter. `open` opens the
/// table at its beginning. It is called twice, because the table is read twice.
/// Errors:  those of the table; invalid_argument if a whole number exceeds 2^53, beyond which
///          float64 is not exact, or does not fit `whole_bytes`.
NumberTable held_numbers(const std::function<std::unique_ptr<ForeignTable>()>& open,
                         std::size_t whole_bytes);

}  // namespace hashlab
