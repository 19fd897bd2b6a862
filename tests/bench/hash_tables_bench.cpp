// What buckets are best kept in: the project's Buckets against a sorted array with binary search
// and hash maps from key to a range of items. Keys are segments of clustered codes, so uneven as in
// practice.

#include "lib/hash_tables/buckets.h"
#include "lib/hash_tables/hash_tables.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

// Header-only, Debian package robin-map-dev; no dependency of the project.
#if __has_include(<tsl/robin_map.h>)
#include <tsl/robin_map.h>
#define HASHLAB_BENCH_ROBIN_MAP
#endif

namespace {

using namespace hashlab;

using Keys = std::vector<std::uint64_t>;
using Items = std::span<const std::uint32_t>;

constexpr std::size_t n_queries = 1000;

/// Every code is one of 1,000 centres with each bit flipped at a rate of 1/8.
Codes clustered_codes(std::size_t bits, std::size_t n, std::string_view name) {
  Codes centres({bits, 1}, 1000), codes({bits, 1}, n);
  Rng place = Rng(1).stream("bench.centres"), rng = Rng(1).stream(name);
  for (std::uint64_t& word : centres.words) word = place.bits();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* centre = centres.code(rng.below(centres.n));
    for (std::size_t w = 0; w < codes.n_words(); ++w) {
      codes.words[i * codes.n_words() + w] = centre[w] ^ (rng.bits() & rng.bits() & rng.bits());
    }
  }
  return codes;
}

/// Keys in order with their items behind them; found by binary search.
class SortedArray {
 public:
  SortedArray(const Keys& keys, std::size_t) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> entries;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      entries.emplace_back(keys[i], static_cast<std::uint32_t>(i));
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& [key, item] : entries) {
      keys_.push_back(key);
      items_.push_back(item);
    }
  }
  Items at(std::uint64_t key) const {
    const auto [first, last] = std::equal_range(keys_.begin(), keys_.end(), key);
    return Items(items_).subspan(static_cast<std::size_t>(first - keys_.begin()),
                                 static_cast<std::size_t>(last - first));
  }

 private:
  Keys keys_;
  std::vector<std::uint32_t> items_;
};

/// A map from key to a range of one item array.
template <typename Map>
class MappedRanges {
 public:
  MappedRanges(const Keys& keys, std::size_t) : items_(keys.size()) {
    for (const std::uint64_t key : keys) ++ends_[key];
    std::uint32_t sum = 0;
    std::vector<std::uint32_t> starts;
    for (auto entry = ends_.begin(); entry != ends_.end(); ++entry) {
      starts.push_back(std::exchange(sum, sum + entry->second));
      ranges_[entry->first] = {starts.back(), starts.back()};
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      items_[ranges_[keys[i]].second++] = static_cast<std::uint32_t>(i);
    }
    ends_ = {};
  }
  Items at(std::uint64_t key) const {
    const auto found = ranges_.find(key);
    if (found == ranges_.end()) return {};
    return Items(items_).subspan(found->second.first, found->second.second - found->second.first);
  }

 private:
  typename Map::template of<std::uint32_t> ends_;
  typename Map::template of<std::pair<std::uint32_t, std::uint32_t>> ranges_;
  std::vector<std::uint32_t> items_;
};

struct StandardMap {
  template <typename Value>
  using of = std::unordered_map<std::uint64_t, Value>;
};

#ifdef HASHLAB_BENCH_ROBIN_MAP
/// The standard hash of a number is the number: robin-map's documentation asks for a better one.
struct Scramble {
  std::size_t operator()(std::uint64_t key) const {
    return std::rotr(key * 0x9e3779b97f4a7c15u, 32);
  }
};
struct RobinMap {
  template <typename Value>
  using of = tsl::robin_map<std::uint64_t, Value, Scramble>;
};
#endif

#ifdef HASHLAB_BENCH_ABSEIL
struct AbseilMap {
  template <typename Value>
  using of = absl::flat_hash_map<std::uint64_t, Value>;
};
#endif

struct Problem {
  Keys database, queries;
};

Problem problem_of(std::size_t n, std::size_t K) {
  const auto positions = key_positions({K, 1, 0, KeyBits::segments}, 64, Rng(1));
  return {keys_of(clustered_codes(64, n, "bench.database"), positions[0]),
          keys_of(clustered_codes(64, n_queries, "bench.queries"), positions[0])};
}

template <typename Store>
void build(benchmark::State& state, std::size_t n, std::size_t K) {
  const Problem p = problem_of(n, K);
  for (auto _ : state) benchmark::DoNotOptimize(Store(p.database, K));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

// Every key at distance at most 1 of the query's is looked up, and every item found is read.
template <typename Store>
void look_up(benchmark::State& state, std::size_t n, std::size_t K) {
  const Problem p = problem_of(n, K);
  const Store store(p.database, K);
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (const std::uint64_t key : p.queries) {
      for (const std::uint32_t item : store.at(key)) sum += item;
      for (std::size_t bit = 0; bit < K; ++bit) {
        for (const std::uint32_t item : store.at(key ^ std::uint64_t{1} << bit)) sum += item;
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_queries * (K + 1)));
}

template <typename Store>
void add(const std::string& store) {
  for (const std::size_t n : std::vector<std::size_t>{59000, 1000000}) {
    for (const std::size_t K : std::vector<std::size_t>{8, 16, 24, 32}) {
      const std::string sizes = fmt::format("store:{}/n:{}/K:{}", store, n, K);
      benchmark::RegisterBenchmark(("buckets_build/" + sizes).c_str(), [=](auto& state) {
        build<Store>(state, n, K);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("buckets_look_up/" + sizes).c_str(), [=](auto& state) {
        look_up<Store>(state, n, K);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

[[maybe_unused]] const bool registered = [] {
  add<Buckets>("buckets");
  add<SortedArray>("sorted");
  add<MappedRanges<StandardMap>>("unordered_map");
#ifdef HASHLAB_BENCH_ROBIN_MAP
  add<MappedRanges<RobinMap>>("robin_map");
#endif
#ifdef HASHLAB_BENCH_ABSEIL
  add<MappedRanges<AbseilMap>>("flat_hash_map");
#endif
  return true;
}();

}  // namespace
