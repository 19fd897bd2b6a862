#include "splits/draw.h"

#include "lib/error.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

/// Hands out each row at most once.
class Pool {
 public:
  Pool(std::size_t n, const Rows& excluded) : taken_(n, 0) {
    for (const std::uint32_t row : excluded) taken_[row] = 1;
  }

  Rows uniform(std::size_t count, Rng rng) {
    Rows free = rest();
    rng.shuffle(free);
    free.resize(count);
    return take(std::move(free));
  }

  Rows balanced(std::size_t count, const Labels& labels, Rng rng) {
    std::vector<Rows> classes = rows_by_class(labels);
    for (Rows& rows : classes) rng.shuffle(rows);
    std::vector<std::uint32_t> order(classes.size());
    std::iota(order.begin(), order.end(), 0u);
    rng.shuffle(order);  // when count is no multiple of the classes, the extra ones fall at random
    Rows part;
    for (bool any = true; any && part.size() < count;) {
      any = false;
      for (const std::uint32_t c : order) {
        Rows& rows = classes[c];
        while (!rows.empty() && taken_[rows.back()]) rows.pop_back();
        if (rows.empty() || part.size() == count) continue;
        taken_[rows.back()] = 1;
        part.push_back(rows.back());
        any = true;
      }
    }
    std::sort(part.begin(), part.end());
    return part;
  }

  Rows rest() const {
    Rows rows;
    for (std::uint32_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) rows.push_back(i);
    }
    return rows;
  }

 private:
  Rows take(Rows rows) {
    for (const std::uint32_t row : rows) taken_[row] = 1;
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  static std::vector<Rows> rows_by_class(const Labels& labels) {
    std::map<std::size_t, Rows> members;  // class numbers need not be dense
    for (std::uint32_t i = 0; i < labels.single.size(); ++i) {
      members[static_cast<std::size_t>(labels.single[i])].push_back(i);
    }
    for (std::uint32_t i = 0; i < labels.multi.n_cols; ++i) {
      for (std::size_t c = 0; c < labels.multi.n_rows; ++c) {
        if (labels.multi(c, i)) members[c].push_back(i);
      }
    }
    std::vector<Rows> classes;
    for (auto& [c, rows] : members) classes.push_back(std::move(rows));
    return classes;
  }

  std::vector<std::uint8_t> taken_;
};

}  // namespace

Draw draw_parts(const SplitRequest& request) {
  check_split_sizes(request.sizes, request.n - request.excluded.size());
  const Rng rng = Rng(request.seed).stream(request.checksum).stream("split", request.run);
  Pool pool(request.n, request.excluded);
  const auto draw = [&](std::string_view name, std::size_t count) {
    Rows part = request.balance ? pool.balanced(count, *request.balance, rng.stream(name))
                                : pool.uniform(count, rng.stream(name));
    if (part.size() < count) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("option '{}' = {} does not fit: only {} rows with a class are left",
                              name, count, part.size()));
    }
    return part;
  };
  Draw parts;
  parts.test_queries = draw("test-queries", request.sizes.test_queries);
  parts.training = draw("training", request.sizes.training);
  parts.validation_queries = draw("validation-queries", request.sizes.validation_queries);
  parts.validation_database =
      pool.uniform(request.sizes.validation_database, rng.stream("validation-database"));
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

}  // namespace hashlab
