#pragma once

#include "lib/row_source.h"
#include "lib/types.h"

#include <memory>
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

}  // namespace hashlab
