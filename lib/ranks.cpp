#include "lib/ranks.h"

namespace hashlab {
namespace {

class OneRank final : public Ranks {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t size() const override { return 1; }
  std::size_t on_this_host() const override { return 1; }
  void sum(std::span<std::uint32_t>) const override {}
  void collect(const std::vector<std::uint64_t>&,
               const std::function<void(std::vector<std::uint64_t>)>&) const override {}
  void look_around() const override {}
};

}  // namespace

RowRange range_of_rank(std::size_t n, std::size_t rank, std::size_t size) {
  // No product of n and rank, which could overflow.
  const auto begin = [&](std::size_t r) { return n / size * r + n % size * r / size; };
  return {begin(rank), begin(rank + 1) - begin(rank)};
}

const Ranks& one_rank() {
  static const OneRank alone;
  return alone;
}

}  // namespace hashlab
