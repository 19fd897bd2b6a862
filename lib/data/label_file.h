#pragma once

#include "lib/row_source.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hashlab {

/// A file of labels:
///
///   HDF5         /labels: N integers >= 0, or N x C of 0 and 1, as in a data set
///   NumPy .npy   the same
///   text         one integer >= 0 per line
///
/// It has C columns, or 0 for one class a row. Where `least` is negative, one class a row may be as
/// low as that; a label out of range is an error.
using LabelSource = RowSource<Labels>;

/// Opens a file of labels; the format is recognised from the content.
/// Errors:  not_found, unreadable, corrupt_file.
/// Memory:  8 bytes per 65,536 lines of a text file.
std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least = 0);

}  // namespace hashlab
