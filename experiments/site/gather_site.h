#pragma once

#include "results/site/site_data.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

struct SiteRequest {
  std::vector<std::string> paths;  ///< results folders, folders of them, CSVs, folders of CSVs
  std::string title, version;
  std::optional<std::string> suites, notes;  ///< folders; none: those of the source tree that holds
                                             ///< the CSVs, if there is one
  std::optional<std::string> data;           ///< folder of data sets, for audits and pictures
  bool pictures = false;  ///< draw what the methods of results folders retrieve; needs `data`
  std::size_t threads = 1;
};

/// Gathers the content of a site.
/// Errors:  not_found if a path holds neither results nor CSVs; corrupt_file for a damaged or
///          refused results folder, and for a CSV with a field that is not a number; those of
///          study_report.
results::SiteData gather_site(const SiteRequest& request);

/// What the paths hold: results folders, and CSVs in the order of their names.
struct SitePaths {
  std::vector<std::string> folders, csvs;
};
/// Errors:  not_found if a path holds neither.
SitePaths site_paths(const std::vector<std::string>& paths);

}  // namespace hashlab::experiments
