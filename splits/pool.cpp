#include "splits/pool.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace hashlab::splits {

Pool::Pool(std::size_t n, const Rows& excluded) : taken_(n, 0) {
  take(excluded);
}

Pool Pool::within(const Rows& rows) const {
  Pool pool(*this);
  std::fill(pool.taken_.begin(), pool.taken_.end(), std::uint8_t{1});
  for (const std::uint32_t row : rows) pool.taken_[row] = taken_[row];
  return pool;
}

Rows Pool::uniform(std::size_t count, Rng rng) {
  Rows free = rest();
  rng.shuffle(free);
  free.resize(std::min(count, free.size()));
  std::sort(free.begin(), free.end());
  take(free);
  return free;
}

Rows Pool::balanced(std::size_t count, const Labels& labels, Rng rng) {
  std::vector<Rows> classes = rows_by_class(labels);
  for (Rows& rows : classes) rng.shuffle(rows);
  std::vector<std::uint32_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(
      order);  // decides which classes get the remainder if count is not a multiple of their number
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

void Pool::take(const Rows& rows) {
  for (const std::uint32_t row : rows) taken_[row] = 1;
}

Rows Pool::rest() const {
  Rows rows;
  for (std::uint32_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i]) rows.push_back(i);
  }
  return rows;
}

std::vector<Rows> rows_by_class(const Labels& labels) {
  std::map<std::size_t, Rows> members;
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

}  // namespace hashlab::splits
