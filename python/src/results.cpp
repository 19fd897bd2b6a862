#include "arrays.h"
#include "module.h"
#include "without_gil.h"

#include "experiments/gather/study_tables.h"
#include "experiments/gather/table_files.h"
#include "experiments/suite/results_folder.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using experiments::StudyTables;
using experiments::TableRequest;

std::vector<StudyTables> studies_of(const std::string& path, const TableRequest& request) {
  std::vector<StudyTables> studies;
  for (const experiments::ResultsFolder& folder : experiments::results_by_direction(path)) {
    studies.push_back(experiments::study_tables(folder, request));
  }
  return studies;
}

/// Every value of the metrics as columns, and the notes below the tables.
py::tuple rows_of_results(const std::string& path, const std::vector<std::string>& metrics) {
  const auto studies = interruptible<std::vector<StudyTables>>([=](const Observer&) {
    TableRequest request;
    request.metrics = metrics;
    return studies_of(path, request);
  });
  py::list dataset, split, hasher, metric, notes;
  std::vector<std::uint32_t> bits, run;
  std::vector<double> value;
  for (const StudyTables& study : studies) {
    for (const results::ResultRow& row : study.rows) {
      dataset.append(row.dataset);
      split.append(row.split);
      hasher.append(row.hasher);
      metric.append(row.metric);
      bits.push_back(static_cast<std::uint32_t>(results::stored_bits(row.bits)));
      run.push_back(static_cast<std::uint32_t>(row.run));
      value.push_back(row.value);
    }
    for (const results::Table& table : study.tables) {
      for (const std::string& note : table.footnotes) {
        if (!notes.contains(py::str(note))) notes.append(note);
      }
    }
  }
  py::dict columns;
  columns["dataset"] = dataset;
  columns["split"] = split;
  columns["hasher"] = hasher;
  columns["bits"] = array_of(std::move(bits));
  columns["run"] = array_of(std::move(run));
  columns["metric"] = metric;
  columns["value"] = array_of(std::move(value));
  return py::make_tuple(columns, notes);
}

std::string table_of_results(const std::string& path, const std::vector<std::string>& metrics,
                             const std::string& format, std::size_t precision,
                             const std::string& baseline) {
  return interruptible<std::string>([=](const Observer&) {
    TableRequest request;
    request.metrics = metrics;
    request.precision = precision;
    request.baseline = baseline;
    return experiments::format_studies(studies_of(path, request),
                                       results::parse_table_format(format));
  });
}

}  // namespace

void add_results(py::module_& module) {
  module.def("result_rows", rows_of_results);
  module.def("result_table", table_of_results);
}

}  // namespace hashlab::python
