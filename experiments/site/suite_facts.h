#pragma once

#include "experiments/suite/suite.h"
#include "results/site/site_data.h"

#include <string>

namespace hashlab::experiments {

/// What is known of the data set of an experiment file; 0 and "" if it is not.
struct KnownData {
  std::size_t size = 0, dimensions = 0;
  std::string checksum;             ///< its first 16 digits count
  std::size_t evenly_drawable = 0;  ///< see results::DatasetNote
};

/// What the site says about an experiment file. If the size of its data set is not known, the part
/// sizes are those of the file, and there is no variance ratio. If size or checksum is not known,
/// or the lists of a split are not here, SiteSuite::rows is empty.
results::SiteSuite site_suite(const std::string& study, const std::string& part, const Suite& suite,
                              const KnownData& data);

/// "mfeat_multiview:pixel": the data set of an experiment file, with its view if it names one.
std::string full_dataset_name(const Suite& suite);

/// "1000 test queries, 1000 training rows, ...; seed 1": all settings that decide which rows are in
/// which part, so that readers see which conditions differ. Class balance is left out for ground
/// truth that is not label-based, for which it has no effect.
std::string conditions_words(const Suite& suite);

}  // namespace hashlab::experiments
