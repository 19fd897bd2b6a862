#include "lib/import/matlab_data.h"

#include "lib/error.h"
#include "lib/import/label_table.h"
#include "lib/import/split_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

/// A vector that fits may be a list of identities, where no two samples are of one class.
void check_deduced(const MatlabFile& file, const MatlabMatrix& labels) {
  const auto table = file.open(labels);
  std::vector<double> values, block(65536);
  while (const std::size_t count = table->read(block.size(), block.data())) {
    values.insert(values.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  std::sort(values.begin(), values.end());
  if (std::adjacent_find(values.begin(), values.end()) != values.end()) return;
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: its numbers are all different, so that they may not be labels: give "
                          "--features-variable, and --labels-variable or --labels-column if the "
                          "file has labels",
                          table->source()));
}

}  // namespace

ForeignData matlab_data(const std::vector<std::unique_ptr<MatlabFile>>& files,
                        const ImportOptions& options) {
  ForeignData data;
  std::vector<std::unique_ptr<ForeignTable>> features, labels;
  std::string& transposition = data.attributes["transposition"];
  for (const auto& file : files) {
    const MatlabChoice choice = choose_variables(file->path(), file->variables(), options);
    if (choice.labels_deduced) check_deduced(*file, choice.labels.front());
    for (const MatlabMatrix& matrix : choice.features) features.push_back(file->open(matrix));
    for (const MatlabMatrix& matrix : choice.labels) {
      labels.push_back(as_labels(file->open(matrix)));
    }
    if (labels.size() != 0 && labels.size() != features.size()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: labels are found in some of the files only: give "
                              "--labels-variable",
                              file->path()));
    }
    if (transposition.find(choice.transposition) != std::string::npos) continue;
    transposition += (transposition.empty() ? "" : "; ") + choice.transposition;
  }
  std::unique_ptr<ForeignTable> x = stack(std::move(features));
  std::unique_ptr<ForeignTable> y;
  if (!labels.empty()) {
    y = stack(std::move(labels));
  } else if (options.labels_column) {
    SplitColumn split = split_column(std::move(x), *options.labels_column);
    x = std::move(split.features);
    y = std::move(split.labels);
  }
  const std::size_t width = x->columns();
  data.parts.push_back({"/features", std::move(x), {width}});
  if (y) {
    const std::size_t classes = y->columns();
    data.parts.push_back({"/labels", std::move(y), {}});
    if (classes > 1) data.parts.back().row_shape = {classes};
  }
  return data;
}

}  // namespace hashlab
