#pragma once

#include "experiments/audit/audit.h"
#include "experiments/suite/results_folder.h"
#include "results/report/audit_lines.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The lines of an audit for the audit panel of the report. For each splitting protocol they give
/// the leaks by kind, or state that there are none, and the number of training rows in the
/// database. If features were examined, they also give the number of test queries with a copy or a
/// near-duplicate in the training rows or in the database. All numbers of rows are means over runs.
std::vector<results::AuditLine> report_lines(const Audit& audit);

/// True if every split of the experiment file can be drawn from row numbers alone, without data.
bool splits_need_no_data(const Suite& suite);

/// The report_lines() of the audit of a results folder. If `data`, the folder of data sets, is
/// given, the audit examines the features too. If it is not given, splits that need labels or
/// features cannot be drawn, and a folder with such a split gets no lines.
/// Errors:  those of audit_results and, with `data`, of read_dataset_of.
std::vector<results::AuditLine> audit_for_report(const ResultsFolder& folder,
                                                 const Manifest& manifest,
                                                 const std::optional<std::string>& data,
                                                 std::size_t threads);

}  // namespace hashlab::experiments
