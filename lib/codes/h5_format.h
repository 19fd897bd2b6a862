#pragma once

#include "lib/codes/codes.h"
#include "lib/files/h5.h"

#include <optional>

namespace hashlab {

/// Stores the width of the digits in a file of codes: as the attribute digit-bits, or, if widths
/// differ, as the dataset /digit-widths (uint8, one per digit). The attribute is then absent, so a
/// reader that does not support widths rejects the file instead of misreading it.
void write_digits(H5File& file, const CodeFormat& format);

/// The format given by /digit-widths; none if the file has no such dataset.
/// Errors:  corrupt_file if it is not a list of 1 .. 65535 widths of 1 .. 6 bits, is stored in
///          chunks above 1 MiB, all widths are equal, distances could exceed 65535, or the file
///          also has the attribute digit-bits.
std::optional<CodeFormat> read_widths(const H5File& file);

}  // namespace hashlab
