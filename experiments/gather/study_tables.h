#pragma once

#include "experiments/gather/study_results.h"
#include "experiments/suite/results_folder.h"
#include "results/format/table_format.h"
#include "results/published/published.h"
#include "results/statistics/paired.h"
#include "results/table/shown_part.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The selection and the form of the tables that are made from a results folder.
struct TableRequest {
  std::vector<std::string> metrics;  ///< empty: those of the experiment file
  std::string baseline;  ///< canonical (see canonical_baseline); empty: that of the experiment file
  std::size_t precision = 4;
  bool ties = false;  ///< show the tie band (see make_table) of every metric that has one
  /// The test for marks, letters and p-values. None: no marks, and letters and p-values are those
  /// of the corrected test.
  std::optional<results::PairedTest> marks = results::PairedTest::corrected;
  bool letters = false;  ///< show which values each value significantly exceeds
  std::optional<std::vector<results::PublishedValue>>
      published;  ///< of any data sets; those that match are shown beside our values
  results::ShownPart shown = {};
};

/// The comparison tables of one results folder, one per metric.
struct StudyTables {
  std::string name;     ///< of the folder, see ResultsFolder::name
  std::string dataset;  ///< its data set, see Manifest::dataset_name
  std::vector<results::Table> tables;
  std::vector<results::ResultRow> rows;  ///< the values of the metrics shown
};

/// Reads a results folder and makes its tables.
/// Errors:  those of read_manifest, requested_metrics, read_results and tables_of.
StudyTables study_tables(const ResultsFolder& folder, const TableRequest& request);

/// The tables of one results folder, one for each of `metrics`. `results` must have the rows of
/// these metrics.
/// Errors:  those of make_table; those of study_ratios if letters are requested.
StudyTables tables_of(const StudyResults& results, const std::vector<Metric>& metrics,
                      const TableRequest& request);

}  // namespace hashlab::experiments
