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
  planned,   ///< the rows on which planned cells may be trained
  given,     ///< the user states it
};
std::string evidence_text(Evidence evidence);  ///< "recorded", ...

/// Cells of one split and run that agree in the rows on which quantities were fitted.
struct CellsAudit {
  std::vector<std::string> cells;  ///< "itq+npq 32 bits"
  Evidence evidence = Evidence::planned;
  std::map<std::string, std::size_t> fitted;  ///< number of rows on which each was fitted
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
  double deviation() const;                     ///< the largest class deviation of any part
};

/// The number of rows of part `of` that are in, or copies of or near rows in, the later part `in`,
/// according to `meetings` (see splits::Meeting). 0 if there are none.
std::size_t meeting_count(const std::vector<splits::Meeting>& meetings, splits::Part of,
                          splits::Part in);

/// The findings on one data set.
struct Audit {
  std::string dataset;
  bool with_features = false;  ///< false: only row numbers and labels were examined
  double near_distance = 0;    ///< the distance of the search for near-duplicates
  std::vector<std::string> notes;
  std::vector<std::string> composition;  ///< the part of `notes` from composition_notes
  /// The number of `notes` on statements about the training of another program's codes that cannot
  /// be true (see doubtful_training). What the audit finds then depends on them.
  std::size_t doubtful_statements = 0;
  std::vector<SplitAudit> splits;

  std::size_t cell_count() const;
  std::vector<splits::Leak> all_leaks() const;
  bool is_clean() const { return doubtful_statements == 0 && all_leaks().empty(); }
};

struct AuditOptions {
  std::optional<double> near;  ///< rows within this distance are leaks; none: no near rows are
  std::size_t threads = 1;     ///< the results do not depend on it
  bool looks_near = true;      ///< search for near-duplicates, which takes longest
};

/// Adds a note if the data set file records that all samples were used to preprocess its features,
/// or those of `view` if it has several views.
void note_preprocessing(const std::string& data_path, const std::string& view, Audit& audit);

/// A split, and the protocol and the run for which it was drawn.
struct DrawnSplit {
  std::string name;
  std::size_t run;
  splits::RankedRows ranked;
  bool leave_one_out = false;  ///< queries are also ranked by design, which is then not a leak
  splits::Split split = {};
};

/// Audits the splits of one data set; Audit::splits has no cells. `features` may be null, and
/// `labels` empty.
/// Errors:  those of reading features.
/// Cost:    O(n d) for each split. The search for near-duplicates takes queries x n x d flops for
///          each different set of test queries.
Audit audit_splits(const std::string& dataset, const std::vector<DrawnSplit>& drawn,
                   const splits::AuditedFeatures* features, const Labels& labels,
                   const AuditOptions& options);

}  // namespace hashlab::experiments
