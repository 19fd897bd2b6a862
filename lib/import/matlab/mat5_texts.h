#pragma once

#include "lib/files/input_file.h"
#include "lib/import/matlab/mat5_directory.h"

#include <string>
#include <vector>

namespace hashlab {

/// The texts, as UTF-8, of a variable whose type is "cell" or "char": the elements of a cell array,
/// or the rows of a matrix of characters without trailing blanks.
/// Errors:  corrupt_file if an element of the cell array is not a text of one row, or the data are
///          damaged.
/// Memory:  the variable as it is stored, and its texts.
std::vector<std::string> mat5_texts(const InputFile& file, const Mat5Variable& variable);

}  // namespace hashlab
