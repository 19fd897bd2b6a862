#pragma once

#include "lib/types.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// How many samples each part gets; what is left over goes to the ranked database.
/// Defaults: thesis Table 4.3 for data sets of 22,019 to 60,000 images.
struct SplitSizes {
  std::size_t test_queries = 1000;
  std::size_t validation_queries = 1000;
  std::size_t validation_database = 10000;
  std::size_t training = 2000;
};

/// Errors:  invalid_argument, naming the size, if a part that must not be empty is, or the parts
///          leave nothing to rank of a data set of n rows.
void check_split_sizes(const SplitSizes& sizes, std::size_t n);

/// Everything a split depends on, and nothing else: not the methods of a suite, not other runs.
struct SplitRequest {
  std::string checksum;             ///< of the data set
  std::size_t n = 0;                ///< samples in the data set
  const Labels* balance = nullptr;  ///< draw classes evenly by these labels; null: uniformly
  SplitSizes sizes;
  std::uint64_t seed = 0;
  std::size_t run = 1;  ///< 1, 2, ...
};

/// The parts of one split: row numbers, ascending.
struct Split {
  Rows test_queries;
  Rows test_database;        ///< ranked for the test queries
  Rows validation_queries;   ///< for choosing hyper-parameters
  Rows validation_database;  ///< ranked for the validation queries
  Rows training;             ///< hash functions are learned from these
  Rows learnable;            ///< every row that anything may be learned from, the mean included
};

/// A splitting strategy. Both strategies of a run draw the same test queries, training and
/// validation parts, so that they differ in one thing alone: what is ranked.
struct SplitStrategy {
  std::string name;
  int version;  ///< goes up when the same request would give another split
  std::string summary;
  /// Errors: invalid_argument naming the size that does not fit.
  Split (*make)(const SplitRequest& request);
};

/// The literature-standard strategy (thesis section 3.5.1): test queries are held out; everything
/// else is ranked, including the rows that were learned from.
Split literature_split(const SplitRequest& request);

/// The improved strategy (thesis section 3.5.2): five disjoint parts; the ranked database is held
/// out too, and nothing is ever learned from it.
Split improved_split(const SplitRequest& request);

/// Every strategy, in the order tables print them.
const std::vector<SplitStrategy>& split_strategies();

/// Errors: invalid_argument with a suggestion.
const SplitStrategy& split_strategy(std::string_view name);

}  // namespace hashlab
