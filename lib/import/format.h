#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// What the user says about the files; what is left out is deduced where that is safe.
struct ImportOptions {
  std::string features_variable;             ///< MATLAB, HDF5: which variable holds the features
  std::string labels_variable;               ///< which one holds the labels; empty: none
  std::optional<bool> samples_are_columns;   ///< MATLAB, HDF5: is one sample a column?
  std::optional<std::size_t> labels_column;  ///< column of the features that holds labels, 1-based
  std::size_t first_class = 0;               ///< the source's number of the first class
  std::optional<bool> cross_modal;  ///< NUS-WIDE: views of picture and text? absent: if it has tags
  std::size_t tag_dimensions = 1000;  ///< NUS-WIDE: to which tags in words are reduced; 0: not
  std::size_t picture_side = 0;  ///< folders: pictures become squares of it; 0: as the first one
  std::size_t threads = 1;       ///< for formats that have to decode
};

/// What an importer makes of its files: the parts of a data set to be.
struct ForeignData {
  std::vector<ForeignPart> parts;  ///< read one after the other, in this order
  /// What should be said of the data in the file: "preprocessing", "transposition", ...
  std::map<std::string, std::string> attributes;
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty: only numbers are known

  /// The part of that name, or nullptr.
  ForeignPart* part(const std::string& name);
};

/// The beginning of a file, by which its format is told.
struct Sniff {
  std::string path;
  bool is_folder = false;
  bool is_gzip = false;   ///< then head and bytes are those of the unpacked file
  std::string head;       ///< first 65536 bytes, or all
  std::size_t bytes = 0;  ///< size of the file; 0 if gzipped, where only reading to the end tells
};

/// A format of files. Each is defined in the file of its name.
struct Format {
  std::string name;         ///< "fvecs", as --format has it
  std::string description;  ///< one line for --help
  /// Is the file of this format, by its content? Never throws.
  bool (*recognises)(const Sniff& file);
  /// Opens files of this format; rows of several are stacked in the order given.
  /// Errors:  not_found, io_error, corrupt_file naming file, what was found and what to do.
  ForeignData (*open)(const std::vector<std::string>& paths, const ImportOptions& options);
};

/// For formats whose tables have no column of labels.
/// Errors:  invalid_argument if the options name one.
void refuse_labels_column(const std::string& path, const ImportOptions& options);

/// Every format, in the order in which they are tried: those with a magic number first.
const std::vector<Format>& all_formats();

/// Errors:  not_found, io_error.
Sniff sniff(const std::string& path);

/// The format of a file, by its content; if that tells nothing, by the ending of its name.
/// Errors:  corrupt_file if none recognises it, saying what it looks like (an archive to be
///          unpacked, a picture, big-endian vectors, ...), or if the format has to be given.
const Format& format_of(const Sniff& file);

/// The format named by --format. Errors: invalid_argument with a suggestion.
const Format& format_named(const std::string& name);

}  // namespace hashlab
