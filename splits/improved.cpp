#include "splits/draw.h"
#include "splits/split.h"

namespace hashlab {

Split improved_split(const SplitRequest& request) {
  Draw parts = draw_parts(request);
  Split split;
  split.learnable = merge({parts.training, parts.validation_queries, parts.validation_database});
  split.test_queries = std::move(parts.test_queries);
  split.test_database = std::move(parts.rest);
  split.validation_queries = std::move(parts.validation_queries);
  split.validation_database = std::move(parts.validation_database);
  split.training = std::move(parts.training);
  return split;
}

}  // namespace hashlab
