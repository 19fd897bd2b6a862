#pragma once

#include <cstdint>
#include <vector>

namespace hashlab {

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

}  // namespace hashlab
