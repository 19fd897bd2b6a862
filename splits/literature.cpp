#include "splits/draw.h"
#include "splits/split.h"

namespace hashlab {

Split literature_split(const SplitRequest& request) {
  Draw parts = draw_parts(request);
  Split split;
  split.test_database =
      merge({parts.training, parts.validation_queries, parts.validation_database, parts.rest});
  split.learnable = split.test_database;
  split.test_queries = std::move(parts.test_queries);
  split.validation_queries = std::move(parts.validation_queries);
  split.validation_database = std::move(parts.validation_database);
  split.training = std::move(parts.training);
  return split;
}

}  // namespace hashlab
