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
/// `training` says what the program learned them from:
///
///   split      the training rows of the split, as 'hashlab splits export' writes them
///   learnable  every row that the split leaves to learning
///   nothing    none of this data set's, as a network that was trained elsewhere
///   LIST       these rows (see read_index_list)
///
/// In both paths {bits}, {run} and {split} stand for those of the cell. The first two kinds are the
/// user's word, which is recorded; of a list the audit finds the rows that should be new.
struct ForeignCodes {
  std::string name;  ///< in cells and tables: "codes:deep"
  std::string text;  ///< in a suite: all of the above, whatever is left out left out
  std::string file, training;
  CodeFileOptions options = {};  ///< digit-bits, bit-order, threshold, where the suite says so
};

/// Is it meant for one of these: "codes:..."?
bool means_foreign_codes(std::string_view text);

/// Errors:  invalid_argument naming the setting that is wrong, missing or unknown.
ForeignCodes parse_foreign_codes(std::string_view text);

/// What a cell takes from these codes.
struct ForeignFiles {
  std::string file;      ///< of codes
  std::string training;  ///< "split", "learnable", "nothing" or the file of a list
  CodeFileOptions options;
};
ForeignFiles files_of(const ForeignCodes& codes, std::string_view split, std::size_t bits,
                      std::size_t run);

/// Lines of a recipe: what the files hold, not where they are.
/// Errors:  those of open_codes and of read_index_list; invalid_argument if the codes are not of
///          `rows` rows.
std::string foreign_recipe(const ForeignFiles& files, std::size_t rows);

/// The codes of all rows of the data set. Errors: the same.
Codes read_foreign_codes(const ForeignFiles& files, std::size_t rows);

/// The rows that the codes were learned from, ascending. Errors: those of read_index_list.
SharedRows learned_from(const ForeignFiles& files, const splits::Split& split, std::size_t rows);

}  // namespace hashlab::experiments
