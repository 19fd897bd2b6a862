#pragma once

#include "experiments/suite/results_folder.h"
#include "results/site/site_data.h"

#include <string>

namespace hashlab::experiments {

/// Draws the first eight items that each method with codes retrieves for four random test queries,
/// as `hashlab show` does, and adds the pictures to the site. The split is `improved`, if the
/// experiment file has it, and otherwise its first one. The code length is the longest one of at
/// most 64 bits, and otherwise the shortest one. The run is the first.
///
/// Each method is trained again, and its rank counts must equal the recorded ones. If a picture
/// cannot be drawn, for example because the data set has none or a file of codes was not sent, the
/// study gets a remark with the reason.
/// `data`:  the folder of data sets.
/// Requires: the site has the study.
/// Errors:  those of read_manifest.
void add_pictures(const ResultsFolder& folder, const std::string& study, const std::string& data,
                  results::SiteData& site);

}  // namespace hashlab::experiments
