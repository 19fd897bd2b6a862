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
  std::vector<std::optional<std::size_t>> rows;  ///< the counts known before reading
};
using SamplesByRole = std::map<std::string, CountedSamples>;

/// Opens the samples of a role (see ImportSource) and fills `counted`. `labels` are the files of
/// their labels. If there are as many files of labels as of samples, the rows of each file of
/// samples are counted separately, unless a file has several parts. If the format leaves open which
/// axis counts the samples, the number of labels decides.
/// Errors:  those of open_files() and, for the files of labels, of open_label_table().
ForeignData open_samples(const Format& format, const std::vector<std::string>& paths,
                         const std::vector<std::string>& labels, const ImportOptions& options,
                         CountedSamples& counted);

/// Makes the first part of `data` count its rows while they are read. `paths` are its files.
CountedSamples count_samples(ForeignData& data, const std::vector<std::string>& paths);

/// Files of labels and the samples that they belong to.
class LabelsByRole {
 public:
  /// Errors:  invalid_argument if it is ambiguous which labels belong to which samples, labels have
  ///          a role other than "train" and "test" or a role without samples, or only one of these
  ///          two roles has labels.
  LabelsByRole(const std::vector<ImportSource>& labels, const std::vector<ImportSource>& sources);

  /// The files of labels with this role, in the order given.
  std::vector<std::string> of_role(const std::string& role) const;
  std::vector<std::string> paths() const;
  /// The labels of all samples: of those without a role or, if there are samples with the roles
  /// "train" and "test", of the training samples, followed by the test samples.
  /// Errors:  those of open_label_tables(), one_for_each() and stack().
  LabelTable open(const SamplesByRole& samples) const;

 private:
  std::vector<ImportSource> labels_;
};

}  // namespace hashlab
