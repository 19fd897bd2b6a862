// Text, one sample a line: CSV and the like, or names of classes.
#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/text_labels.h"
#include "lib/import/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

/// No byte of text is a control character, and some line is not blank.
bool recognises_text(const Sniff& file) {
  bool has_ink = false;
  const auto is_text = [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    has_ink = has_ink || byte > ' ';
    return byte >= ' ' ? byte != 0x7f : c == '\n' || c == '\r' || c == '\t';
  };
  return !file.is_folder && std::all_of(file.head.begin(), file.head.end(), is_text) && has_ink;
}

/// Is every line one word? Two lines decide: a word above numbers is a column name.
bool is_list_of_names(const std::string& path) {
  TextRows rows(path);
  const auto is_name_of_class = [&] {
    return rows.fields().size() == 1 && !rows.fields()[0].empty() && !number_of(rows.fields()[0]);
  };
  return rows.next() && is_name_of_class() && (!rows.next() || is_name_of_class());
}

/// The labels of all files: column `column` of each row below the names of columns.
void read_labels(const std::string& path, std::size_t column, TextLabels& labels) {
  TextRows rows(path);
  for (bool is_first = true; rows.next(); is_first = false) {
    if (column >= rows.fields().size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: has {} columns, so labels cannot be in column {}", path,
                              rows.fields().size(), column + 1));
    }
    if (is_first && is_header(rows, column)) continue;
    labels.add(rows, column);
  }
}

ForeignData open_text(const std::vector<std::string>& paths, const ImportOptions& options) {
  const bool are_names = !options.labels_column && is_list_of_names(paths.front());
  std::optional<std::size_t> labels_column;
  if (are_names) labels_column = 0;
  if (options.labels_column) labels_column = *options.labels_column - 1;

  std::vector<std::unique_ptr<ForeignTable>> tables;
  TextLabels labels;
  for (const std::string& path : paths) {
    if (!options.labels_column && is_list_of_names(path) != are_names) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: holds {}, but {} does not: import them one by one", path,
                              are_names ? "numbers" : "names of classes", paths.front()));
    }
    if (labels_column) read_labels(path, *labels_column, labels);
    if (!are_names) tables.push_back(open_text_table(path, labels_column));
  }
  ForeignData data;
  if (!are_names && tables.front()->columns() > 0) {
    const std::size_t columns = tables.front()->columns();
    data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  }
  if (labels_column) {
    data.parts.push_back(labels.part(paths.front()));
    data.class_names = labels.class_names();
  }
  return data;
}

}  // namespace

Format text_format() {
  return {"text", "numbers between commas, semicolons, tabs or blanks, one sample a line (CSV)",
          recognises_text, open_text};
}

}  // namespace hashlab
