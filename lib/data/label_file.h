#pragma once

#include "lib/row_source.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hashlab {

/// A file of labels:
///
///   HDF5         /labels, or FILE.h5:/NAME: N or N x 1 whole numbers >= 0, or N x C of 0 and 1 (or
///                of -1 and 1), as in a data set
///   NumPy .npy   the same
///   text         one whole number >= 0 per line, such as 3, 3.0 or 3e0; blank lines at the end and
///                a byte order mark are skipped
///
/// Whole numbers may be stored as real ones. The source has C columns, or 0 columns if each row
/// holds one class. If `least` is negative, such a class may be as low as `least`; any other label
/// out of range is an error.
using LabelSource = RowSource<Labels>;

/// Opens a file of labels; the format is recognised from the content. lib/import/label_files.h
/// opens all other formats. `expected` is the number of labels that there should be, 0 if it is not
/// known. A table with another number of rows but `expected` columns is read as one label per
/// column.
/// Errors:  not_found, unreadable, corrupt_file.
/// Memory:  8 bytes per 65,536 lines of a text file.
std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least = 0,
                                               std::size_t expected = 0);

}  // namespace hashlab
