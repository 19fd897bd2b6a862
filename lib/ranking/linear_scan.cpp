#include "lib/ranking/linear_scan.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

// With fewer queries per thread, making tiles in each thread would not pay off.
constexpr std::size_t fewest_queries = 64;

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
  return threads > 1 && queries < threads * fewest_queries;
}

std::size_t LinearScan::bytes_per_query(const CodeFormat& format, std::size_t radius) {
  constexpr std::size_t of_allocator = 32;  // two blocks
  const std::size_t distances = std::min(radius, format.max_distance()) + 1;
  return sizeof(Found) + of_allocator + 4 * distances;
}

LinearScan::LinearScan(const Codes& queries, std::size_t k, std::size_t radius,
                       const Kernel& kernel, std::size_t threads)
    : format_(queries.format),
      k_(k),
      radius_(radius),
      kernel_(kernel),
      threads_(std::max<std::size_t>(threads, 1)) {
  if (k == 0) throw Error(ErrorCode::invalid_argument, "search: k is 0, at least 1 is needed");
  check_format(format_, "search");
  radius_ = std::min(radius, format_.max_distance());
  found_.assign(queries.n,
                {{}, std::vector<std::uint32_t>(radius_ + 1), static_cast<int>(radius_)});
  queries_ = thermometer(queries);
}

// Once k items are found, only nearer items than the k-th can enter the result, since later
// positions lose ties. Superfluous entries are discarded when there are k of them.
void LinearScan::find(Found& found, std::uint64_t distance, std::uint64_t position) const {
  found.entries.push_back(distance << 32 | position);
  ++found.counts[distance];
  if (static_cast<int>(distance) <= found.within && ++found.nearer >= k_) {
    do {
      found.nearer -= found.counts[static_cast<std::size_t>(found.within)];
      --found.within;
    } while (found.nearer >= k_);
  }
  if (found.entries.size() / 2 < k_) return;
  const auto end = found.entries.begin() + static_cast<std::ptrdiff_t>(k_);
  std::nth_element(found.entries.begin(), end - 1, found.entries.end());
  found.entries.erase(end, found.entries.end());
}

/// Searches tiles for queries begin .. end - 1, whose state is `found`.
class LinearScan::Part {
 public:
  Part(const LinearScan& scan, std::size_t begin, std::size_t end, std::vector<Found>& found)
      : scan_(scan), begin_(begin), found_(found), queries_(end - begin) {
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      queries_[q].query = scan.queries_.code(begin + q);
    }
  }

  std::size_t size() const { return queries_.size(); }

  /// A tile whose first code has this position.
  void search(const Tile& tile, const Kernel& kernel, std::size_t position) {
    position_ = position;
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      const Found& found = found_[begin_ + q];
      queries_[q].radius = found.within;
      if (found.within >= 0 && found.entries.size() < scan_.k_ && scan_.k_ < tile.n) {
        const std::size_t holds_k = radius_of(kernel, queries_[q].query, tile, scan_.k_);
        queries_[q].radius = std::min(found.within, static_cast<int>(holds_k));
      }
    }
    kernel.within(queries_.data(), queries_.size(), tile, found, this);
  }

 private:
  static void found(void* part, std::size_t q, std::size_t position, std::size_t distance) {
    Part& self = *static_cast<Part*>(part);
    Found& found = self.found_[self.begin_ + q];
    self.scan_.find(found, distance, self.position_ + position);
    self.queries_[q].radius = std::min(self.queries_[q].radius, found.within);
  }

  const LinearScan& scan_;
  std::size_t begin_;
  std::vector<Found>& found_;
  std::vector<NearQuery> queries_;
  std::size_t position_ = 0;
};

void LinearScan::add(const Codes& piece, std::size_t first) {
  check_comparable(format_, piece.format, "search");
  constexpr std::size_t most = std::size_t{1} << 32;
  if (first > most || piece.n > most - first) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("search: the database has at least {} codes, at most {} are searched",
                            first + piece.n, most));
  }
  // Every parts-th tile, from `part` on.
  const auto scan = [&](std::size_t part, std::size_t parts, Part queries) {
    TileMaker maker(kernel_, piece.format, queries.size(), kernel_.within_slices_from);
    const std::size_t step = maker.tile_codes();
    for (std::size_t at = part * step; at < piece.n; at += parts * step) {
      const Tile& tile = maker.make(piece, at, std::min(step, piece.n - at));
      queries.search(tile, maker.kernel(), first + at);
    }
  };
  if (!divides_database(queries_.n, threads_)) {
    parallel(threads_, threads_, [&](std::size_t part) {
      const std::size_t begin = queries_.n * part / threads_;
      scan(0, 1, Part(*this, begin, queries_.n * (part + 1) / threads_, found_));
    });
    return;
  }
  // Few queries: the threads divide the database.
  std::vector<Found> start;
  for (const Found& known : found_) {
    start.push_back({{}, std::vector<std::uint32_t>(radius_ + 1), known.within});
  }
  std::vector<std::vector<Found>> found(threads_, start);
  parallel(threads_, threads_, [&](std::size_t part) {
    scan(part, threads_, Part(*this, 0, queries_.n, found[part]));
  });
  for (const std::vector<Found>& own : found) {
    for (std::size_t q = 0; q < queries_.n; ++q) {
      for (const std::uint64_t entry : own[q].entries) {
        find(found_[q], entry >> 32, entry & 0xffffffff);
      }
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
