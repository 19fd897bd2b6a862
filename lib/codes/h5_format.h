#pragma once

#include "lib/codes/codes.h"
#include "lib/h5.h"

#include <optional>

namespace hashlab {

/// Says in a file how wide the digits of its codes are: the attribute digit-bits, or, where widths
/// differ, the dataset /digit-widths (uint8, one a digit). A reader that knows no widths misses the
/// attribute and refuses the file instead of taking its codes for others.
void write_digits(H5File& file, const CodeFormat& format);

/// The format that /digit-widths states; none if the file has no such dataset.
/// Errors:  corrupt_file if it is no list of 1 .. 65535 widths of 1 .. 6 bits, is stored in chunks above
///          1 MiB, all widths are equal, distances pass 65535, or the file has the attribute
///          digit-bits too.
std::optional<CodeFormat> read_widths(const H5File& file);

}  // namespace hashlab
