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

/// Facts that the user states about the files. Facts that are not given are deduced where that is
/// safe.
struct ImportOptions {
  std::string features_variable;            ///< MATLAB, HDF5: the variable with the features
  std::string labels_variable;              ///< the variable with the labels; empty: not given
  bool labels_only = false;                 ///< MATLAB: true if only labels are read
  std::optional<bool> samples_are_columns;  ///< MATLAB, HDF5, NumPy: true if each column is a
                                            ///< sample
  ColumnRoles columns;                      ///< which columns are features, labels and ids
  std::size_t first_class = 0;              ///< the number of the first class in the source
  std::optional<bool> cross_modal;          ///< NUS-WIDE: true if images and tags become two views;
                                            ///< absent: they do if there are tags
  std::size_t tag_dimensions = 1000;  ///< NUS-WIDE: principal components of the tags; 0: all tags
  std::size_t picture_side = 0;       ///< folders: side of the square images in pixels; 0: the
                                      ///< shorter side of the first image, at most 256
  std::size_t threads = 1;            ///< folders: threads that decode images
  std::optional<bool> has_header;     ///< text: true if the first row holds column names; absent:
                                      ///< deduced
  /// True: features are scaled to length 1. False: HDF5 keeps them although the file's attribute
  /// distance is "angular" or "cosine", for which it scales them otherwise.
  std::optional<bool> unit_rows;
  /// Other files of the same data set, whose rows are not read here. LIBSVM needs them, because its
  /// number of features is the largest index in all files.
  std::vector<std::string> beside;
};

/// The result of opening files: the parts of the data set that is being made.
struct ForeignData {
  std::vector<ForeignPart> parts;  ///< to be read one after the other, in this order
  /// Attributes for the data set file: "preprocessing", "transposition", ...
  std::map<std::string, std::string> attributes;
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty: names are not known
  std::vector<std::string> row_names;    ///< of each sample, such as a file name; empty: not known
  /// Called when all parts have been read, to add facts that are known only then; or empty.
  std::function<void(ForeignData&)> when_read = {};
  std::vector<std::string> notes;  ///< for the user, one line each: facts that were deduced, and
                                   ///< input that was left out

  /// The part with this name, or nullptr.
  ForeignPart* part(const std::string& name);
};

/// A file format. Each format is defined in its own source file, or with similar formats in one.
struct Format {
  std::string name;         ///< "fvecs", the value of --format
  std::string description;  ///< one line for --help
  /// True if the content looks like this format. Never throws.
  bool (*recognises)(const Sniff& file);
  /// Opens files of this format; the rows of several files are concatenated in the given order.
  /// Code outside the formats opens files by open_files().
  /// Errors:  not_found, unreadable, corrupt_file naming the file, what was found and what to do.
  ForeignData (*open)(const std::vector<std::string>& paths, const ImportOptions& options);
  bool either_axis = false;    ///< true if `open` uses options.samples_are_columns
  bool has_variables = false;  ///< true if `open` uses the options that name variables
  bool takes_columns = false;  ///< true if `open` uses options.columns; else open_files()
                               ///< applies them
  /// Opens a file that holds only labels. Null for formats in which such a file is opened like any
  /// other table.
  LabelTable (*open_labels)(const std::string& path) = nullptr;
};

/// Every format, in the order in which they are tried on a file (see formats.h).
const std::vector<Format>& all_formats();

/// Reads the beginning of a file, decompressed if the file is gzipped. A folder is not read.
/// Errors:  not_found, unreadable; corrupt_file if gzip data are damaged or truncated.
Sniff sniff(const std::string& path);

/// The format of a file. It is recognised from the content. If no format recognises the content,
/// and remedy_for() does not know the kind of file either, the extension of its name decides.
/// Errors:  corrupt_file if the format is not found. The message says what kind of file it is (an
///          archive to be unpacked, a picture, big-endian vectors, ...) or, if the kind is unknown,
///          asks for --format.
const Format& format_of(const Sniff& file);

/// The format named by --format.
/// Errors:  invalid_argument if there is no such format; the message lists all formats.
const Format& format_named(const std::string& name);

}  // namespace hashlab
