#pragma once

#include "results/record/rows.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab::testing {

/// Comparisons that are of equals, made as suites make them: data sets from a population of which
/// the truth is known, split, learned from and scored by the real code.
///
/// A sample is two blocks of features of the same distribution about the same class centres. Hasher
/// A sees the first block and hasher B the second, so that neither is better over all data sets;
/// but of each data set one block is the luckier, in every run that draws from it.
struct NullStudy {
  std::size_t n = 1200;  ///< samples of a data set
  std::size_t queries = 60, training = 120, validation_queries = 0, validation_database = 0;
  std::size_t runs = 10, classes = 10, features = 12, bits = 12;
  double noise = 1.5;  ///< standard deviation about class centres of scale 1
  std::string hasher = "pca+sbq";
  std::string metric = "auprc";
  std::uint64_t seed = 1;
};

/// What the runs of one data set give.
struct NullResults {
  /// For each comparison, whose expectation over data sets is zero, one difference a run.
  ///
  ///   A - B improved, A - B literature    the two hashers under one strategy
  ///   optimism A - B                      of literature - improved, that of A less that of B
  ///   matched - improved, untrained       random hyperplanes (LSH): the database of the improved
  ///                                       strategy, in one with its last rows replaced by the
  ///                                       training rows, which flatters nobody who learned nothing
  std::map<std::string, std::vector<double>> differences;
  /// The scores behind A - B, as tables take them: hashers "A+sbq" and "B+sbq", both strategies.
  std::vector<results::ResultRow> rows;
};
NullResults null_results(const NullStudy& study, std::size_t dataset);

/// Shares of null comparisons that tests at the level 5 % reject.
struct Rejected {
  std::size_t comparisons = 0;
  double corrected = 0, uncorrected = 0, wilcoxon = 0;
};

/// `differences` has one list a data set.
Rejected rejected(const std::vector<std::vector<double>>& differences, double ratio);

}  // namespace hashlab::testing
