#pragma once

#include "lib/codes/codes.h"
#include "lib/embeddings/nearest.h"
#include "lib/hamming/dispatch.h"
#include "lib/relevance/relevance.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hashlab {

class SummedEstimates;

/// One sum over the digits of a code: start + scale * (table[0][u_0] + table[1][u_1] + ...), where
/// u_k is digit k.
struct AskedTerm {
  double start = 0, scale = 1;
  std::vector<double> table = {};  ///< the 2^B entries of digit 0 (of B bits), then those of digit
                                   ///< 1, ...; if it is empty, the term is `start` for every code
};

/// One query of real values, in the form in which it is compared with codes.
struct AskedQuery {
  double constant = 0;
  std::vector<AskedTerm> terms;  ///< as many for each query
  double spread = 0;             ///< see ItemNumbers::spread
};

/// Queries of real values that are compared with codes without being coded themselves. The distance
/// of an item to query q is estimated as
///
///   constant + base + factor_0 * term_0 + factor_1 * term_1 + ...
///
/// where base and factors are numbers of the item (ItemNumbers), and the terms are sums over the
/// digits of its code. Smaller means nearer; an estimate of a squared distance may be negative.
///
/// The value depends on the codes, the tables and the order of the additions alone. That order is
/// fixed: consecutive digits of at most 8 bits together form a group; first the entries of the
/// digits of each group are added, in order, then the groups, in order. All estimates are therefore
/// the same on every machine, for every kernel, number of threads and division of the database. If
/// all entries of a table are small integers, its sum is exact in any order.
struct Asked {
  std::vector<std::uint8_t> widths;  ///< bits of each digit of the codes, 1 .. 8 each
  std::vector<AskedQuery> queries;
};

/// The numbers of coded items by which their distances are estimated.
struct ItemNumbers {
  std::vector<double> base = {};                  ///< one for each item; empty: 0
  std::vector<std::vector<double>> factors = {};  ///< for each term, one for each item; an empty
                                                  ///< list: 1
  /// With high probability, the error of an estimate is at most eps * spread of the query * spread
  /// of the item, where eps determines the probability. One number for each item; empty if the
  /// method of the codes gives no such bound.
  std::vector<double> spread = {};
};

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
