#include "lib/import/matlab/matlab_data.h"

#include "lib/error.h"
#include "lib/import/class_texts.h"
#include "lib/import/parts_by_name.h"
#include "lib/import/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

/// A vector that fits may be a list of identities, where no two samples are of one class.
void check_deduced(const MatlabFile& file, const MatlabMatrix& labels) {
  const auto table = file.open(labels);
  std::vector<double> values, block(65536);
  while (const std::size_t count = table->read(block.size(), block.data())) {
    values.insert(values.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  std::sort(values.begin(), values.end());
  if (std::adjacent_find(values.begin(), values.end()) != values.end()) return;
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: its numbers are all different, so that they may not be labels: give "
                          "--features-variable, and --labels-variable or --labels-column if the "
                          "file has labels",
                          table->source()));
}

/// Labels of one file: a table, or texts, which are numbered together with those of other files.
struct FoundLabels {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  std::vector<std::string> texts;
  std::string source;

  void add(const MatlabFile& file, const MatlabMatrix& matrix) {
    const MatlabVariable& variable = file.variables()[matrix.variable];
    if (texts_in(variable) == 0) return tables.push_back(file.open(matrix));
    source = fmt::format("{} variable {}", file.path(), variable.name);
    const std::vector<std::string> more = file.texts(matrix.variable);
    texts.insert(texts.end(), more.begin(), more.end());
  }
  /// The tables; names of classes go into `data`.
  std::vector<std::unique_ptr<ForeignTable>> take(ForeignData& data) {
    if (!texts.empty()) {
      if (!tables.empty()) fail_corrupt(source, "is text, but labels of other variables are not");
      LabelTable numbered = labels_of_texts(texts, source);
      data.class_names = std::move(numbered.class_names);
      tables.push_back(std::move(numbered.table));
    }
    return std::move(tables);
  }
};

ForeignData labels_alone(const std::vector<std::unique_ptr<MatlabFile>>& files,
                         const ImportOptions& options) {
  ForeignData data;
  FoundLabels labels;
  for (const auto& file : files) {
    labels.add(*file, choose_labels(file->path(), file->variables(), options));
  }
  std::vector<std::unique_ptr<ForeignTable>> tables = labels.take(data);
  if (tables.empty()) fail_corrupt(files.front()->path(), "has an empty cell array of labels");
  std::unique_ptr<ForeignTable> table = stack(std::move(tables));
  const std::size_t columns = table->columns();
  data.parts.push_back({"/labels", std::move(table), {columns}});
  return data;
}

}  // namespace

ForeignData matlab_data(const std::vector<std::unique_ptr<MatlabFile>>& files,
                        const ImportOptions& options) {
  if (options.labels_only) return labels_alone(files, options);
  ForeignData data;
  std::vector<std::unique_ptr<ForeignTable>> features;
  FoundLabels labels;
  std::size_t labelled = 0;
  std::vector<std::string> names;  // of the features, with their numbers of rows
  std::vector<std::size_t> rows;
  std::string& transposition = data.attributes["transposition"];
  for (const auto& file : files) {
    const MatlabChoice choice = choose_variables(file->path(), file->variables(), options);
    if (choice.labels_deduced) check_deduced(*file, choice.labels.front());
    for (const MatlabMatrix& matrix : choice.features) {
      features.push_back(file->open(matrix));
      names.push_back(file->variables()[matrix.variable].name);
      rows.push_back(*features.back()->rows());
    }
    if (choice.features.size() == 1) {
      std::string note =
          note_of_other_part(file->path(), names.back(), named_tables(file->variables()));
      if (!note.empty()) data.notes.push_back(std::move(note));
    }
    for (const MatlabMatrix& matrix : choice.labels) labels.add(*file, matrix);
    labelled += choice.labels.size();
    if (labelled > 0 && labelled != features.size()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: labels are found in some of the files only: give "
                              "--labels-variable",
                              file->path()));
    }
    if (transposition.find(choice.transposition) != std::string::npos) continue;
    transposition += (transposition.empty() ? "" : "; ") + choice.transposition;
  }
  add_samples(data, std::move(features), labels.take(data));
  if (names.size() > files.size()) add_split_of_names(data, files.front()->path(), names, rows);
  return data;
}

}  // namespace hashlab
