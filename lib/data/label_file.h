#pragma once

#include "lib/row_source.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hashlab {

/// A file of labels:
///
///   HDF5         /labels, or FILE.h5:/NAME: N or N x 1 class numbers, or N x C of 0 and 1 (or of
///                -1 and 1)
///   NumPy .npy   an array of such labels
///   text         one class number per line, such as 3, 3.0 or 3e0; blank lines at the end and a
///                byte order mark are skipped
///
/// Class numbers are whole numbers that may be stored as real ones. The lowest one allowed is
/// `least` of open_labels(); a label out of range is an error when it is read. The source has C
/// columns, or 0 columns if each row holds one class.
using LabelSource = RowSource<Labels>;

/// Opens a file of labels; the format is recognised from the content. lib/import/label_files.h
/// opens all other formats. `least`, 0 or negative, is the lowest allowed class number in files
/// with one class per row. `expected` is the number of labels that there should be, 0 if it is not
/// known. In a table with another number of rows but `expected` columns, each column has the labels
/// of a sample.
/// Errors:  not_found, unreadable, corrupt_file.
/// Memory:  8 bytes per 65,536 lines of a text file.
std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least = 0,
                                               std::size_t expected = 0);

}  // namespace hashlab
