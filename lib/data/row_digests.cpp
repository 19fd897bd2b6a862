#include "lib/data/row_digests.h"

#include "lib/files/sha256.h"
#include "lib/numbers.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace hashlab {

std::size_t RepeatedRows::repeats() const {
  std::size_t sum = 0;
  for (const Rows& group : groups) sum += group.size() - 1;
  return sum;
}

std::size_t RepeatedRows::largest() const {
  std::size_t most = 0;
  for (const Rows& group : groups) most = std::max(most, group.size());
  return most;
}

void RowDigests::add(const void* row, std::size_t bytes) {
  const std::string hex = sha256(std::string_view(static_cast<const char*>(row), bytes));
  Digest digest{};
  for (std::size_t i = 0; i < 2; ++i) {
    digest[i] = parse_whole(std::string_view(hex).substr(16 * i, 16), 16).value();
  }
  digests_.push_back(digest);
}

RepeatedRows RowDigests::repeated() const {
  Rows order(digests_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return digests_[i] != digests_[j] ? digests_[i] < digests_[j] : i < j;
  });
  RepeatedRows result;
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && digests_[order[end]] == digests_[order[first]]) ++end;
    if (end - first < 2) continue;
    result.groups.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(first),
                               order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  std::sort(result.groups.begin(), result.groups.end());
  return result;
}

std::size_t RowDigests::count_found(const RowDigests& other) const {
  std::vector<Digest> sorted = digests_;
  std::sort(sorted.begin(), sorted.end());
  std::size_t found = 0;
  for (const Digest& digest : other.digests_) {
    found += std::binary_search(sorted.begin(), sorted.end(), digest) ? 1 : 0;
  }
  return found;
}

}  // namespace hashlab
