#pragma once

#include "lib/data/feature_file.h"
#include "lib/import/picture_describer.h"

#include <memory>
#include <string>

namespace hashlab {

/// The images of a data set (see PictureFile) as features: the descriptor of an image is computed
/// when it is read.
/// Errors:  those of PictureFile and of `make`.
std::unique_ptr<const FeatureSource> described_pictures(const std::string& path,
                                                        const MakeDescriber& make);

}  // namespace hashlab
