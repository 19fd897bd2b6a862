#pragma once

#include "results/record/rows.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// One number of a table, divided into its parts so that every format can print it in its own way.
struct TableCell {
  std::string value = "-";  ///< "0.2421", or "-" where there is none
  std::string spread;       ///< standard deviation, empty if there is none
  bool incomplete = false;  ///< a dagger behind the value, which a footnote explains
  int significance = 0;     ///< +1 better at p < 0.05, +2 at p < 0.01; -1, -2 worse; 0 neither
  std::string note;         ///< printed last, in round brackets
  std::string letters;      ///< superscript: labels of the rows that the value outperforms
  bool best = false;        ///< highlighted: square brackets in text, bold in md and tex
};

struct TableRow {
  std::string name;
  std::vector<TableCell> cells;  ///< as many as the columns of all groups together
  bool starts_block = false;     ///< set apart from the row above
  std::string label = {};        ///< stands for the row in TableCell::letters; may be empty
};

/// Columns under a common heading.
struct ColumnGroup {
  std::string name;
  std::vector<std::string> columns;
};

struct TableGrid {
  std::string caption;
  std::string corner;  ///< heading of the row names
  std::vector<ColumnGroup> groups;
  std::vector<TableRow> rows;
};

/// A table before it is formatted. `records` has the same content as plain data: a header, then one
/// line per number, in full precision. The csv format prints these lines.
struct Table {
  std::vector<TableGrid> grids;
  std::vector<std::string> footnotes;
  std::vector<std::vector<std::string>> records;
  /// In a table of make_table, the grids from the second on compare columns of the first grid.
  /// Their footnotes stand together in `footnotes`: the first one has the index
  /// `first_difference_note`, and there are `difference_notes` of them.
  std::size_t first_difference_note = 0, difference_notes = 0;
};

/// The table with its first grid alone. The footnotes of the other grids are removed, too; all
/// records remain.
Table without_differences(Table table);

/// text: aligned, for a terminal (UTF-8). md: GitHub Markdown. csv: RFC 4180 with line feeds.
/// tex: LaTeX tabular environments with booktabs and amssymb, to be read with \input; plain ASCII.
/// A grid too wide for the text of an article is broken between groups of columns.
enum class TableFormat { text, md, csv, tex };

/// The format of this name: "text", "md", "csv" or "tex".
/// Errors:  invalid_argument with a suggestion if there is no such format.
TableFormat parse_table_format(std::string_view name);

std::string format_table(const Table& table, TableFormat format);

/// The tex form in a LaTeX environment `table`. `caption` is LaTeX; if it is empty, the caption of
/// the first grid is used. If `label` is empty, there is no label.
std::string latex_float(const Table& table, const std::string& caption, const std::string& label);

/// The records as CSV: RFC 4180 with line feeds, one line per record.
std::string format_csv(const std::vector<std::vector<std::string>>& records);

/// CSV with one line per number, in the given order: dataset,split,hasher,bits,run,metric,value; if
/// any row has a direction, also direction,database_codes. Values are the shortest text that reads
/// back as the same double.
std::string format_long_csv(const std::vector<ResultRow>& rows);

}  // namespace hashlab::results
