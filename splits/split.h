#pragma once

#include "lib/options.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::splits {

/// How many samples each part gets; the rest is the ranked database.
/// Defaults: thesis Table 4.3 for data sets of 22,019 to 60,000 images.
struct SplitSizes {
  std::size_t test_queries = 1000;
  std::size_t validation_queries = 1000;
  std::size_t validation_database = 10000;
  std::size_t training = 2000;
};

/// The sizes themselves if they leave rows of n to rank, else parts that do: at most a tenth of the
/// rows each, a fifth for training.
SplitSizes fitting_sizes(const SplitSizes& sizes, std::size_t n);

/// Errors:  invalid_argument, naming the size and sizes that fit, if a part that must not be empty
///          is empty, or the parts leave nothing to rank of n rows.
void check_split_sizes(const SplitSizes& sizes, std::size_t n);

/// Everything a split depends on, and nothing else: not the methods of a suite, not other runs.
struct SplitRequest {
  std::string checksum;             ///< of the data set
  std::size_t n = 0;                ///< samples in the data set
  const Labels* balance = nullptr;  ///< draw classes evenly by these labels; null: uniformly
  SplitSizes sizes;
  std::uint64_t seed = 0;
  std::size_t run = 1;             ///< 1, 2, ...
  const Labels* labels = nullptr;  ///< of the data set, for strategies by class; null: it has none
  Rows excluded = {};              ///< rows that take no part in anything, ascending
  std::size_t folds = 0;           ///< runs whose test queries are disjoint; 0: drawn independently
  const RowMarks* marks = nullptr;    ///< of the data set, for strategies that use them; null: none
  const QueryLists* lists = nullptr;  ///< likewise
  /// Of the data set, if sharing a class is what makes an item relevant; null: something else does.
  const Labels* judged_by = nullptr;
};

/// Which sizes have an effect on the splits of a strategy.
struct UsedSizes {
  bool test_queries = true;
  bool validation = true;  ///< queries and database
  bool training = true;
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

/// Training and validation rows, ascending: all that a choice of hyper-parameters depends on.
Rows selection_rows(const Split& split);

/// SHA-256 over the rows of every part, in the order above.
std::string split_checksum(const Split& split);

/// Which rows a strategy ranks.
enum class RankedRows {
  held_out,  ///< none that anything may be learned from: improved, class-disjoint
  any,       ///< also rows that were learned from: literature, matched
};

struct SplitInfo {
  std::string name;
  int version;  ///< goes up when the same request would give another split
  std::string source;
  std::string summary;
  RankedRows ranked;
  bool needs_labels = false;
  bool is_given = false;     ///< the user gives the rows of every part, in files
  bool needs_marks = false;  ///< uses the split that the data set comes with
  /// Queries are ranked by design, and each leaves its own ranking, by its row, unless lists say
  /// who is relevant.
  bool leave_one_out = false;
  bool needs_lists = false;  ///< uses the lists that the data set comes with
  /// In a run, draws the same test queries, training and validation parts as every other strategy
  /// of which this is true.
  bool draws_common_parts = false;
};

/// A splitting strategy with its settings. In a run the strategies draw the same test queries,
/// training and validation parts wherever they can, so that they differ only in what is ranked.
class SplitStrategy {
 public:
  virtual ~SplitStrategy() = default;
  virtual SplitInfo info() const = 0;
  virtual void describe(Options& options);  ///< binds the settings; none by default
  /// Identifies the rows that settings or marks give for a data set of n rows, as text for the
  /// recipe; the same whatever files they are read from. "" if the strategy draws its rows.
  virtual std::string given_rows(std::size_t n, const RowMarks& marks) const;
  /// The sizes that belong in the recipe; all by default.
  virtual UsedSizes used_sizes(const RowMarks& marks) const;
  /// Errors: invalid_argument naming the size or setting that does not fit.
  virtual Split make(const SplitRequest& request) const = 0;
};

/// A strategy made from NAME[:key=value,...].
struct NamedSplit {
  std::shared_ptr<const SplitStrategy> strategy;
  std::string name;      ///< "class-disjoint:test-classes=0.5": settings that differ from defaults
  std::string settings;  ///< " test-classes=0.5": every setting but paths, for the recipe

  Split make(const SplitRequest& request) const { return strategy->make(request); }
  /// "literature/1": name and version, settings, and the text of given_rows(n, marks).
  /// Errors:  those of reading given rows.
  std::string recipe(std::size_t n, const RowMarks& marks = {}) const;
};

/// Errors: invalid_argument for an unknown strategy or key (with a suggestion) or a bad value.
NamedSplit make_split(std::string_view text);

}  // namespace hashlab::splits
