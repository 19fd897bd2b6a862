#include "experiments/audit/audit_lists.h"

#include "hashers/model.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/index_list.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Reads lists of row numbers, and adds a note for each list with repeated entries.
class ListReader {
 public:
  /// `names` is the file with the names of the rows.
  ListReader(std::size_t n, std::string names, std::vector<std::string>& notes)
      : n_(n), names_(std::move(names)), notes_(notes) {}

  Rows read(const std::string& path) {
    if (path.empty()) return {};
    const IndexList list = read_index_list(path, n_, [&] { return read_row_names(names_, n_); });
    if (const std::size_t repeats = list.repeats(); repeats > 0) {
      notes_.push_back(fmt::format("{}: {} of {} entries repeat an earlier one", path, repeats,
                                   list.rows.size()));
    }
    return list.sorted();
  }

  Rows read_or_all(const std::string& path) {
    if (path != "all") return read(path);
    Rows rows(n_);
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
  }

 private:
  std::size_t n_;
  std::string names_;
  std::vector<std::string>& notes_;
};

std::vector<splits::Leak> model_leaks(const std::string& path,
                                      const splits::AuditedFeatures& source,
                                      const DrawnSplit& drawn, const std::string& view,
                                      std::vector<std::string>& notes) {
  const hashers::Model model = hashers::read_model(path, view);
  if (model.mean.n_elem != source.d) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: is a model of {} features, the data set has {}", path,
                            model.mean.n_elem, source.d));
  }
  if (!hashers::make_hasher(model.hasher).learner().takes_centred()) {
    notes.push_back(fmt::format("{}: takes samples as they are stored, so it has no mean", path));
    return {};
  }
  const splits::MeanOrigin origin =
      splits::mean_origin(source, drawn.split, drawn.ranked, model.mean);
  notes.push_back(origin.rows.empty()
                      ? fmt::format("{}: its mean is of none of the parts, nor of all rows", path)
                      : fmt::format("{}: its mean is that of {}", path, origin.rows));
  return origin.leaks;
}

}  // namespace

Audit audit_lists(const ListsRequest& request, const AuditOptions& options) {
  const std::string name = dataset_name(request.data, request.view);
  const DatasetFile file(request.data, request.view);
  const splits::AuditedFeatures source{
      file.size(), file.dimensions(),
      [&](std::size_t first, std::size_t count) { return file.read(first, count); }};
  std::vector<std::string> notes;
  ListReader lists(source.n, request.names.empty() ? request.data : request.names, notes);
  DrawnSplit drawn{"", 0, request.ranked};
  splits::Split& split = drawn.split;
  split.training = lists.read(request.training);
  split.test_database = lists.read(request.database);
  split.test_queries = lists.read(request.queries);
  split.validation_queries = lists.read(request.validation_queries);
  split.validation_database = lists.read(request.validation_database);
  split.learnable = splits::selection_rows(split);
  FittedRows fitted;
  for (const auto& [quantity, path] : request.fitted) {
    fitted[quantity] = united(fitted[quantity], lists.read_or_all(path));
  }
  Audit audit = audit_splits(name, {drawn}, &source, file.read_labels(), options);
  SplitAudit& found = audit.splits.front();
  CellsAudit given;
  given.evidence = Evidence::given;
  for (const auto& [quantity, rows] : fitted) given.fitted[quantity] = rows.size();
  given.leaks = splits::fitted_leaks(fitted, split, drawn.ranked);
  if (!request.model.empty()) {
    for (splits::Leak& leak : model_leaks(request.model, source, drawn, request.view, notes)) {
      given.leaks.push_back(std::move(leak));
    }
  }
  found.cells.push_back(std::move(given));
  audit.notes.insert(audit.notes.begin(), notes.begin(), notes.end());
  return audit;
}

}  // namespace hashlab::experiments
