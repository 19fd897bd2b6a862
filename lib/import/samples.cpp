#include "lib/import/samples.h"

#include "lib/import/checked_tables.h"
#include "lib/import/split_column.h"

#include <utility>

namespace hashlab {

void add_samples(ForeignData& data, std::vector<std::unique_ptr<ForeignTable>> features,
                 std::vector<std::unique_ptr<ForeignTable>> labels, const ImportOptions& options) {
  std::unique_ptr<ForeignTable> x = stack(std::move(features)), y;
  if (!labels.empty()) {
    y = stack(std::move(labels));
  } else if (options.labels_column) {
    SplitColumn split = split_column(std::move(x), *options.labels_column);
    x = std::move(split.features);
    y = std::move(split.labels);
  }
  const std::size_t width = x->columns();
  data.parts.push_back({"/features", std::move(x), {width}});
  if (!y) return;
  const std::size_t classes = y->columns();
  data.parts.push_back({"/labels", class_numbers(std::move(y), 0), {}});
  if (classes > 1) data.parts.back().row_shape = {classes};
}

}  // namespace hashlab
