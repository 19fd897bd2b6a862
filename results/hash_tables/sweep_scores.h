#pragma once

#include "lib/hash_tables/scores.h"
#include "results/format/table_format.h"
#include "results/statistics/run_values.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::results {

/// The scores of hash tables with one setting in one run.
struct SweepRow {
  std::string dataset, split, hasher;
  std::size_t bits = 0;
  std::size_t run = 0;  ///< 1, 2, ...
  HashTableScores scores;
};

/// A method at one code length and split, with one setting of its hash tables.
struct SweepKey {
  Combination where;
  HashTableSetting setting;
  auto operator<=>(const SweepKey&) const = default;
};

/// The scores of a sweep over runs.
class SweepScores {
 public:
  /// Groups the rows by method, split, code length and setting.
  /// Errors:  invalid_argument if the rows come from more than one data set, or if two rows have
  ///          the same method, split, code length, setting and run.
  explicit SweepScores(const std::vector<SweepRow>& rows);

  const std::string& dataset() const { return dataset_; }
  /// The methods, splits and code lengths with scores, in order of first appearance in the rows.
  const std::vector<Combination>& combinations() const { return combinations_; }
  /// The settings for which a combination has scores, in order of first appearance in the rows.
  /// `where` must be one of combinations().
  const std::vector<HashTableSetting>& settings(const Combination& where) const {
    return settings_.at(where);
  }
  /// One score of one setting by run; empty if the combination has no scores for this setting.
  /// `column` is the name of the score in hash_table_columns().
  /// Errors:  invalid_argument if there is no such score.
  RunValues values(const Combination& where, const HashTableSetting& setting,
                   std::string_view column) const;
  /// The largest number of runs that any combination has for a setting.
  std::size_t usual_runs() const { return usual_runs_; }

  /// The setting with the highest mean of the score `column` over runs (the first one in case of
  /// ties). It is chosen once for all runs, not for each run, because an index in use has one
  /// setting, too. Codes of a method may differ in length between runs, so longer keys may fit in
  /// some runs only. Therefore only the settings with the most runs of this combination are
  /// considered; otherwise means over favourable runs would be compared with means over all runs.
  /// `where` must be one of combinations().
  /// Errors:  invalid_argument if there is no score `column`.
  HashTableSetting best(const Combination& where, std::string_view column) const;

 private:
  std::string dataset_;
  std::vector<Combination> combinations_;
  std::map<Combination, std::vector<HashTableSetting>> settings_;
  std::map<SweepKey, std::map<std::size_t, HashTableScores>> scores_;
  std::size_t usual_runs_ = 0;
};

/// The scores of every setting, with one grid for each split, bits and method. The grids show the
/// main scores, Table::records all of them.
/// Records: the columns of Table::records are dataset,split,hasher,bits,setting,K,L,radius,keys,
///          score,runs,mean,sd
Table sweep_table(const SweepScores& sweep, std::size_t precision);

/// For each method the setting with the highest mean F1 (SweepScores::best) and its scores, with
/// one grid for each split and bits.
/// Records: as in sweep_table, for these settings only.
Table best_table(const SweepScores& sweep, std::size_t precision);

/// "Recall against fraction touched", with one grid for each split, bits and method: for each
/// setting the share of the database that is touched, the recall, and whether the setting is on the
/// front. It is on the front if every other setting of its grid touches more items or has a lower
/// recall. If two settings are equal in both, only the first can be on the front.
/// Records: the columns of Table::records are dataset,split,hasher,bits,setting,K,L,radius,keys,
///          runs,touched,recall,front
Table curve_table(const SweepScores& sweep, std::size_t precision);

}  // namespace hashlab::results
