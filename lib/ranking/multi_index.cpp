#include "lib/ranking/multi_index.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/parallel.h"
#include "lib/ranking/linear_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t widest = 28;  // a directory of 1 GiB
constexpr std::size_t everything = LinearScan::everything;

// Measured costs in units of 0.1 ns. Linear scan: per query (among many) and per word of a code.
// Tables: per probe of a bucket, in the cache (near) or not (far), and per word compared.
constexpr std::uint64_t query_cost = 20000, scan_cost = 1;
constexpr std::uint64_t near_probe_cost = 100, far_probe_cost = 300, compare_cost = 8;
constexpr std::size_t cached_bytes = std::size_t{1} << 21;

constexpr std::size_t max_compared = 32767;  // fifteen bits: see Walk::compare

/// The next larger number with the same number of ones (Knuth, TAOCP 4A, section 7.2.1.3).
std::uint64_t next_with_as_many_ones(std::uint64_t v) {
  const std::uint64_t filled = v | (v - 1);
  return (filled + 1) | (((~filled & (filled + 1)) - 1) >> (std::countr_zero(v) + 1));
}

std::uint64_t binomial(std::size_t n, std::size_t k) {
  if (k > n) return 0;
  std::uint64_t value = 1;
  for (std::size_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;  // n is at most 28
}

/// Bits first .. first + width of a code; 1 <= width <= 28.
std::uint64_t part_of(const std::uint64_t* code, std::size_t first, std::size_t width) {
  const std::size_t shift = first % 64;
  std::uint64_t value = code[first / 64] >> shift;
  if (shift + width > 64) value |= code[first / 64 + 1] << (64 - shift);
  return value & ((std::uint64_t{1} << width) - 1);
}

}  // namespace

// ---- building ----

MultiIndex::MultiIndex(const Codes& database, std::size_t m, std::size_t threads, double patience)
    : database_(database), patience_(patience) {
  const auto fail = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "multi-index: " + message);
  };
  const CodeFormat& format = database.format;
  check_format(format, "multi-index");
  if (format.max_distance() > max_compared) {
    fail(fmt::format("distances reach {}, at most {} are told apart; use fewer bits",
                     format.max_distance(), max_compared));
  }
  if (database.n >= std::numeric_limits<std::uint32_t>::max()) {
    fail(fmt::format("{} codes, must be below 2^32 - 1", database.n));
  }
  const Codes unary = format.hamming() ? Codes() : thermometer(database);
  const Codes& codes = format.hamming() ? database : unary;
  bits_ = codes.format.bits;
  words_ = codes.n_words();
  if (m == 0) m = default_substrings(bits_, codes.n);
  if (m > bits_) fail(fmt::format("{} substrings of {} bits, at most one a bit", m, bits_));
  if ((bits_ + m - 1) / m > widest) {
    fail(fmt::format("{} substrings of {} bits have more than {} each: use at least {}", m, bits_,
                     widest, (bits_ + widest - 1) / widest));
  }
  substrings_.resize(m);
  std::size_t first = 0;
  for (std::size_t t = 0; t < m; ++t) {
    substrings_[t].first = first;
    substrings_[t].width = bits_ / m + (t < bits_ % m ? 1 : 0);
    first += substrings_[t].width;
  }
  parallel(threads, m, [&](std::size_t t) { fill(substrings_[t], codes); });
}

void MultiIndex::fill(Substring& s, const Codes& codes) {
  const std::size_t words = codes.n_words();
  // Counts are stored two elements further on, and starts advanced while filling one element
  // further on, so that in the end each start is in its place.
  s.starts.assign((std::size_t{1} << s.width) + 2, 0);
  for (std::size_t i = 0; i < codes.n; ++i) ++s.starts[codes.get(i, s.first, s.width) + 2];
  for (std::size_t key = 3; key < s.starts.size(); ++key) s.starts[key] += s.starts[key - 1];
  s.items.resize(codes.n);
  s.codes.resize(codes.n * words);
  for (std::size_t i = 0; i < codes.n; ++i) {
    const std::uint32_t place = s.starts[codes.get(i, s.first, s.width) + 1]++;
    s.items[place] = static_cast<std::uint32_t>(i);
    std::copy_n(codes.code(i), words, s.codes.data() + place * words);
  }
  s.starts.pop_back();
}

std::size_t MultiIndex::default_substrings(std::size_t bits, std::size_t n) {
  const auto log2_n = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(n, 16)) - 1);
  const std::size_t width = std::min(log2_n, widest);
  return (bits + width - 1) / width;
}

// ---- searching ----

/// The state of a search through the tables, reused from query to query.
class MultiIndex::Walk {
 public:
  Walk(const MultiIndex& index, std::size_t k, std::size_t radius, const Kernel& kernel)
      : index_(index), k_(k), radius_(radius), kernel_(kernel), found_at_(index.bits_ + 1) {
    const std::size_t bytes = 8 * index.words_ * index.database_.n * index.substrings();
    probe_cost_ = bytes <= cached_bytes ? near_probe_cost : far_probe_cost;
  }

  /// Finds the entries distance * 2^32 + position for the query, in any order; false if probing
  /// would cost more than a scan.
  bool run(const std::uint64_t* query, std::vector<std::uint64_t>& entries) {
    query_ = query;
    entries_.clear();
    std::fill(found_at_.begin(), found_at_.end(), 0u);
    within_ = std::min(radius_, index_.bits_);
    spent_ = 0;
    const std::size_t m = index_.substrings();
    for (std::size_t covered = 0; covered <= index_.bits_; ++covered) {
      if (!step(covered / m, covered % m)) return false;
      if (covered >= within_) break;
    }
    if (entries_.size() > k_) keep_nearest();
    entries.assign(entries_.begin(), entries_.end());
    return true;
  }

  std::uint64_t probes() const { return probes_; }
  std::uint64_t candidates() const { return candidates_; }

 private:
  static constexpr std::size_t batch = 64;    // look-ups whose cache misses overlap
  static constexpr std::size_t block = 1024;  // distances at a time
  static constexpr std::size_t group = 4;     // of them looked at together
  static constexpr std::uint64_t top_bit = 0x8000, in_each = 0x0001000100010001;
  static constexpr std::size_t line = 8;                   // words of a cache line
  static constexpr std::size_t max_prefetched = 4 * line;  // the processor sees the rest coming

  bool too_costly(std::uint64_t cost) const {
    const std::uint64_t scan = query_cost + scan_cost * index_.database_.n * index_.words_;
    return static_cast<double>(cost) > index_.patience_ * static_cast<double>(scan);
  }

  /// Probes all buckets of table t whose key differs in s bits; false if that became too expensive.
  bool step(std::size_t s, std::size_t t) {
    const Substring& table = index_.substrings_[t];
    std::uint64_t left = binomial(table.width, s);
    const std::uint64_t per_probe =
        probe_cost_ + (compare_cost * index_.words_ * index_.database_.n >> table.width);
    if (too_costly(spent_ + left * per_probe)) return false;
    const std::uint64_t key = part_of(query_, table.first, table.width);
    std::uint64_t mask = (std::uint64_t{1} << s) - 1;
    while (left > 0) {
      const std::size_t n = std::min<std::uint64_t>(left, batch);
      std::uint64_t keys[batch];
      for (std::size_t i = 0; i < n; ++i) {
        keys[i] = key ^ mask;
        __builtin_prefetch(&table.starts[keys[i]]);
        if (s > 0) mask = next_with_as_many_ones(mask);
      }
      left -= n;
      look_into(table, keys, n, s, t);
      if (too_costly(spent_)) return false;
    }
    return true;
  }

  void look_into(const Substring& table, const std::uint64_t* keys, std::size_t n, std::size_t s,
                 std::size_t t) {
    std::uint64_t codes = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t first = table.starts[keys[i]], last = table.starts[keys[i] + 1];
      if (first == last) continue;
      codes += last - first;
      const std::uint64_t* code = table.codes.data() + first * index_.words_;
      const std::size_t words = std::min((last - first) * index_.words_, max_prefetched);
      for (std::size_t w = 0; w < words; w += line) __builtin_prefetch(code + w);
    }
    probes_ += n;
    candidates_ += codes;
    spent_ += n * probe_cost_ + codes * compare_cost * index_.words_;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t last = table.starts[keys[i] + 1];
      for (std::size_t at = table.starts[keys[i]]; at < last; at += block) {
        compare(table, at, std::min(block, last - at), s, t);
      }
    }
  }

  void compare(const Substring& table, std::size_t first, std::size_t n, std::size_t s,
               std::size_t t) {
    const std::uint64_t* codes = table.codes.data() + first * index_.words_;
    kernel_.scan(query_, codes, n, index_.words_, distances_);
    std::fill_n(distances_ + n, group, static_cast<std::uint16_t>(max_compared));
    for (std::size_t begin = 0; begin < n; begin += group) {
      // Most groups contain no near code, so four distances are compared in one word: the top bit
      // of 2^15 + within - d says whether d <= within, and no subtraction borrows from the next.
      std::uint64_t four = 0;
      std::memcpy(&four, distances_ + begin, sizeof(four));
      const std::uint64_t limits = (top_bit + within_) * in_each;
      if (((limits - four) & top_bit * in_each) == 0) continue;
      for (std::size_t i = begin; i < std::min(begin + group, n); ++i) {
        if (distances_[i] > within_ || found_before(codes + i * index_.words_, s, t)) continue;
        keep(distances_[i], table.items[first + i]);
      }
    }
  }

  void keep(std::size_t d, std::uint32_t item) {
    entries_.push_back(std::uint64_t{d} << 32 | item);
    ++found_at_[d];
    if (k_ == everything || entries_.size() < k_) return;
    tighten();
    if (entries_.size() >= 2 * k_ + block) keep_nearest();
  }

  /// Was this code found in a step before (s, t)?
  bool found_before(const std::uint64_t* code, std::size_t s, std::size_t t) const {
    for (std::size_t u = 0; u < (s == 0 ? t : index_.substrings()); ++u) {
      const Substring& other = index_.substrings_[u];
      const std::uint64_t differing =
          part_of(query_, other.first, other.width) ^ part_of(code, other.first, other.width);
      const auto bits =
          static_cast<std::size_t>(s == 0 ? differing != 0 : std::popcount(differing));
      if (bits < s || (bits == s && u < t)) return true;
    }
    return false;
  }

  /// Once k items are found, larger distances than the k-th are not needed. Ties at that distance
  /// are, since an item with a lower position may still be found.
  void tighten() {
    std::size_t sum = 0, d = 0;
    for (; d < within_ && (sum += found_at_[d]) < k_; ++d) {
    }
    within_ = std::min(within_, d);
  }

  void keep_nearest() {
    const auto kth = entries_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::nth_element(entries_.begin(), kth, entries_.end());
    entries_.resize(k_);
  }

  const MultiIndex& index_;
  const std::size_t k_, radius_;
  const Kernel& kernel_;
  const std::uint64_t* query_ = nullptr;
  std::vector<std::uint64_t> entries_;
  std::vector<std::uint32_t> found_at_;  ///< distinct codes found, by distance
  std::uint64_t probe_cost_;
  std::size_t within_ = 0;  ///< farther ones are of no use
  std::uint64_t spent_ = 0, probes_ = 0, candidates_ = 0;
  std::uint16_t distances_[block + group];
};

IndexedSearch MultiIndex::search(const Codes& queries, std::size_t k, std::size_t radius,
                                 const Kernel& kernel, std::size_t threads) const {
  check_comparable(queries.format, database_.format, "search");
  if (k == 0) throw Error(ErrorCode::invalid_argument, "search: k is 0, at least 1 is needed");
  const Codes unary = queries.format.hamming() ? Codes() : thermometer(queries);
  const Codes& codes = queries.format.hamming() ? queries : unary;

  std::vector<std::vector<std::uint64_t>> found(queries.n);
  std::vector<char> gave_up(queries.n);
  const std::size_t parts = std::max<std::size_t>(1, std::min(4 * threads, queries.n));
  std::vector<std::pair<std::uint64_t, std::uint64_t>> effort(parts);
  parallel(threads, parts, [&](std::size_t part) {
    Walk walk(*this, k, radius, kernel);
    for (std::size_t q = queries.n * part / parts; q < queries.n * (part + 1) / parts; ++q) {
      gave_up[q] = walk.run(codes.code(q), found[q]) ? 0 : 1;
      std::sort(found[q].begin(), found[q].end());
    }
    effort[part] = {walk.probes(), walk.candidates()};
  });

  IndexedSearch result;
  for (const auto& [probes, candidates] : effort) {
    result.probes += probes;
    result.candidates += candidates;
  }
  result.scanned = static_cast<std::uint64_t>(std::count(gave_up.begin(), gave_up.end(), 1));
  Neighbours scanned;
  if (result.scanned > 0) {
    Codes rest(queries.format, result.scanned);
    std::size_t r = 0;
    for (std::size_t q = 0; q < queries.n; ++q) {
      if (gave_up[q]) {
        std::copy_n(queries.code(q), queries.n_words(), rest.words.data() + r++ * rest.n_words());
      }
    }
    LinearScan scan(rest, k, radius, kernel, threads);
    scan.add(database_, 0);
    scanned = scan.result();
  }
  Neighbours& all = result.neighbours;
  for (std::size_t q = 0, r = 0; q < queries.n; ++q) {
    if (gave_up[q]) {
      const auto positions = scanned.positions_of(r);
      const auto distances = scanned.distances_of(r++);
      all.positions.insert(all.positions.end(), positions.begin(), positions.end());
      all.distances.insert(all.distances.end(), distances.begin(), distances.end());
    }
    for (const std::uint64_t entry : found[q]) {
      all.positions.push_back(static_cast<std::uint32_t>(entry));
      all.distances.push_back(static_cast<std::uint16_t>(entry >> 32));
    }
    all.offsets.push_back(all.positions.size());
  }
  return result;
}

IndexedSearch MultiIndex::top_k(const Codes& queries, std::size_t k, const Kernel& kernel,
                                std::size_t threads) const {
  return search(queries, k, everything, kernel, threads);
}

IndexedSearch MultiIndex::within_radius(const Codes& queries, std::size_t radius,
                                        const Kernel& kernel, std::size_t threads) const {
  return search(queries, everything, radius, kernel, threads);
}

bool multi_index_pays(std::size_t n, std::size_t k, std::size_t queries) {
  return queries >= 3000 && static_cast<double>(n) >=
                                10000 * std::sqrt(static_cast<double>(std::max<std::size_t>(k, 1)));
}

}  // namespace hashlab
