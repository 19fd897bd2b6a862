#pragma once

#include "lib/h5/h5.h"

#include <string>
#include <vector>

namespace hashlab {

/// The names of a data set file's views, in the order of H5File::members(). A view is one of
/// several descriptions of the same samples: one view may hold features of images, another features
/// of their captions. The features of view NAME are the dataset /NAME/features. Groups whose names
/// are not plain names (see lib/plain_name.h) are not views.
std::vector<std::string> views_of(const H5File& file);

/// The dataset that holds the features of a view: "/image/features". If `view` is empty,
/// "/features", which exists in files without views and may exist beside views.
/// Errors:  invalid_argument if there is no view of this name, or if `view` is empty and the file
///          has views but no /features. The message lists the views.
std::string features_table(const H5File& file, const std::string& view);

/// The name of a view of a data set in results: "NAME:VIEW"; "NAME" if `view` is empty.
std::string name_of_view(const std::string& dataset, const std::string& view);

}  // namespace hashlab
