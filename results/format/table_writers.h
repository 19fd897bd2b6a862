#pragma once

#include "results/format/table_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

// What the formats of a table have in common; for table_text.cpp, table_markdown.cpp,
// table_latex.cpp.

std::string write_text(const Table& table);
std::string write_markdown(const Table& table);
std::string write_latex(const Table& table);

/// As many marks as the significance is strong, up if it is above zero.
std::string significance_marks(int significance, std::string_view up, std::string_view down);

/// The footnotes, before them what sets off the best if any is.
std::vector<std::string> footnotes_with(const Table& table, std::string_view best_mark);

}  // namespace hashlab::results
