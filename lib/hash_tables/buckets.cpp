#include "lib/hash_tables/buckets.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hashlab {
namespace {

// Multiplication by an odd number is a bijection of 64-bit numbers whose leading bits depend on all
// lower bits (Knuth, TAOCP 3, section 6.4): it keeps keys distinct and spreads similar ones.
constexpr std::uint64_t scramble = 0x9e3779b97f4a7c15u, unscramble = 0xf1de83e19937733du;
static_assert(scramble * unscramble == 1);

// Up to this many bits a directory indexed by key costs no more than a small array of items.
constexpr std::size_t always_direct = 16;

/// Exclusive prefix sum: element i becomes the sum of those before it.
void accumulate_starts(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) sum += std::exchange(count, sum);
}

}  // namespace

Buckets::Buckets(std::span<const std::uint64_t> keys, std::size_t K) : K_(K), items_(keys.size()) {
  // Two to four directory entries per item, so that most look-ups of absent keys end there.
  const std::size_t roomy = static_cast<std::size_t>(std::bit_width(keys.size())) + 1;
  if (K <= std::max(roomy, always_direct)) {
    directory_bits_ = K;
    build_direct(keys);
  } else {
    directory_bits_ = roomy;
    build_scrambled(keys);
  }
}

void Buckets::build_direct(std::span<const std::uint64_t> keys) {
  // Counts are stored two elements further on, and starts advanced while filling one element
  // further on, so that in the end each start is in its place.
  directory_.resize((std::size_t{1} << K_) + 2);
  for (const std::uint64_t key : keys) ++directory_[key + 2];
  size_ = directory_.size() -
          static_cast<std::size_t>(std::count(directory_.begin(), directory_.end(), 0u));
  for (std::size_t i = 3; i < directory_.size(); ++i) directory_[i] += directory_[i - 1];
  for (std::size_t i = 0; i < keys.size(); ++i) {
    items_[directory_[keys[i] + 1]++] = static_cast<std::uint32_t>(i);
  }
  directory_.pop_back();
}

void Buckets::build_scrambled(std::span<const std::uint64_t> keys) {
  using Entry = std::pair<std::uint64_t, std::uint32_t>;  // scrambled key, item
  const std::size_t shift = 64 - directory_bits_;
  std::vector<std::uint32_t> slots((std::size_t{1} << directory_bits_) + 1);
  for (const std::uint64_t key : keys) ++slots[(key * scramble) >> shift];
  accumulate_starts(slots);
  std::vector<Entry> entries(keys.size());
  std::vector<std::uint32_t> ends = slots;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i] * scramble;
    entries[ends[key >> shift]++] = {key, static_cast<std::uint32_t>(i)};
  }
  directory_.reserve(slots.size());
  for (std::size_t slot = 0; slot + 1 < slots.size(); ++slot) {
    directory_.push_back(static_cast<std::uint32_t>(keys_.size()));
    const auto first = entries.begin() + slots[slot], last = entries.begin() + slots[slot + 1];
    std::sort(first, last);
    for (auto entry = first; entry != last; ++entry) {
      const auto at = static_cast<std::uint32_t>(entry - entries.begin());
      if (entry == first || entry->first != keys_.back()) {
        keys_.push_back(entry->first);
        starts_.push_back(at);
      }
      items_[at] = entry->second;
    }
  }
  directory_.push_back(static_cast<std::uint32_t>(keys_.size()));
  starts_.push_back(static_cast<std::uint32_t>(keys.size()));
  size_ = keys_.size();
}

std::span<const std::uint32_t> Buckets::at(std::uint64_t key) const {
  if (starts_.empty()) return range(directory_[key], directory_[key + 1]);
  const std::uint64_t wanted = key * scramble;
  const std::uint64_t slot = wanted >> (64 - directory_bits_);
  for (std::uint32_t b = directory_[slot]; b < directory_[slot + 1]; ++b) {
    if (keys_[b] == wanted) return range(starts_[b], starts_[b + 1]);
  }
  return {};
}

void Buckets::for_each(
    const std::function<void(std::uint64_t, std::span<const std::uint32_t>)>& visit) const {
  if (starts_.empty()) {
    for (std::size_t key = 0; key + 1 < directory_.size(); ++key) {
      if (directory_[key] < directory_[key + 1]) {
        visit(key, range(directory_[key], directory_[key + 1]));
      }
    }
    return;
  }
  for (std::size_t b = 0; b < keys_.size(); ++b) {
    visit(keys_[b] * unscramble, range(starts_[b], starts_[b + 1]));
  }
}

}  // namespace hashlab
