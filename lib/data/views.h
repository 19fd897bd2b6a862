#pragma once

#include "lib/files/h5.h"

#include <string>
#include <vector>

namespace hashlab {

/// The views of a data set file: descriptions of the same samples by different features, such as a
/// picture and its words. View NAME is the dataset /NAME/features; NAME is a plain name (see
/// lib/plain_name.h). Ascending.
std::vector<std::string> views_of(const H5File& file);

/// The dataset that holds the features of a view: "/image/features"; "/features" if `view` is
/// empty, which is for files without views and for those that have /features beside them.
/// Errors:  invalid_argument listing the views if there is no such view, or if there are views,
///          none is named and there is no /features.
std::string features_table(const H5File& file, const std::string& view);

/// How results call a view of a data set: "NAME:VIEW"; NAME if `view` is empty.
std::string name_of_view(const std::string& dataset, const std::string& view);

}  // namespace hashlab
