#pragma once

#include "results/format/table_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

// Common functions of the table formats, for table_text.cpp, table_markdown.cpp and
// table_latex.cpp.

std::string write_text(const Table& table);
std::string write_markdown(const Table& table);
std::string write_latex(const Table& table);

/// The marks for a TableCell::significance: `up` once or twice if it is positive, `down` once or
/// twice if it is negative, "" if it is 0.
std::string significance_marks(int significance, std::string_view up, std::string_view down);

/// The footnotes of a table. If it highlights best values, the first footnote explains `best_mark`.
std::vector<std::string> footnotes_with(const Table& table, std::string_view best_mark);

}  // namespace hashlab::results
