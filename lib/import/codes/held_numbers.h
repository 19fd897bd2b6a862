#pragma once

#include "lib/codes/number_codes.h"
#include "lib/import/foreign_table.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab {

/// Reads a table of numbers into memory. If all numbers are integers, they are held in the first of
/// these types that is wide enough: bool (0 and 1), uint8, int8 (such as -1, 0 and 1), and integers
/// of `whole_bytes` bytes (2, 4 or 8), signed if one is negative. Otherwise all numbers are held as
/// float64. The type in which a program stored its bits or bytes therefore does not matter. `open`
/// opens the table at its beginning. It is called twice, because the table is read twice.
/// Errors:  those of the table; invalid_argument if all numbers are integers and one does not fit
///          into `whole_bytes` bytes, or has such a magnitude (2^53) that a ForeignTable, which
///          returns float64, may have rounded it.
NumberTable held_numbers(const std::function<std::unique_ptr<ForeignTable>()>& open,
                         std::size_t whole_bytes);

}  // namespace hashlab
