#pragma once

#include "lib/options.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::splits {

/// The number of samples in each part that is drawn. The protocol determines the ranked database.
/// Defaults: thesis Table 4.3 for data sets of 22,019 to 60,000 images.
struct SplitSizes {
  std::size_t test_queries = 1000;
  std::size_t validation_queries = 1000;
  std::size_t validation_database = 10000;
  std::size_t training = 2000;
};

/// `sizes` if they leave at least one of n rows to be ranked. Otherwise each part is reduced to at
/// most a tenth of the rows, training to at most a fifth. Test queries and training are never
/// reduced below 1.
SplitSizes fitting_sizes(const SplitSizes& sizes, std::size_t n);

/// "training = 1200, validation-database = 600": the sizes in which `to` differs from `from`.
std::string changed_sizes(const SplitSizes& from, const SplitSizes& to);

/// Checks that there are test queries and training samples, and that at least one of n rows remains
/// to be ranked.
/// Errors:  invalid_argument naming the size that is not valid. If no row remains, the message also
///          proposes sizes that fit.
void check_split_sizes(const SplitSizes& sizes, std::size_t n);

/// All inputs of a split. A split does not depend on the methods of an experiment file or on other
/// runs.
struct SplitRequest {
  std::string checksum;             ///< of the data set
  std::size_t n = 0;                ///< samples in the data set
  const Labels* balance = nullptr;  ///< draw classes evenly by these labels; null: draw uniformly
  SplitSizes sizes;
  std::uint64_t seed = 0;
  std::size_t run = 1;                ///< 1, 2, ...
  const Labels* labels = nullptr;     ///< of the data set, for label-based protocols; null: it has
                                      ///< none
  Rows excluded = {};                 ///< rows that are in no part, ascending
  std::size_t folds = 0;              ///< K: runs 1 .. K have disjoint test queries, and so have
                                      ///< each K further runs; 0: runs draw independently
  const RowMarks* marks = nullptr;    ///< of the data set, for strategies that use them; null: none
  const QueryLists* lists = nullptr;  ///< of the data set, for strategies that use them; null: none
  /// The data set's labels if the ground truth is label-based; null if it is not.
  const Labels* judged_by = nullptr;
};

/// The sizes that have an effect on the splits of a protocol.
struct UsedSizes {
  bool test_queries = true;
  bool validation = true;  ///< queries and database
  bool training = true;
};

/// The parts of one split: row numbers, ascending.
struct Split {
  Rows test_queries;
  Rows test_database;        ///< ranked for the test queries
  Rows validation_queries;   ///< queries for choosing hyperparameters
  Rows validation_database;  ///< ranked for the validation queries
  Rows training;             ///< hash functions are trained on these
  Rows learnable;            ///< every row available for training and for the mean
};

/// Training and validation rows, ascending: all rows on which tuning depends.
Rows selection_rows(const Split& split);

/// SHA-256 over the rows of every part, in the order of Split's members.
std::string split_checksum(const Split& split);

/// The rows that a splitting protocol ranks.
enum class RankedRows {
  held_out,  ///< only rows that are not available for training, as in improved, class-disjoint
  any,       ///< also rows on which methods were trained, as in literature, matched
};

struct SplitInfo {
  std::string name;
  int version;  ///< is increased when the same request would give another split
  std::string source;
  std::string summary;
  RankedRows ranked;
  bool needs_labels = false;
  bool is_given = false;     ///< the user gives the rows of every part, in files
  bool needs_marks = false;  ///< uses the split that comes with the data set
  /// True if test queries are also ranked items by design. Each query is then left out of its own
  /// ranking, unless lists give the ground truth.
  bool leave_one_out = false;
  bool needs_lists = false;  ///< uses the lists that come with the data set
  /// True if, in a run, the protocol draws the same test queries, training and validation parts as
  /// all other protocols for which this is true.
  bool draws_common_parts = false;
};

/// A splitting protocol with its settings. In a run the protocols draw the same test queries,
/// training and validation parts wherever possible, so that they differ only in the ranked
/// database.
class SplitStrategy {
 public:
  virtual ~SplitStrategy() = default;
  virtual SplitInfo info() const = 0;
  virtual void describe(Options& options);  ///< binds the settings; none by default
  /// Some protocols take their rows from lists that the settings name, or from the marks of the
  /// data set (of n rows). For these, the text that identifies the rows in the configuration. Equal
  /// rows give equal texts, whatever the names of the files. "" if the protocol draws its rows.
  /// Errors:  invalid_argument if the marks are needed but empty; those of reading the lists.
  virtual std::string given_rows(std::size_t n, const RowMarks& marks) const;
  /// The sizes that affect the rows of the split, and so belong to its configuration; by default
  /// all of them.
  virtual UsedSizes used_sizes(const RowMarks& marks) const;
  /// Makes the split. Errors: invalid_argument naming the size or setting that does not fit.
  virtual Split make(const SplitRequest& request) const = 0;
};

/// A splitting protocol made from NAME[:key=value,...].
struct NamedSplit {
  std::shared_ptr<const SplitStrategy> strategy;
  std::string name;      ///< "class-disjoint:test-classes=0.5": settings that differ from defaults
  std::string settings;  ///< " test-classes=0.5": all settings except paths, for the recipe

  Split make(const SplitRequest& request) const { return strategy->make(request); }
  /// "literature/1": name and version, settings, and the text of given_rows(n, marks).
  /// Errors:  those of reading given rows.
  std::string recipe(std::size_t n, const RowMarks& marks = {}) const;
};

/// The protocol of a NAME[:key=value,...]. Errors: invalid_argument for an unknown protocol or key
/// (with a suggestion) or a bad value.
NamedSplit make_split(std::string_view text);

}  // namespace hashlab::splits
