#pragma once

#include "lib/import/checked_tables.h"
#include "lib/import/format.h"
#include "lib/import/import_source.h"
#include "lib/import/label_table.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Files of samples, and their numbers of rows: one count for each file, or a single one for all
/// files together.
struct CountedSamples {
  std::vector<std::string> paths;
  std::vector<RowCount> counts;                  ///< complete when all samples have been read
  std::vector<std::optional<std::size_t>> rows;  ///< the same where it is known before reading
};
using SamplesByRole = std::map<std::string, CountedSamples>;

/// Opens the samples of a role (see ImportSource). `labels` are the files of their labels. If these
/// are as many as the files of samples, each file of samples is counted separately. If the format
/// leaves open which axis counts the samples, the number of labels decides.
/// Errors:  those of open_files().
ForeignData open_samples(const Format& format, const std::vector<std::string>& paths,
                         const std::vector<std::string>& labels, const ImportOptions& options,
                         CountedSamples& counted);

/// Counts the rows of opened samples, using their first part.
CountedSamples count_samples(ForeignData& data, const std::vector<std::string>& paths);

/// Files of labels and the samples that they belong to.
class LabelsByRole {
 public:
  /// Errors:  invalid_argument if it is ambiguous which labels belong to which samples.
  LabelsByRole(const std::vector<ImportSource>& labels, const std::vector<ImportSource>& sources);

  /// Files with labels for the samples of this role alone, in order.
  std::vector<std::string> of_role(const std::string& role) const;
  std::vector<std::string> paths() const;
  /// The labels of all samples: those of "train", then those of "test", or those without a role.
  /// Errors:  those of open_label_tables() and one_for_each().
  LabelTable open(const SamplesByRole& samples) const;

 private:
  std::vector<ImportSource> labels_;
};

}  // namespace hashlab
