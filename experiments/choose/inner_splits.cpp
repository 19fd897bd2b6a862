#include "experiments/choose/inner_splits.h"

#include "experiments/choose/race_data.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::experiments {

InnerSizes inner_sizes(std::size_t n) {
  constexpr std::size_t fewest = 32, max_queries = 1000, max_database = 10000;
  if (n < fewest) {
    refuse(
        fmt::format("{} rows are too few to choose a hash function by: expected at least {}; name "
                    "a hasher, or learn from more rows",
                    n, fewest));
  }
  const std::size_t queries = std::min(n / 8, max_queries),
                    database = std::min(n / 4, max_database);
  return {n - queries - database, queries, database};
}

InnerSplit draw_inner_split(const Rows& pool, const InnerSizes& sizes, const Rng& rng,
                            std::size_t index) {
  Rows order = pool;
  Rng draw = rng.stream("split", index);
  draw.shuffle(order);
  auto next = order.begin();
  const auto take = [&](std::size_t count) {
    const auto left = static_cast<std::size_t>(order.end() - next);
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(std::min(count, left));
    return Rows(first, next);
  };
  InnerSplit split;
  split.queries = take(sizes.queries);
  split.database = take(sizes.database);
  split.training = take(sizes.training);
  std::sort(split.queries.begin(), split.queries.end());
  std::sort(split.database.begin(), split.database.end());
  return split;
}

std::size_t rung_size(std::size_t n, std::size_t rung, std::size_t least) {
  const double share = rung_shares.at(rung) * static_cast<double>(n);
  if (rung > 0) least *= 2;
  return std::min(n, std::max(least, static_cast<std::size_t>(std::ceil(share))));
}

}  // namespace hashlab::experiments
