#pragma once

#include "lib/hamming/kernel.h"
#include "lib/plane_sums/bit_weights.h"
#include "lib/plane_sums/weighed_codes.h"
#include "lib/ranking/asked.h"
#include "lib/ranking/nearest_items.h"
#include "lib/relevance/relevance.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hashlab {

/// Estimated distances (see Asked) whose tables are whole weights of the bits of a code, such as
/// those of queries of signed digits. Their sums are integers, which kernels compute for many codes
/// at once (see lib/plane_sums/sum_kernel.h). Estimates then follow from the sum of an item and its
/// numbers by the formula of Asked. All values are those of Estimates to the last bit.
///
/// Items are ordered by their base and factor, within segments of the database, and divided into
/// blocks of 512. A search for the nearest items computes, from the smallest base and the extreme
/// factors of a block, one integer that the sum of an item of the block must reach for its estimate
/// to be among the k smallest so far. Only items that reach it are estimated. Blocks are visited in
/// an order in which near ones are far apart, so that the first ones are like the others.
class SummedEstimates {
 public:
  /// Null if a query has not exactly one term, or its table is not one of whole weights (see
  /// bit_sum). `kernel` must outlive the object. The arguments must be as Estimates checks them.
  /// Cost:    O(items * bits) to slice the codes, and to sort the items.
  static std::shared_ptr<const SummedEstimates> make(const Asked& asked, const Codes& items,
                                                     const ItemNumbers& numbers,
                                                     const Kernel& kernel);

  /// As Estimates::of_query.
  void of_query(std::size_t q, std::span<double> out) const;
  /// As nearest_by_estimates().
  NearestItems nearest(std::size_t k, const Lists& ignored, std::size_t threads) const;

 private:
  /// A query: the estimate of an item with sum U is
  /// (constant + base) + factor * (start + scale * (first + U)).
  struct Query {
    double constant, start, scale, first;
    BitWeights weights;
  };
  /// An item: its numbers and its position in the database.
  struct Item {
    double base, factor;
    std::uint32_t position;
  };
  /// What the items of a block have in common.
  struct Block {
    double least_base, least_factor, largest_factor;
  };
  class Search;
  /// The nearest items of a query so far.
  class Found;

  SummedEstimates(std::vector<Query> queries, const Codes& items, const ItemNumbers& numbers,
                  const std::vector<std::uint32_t>& order, const Kernel& kernel);
  static double estimate(const Query& query, const Item& item, std::uint32_t sum) {
    const double value = query.start + query.scale * (query.first + static_cast<double>(sum));
    return query.constant + item.base + item.factor * value + 0.0;  // never -0
  }
  static std::uint32_t least_sum(const Query& query, const Block& block, double largest);

  std::vector<Query> queries_;
  std::vector<Item> items_;  ///< in the order of blocks
  std::vector<Block> blocks_;
  WeighedCodes codes_;
};

}  // namespace hashlab
