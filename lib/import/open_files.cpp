#include "lib/import/open_files.h"

#include "lib/error.h"
#include "lib/import/checked_tables.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {
namespace {

/// An option that has no effect would be taken for one that had.
void refuse_what_has_no_effect(const Format& format, const std::string& path,
                               const ImportOptions& options) {
  if (options.samples_are_columns.value_or(false) && !format.either_axis) {
    refuse(
        fmt::format("{}: a sample is a row of files of format {}: --samples columns is for "
                    "MATLAB, HDF5 and NumPy",
                    path, format.name));
  }
  const std::string& variable =
      options.features_variable.empty() ? options.labels_variable : options.features_variable;
  if (!variable.empty() && !format.has_variables) {
    refuse(
        fmt::format("{}: files of format {} have no variables, so there is no '{}'; those of "
                    "MATLAB and HDF5 have",
                    path, format.name, variable));
  }
}

/// Leaves the chosen columns in the features. Labels are read after them, so for labels `open` is
/// called for the files once more.
template <typename Open>
void take_columns(ForeignData& data, const ColumnRoles& roles, const std::string& path, Open open) {
  ForeignPart* const x = data.part("/features");
  if (x == nullptr || x->row_shape.size() != 1) {
    refuse(fmt::format("{}: columns can be chosen of a table of features, which it does not hold",
                       path));
  }
  ChosenColumns chosen = choose_columns(roles, x->table->columns(), x->table->source());
  if (!chosen.labels.empty()) {
    if (data.part("/labels") != nullptr) {
      refuse(
          fmt::format("{}: has labels of its own: leave {} out, or name these columns with "
                      "--id-column to drop them",
                      path, roles.labels.option()));
    }
    const std::size_t classes = chosen.labels.size();
    ForeignData again = open();
    data.parts.push_back(
        {"/labels",
         class_numbers(selected_columns(std::move(again.part("/features")->table), chosen.labels),
                       0),
         {}});
    if (classes > 1) data.parts.back().row_shape = {classes};
  }
  ForeignPart& features = *data.part("/features");
  features.row_shape = {chosen.features.size()};
  note_source_columns(data.attributes, chosen.features);
  features.table = selected_columns(std::move(features.table), std::move(chosen.features));
  data.attributes.erase("image-shape");
}

}  // namespace

ForeignData open_files(const Format& format, const std::vector<std::string>& paths,
                       const ImportOptions& options) {
  refuse_what_has_no_effect(format, paths.front(), options);
  ForeignData data = format.open(paths, options);
  data.attributes.emplace("format", format.name);
  if (options.columns.empty()) return data;
  data.attributes["columns"] = column_text(options.columns);
  if (!format.takes_columns) {
    take_columns(data, options.columns, paths.front(), [&] { return format.open(paths, options); });
  }
  return data;
}

}  // namespace hashlab
