#pragma once

#include "lib/types.h"
#include "splits/audit/audit.h"
#include "splits/audit/audit_features.h"
#include "splits/audit/class_balance.h"
#include "splits/split.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// How it is known on which rows a quantity was fitted.
enum class Evidence {
  recorded,  ///< finished cells record it
  planned,   ///< derived from the plan: all rows on which the cells may be trained
  given,     ///< the user states it
};
std::string evidence_text(Evidence evidence);  ///< "recorded", ...

/// Cells of one split and run that have the same leaks, because they agree in the rows on which
/// quantities were fitted and in every other property of cells that can be a leak.
struct CellsAudit {
  std::vector<std::string> cells;  ///< such as "itq+npq 32 bits"; empty in audit_lists()
  Evidence evidence = Evidence::planned;
  std::map<std::string, std::size_t> fitted;  ///< for each quantity, the number of rows on which
                                              ///< it was fitted
  std::vector<splits::Leak> leaks;
};

/// The findings in one split of one run.
struct SplitAudit {
  std::string split;
  std::size_t run = 0;
  splits::RankedRows ranked = splits::RankedRows::held_out;
  std::map<splits::Part, std::size_t> sizes;  ///< rows of every part
  std::vector<splits::Leak> leaks;  ///< of the split itself; `cells` has those of individual cells
  std::vector<splits::Meeting> overlaps;      ///< rows in two parts, leaks or not
  std::vector<splits::Meeting> copies;        ///< equal rows in two parts, leaks or not
  std::vector<splits::Meeting> near;          ///< test queries near rows of other parts
  std::vector<splits::ClassBalance> balance;  ///< empty without labels
  std::vector<CellsAudit> cells;

  std::size_t cell_count() const;
  std::vector<splits::Leak> all_leaks() const;  ///< of the split, then of its cells
  double deviation() const;                     ///< the largest ClassBalance::deviation
};

/// The number of rows of part `of` that `meetings` lists for the later part `in`; 0 if there are
/// none. Depending on the list, such rows are shared by both parts, have copies in `in`, or are
/// near rows of `in`.
std::size_t meeting_count(const std::vector<splits::Meeting>& meetings, splits::Part of,
                          splits::Part in);

/// The findings on one data set.
struct Audit {
  std::string dataset;
  bool with_features = false;  ///< false: only row numbers and labels were examined
  double near_distance = 0;    ///< the distance of the search for near-duplicates
  std::vector<std::string> notes;
  std::vector<std::string> composition;  ///< the part of `notes` from composition_notes
  /// The number of `notes` that report a false statement of the user: rows on which another program
  /// cannot have trained its codes (see doubtful_training). If there are any, the other findings
  /// may be wrong.
  std::size_t doubtful_statements = 0;
  std::vector<SplitAudit> splits;

  std::size_t cell_count() const;
  std::vector<splits::Leak> all_leaks() const;
  bool is_clean() const { return doubtful_statements == 0 && all_leaks().empty(); }
};

struct AuditOptions {
  std::optional<double> near;  ///< test queries within this Euclidean distance of rows in other
                               ///< parts are leaks; none: the distance of the search is derived
                               ///< from splits::near_share, and near-duplicates are not leaks
  std::size_t threads = 1;     ///< the results do not depend on it
  bool looks_near = true;      ///< search for near-duplicates, which takes longest
};

/// Adds a note to `audit` if the data set file at `data_path` records that its features were
/// preprocessed with statistics of all samples, held-out samples included. If the file has several
/// views, `view` names the one whose features are meant; otherwise it is empty.
/// Errors:  those of H5File::open.
void note_preprocessing(const std::string& data_path, const std::string& view, Audit& audit);

/// A split, and the protocol and the run for which it was drawn.
struct DrawnSplit {
  std::string name;
  std::size_t run;
  splits::RankedRows ranked;
  bool leave_one_out = false;  ///< queries are also ranked by design, which is then not a leak
  splits::Split split = {};
};

/// Audits the splits of one data set. It does not audit cells, so SplitAudit::cells stays empty. If
/// `features` is null, only row numbers and labels are examined; `labels` may be empty.
/// Errors:  those of reading features.
/// Cost:    O(n d) for each split. The search for near-duplicates takes queries x n x d flops for
///          each different set of test queries.
Audit audit_splits(const std::string& dataset, const std::vector<DrawnSplit>& drawn,
                   const splits::AuditedFeatures* features, const Labels& labels,
                   const AuditOptions& options);

}  // namespace hashlab::experiments
