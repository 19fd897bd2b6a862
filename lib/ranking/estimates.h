#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/dispatch.h"
#include "lib/ranking/asked.h"
#include "lib/ranking/nearest_items.h"
#include "lib/relevance/relevance.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hashlab {

class SummedEstimates;

/// The position of the first item of which a number is not finite, as when a damaged file has other
/// scalars than a model writes; SIZE_MAX if there is none.
std::size_t first_without_numbers(const ItemNumbers& numbers);

/// The estimated distances of coded items to queries of real values (see Asked). If all tables are
/// whole weights of the bits of a code, as those of queries of signed digits, their sums are
/// computed by kernels (see SummedEstimates). The values are the same.
class Estimates {
 public:
  /// `kernel` must outlive the object.
  /// Errors:  invalid_argument if the digits of `asked` are not those of the codes, if the numbers
  ///          of items, entries and terms disagree, or if a number of an item is not finite.
  Estimates(Asked asked, const Codes& items, ItemNumbers numbers,
            const Kernel& kernel = active_kernel());

  std::size_t n_queries() const { return asked_.queries.size(); }
  std::size_t n_items() const { return n_; }
  /// Writes the estimates of all items for query q to `out`, n_items() numbers.
  /// Cost:    O(n_items * bits / 8) look-ups, fewer if kernels compute the sums.
  void of_query(std::size_t q, std::span<double> out) const;
  /// True if the estimates have an error bound, see ItemNumbers::spread.
  bool bounded() const { return n_ == 0 || !numbers_.spread.empty(); }
  /// Half the width of the interval around the estimate of item i for query q, for eps = 1.
  /// Requires bounded().
  double half_width(std::size_t q, std::size_t i) const {
    return asked_.queries[q].spread * numbers_.spread[i];
  }
  /// The form in which kernels compute the sums; null if tables are not whole weights.
  const SummedEstimates* summed() const { return summed_.get(); }

 private:
  void add_term(const AskedTerm& term, const std::vector<double>& factors,
                std::span<double> out) const;

  Asked asked_;
  ItemNumbers numbers_;
  std::size_t n_;
  std::shared_ptr<const SummedEstimates> summed_;
  // Without `summed_`:
  std::vector<std::size_t> first_digit_;  ///< of each group, and the number of digits
  std::vector<std::uint8_t> groups_;      ///< the bits of each group of each item, item by item
};

/// The estimate of item i for query q, computed digit by digit from the definition: the reference
/// for tests.
double estimate(const Asked& asked, std::size_t q, const Codes& items, std::size_t i,
                const ItemNumbers& numbers);

/// The k items with the smallest estimates of each query, ordered by estimate, then position;
/// `similarities` are minus the estimates. If `ignored` has lists, query q does not find the items
/// in ignored[q] (ascending). The result is the same for any number of threads; estimates that
/// kernels do not compute are sorted in one thread.
/// Errors:  invalid_argument if k is 0.
NearestItems nearest_by_estimates(const Estimates& estimates, std::size_t k,
                                  const Lists& ignored = {}, std::size_t threads = 1);

}  // namespace hashlab
