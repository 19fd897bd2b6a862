#pragma once

#include "experiments/suite/suite.h"
#include "results/site/site_data.h"

#include <string>

namespace hashlab::experiments {

/// What the site says about an experiment file. `size` is the number of rows of its data set; 0 if
/// it is not known, and then the part sizes are those of the file, and there is no variance ratio.
results::SiteSuite site_suite(const std::string& study, const std::string& part, const Suite& suite,
                              std::size_t size, std::size_t dimensions,
                              const std::string& checksum);

/// "1000 test queries, 1000 training rows, ...; seed 1": all settings that decide which rows are in
/// which part, so that scores under equal conditions can be compared.
std::string conditions_words(const Suite& suite);

}  // namespace hashlab::experiments
