#pragma once

#include "experiments/suite/results_folder.h"
#include "results/format/table_format.h"
#include "results/published/correction.h"
#include "results/published/published.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The selection and the form of a comparison with published values.
struct PublishedRequest {
  std::vector<results::PublishedValue> published;  ///< of any data sets
  std::optional<results::Correction> correction;   ///< also shows our values divided by it
  std::vector<std::string> metrics;                ///< empty: those of each experiment file
  std::size_t precision = 4;
};

/// Tables of published values beside ours (see results::compare_published), for every folder with
/// results for which there are published values. If the tables are csv, only the first keeps its
/// header; otherwise a blank line separates them.
/// Errors:  not_found if there are published values for no folder; those of read_manifest,
///          requested_metrics, read_results and compare_published.
std::string compare_folders_with_published(const std::vector<ResultsFolder>& folders,
                                           const PublishedRequest& request,
                                           results::TableFormat format);

}  // namespace hashlab::experiments
