#pragma once

#include "lib/import/format.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::testing {

/// All numbers of a table, row-major, read in blocks of `block` rows.
std::vector<double> values_of(ForeignTable& table, std::size_t block = 3);

/// The part of a name; a failed test if there is none.
const ForeignPart& part_of(const ForeignData& data, const std::string& name);

/// The numbers of a part of files that are opened for it.
std::vector<double> imported(const std::string& format, const std::vector<std::string>& paths,
                             const std::string& part = "/features",
                             const ImportOptions& options = {}, std::size_t block = 3);

/// One column, counted from 1, or several ("1-3,5"), as a user names them for the labels.
ColumnList label_columns(const std::string& columns);

/// Options that name the variables to read, as a user names them.
ImportOptions named_variables(const std::string& features, const std::string& labels = "");

/// The message of the error that opening and reading files ends in, without the path in front.
std::string import_error(const std::string& format, const std::vector<std::string>& paths,
                         const ImportOptions& options = {});

/// A small file in tests/data/, made by another program.
std::string golden(const std::string& name);
/// What the golden files of tests/data/make_import_plain.py hold: 4 x 3 counts, or these times
/// `scale` plus `shift`.
std::vector<double> golden_table(double scale = 1, double shift = 0);

/// gzip-compressed bytes.
std::string gzipped(const std::string& bytes);

}  // namespace hashlab::testing
