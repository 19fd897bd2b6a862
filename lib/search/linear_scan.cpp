#include "lib/search/linear_scan.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

// With fewer queries per thread, making tiles in each thread would not pay off.
constexpr std::size_t least_queries = 64;

/// The smallest radius that holds k codes of the tile, or the largest distance.
std::size_t radius_of(const Kernel& kernel, const std::uint64_t* query, const Tile& tile,
                      std::size_t k) {
  std::vector<std::uint32_t> counts(tile.bits + 1);
  kernel.count(query, tile, nullptr, counts.data(), nullptr);
  std::size_t held = 0, radius = 0;
  for (; radius < tile.bits && (held += counts[radius]) < k; ++radius) {
  }
  return radius;
}

}  // namespace

bool LinearScan::divides_database(std::size_t queries, std::size_t threads) {
  return threads > 1 && queries < threads * least_queries;
}

std::size_t LinearScan::bytes_per_query(const CodeFormat& format, std::size_t radius) {
  constexpr std::size_t of_allocator = 32;  // two blocks
  const std::size_t distances = std::min(radius, format.max_distance()) + 1;
  return sizeof(Found) + of_allocator + 4 * distances;
}

LinearScan::LinearScan(const Codes& queries, std::size_t k, std::size_t radius,
                       const Kernel& kernel, std::size_t threads)
    : given_(queries),
      k_(k),
      radius_(radius),
      kernel_(kernel),
      threads_(std::max<std::size_t>(threads, 1)) {
  if (k == 0) throw Error(ErrorCode::invalid_argument, "search: k is 0, at least 1 is needed");
  check_format(queries.format, "search");
  radius_ = std::min(radius, queries.format.max_distance());
  found_.assign(queries.n, Found{{}, std::vector<std::uint32_t>(radius_ + 1), radius_});
  queries_ = thermometer(queries);
}

// Once k items are found, only nearer items than the k-th can enter the result, since later
// positions lose ties. Superfluous entries are discarded when there are k of them.
void LinearScan::narrow(Found& found) const {
  if (found.entries.size() < k_) return;
  std::size_t held = 0, distance = 0;
  while ((held += found.counts[distance]) < k_) ++distance;
  found.full = distance == 0;
  found.within = distance == 0 ? 0 : distance - 1;
  if (found.entries.size() / 2 < k_) return;
  const auto end = found.entries.begin() + static_cast<std::ptrdiff_t>(k_);
  std::nth_element(found.entries.begin(), end - 1, found.entries.end());
  found.entries.erase(end, found.entries.end());
}

void LinearScan::search(const Tile& tile, const Kernel& kernel, const Codes& piece,
                        std::size_t begin, std::size_t first, std::size_t q,
                        std::vector<std::uint32_t>& in_tile, Found& found) const {
  if (found.full) return;
  std::size_t radius = found.within;
  if (found.entries.size() < k_ && k_ < tile.n) {
    radius = std::min(radius, radius_of(kernel, queries_.code(q), tile, k_));
  }
  const std::size_t n = kernel.within(queries_.code(q), tile, radius, in_tile.data());
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t i = begin + in_tile[j];
    std::uint64_t d = 0;
    if (piece.format.hamming()) {
      std::uint16_t near = 0;
      kernel.scan(queries_.code(q), piece.code(i), 1, piece.n_words(), &near);
      d = near;
    } else {
      d = distance(given_, q, piece, i);
    }
    found.entries.push_back(d << 32 | (first + i));
    ++found.counts[d];
  }
  if (n > 0) narrow(found);
}

void LinearScan::add(const Codes& piece, std::size_t first) {
  check_comparable(given_.format, piece.format, "search");
  constexpr std::size_t most = std::size_t{1} << 32;
  if (first > most || piece.n > most - first) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("search: the database has at least {} codes, at most {} are searched",
                            first + piece.n, most));
  }
  const auto scan = [&](std::size_t part, std::size_t parts, std::size_t begin, std::size_t end,
                        std::vector<Found>& found) {
    TileMaker maker(kernel_, piece.format);
    const std::size_t step = maker.tile_codes();
    std::vector<std::uint32_t> in_tile(step);
    for (std::size_t at = part * step; at < piece.n; at += parts * step) {
      const Tile& tile = maker.make(piece, at, std::min(step, piece.n - at));
      for (std::size_t q = begin; q < end; ++q) {
        search(tile, maker.kernel(), piece, at, first, q, in_tile, found[q]);
      }
    }
  };
  if (!divides_database(queries_.n, threads_)) {
    parallel(threads_, threads_, [&](std::size_t part) {
      scan(0, 1, queries_.n * part / threads_, queries_.n * (part + 1) / threads_, found_);
    });
    return;
  }
  // Few queries: the threads divide the database.
  std::vector<Found> start;
  for (const Found& known : found_) {
    start.push_back({{}, std::vector<std::uint32_t>(radius_ + 1), known.within, known.full});
  }
  std::vector<std::vector<Found>> found(threads_, start);
  parallel(threads_, threads_,
           [&](std::size_t part) { scan(part, threads_, 0, queries_.n, found[part]); });
  for (const std::vector<Found>& own : found) {
    for (std::size_t q = 0; q < queries_.n; ++q) {
      for (const std::uint64_t entry : own[q].entries) {
        found_[q].entries.push_back(entry);
        ++found_[q].counts[entry >> 32];
      }
      narrow(found_[q]);
    }
  }
}

Neighbours LinearScan::result() const {
  Neighbours neighbours;
  for (const Found& found : found_) {
    std::vector<std::uint64_t> entries = found.entries;
    std::sort(entries.begin(), entries.end());
    if (entries.size() > k_) entries.resize(k_);
    for (const std::uint64_t entry : entries) {
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
