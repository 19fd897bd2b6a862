#pragma once

#include "lib/codes/codes.h"
#include "lib/data/dataset.h"
#include "lib/hamming/kernel.h"
#include "lib/label_scores/ranker.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"
#include "lib/types.h"
#include "results/record/record.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The rankings for which a family of scores can be computed: all; only those by codes; only those
/// by real values; or those by codes or by estimates (lib/ranking/estimates.h), which are rankings
/// by the real values of queries alone.
enum class Ranked { anything, codes, values, codes_or_estimates };

struct ScoreInfo {
  std::string key;         ///< its key in experiment files, such as "hash-tables"
  std::string help;        ///< help text of the key, in one line
  std::string recipe_key;  ///< its key in the recipe of a cell, such as "tables"
  Ranked of = Ranked::anything;
  bool compares_features = false;  ///< true: it compares features of queries and items, so it is
                                   ///< not defined if these are of two views
};

/// The data of one split and run, which all rankings share.
struct ScoredRun {
  const Dataset& dataset;
  const Rows& test_queries;  ///< `test_queries`, `test_database`, `training`: rows of the data set
  const Rows& test_database;
  const Rows& training;
  const Relevance& relevance;    ///< of test queries, among the test database
  const arma::fvec& mean;        ///< of the rows available for training
  const Labels& learned_labels;  ///< of the data set; the labels on which methods are trained
  std::function<Rng(std::string_view purpose)> stream;  ///< the run's random streams, by purpose
};

/// Embeddings, one sample per column.
struct EmbeddedParts {
  Features queries, database;
};

/// The ranking of a test database for test queries by one method.
struct ScoredRanking {
  const Ranker& tested;
  const RankCounts& counts;                          ///< of `tested`, by the relevance of the run
  std::function<std::unique_ptr<Ranker>()> trained;  ///< makes a ranker in which
                                                     ///< the training rows are both the
                                                     ///< queries and the database
  // Set if the ranking is by codes:
  const Codes* queries = nullptr;
  const Codes* database = nullptr;
  const Kernel* kernel = nullptr;
  // Set if the ranking is by real values:
  std::function<EmbeddedParts()> values;
  // Set if the ranking is by estimates: those of the items in this order of their positions.
  std::function<Estimates(const Rows& order)> estimates = {};
};

/// Adds scores to the record of a cell.
using AddScores = std::function<void(CellRecord&, const ScoredRun&, const ScoredRanking&)>;

/// The facts about an experiment file that can rule out the settings of a family.
struct ScoredSuite {
  bool has_embeddings = false;     ///< it has embeddings or uncompressed features
  bool has_learn_classes = false;  ///< it gives coarser classes for training
};

/// The facts about the data set and the splits of an experiment file that can rule out the settings
/// of a family.
struct ScoredData {
  std::string path;  ///< of the data set, for messages
  const Labels& labels;
  bool uses_lists = false;       ///< lists give the ground truth or the queries
  std::string split_of_queries;  ///< a splitting protocol whose queries are also ranked items; or
                                 ///< empty
};

/// A family of scores that cells record beside their metrics, with the settings that an experiment
/// file gives it. A family is one file in this folder and one line in registry.h.
class CellScore {
 public:
  virtual ~CellScore() = default;
  virtual ScoreInfo info() const = 0;

  /// The family with the settings in `value`, which is the value of its key in an experiment file.
  /// If `value` is empty, the returned family has no settings.
  /// Errors:  invalid_argument naming the part that is not valid.
  virtual std::unique_ptr<CellScore> with(const std::string& value) const = 0;
  /// The settings as a value for with(); "" if there are none.
  virtual std::string text() const = 0;
  /// The lines that the family adds to the recipe of a cell (its configuration). They must change
  /// whenever the numbers that the family computes change.
  virtual std::string recipe() const;

  /// The metric of this name if at least one setting makes the family record it; otherwise none.
  /// The current settings do not matter. Metric::name has the one spelling under which the score is
  /// recorded. Metric::value is empty. If Metric::defined and Metric::needs_relevant are set, the
  /// score has no value where no query has a relevant item (see has_value).
  virtual std::optional<Metric> recorded(std::string_view name) const = 0;
  /// The reason why a metric of the family is not recorded with the current settings, as "metric
  /// 'NAME' is ...: add ...". "" if it is recorded, or does not belong to the family.
  virtual std::string why_not_recorded(const std::string& metric) const = 0;

  // The following functions are called only if there are settings. Settings for which a misfit()
  // returns a reason are rejected.

  /// The reason why the settings do not fit the experiment file, or "". The message that users see
  /// begins with the name of this file, which the reason does not need to name.
  virtual std::string misfit(const ScoredSuite& suite) const;
  /// The reason why the settings do not fit the data set and its splits, or "". The whole message:
  /// if the data set is the reason, it begins with its path.
  virtual std::string misfit(const ScoredData& data) const;
  /// The reason why the settings do not fit an embedding with this number of `dimensions`, made by
  /// the embedding method named `method`; or "".
  virtual std::string misfit(std::size_t dimensions, const std::string& method) const;
  /// Checks that the scores can be computed for the test queries and the database of a split.
  /// Errors:  invalid_argument if they cannot.
  virtual void check_rows(const Labels& labels, const Rows& queries, const Rows& database) const;

  /// Computes the data that all rankings of a split and run share. Returns the function that adds
  /// the scores of one ranking to its record.
  virtual AddScores of_run(const ScoredRun& run) const = 0;
};

/// True if a family of scores with this ScoreInfo::of can be computed for a ranking. `has_codes` is
/// true for a ranking by codes and false for a ranking by real values. `has_estimates` is true if
/// these real values are those of queries alone, which are compared with codes.
bool applies(Ranked of, bool has_codes, bool has_estimates = false);

/// The families for which an experiment file has settings, in alphabetical order of their keys.
class CellScores {
 public:
  /// Replaces the settings of a family; removes them if `value` is empty.
  /// Errors:  those of CellScore::with.
  void set(const CellScore& family, const std::string& value);
  /// The family with the settings of the experiment file, or `family` if the file has none for it.
  const CellScore& of(const CellScore& family) const;
  std::string text_of(std::string_view key) const;  ///< the settings of the key, or ""
  bool empty() const { return all_.empty(); }

  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<std::shared_ptr<const CellScore>> all_;
};

}  // namespace hashlab::results
