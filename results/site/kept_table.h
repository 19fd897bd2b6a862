#pragma once

#include "results/site/csv_table.h"
#include "results/site/site_data.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// What a CSV of numbers says to the site.
struct KeptTable {
  std::vector<SiteScore> scores;
  std::vector<SitePair> pairs;
  std::vector<SiteCost> costs;
  std::vector<SiteSuite> suites;  ///< of a file of audits
  std::string printed_by;         ///< verb and options that print such a file; empty if none does
  bool understood = false;        ///< false: the site shows the file, but none of its numbers
};

/// Reads the CSVs of results/kept by their columns (docs/research/index.md describes them): what
/// `hashlab table --format csv` and `hashlab compare --format csv` print, the collection of values
/// of several studies, and that of audits. Columns of other kinds are ignored, and so are lines
/// without a mean. `study` names the study of files without such a column. Where the file has no
/// column `dataset`, the field stays empty.
/// Errors:  corrupt_file naming line and column if a number is none.
KeptTable read_kept(const CsvTable& table, const std::string& study);

}  // namespace hashlab::results
