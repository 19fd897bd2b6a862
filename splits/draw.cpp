#include "splits/draw.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::splits {
namespace {

/// Draws a part, balanced over classes if the request says so. In the error message, `whose`
/// describes the rows from which it is drawn.
Rows draw(Pool& pool, const SplitRequest& request, std::string_view name, std::size_t count,
          std::string_view whose = "") {
  const Rng rng = split_stream(request, name);
  const Rows part =
      request.balance ? pool.balanced(count, *request.balance, rng) : pool.uniform(count, rng);
  if (part.size() == count) return part;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("option '{}' = {} does not fit: only {} rows{}{} are left", name, count,
                          part.size(), request.balance ? " with a class" : "", whose));
}

/// The rows of this run's fold.
Rows fold_of(const SplitRequest& request) {
  Rows order = Pool(request.n, request.excluded).rest();
  const std::size_t round = (request.run - 1) / request.folds;
  const std::size_t fold = (request.run - 1) % request.folds;
  Rng(request.seed).stream(request.checksum).stream("folds", round).shuffle(order);
  const auto begin = [&](std::size_t k) {
    return order.begin() + static_cast<std::ptrdiff_t>(k * order.size() / request.folds);
  };
  return {begin(fold), begin(fold + 1)};
}

}  // namespace

Rng split_stream(const SplitRequest& request, std::string_view purpose) {
  return Rng(request.seed).stream(request.checksum).stream("split", request.run).stream(purpose);
}

Rows draw_test_queries(Pool& pool, const SplitRequest& request) {
  const std::size_t count = request.sizes.test_queries;
  if (request.folds == 0) return draw(pool, request, "test-queries", count);
  Pool fold = pool.within(fold_of(request));
  const Rows queries =
      draw(fold, request, "test-queries", count, fmt::format(" of a fold of {}", request.folds));
  pool.take(queries);
  return queries;
}

Draw draw_learnable(Pool& pool, const SplitRequest& request) {
  Draw parts;
  parts.training = draw(pool, request, "training", request.sizes.training);
  parts.validation_queries =
      draw(pool, request, "validation-queries", request.sizes.validation_queries);
  const std::size_t count = request.sizes.validation_database;
  parts.validation_database = pool.uniform(count, split_stream(request, "validation-database"));
  if (parts.validation_database.size() < count) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option 'validation-database' = {} does not fit (0 is enough where "
                            "nothing is chosen by validation): only {} rows are left",
                            count, parts.validation_database.size()));
  }
  return parts;
}

Draw draw_parts(const SplitRequest& request) {
  check_split_sizes(request.sizes, request.n - request.excluded.size());
  Pool pool(request.n, request.excluded);
  const Rows test_queries = draw_test_queries(pool, request);
  Draw parts = draw_learnable(pool, request);
  parts.test_queries = test_queries;
  parts.rest = pool.rest();
  return parts;
}

Split split_of(const Draw& draw) {
  Split split;
  split.test_queries = draw.test_queries;
  split.validation_queries = draw.validation_queries;
  split.validation_database = draw.validation_database;
  split.training = draw.training;
  split.learnable = merge({draw.training, draw.validation_queries, draw.validation_database});
  return split;
}

Rows merge(const std::vector<Rows>& parts) {
  Rows all;
  for (const Rows& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace hashlab::splits
