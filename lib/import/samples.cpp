#include "lib/import/samples.h"

#include "lib/import/checked_tables.h"

#include <utility>

namespace hashlab {

void add_samples(ForeignData& data, std::vector<std::unique_ptr<ForeignTable>> features,
                 std::vector<std::unique_ptr<ForeignTable>> labels) {
  std::unique_ptr<ForeignTable> x = stack(std::move(features));
  const std::size_t width = x->columns();
  data.parts.push_back({"/features", std::move(x), {width}});
  if (labels.empty()) return;
  std::unique_ptr<ForeignTable> y = stack(std::move(labels));
  const std::size_t classes = y->columns();
  data.parts.push_back({"/labels", class_numbers(std::move(y), 0), {}});
  if (classes > 1) data.parts.back().row_shape = {classes};
}

}  // namespace hashlab
