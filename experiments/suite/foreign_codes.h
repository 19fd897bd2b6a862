#pragma once

#include "lib/codes/code_file.h"
#include "lib/fitted.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// Codes that another program computed, as a method of a study:
///
///   codes:name=deep,file=deep-{bits}-{run}.npy,training=split
///
/// `file` has a code for every row of the data set, in its order, in any format of open_codes.
/// `training` states the rows on which the program trained them:
///
///   split      the training rows of the split, as 'hashlab splits export' writes them
///   learnable  every row of the split that is available for training
///   nothing    no row of this data set, for example a network that was trained elsewhere
///   LIST       these rows (see read_index_list)
///
/// In both paths {bits}, {run} and {split} are replaced by those of the cell. The words split,
/// learnable and nothing are statements of the user, which are recorded; for a list the audit finds
/// rows that should be held out.
struct ForeignCodes {
  std::string name;  ///< in cells and tables: "codes:deep"
  std::string text;  ///< in an experiment file: the form above, without options that were left out
  std::string file, training;
  CodeFileOptions options = {};  ///< digit-bits, bit-order, threshold, if the experiment file sets
                                 ///< them
};

/// True if the text has the form "codes:...".
bool means_foreign_codes(std::string_view text);

/// Errors:  invalid_argument naming the setting that is wrong, missing or unknown.
ForeignCodes parse_foreign_codes(std::string_view text);

/// The files of these codes that a cell uses.
struct ForeignFiles {
  std::string file;      ///< of codes
  std::string training;  ///< "split", "learnable", "nothing" or the file of a list
  CodeFileOptions options;
};
ForeignFiles files_of(const ForeignCodes& codes, std::string_view split, std::size_t bits,
                      std::size_t run);

/// Lines of a configuration that identify the content of the files, not their location.
/// Errors:  those of open_codes and of read_index_list; invalid_argument if there are not `rows`
///          codes.
std::string foreign_recipe(const ForeignFiles& files, std::size_t rows);

/// The codes of all rows of the data set. Errors: the same.
Codes read_foreign_codes(const ForeignFiles& files, std::size_t rows);

/// The rows on which the codes were trained, ascending. Errors: those of read_index_list.
SharedRows learned_from(const ForeignFiles& files, const splits::Split& split, std::size_t rows);

}  // namespace hashlab::experiments
