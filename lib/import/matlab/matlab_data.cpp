#include "lib/import/matlab/matlab_data.h"

#include "lib/error.h"
#include "lib/import/samples.h"

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
    for (const MatlabMatrix& matrix : choice.labels) labels.push_back(file->open(matrix));
    if (!labels.empty() && labels.size() != features.size()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: labels are found in some of the files only: give "
                              "--labels-variable",
                              file->path()));
    }
    if (transposition.find(choice.transposition) != std::string::npos) continue;
    transposition += (transposition.empty() ? "" : "; ") + choice.transposition;
  }
  add_samples(data, std::move(features), std::move(labels));
  return data;
}

}  // namespace hashlab
