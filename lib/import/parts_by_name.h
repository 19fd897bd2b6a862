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
  std::string rest;  ///< the name in lower case; if it has such a word, without the word and
                     ///< without '_', '-' and '.': "x", "data". Equal for all parts of the same
                     ///< data
};
/// Finds the word for a part in the name of a variable.
PartName part_of_name(std::string_view name);

/// A variable that may hold a part.
struct NamedTable {
  std::string name;
  bool is_vector = false;  ///< true if it has one row or column, so it can be labels but not
                           ///< features
};

/// The variables with training and test samples and, if there are any, with their labels. Each of
/// the two texts is "TRAIN,TEST", two names of variables; `labels` is empty if there are none.
struct PartVariables {
  std::string features, labels;
};

/// Finds the features and the labels of training and test samples. Two variables are a pair if
/// their names differ only in the word for the part. The features are the only pair of matrices.
/// The labels are the pair whose names have a word such as label, gnd, y or target. If there is no
/// such pair, the labels are the only pair of vectors, if there is exactly one. Pairs whose names
/// have a word for row numbers, such as idx, are ignored. Returns nothing if there is no pair of
/// matrices or several, or if several pairs have a word for labels.
std::optional<PartVariables> variables_of_parts(const std::vector<NamedTable>& tables);

/// For the concatenated samples of several variables: adds "/split" if some of the variables, but
/// not all, are test samples according to their names. In any case adds a note. `rows` are the
/// numbers of rows of the variables. Does nothing for a single variable.
void add_split_of_names(ForeignData& data, const std::string& path,
                        const std::vector<std::string>& names,
                        const std::vector<std::size_t>& rows);

/// A note if only the variable `name` is read although `tables` has another part of the same data,
/// such as X_test beside X_train; else empty.
std::string note_of_other_part(const std::string& path, const std::string& name,
                               const std::vector<NamedTable>& tables);

}  // namespace hashlab
