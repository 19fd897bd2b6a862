#pragma once

#include "lib/codes/codes.h"
#include "lib/h5/h5.h"

#include <optional>

namespace hashlab {

/// Stores the width of the digits in a file of codes: as the attribute digit-bits, or, if widths
/// differ, as the dataset /digit-widths (uint8, one per digit). With /digit-widths there is no
/// attribute digit-bits, so a reader that does not support different widths rejects the file
/// instead of misreading it.
void write_digits(H5File& file, const CodeFormat& format);

/// The format of codes that are compared by estimates; none if the file does not hold such codes.
/// Errors:  corrupt_file if its attributes and /digit-widths contradict each other, are out of
///          range, or belong to codes that cannot be stored (see check_estimated_format).
std::optional<CodeFormat> read_estimated_format(const H5File& file);

/// The format given by /digit-widths; none if the file has no such dataset.
/// Errors:  corrupt_file if the file also has the attribute digit-bits, if /digit-widths is not a
///          list of 1 .. 65535 uint8, is stored in chunks above 1 MiB or holds a width outside
///          1 .. 6, if all widths are equal, or if distances could exceed 65535.
std::optional<CodeFormat> read_widths(const H5File& file);

}  // namespace hashlab
