#pragma once

#include "lib/import/columns.h"
#include "lib/import/foreign_table.h"
#include "lib/import/label_table.h"
#include "lib/import/sniff.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// What the user states about the files. Whatever is left out is deduced where that is safe.
struct ImportOptions {
  std::string features_variable;            ///< MATLAB, HDF5: the variable with the features
  std::string labels_variable;              ///< the variable with the labels; empty: none
  bool labels_only = false;                 ///< MATLAB: the file's one variable is labels
  std::optional<bool> samples_are_columns;  ///< MATLAB, HDF5, NumPy: is one sample a column?
  ColumnRoles columns;                      ///< what the columns of the features are
  std::size_t first_class = 0;              ///< the number of the first class in the source
  std::optional<bool> cross_modal;  ///< NUS-WIDE: views of picture and text? absent: if it has tags
  std::size_t tag_dimensions = 1000;  ///< NUS-WIDE: principal components of the tags; 0: all tags
  std::size_t picture_side = 0;       ///< folders: side of the square pictures; 0: as the first one
  std::size_t threads = 1;            ///< for formats that need decoding
  std::optional<bool> has_header;  ///< text: is the first row one of column names? absent: deduced
  bool unit_rows = true;           ///< HDF5: scale rows to length 1 if the file says "angular"?
  /// Other files of the same data set, whose rows are not read here: LIBSVM's features are as many
  /// as the largest index of all of them.
  std::vector<std::string> beside;
};

/// The result of opening files: the parts of the data set that is being made.
struct ForeignData {
  std::vector<ForeignPart> parts;  ///< to be read one after the other, in this order
  /// Attributes for the data set file: "preprocessing", "transposition", ...
  std::map<std::string, std::string> attributes;
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty: only numbers are known
  std::vector<std::string> row_names;    ///< of each sample, such as its file; empty: not known
  /// Called when all parts have been read, for what is known only then; or empty.
  std::function<void(ForeignData&)> when_read = {};
  std::vector<std::string> notes;  ///< what was deduced or left out, a line each, to be told

  /// The part of that name, or nullptr.
  ForeignPart* part(const std::string& name);
};

/// A file format. Each is defined in the source file of its name.
struct Format {
  std::string name;         ///< "fvecs", the value of --format
  std::string description;  ///< one line for --help
  /// Does the content look like this format? Never throws.
  bool (*recognises)(const Sniff& file);
  /// Opens files of this format; the rows of several are concatenated in the order given.
  /// Errors:  not_found, unreadable, corrupt_file naming file, what was found and what to do.
  /// See open_files(), by which all but the formats themselves open files.
  ForeignData (*open)(const std::vector<std::string>& paths, const ImportOptions& options);
  bool either_axis = false;    ///< does `open` heed options.samples_are_columns?
  bool has_variables = false;  ///< does `open` heed the options that name variables?
  bool takes_columns = false;  ///< does `open` heed options.columns, or is that done afterwards?
  /// Opens a file of labels alone, where that is another thing than a table: text.
  LabelTable (*open_labels)(const std::string& path) = nullptr;
};

/// Every format, in the order in which a file is offered to them (see formats.h).
const std::vector<Format>& all_formats();

/// Errors:  not_found, unreadable.
Sniff sniff(const std::string& path);

/// The format of a file, recognised from its content or, failing that, from its name's extension.
/// Errors:  corrupt_file if no format recognises it, saying what it looks like (an archive to be
///          unpacked, a picture, big-endian vectors, ...), or if --format has to be given.
const Format& format_of(const Sniff& file);

/// The format named by --format.
/// Errors:  invalid_argument with a suggestion.
const Format& format_named(const std::string& name);

}  // namespace hashlab
