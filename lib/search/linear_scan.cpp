#include "lib/search/linear_scan.h"

#include "lib/error.h"

#include <algorithm>

namespace hashlab {

LinearScan::LinearScan(const Codes& queries, std::size_t k, std::size_t radius,
                       const Kernel& kernel, std::size_t threads)
    : queries_(queries),
      k_(k),
      radius_(radius),
      kernel_(kernel),
      threads_(threads),
      found_(queries.n) {
  if (k == 0) throw Error(ErrorCode::invalid_argument, "search: k is 0, at least 1 is needed");
}

void LinearScan::add(const Codes& piece, std::size_t first) {
  static_cast<void>(kernel_);
  static_cast<void>(threads_);
  for (std::size_t q = 0; q < queries_.n; ++q) {
    for (std::size_t i = 0; i < piece.n; ++i) {
      const std::uint64_t d = distance(queries_, q, piece, i);
      if (d <= radius_) found_[q].push_back(d << 32 | (first + i));
    }
    std::sort(found_[q].begin(), found_[q].end());
    if (found_[q].size() > k_) found_[q].resize(k_);
  }
}

Neighbours LinearScan::result() const {
  Neighbours neighbours;
  for (std::vector<std::uint64_t> found : found_) {
    std::sort(found.begin(), found.end());
    if (found.size() > k_) found.resize(k_);
    for (const std::uint64_t entry : found) {
      neighbours.positions.push_back(static_cast<std::uint32_t>(entry));
      neighbours.distances.push_back(static_cast<std::uint16_t>(entry >> 32));
    }
    neighbours.offsets.push_back(neighbours.positions.size());
  }
  return neighbours;
}

Neighbours top_k(const Codes& queries, const Codes& database, std::size_t k, const Kernel& kernel,
                 std::size_t threads) {
  LinearScan scan(queries, k, LinearScan::everything, kernel, threads);
  scan.add(database, 0);
  return scan.result();
}

Neighbours within_radius(const Codes& queries, const Codes& database, std::size_t radius,
                         const Kernel& kernel, std::size_t threads) {
  LinearScan scan(queries, LinearScan::everything, radius, kernel, threads);
  scan.add(database, 0);
  return scan.result();
}

}  // namespace hashlab
