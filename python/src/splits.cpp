#include "arrays.h"
#include "module.h"
#include "without_gil.h"

#include "experiments/audit/audit.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/study.h"
#include "splits/audit/audit_features.h"
#include "splits/audit/leak_meaning.h"
#include "splits/registry.h"
#include "splits/split_file.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedDataset = std::shared_ptr<Dataset>;

using GivenSizes = std::array<std::optional<std::size_t>, 4>;

/// Sets the sizes that are given; the others are lowered if the data set is small.
experiments::Suite with_sizes(experiments::Suite suite, const GivenSizes& sizes,
                              const Dataset& dataset) {
  using splits::SplitSizes;
  constexpr std::array parts = {&SplitSizes::test_queries, &SplitSizes::validation_queries,
                                &SplitSizes::validation_database, &SplitSizes::training};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!sizes[i]) continue;
    suite.sizes.*parts[i] = *sizes[i];
    suite.given_sizes.push_back(parts[i]);
  }
  return experiments::fitted_to(std::move(suite), experiments::facts_of(dataset));
}

/// The split that a cell of an experiment file has, whose data set, sizes and seed are these: its
/// ground truth is label-based if the data set has labels.
py::dict make_split(const SharedDataset& dataset, const std::string& strategy,
                    const GivenSizes& sizes, std::uint64_t seed, std::size_t run) {
  const splits::Split split = interruptible<splits::Split>([=](const Observer&) {
    experiments::Suite suite;
    if (!dataset->labels.empty()) suite.ground_truth.definition = ClassTruth{};
    suite.splits = {strategy};
    suite.seed = seed;
    suite.runs = run;
    const experiments::Suite fitted = with_sizes(std::move(suite), sizes, *dataset);
    const experiments::Study study(*dataset, fitted);
    return experiments::draw_split(study, strategy, run);
  });
  py::dict parts;
  parts["test_queries"] = array_of(split.test_queries);
  parts["test_database"] = array_of(split.test_database);
  parts["validation_queries"] = array_of(split.validation_queries);
  parts["validation_database"] = array_of(split.validation_database);
  parts["training"] = array_of(split.training);
  parts["learnable"] = array_of(split.learnable);
  parts["checksum"] = splits::split_checksum(split);
  return parts;
}

Rows part_rows(const py::dict& parts, const char* name) {
  return parts.contains(name) ? rows_of(parts[name]) : Rows();
}

splits::Split split_of(const py::dict& parts) {
  splits::Split split;
  split.test_queries = part_rows(parts, "test_queries");
  split.test_database = part_rows(parts, "test_database");
  split.validation_queries = part_rows(parts, "validation_queries");
  split.validation_database = part_rows(parts, "validation_database");
  split.training = part_rows(parts, "training");
  split.learnable = splits::selection_rows(split);
  return split;
}

/// The inputs of an audit, which its thread owns.
struct AuditTask {
  experiments::DrawnSplit drawn;
  SharedDataset dataset;  ///< null if only row numbers are examined
  FittedRows fitted;
  experiments::AuditOptions options;
};

std::vector<splits::Leak> leaks_of(const AuditTask& task) {
  std::optional<splits::AuditedFeatures> source;
  if (task.dataset) {
    const Features& X = task.dataset->features;
    source = splits::AuditedFeatures{X.n_cols, X.n_rows, [&X](std::size_t first, std::size_t n) {
                                       return Features(X.cols(first, first + n - 1));
                                     }};
  }
  const Labels labels = task.dataset ? task.dataset->labels : Labels();
  const experiments::Audit audit = experiments::audit_splits(
      "the data set", {task.drawn}, source ? &*source : nullptr, labels, task.options);
  std::vector<splits::Leak> leaks = audit.all_leaks();
  for (splits::Leak& leak :
       splits::fitted_leaks(task.fitted, task.drawn.split, task.drawn.ranked)) {
    leaks.push_back(std::move(leak));
  }
  return leaks;
}

py::dict fields_of(const splits::Leak& leak) {
  const splits::LeakMeaning meaning = splits::leak_meaning(leak);
  py::dict fields;
  fields["kind"] = leak.kind;
  fields["count"] = leak.count;
  fields["of"] = leak.of;
  fields["rows"] = array_of(leak.rows);
  fields["text"] = splits::leak_text(leak);
  fields["means"] = meaning.means;
  fields["worth"] = meaning.worth;
  fields["remedy"] = meaning.remedy;
  return fields;
}

py::list audit(const py::dict& parts, const SharedDataset& dataset, const py::dict& fitted,
               bool held_out, const std::optional<double>& near) {
  auto task = std::make_shared<AuditTask>();
  task->drawn = {"", 0, held_out ? splits::RankedRows::held_out : splits::RankedRows::any, false,
                 split_of(parts)};
  task->dataset = dataset;
  for (const auto& [name, rows] : fitted) {
    task->fitted[name.cast<std::string>()] = rows_of(py::reinterpret_borrow<py::object>(rows));
  }
  task->options.near = near;
  task->options.looks_near = near.has_value();
  const auto leaks =
      interruptible<std::vector<splits::Leak>>([task](const Observer&) { return leaks_of(*task); });
  py::list all;
  for (const splits::Leak& leak : leaks) all.append(fields_of(leak));
  return all;
}

}  // namespace

void add_splits(py::module_& module) {
  module.def("make_split", make_split);
  module.def("audit", audit);
  module.def("splits", [] {
    py::list names;
    for (const auto& strategy : splits::all_strategies()) names.append(strategy->info().name);
    return names;
  });
}

}  // namespace hashlab::python
