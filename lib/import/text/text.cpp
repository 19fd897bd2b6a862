// Text, one sample a line: CSV and the like, or names of classes.
#include "lib/error.h"
#include "lib/import/checked_tables.h"
#include "lib/import/formats.h"
#include "lib/import/text/text_labels.h"
#include "lib/import/text/text_table.h"

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

/// Adds the labels of a file: column `column` of each row below the names of columns.
void read_labels(const std::string& path, std::size_t column,
                 const std::vector<std::size_t>& features, TextLabels& labels) {
  TextRows rows(path);
  for (bool is_first = true; rows.next(); is_first = false) {
    if (is_first && is_header(rows, features)) continue;
    labels.add(rows, column);
  }
}

/// Lines of one word are names of classes.
ForeignData open_names(const std::vector<std::string>& paths) {
  TextLabels labels;
  for (const std::string& path : paths) {
    if (!is_list_of_names(path)) {
      fail_corrupt(path, fmt::format("holds numbers, but {} names of classes: import them one by "
                                     "one",
                                     paths.front()));
    }
    read_labels(path, 0, {}, labels);
  }
  ForeignData data;
  data.parts.push_back(labels.part(paths.front()));
  data.class_names = labels.class_names();
  return data;
}

/// A single column of labels may hold words.
void add_label_columns(ForeignData& data, const std::vector<std::string>& paths,
                       const ColumnRoles& roles) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  TextLabels words;
  for (const std::string& path : paths) {
    TextRows rows(path);
    rows.next();
    const ChosenColumns chosen = choose_columns(roles, rows.fields().size(), path);
    if (chosen.labels.size() == 1) {
      read_labels(path, chosen.labels.front(), chosen.features, words);
    } else {
      tables.push_back(open_text_table(path, [&](std::size_t) { return chosen.labels; }));
    }
  }
  if (tables.empty()) {
    data.parts.push_back(words.part(paths.front()));
    data.class_names = words.class_names();
    return;
  }
  auto labels = class_numbers(stack(std::move(tables)), 0);
  const std::size_t classes = labels->columns();
  data.parts.push_back({"/labels", std::move(labels), {classes}});
}

ForeignData open_text(const std::vector<std::string>& paths, const ImportOptions& options) {
  const ColumnRoles& roles = options.columns;
  if (roles.empty() && is_list_of_names(paths.front())) return open_names(paths);
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (const std::string& path : paths) {
    if (roles.empty() && is_list_of_names(path)) {
      fail_corrupt(path, fmt::format("holds names of classes, but {} numbers: import them one by "
                                     "one",
                                     paths.front()));
    }
    tables.push_back(open_text_table(
        path, [&](std::size_t fields) { return choose_columns(roles, fields, path).features; }));
  }
  ForeignData data;
  const std::size_t columns = tables.front()->columns();
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  if (!roles.labels.empty()) add_label_columns(data, paths, roles);
  return data;
}

}  // namespace

Format text_format() {
  return {"text",
          "numbers between commas, semicolons, tabs or blanks, one sample a line (CSV)",
          recognises_text,
          open_text,
          /*either_axis=*/false,
          /*has_variables=*/false,
          /*takes_columns=*/true};
}

}  // namespace hashlab
