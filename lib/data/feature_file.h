#pragma once

#include "lib/row_source.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace hashlab {

/// A file of features. Each sample is one row of the file and one column of a block:
///
///   HDF5         /features, or /VIEW/features: N x D, float32 or uint8, as in a data set
///   NumPy .npy   N x D, float32, uint8, or float64, which is rounded to float32
///
/// The source has D columns. A value that is not finite is an error.
using FeatureSource = RowSource<Features>;

/// True if a file of features has views (see views_of). NumPy arrays have none.
/// Errors:  not_found, unreadable, corrupt_file.
bool has_views(const std::string& path);

/// Opens a file of features; the format is recognised from the content. `view` is one of the
/// names that views_of() returns; if it is empty, the features are /features.
/// Errors:  not_found, unreadable, corrupt_file; those of features_table; invalid_argument if a
///          view is named but the file is a NumPy array.
std::unique_ptr<const FeatureSource> open_features(const std::string& path,
                                                   const std::string& view = "");

/// The samples of `rows`, which ascend, d x rows.size(). They are read in windows: pieces of at
/// most `window` rows of the file, each of which begins with a wanted row.
/// Errors:  those of reading the file.
/// Memory:  the result, and one window.
Features read_rows(const FeatureSource& data, std::span<const std::uint32_t> rows,
                   std::size_t window);

}  // namespace hashlab
