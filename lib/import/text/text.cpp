// Text, one sample a line: CSV and the like, or names of classes.
#include "lib/error.h"
#include "lib/import/checked_tables.h"
#include "lib/import/formats.h"
#include "lib/import/remedies.h"
#include "lib/import/text/hash_lines.h"
#include "lib/import/text/label_text.h"
#include "lib/import/text/text_head.h"
#include "lib/import/text/text_header.h"
#include "lib/import/text/text_labels.h"
#include "lib/import/text/text_table.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {
namespace {

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
                 const std::vector<std::size_t>& features, TextLabels& labels,
                 std::optional<bool> has_header = std::nullopt) {
  TextRows rows(path);
  for (bool is_first = true; rows.next(); is_first = false) {
    if (is_first && has_header.value_or(is_header(rows, features))) continue;
    labels.add(rows, column);
  }
}

/// Lines of one word are names of classes.
ForeignData open_names(const std::vector<std::string>& paths) {
  constexpr std::size_t shortest_hash = 8;  // digits; shorter ones are words as well
  if (const HashLines lines = look_at_lines(paths.front(), 0);
      lines.words == HashWords::hex && lines.digits >= shortest_hash) {
    fail_corrupt(paths.front(),
                 fmt::format("holds hex words of {} digits, which look like hashes and are no "
                             "features: 'hashlab evaluate' and 'hashlab search' read such files as "
                             "codes",
                             lines.digits));
  }
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
                       const std::vector<ColumnRoles>& roles,
                       const std::vector<TextHeader>& headers) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  TextLabels words;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& path = paths[i];
    const std::optional<bool> has_header = headers[i].is_there;
    TextRows rows(path);
    rows.next();
    const ChosenColumns chosen = choose_columns(roles[i], rows.fields().size(), path);
    if (chosen.labels.size() == 1) {
      read_labels(path, chosen.labels.front(), chosen.features, words, has_header);
    } else {
      tables.push_back(open_text_table(
          path, [&](std::size_t) { return chosen.labels; }, has_header));
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

/// The roles of the columns of a file, with its index left out; what the user says of the first
/// column or of the features counts.
ColumnRoles without_index(const ColumnRoles& given, const TextHeader& header,
                          const std::string& path) {
  ColumnRoles roles = given;
  if (!header.has_index || !given.features.empty()) return roles;
  for (const ColumnList* list : {&given.labels, &given.ids}) {
    if (!list->empty() && list->positions(header.columns, path).front() == 0) return roles;
  }
  roles.ids = {"--id-column", given.ids.empty() ? "1" : "1," + given.ids.text()};
  return roles;
}

ForeignData open_text(const std::vector<std::string>& paths, const ImportOptions& options) {
  const ColumnRoles& roles = options.columns;
  if (roles.empty() && is_list_of_names(paths.front())) return open_names(paths);
  ForeignData data;
  std::vector<TextHeader> headers;
  std::vector<ColumnRoles> roles_of_file;
  for (const std::string& path : paths) {
    headers.push_back(text_header(path, options.has_header));
    roles_of_file.push_back(without_index(roles, headers.back(), path));
    const bool keeps_index =
        headers.back().has_index && roles_of_file.back().ids.text() == roles.ids.text();
    if (!keeps_index && !headers.back().note.empty()) data.notes.push_back(headers.back().note);
  }
  std::vector<std::unique_ptr<ForeignTable>> tables;
  std::vector<std::size_t> of_first;  // the columns that are features
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& path = paths[i];
    if (roles.empty() && is_list_of_names(path)) {
      fail_corrupt(path, fmt::format("holds names of classes, but {} numbers: import them one by "
                                     "one",
                                     paths.front()));
    }
    const auto features = [&](std::size_t fields) {
      std::vector<std::size_t> chosen = choose_columns(roles_of_file[i], fields, path).features;
      if (i == 0) of_first = chosen;
      return chosen;
    };
    tables.push_back(open_text_table(path, features, headers[i].is_there));
  }
  const std::size_t columns = tables.front()->columns();
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  note_source_columns(data.attributes, of_first);
  if (!roles.labels.empty()) add_label_columns(data, paths, roles_of_file, headers);
  return data;
}

}  // namespace

Format text_format() {
  return {"text",
          "numbers separated by commas, semicolons, tabs or blanks, one sample per line (CSV)",
          [](const Sniff& file) { return is_text(file) && !is_other_text(file); },
          open_text,
          /*either_axis=*/false,
          /*has_variables=*/false,
          /*takes_columns=*/true,
          open_label_text};
}

}  // namespace hashlab
