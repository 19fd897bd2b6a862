#pragma once

#include "results/site/site_data.h"

#include <string>

namespace hashlab::experiments {

/// Adds what the registries know: projections, quantisers and cross-modal methods with papers and
/// options, the definitions of the metrics among the scores, and all splitting protocols.
void add_known_parts(results::SiteData& site);

/// Adds what the profiles of data sets say about them: the comment at the head of each file of the
/// folder datasets/ in `suites`. Nothing if there is no such folder.
void add_dataset_notes(const std::string& suites, results::SiteData& site);

}  // namespace hashlab::experiments
