#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The part of a data set that a variable holds according to a word in its name: X_train,
/// traindata, XTr and database are training samples; X_test, testdata, XTe and query are test
/// samples; val is validation, which is neither.
enum class NamedPart { train, validation, test };

struct PartName {
  std::optional<NamedPart> part;  ///< none if no such word is in the name
  std::string rest;  ///< the name without that word, in lower case: "x", "data"; the same for all
                     ///< parts
};
PartName part_of_name(std::string_view name);

/// A variable that may hold a part.
struct NamedTable {
  std::string name;
  bool is_vector = false;  ///< has one row or column, so that it can be labels alone
};

/// The variables with training and test samples and, if there are any, with their labels; each as
/// "TRAIN,TEST".
struct PartVariables {
  std::string features, labels;
};

/// Finds the only two matrices whose names differ just in the part. Their labels are found
/// likewise, by a word such as label, gnd, y or target in their names, or because they are vectors.
/// None if there is no such pair, or several.
std::optional<PartVariables> variables_of_parts(const std::vector<NamedTable>& tables);

/// Adds "/split" for the concatenated samples of several variables if their names say which are the
/// test samples. Adds a note, whether they do or not. `rows` are the numbers of rows of the
/// variables.
void add_split_of_names(ForeignData& data, const std::string& path,
                        const std::vector<std::string>& names,
                        const std::vector<std::size_t>& rows);

/// A note if only the variable `name` is read although `tables` has another part of the same data,
/// such as X_test beside X_train; else empty.
std::string note_of_other_part(const std::string& path, const std::string& name,
                               const std::vector<NamedTable>& tables);

}  // namespace hashlab
