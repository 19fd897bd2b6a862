#pragma once

#include "lib/files/h5.h"

#include <string>
#include <vector>

namespace hashlab {

/// The names of a data set file's views, ascending. A view is one description of the samples by
/// features of one kind, such as an image and its words. View NAME is the dataset /NAME/features;
/// NAME is a plain name (see lib/plain_name.h).
std::vector<std::string> views_of(const H5File& file);

/// The dataset that holds the features of a view: "/image/features". If `view` is empty,
/// "/features", which exists in files without views and may exist beside views.
/// Errors:  invalid_argument listing the views if there is no view of this name, or if `view` is
///          empty and the file has views but no /features.
std::string features_table(const H5File& file, const std::string& view);

/// The name of a view of a data set in results: "NAME:VIEW"; "NAME" if `view` is empty.
std::string name_of_view(const std::string& dataset, const std::string& view);

}  // namespace hashlab
