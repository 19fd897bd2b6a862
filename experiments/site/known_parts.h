#pragma once

#include "results/site/site_data.h"

#include <string>

namespace hashlab::experiments {

/// Adds what the registries know: projections, quantisers and cross-modal methods with papers and
/// options, the definitions of the metrics among the scores, and all splitting protocols.
void add_known_parts(results::SiteData& site);

/// Adds what the folder datasets/ in `suites` says about data sets: the lines of its licences.csv,
/// and for data sets without a line the comment at the head of their profile. Nothing if there is
/// no such folder.
/// Errors:  those of results::parse_csv_table and CsvTable::whole.
void add_dataset_notes(const std::string& suites, results::SiteData& site);

}  // namespace hashlab::experiments
