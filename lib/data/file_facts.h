#pragma once

#include "lib/data/column_facts.h"
#include "lib/data/label_facts.h"
#include "lib/data/row_digests.h"
#include "lib/data/table_facts.h"
#include "lib/h5/h5.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// The equal rows in one table of samples.
struct RepeatFacts {
  std::string table;
  bool too_many = false;  ///< the table has too many rows to compare; the fields below are then
                          ///< empty
  RepeatedRows rows;
  std::size_t across_split = 0;     ///< groups of equal rows in different parts of /split
  std::size_t across_labels = 0;    ///< groups of equal rows with different labels
  std::size_t queries_in_base = 0;  ///< rows of /query that equal a row of /base; only for table
                                    ///< "/query"
};

/// The facts about one view: one of several feature vectors that describe the same samples.
struct ViewFacts {
  std::string name;
  std::string checksum;  ///< of the features and labels, as recorded in results; empty if the
                         ///< view cannot be used
  std::string refusal;   ///< the reason why an experiment file cannot use it; empty if it can
  ColumnFacts columns;   ///< of the features, if it can be used
};

/// The facts about a data set file. Of the ground-truth lists, only their sizes are included.
struct FileFacts {
  std::string name;
  std::vector<TableFacts> tables;
  std::vector<ViewFacts> views;
  /// SHA-256 of the content, as recorded in results, if the file has /features that an experiment
  /// file can use. Empty if the file has views instead, at least one of which can be used.
  /// Otherwise the SHA-256 of the whole file, and `refusal` is the reason why no experiment file
  /// can use it.
  std::string checksum;
  std::string refusal;
  ColumnFacts columns;  ///< of /features, if an experiment file can use it
  std::optional<LabelFacts> labels;
  std::vector<std::string> class_names;             ///< of class 0, 1, ...; may be empty
  std::string unmatched_classes;                    ///< see unmatched_classes_note
  std::map<std::int64_t, std::size_t> split_sizes;  ///< rows of each part of /split
  /// Sizes of the ground-truth lists: "queries" is the number of queries; "relevant", "easy",
  /// "hard" and "junk" are the numbers of entries of each kind.
  std::map<std::string, std::size_t> list_sizes = {};
  std::string lists_refusal = {};                 ///< the reason why an experiment file cannot use
                                                  ///< the lists
  std::vector<RepeatFacts> repeats;               ///< one for each table of samples, even if no
                                                  ///< rows repeat
  std::map<std::string, std::string> attributes;  ///< texts and numbers, except "classes"

  const TableFacts* table(const std::string& table_name) const;
};

/// Collects the facts about the data set file at `path`. Reads the whole file once, and features a
/// second time. Values that are not finite are counted, not rejected.
/// Errors:  as H5File::open; corrupt_file if the file is damaged.
/// Memory:  blocks of a few MiB, the labels (at most 2^30 numbers), and 36 bytes for each row of a
///          table of samples (at most 2^26 rows).
FileFacts look_at_file(const std::string& path);

/// True if `table` has a sample in each row. Such a table is recognised by its name, because no
/// type distinguishes samples from positions or distances: it is called features, images, base,
/// query, train or test, and has bytes or real numbers with two or more extents.
bool holds_samples(const H5File& file, const std::string& table);

}  // namespace hashlab
