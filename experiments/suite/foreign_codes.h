#pragma once

#include "lib/codes/code_file.h"
#include "lib/fitted.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// Codes that another program computed, as a method of an experiment file:
///
///   codes:name=deep,file=deep-{bits}-{run}.npy,training=split
///
/// `file` has a code for every row of the data set, in the order of the rows, in any format that
/// open_codes reads. `training` states the rows on which the other program was trained:
///
///   split      the training rows of the split, as 'hashlab splits export' writes them
///   learnable  every row of the split that is available for training
///   nothing    no row of this data set, for example a network that was trained elsewhere
///   LIST       the rows listed in this file (see read_index_list)
///
/// In the paths of `file` and LIST, {bits}, {run} and {split} are replaced by the values of the
/// cell; {split} is the name of the splitting protocol without its settings. The words split,
/// learnable and nothing are recorded without a check. With a list, the audit finds training rows
/// that should have been held out.
struct ForeignCodes {
  std::string name;  ///< in cells and tables: "codes:deep"
  std::string text;  ///< in an experiment file: the form above, without options that were left out
  std::string file, training;    ///< the settings, with {bits}, {run} and {split} not yet replaced
  CodeFileOptions options = {};  ///< digit-bits, bit-order, threshold, if the experiment file sets
                                 ///< them
};

/// True if the text has the form "codes:...".
bool means_foreign_codes(std::string_view text);

/// Parses the form "codes:name=...,file=...,training=...".
/// Errors:  invalid_argument naming the setting that is wrong, missing or unknown.
ForeignCodes parse_foreign_codes(std::string_view text);

/// The files that a cell with codes from another program uses.
struct ForeignFiles {
  std::string file;      ///< of codes
  std::string training;  ///< "split", "learnable", "nothing" or the file of a list
  CodeFileOptions options;
  /// If the rows that `training` means are drawn anew for some cells: a text that is equal for the
  /// cells with the same rows. Empty for "nothing" and for a list.
  std::string draw;
};
/// The files for the cell with this splitting protocol, code length and run: replaces {bits}, {run}
/// and {split} in the paths of `codes`.
/// Errors:  those of splits::make_split.
ForeignFiles files_of(const ForeignCodes& codes, const std::string& split, std::size_t bits,
                      std::size_t run);

/// The lines of a cell's configuration that identify the content of its files of codes and of
/// training rows, whatever their paths. `rows` is the number of rows of the data set.
/// Errors:  those of open_codes and of read_index_list; invalid_argument if there are not `rows`
///          codes.
std::string foreign_recipe(const ForeignFiles& files, std::size_t rows);

/// The codes of all rows of the data set, which has `rows` rows.
/// Errors:  those of open_codes; invalid_argument if there are not `rows` codes.
Codes read_foreign_codes(const ForeignFiles& files, std::size_t rows);

/// The rows on which the other program was trained, according to `files.training`, ascending.
/// `split` is that of the cell, and `rows` the number of rows of the data set.
/// Errors:  those of read_index_list.
SharedRows learned_from(const ForeignFiles& files, const splits::Split& split, std::size_t rows);

}  // namespace hashlab::experiments
