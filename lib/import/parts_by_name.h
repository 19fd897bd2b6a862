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
/// samples; val marks validation samples, which belong to neither.
enum class NamedPart { train, validation, test };

struct PartName {
  std::optional<NamedPart> part;  ///< none if no such word is in the name
  std::string rest;  ///< the name without that word, in lower case: "x", "data"; equal for all
                     ///< parts of the same data
};
/// Finds the word for a part in the name of a variable.
PartName part_of_name(std::string_view name);

/// A variable that may hold a part.
struct NamedTable {
  std::string name;
  bool is_vector = false;  ///< has one row or column, so that it can be labels alone
};

/// The variables with training and test samples and, if there are any, with their labels. Each of
/// the two texts is "TRAIN,TEST", two names of variables.
struct PartVariables {
  std::string features, labels;
};

/// Finds the features: the only two matrices whose names differ only in the word for the part.
/// Their labels are the two variables whose names differ in the same way and have a word such as
/// label, gnd, y or target. If no names have such a word, the labels are the only two vectors whose
/// names differ in this way, if there are any. None if there is no such pair of matrices, or if
/// there are several, or several pairs with a word for labels.
std::optional<PartVariables> variables_of_parts(const std::vector<NamedTable>& tables);

/// For the concatenated samples of several variables: adds "/split" if the names of the variables
/// say which are the test samples, and a note in either case. `rows` are the numbers of rows of the
/// variables. Does nothing for a single variable.
void add_split_of_names(ForeignData& data, const std::string& path,
                        const std::vector<std::string>& names,
                        const std::vector<std::size_t>& rows);

/// A note if only the variable `name` is read although `tables` has another part of the same data,
/// such as X_test beside X_train; else empty.
std::string note_of_other_part(const std::string& path, const std::string& name,
                               const std::vector<NamedTable>& tables);

}  // namespace hashlab
