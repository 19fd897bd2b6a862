#include "lib/import/gather.h"

#include "lib/error.h"
#include "lib/import/checked_tables.h"
#include "lib/import/open_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hashlab {
namespace {

const Format& format_of_source(const std::string& path, const std::string& given) {
  return given.empty() ? format_of(sniff(path)) : format_named(given);
}

/// Where the features of a view are.
/// Errors:  invalid_argument if a data set has something else there.
std::string view_part(const std::string& view) {
  for (const char* taken : {"features", "labels", "images", "split", "groundtruth"}) {
    if (view != taken) continue;
    refuse(
        fmt::format("'{}' cannot be a view, since a data set has '/{}' beside its views: call "
                    "it otherwise{}",
                    view, view, view == "labels" ? ", or give --labels FILE" : ""));
  }
  return fmt::format("/{}/features", view);
}

/// Any role but those that files of one table have.
bool is_view(const std::string& role) {
  return !role.empty() && role != "train" && role != "test" && role != "groundtruth";
}

ForeignData open_source(const std::vector<std::string>& paths, const std::string& format,
                        const ImportOptions& options) {
  return open_files(format_of_source(paths.front(), format), paths, options);
}

/// The one table of samples of a source with a role.
ForeignPart& only_features(ForeignData& data, const ImportSource& source) {
  ForeignPart* features = data.part("/features");
  if (features == nullptr || data.parts.size() != 1) {
    std::vector<std::string> names;
    for (const ForeignPart& part : data.parts) names.push_back(part.name);
    refuse(fmt::format("{}: holds {}, expected one table of numbers for '{}'", source.path,
                       fmt::join(names, ", "), source.role));
  }
  return *features;
}

/// Training and test samples one after the other, part by part.
ForeignData train_and_test(ForeignData train, ForeignData test, const RowCount& n_train,
                           const RowCount& n_test) {
  ForeignData data{{}, std::move(train.attributes), std::move(train.class_names)};
  if (data.class_names != test.class_names) {
    refuse("the training and the test samples have classes of different names");
  }
  for (ForeignPart& part : train.parts) {
    if (part.name == "/split") continue;  // what the user says counts, not the names of files
    ForeignPart* other = test.part(part.name);
    if (other == nullptr || other->row_shape.empty() != part.row_shape.empty()) {
      refuse(fmt::format("{}: has '{}', which the test samples have not, or in another shape",
                         part.table->source(), part.name));
    }
    const bool is_first = data.parts.empty();
    std::vector<std::unique_ptr<ForeignTable>> tables;
    tables.push_back(is_first ? counted(std::move(part.table), n_train) : std::move(part.table));
    tables.push_back(is_first ? counted(std::move(other->table), n_test) : std::move(other->table));
    data.parts.push_back({part.name, stack(std::move(tables)), part.row_shape});
  }
  data.parts.push_back({"/split", split_marks(n_train, n_test), {}});
  return data;
}

/// Sources of the same samples, each a view, in the order in which they were named.
ForeignData views(std::map<std::string, ForeignData>& of_role,
                  const std::vector<ImportSource>& sources) {
  ForeignData data;
  std::vector<std::string> formats;
  for (const ImportSource& source : sources) {
    const std::string name = view_part(source.role);
    if (data.part(name) != nullptr) continue;  // a further file of this view
    ForeignPart& part = only_features(of_role[source.role], source);
    part.name = name;
    data.parts.push_back(std::move(part));
    for (const auto& [key, text] : of_role[source.role].attributes) {
      data.attributes[fmt::format("{}-{}", source.role, key)] = text;
    }
    const std::string& format = data.attributes[source.role + "-format"];
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
      formats.push_back(format);
    }
  }
  if (data.parts.size() < 2) {
    refuse(
        fmt::format("{}: a data set of views needs two or more, such as image=FILE text=FILE; "
                    "there is only '{}'",
                    sources.front().path, sources.front().role));
  }
  data.attributes["format"] = fmt::format("{}", fmt::join(formats, " and "));
  return data;
}

/// Several variables of the same samples, each a view; labels come with the first.
ForeignData views_of_variables(const std::vector<std::string>& paths,
                               const ImportRequest& request) {
  if (!request.options.features_variable.empty() || !request.options.columns.empty()) {
    refuse("--view names the variable of each view: leave --features-variable and columns out");
  }
  ForeignData data;
  std::unique_ptr<ForeignTable> labels;
  for (const ViewVariable& view : request.views) {
    ImportOptions options = request.options;
    options.features_variable = view.variable;
    ForeignData one = open_source(paths, request.format, options);
    const std::string name = view_part(view.view);
    if (data.part(name) != nullptr) refuse(fmt::format("view '{}' is named twice", view.view));
    ForeignPart& features = *one.part("/features");
    data.parts.push_back({name, std::move(features.table), features.row_shape});
    data.attributes[view.view + "-variable"] = view.variable;
    for (const auto& [key, text] : one.attributes) {
      data.attributes[key == "transposition" ? view.view + "-" + key : key] = text;
    }
    if (ForeignPart* part = one.part("/labels"); labels == nullptr && part != nullptr) {
      labels = std::move(part->table);
    }
  }
  if (labels != nullptr) data.parts.push_back({"/labels", std::move(labels), {}});
  return data;
}

/// The table of labels in a file of them alone, or nullptr.
ForeignPart* labels_part(ForeignData& data) {
  ForeignPart* const labels = data.part("/labels");
  return labels != nullptr ? labels : data.part("/features");
}

ForeignData open_labels(const std::vector<std::string>& paths, const ImportOptions& options) {
  ForeignData data = open_source(paths, "", options);
  if (labels_part(data) == nullptr) refuse(fmt::format("{}: holds no labels", paths.front()));
  return data;
}

/// The number of labels; those of a text have to be counted.
std::size_t count_labels(const std::vector<std::string>& paths) {
  ForeignData data = open_labels(paths, {});
  ForeignTable& labels = *labels_part(data)->table;
  if (labels.rows()) return *labels.rows();
  constexpr std::size_t step = 1024;
  std::vector<double> block(step * labels.columns());
  std::size_t count = 0;
  while (const std::size_t rows = labels.read(step, block.data())) count += rows;
  return count;
}

/// Is it the other axis of the table that has `samples` entries?
bool is_turned(const ForeignPart* part, std::size_t samples) {
  return part != nullptr && part->row_shape.size() == 1 && part->table->rows() &&
         *part->table->rows() != samples && part->table->columns() == samples;
}

/// Samples as columns, if there are as many columns as labels and another number of rows.
void fit_features(ForeignData& data, const std::vector<std::string>& sources,
                  const ImportRequest& request) {
  const Format& format = format_of_source(sources.front(), request.format);
  const ForeignPart* const features = data.part("/features");
  if (features == nullptr || request.options.samples_are_columns || !format.either_axis) return;
  const std::size_t count = count_labels(request.labels);
  if (!is_turned(features, count)) return;
  ImportOptions options = request.options;
  options.samples_are_columns = true;
  ForeignData turned = open_files(format, sources, options);
  if (turned.part("/features")->table->rows() != count) return;
  data = std::move(turned);
  data.attributes["transposition"] =
      "samples are columns of the file's matrix, which was transposed: there are as many as labels";
}

/// Adds the labels of other files.
void add_labels(ForeignData& data, const std::vector<std::string>& sources,
                const ImportRequest& request) {
  if (data.part("/labels") != nullptr) {
    refuse(fmt::format("{}: the samples come with labels; leave --labels out",
                       request.labels.front()));
  }
  if (!sources.empty()) fit_features(data, sources, request);
  ForeignData labels = open_labels(request.labels, {});
  const ForeignPart* const samples = data.part("/features");
  if (samples != nullptr && samples->table->rows() &&
      is_turned(labels_part(labels), *samples->table->rows()) &&
      format_of_source(request.labels.front(), "").either_axis) {
    ImportOptions options;
    options.samples_are_columns = true;
    labels = open_labels(request.labels, options);
  }
  ForeignPart& part = *labels_part(labels);
  const std::size_t columns = part.table->columns();
  data.parts.push_back({"/labels", std::move(part.table), {columns}});
  data.class_names = std::move(labels.class_names);
}

}  // namespace

ForeignData gather(const ImportRequest& request) {
  std::map<std::string, std::vector<std::string>> paths;
  for (const ImportSource& source : request.sources) paths[source.role].push_back(source.path);
  if (paths.empty()) refuse("no file to import was named");

  const bool has_views =
      std::any_of(paths.begin(), paths.end(), [](const auto& role) { return is_view(role.first); });
  const bool has_parts = paths.contains("train") || paths.contains("test");
  if (has_parts && !(paths.contains("train") && paths.contains("test"))) {
    refuse("train=FILE and test=FILE go together: name both, or the file without a role");
  }
  if (paths.contains("groundtruth") && !has_parts) {
    refuse(
        "groundtruth=FILE lists rows of training samples: name train=FILE and test=FILE as well");
  }
  if (static_cast<int>(has_views) + static_cast<int>(has_parts) +
          static_cast<int>(paths.contains("")) >
      1) {
    refuse("files without a role, train= and test=, and views such as image= exclude each other");
  }

  if (!request.views.empty() && !paths.contains("")) {
    refuse("--view NAME=VARIABLE is for files without a role");
  }

  std::map<std::string, ForeignData> of_role;
  for (const auto& [role, files] : paths) {
    if (!request.views.empty()) {
      of_role[role] = views_of_variables(files, request);
    } else {
      of_role[role] = role == "groundtruth" ? open_source(files, "", {})
                                            : open_source(files, request.format, request.options);
    }
  }
  const auto n_train = std::make_shared<std::size_t>(0), n_test = std::make_shared<std::size_t>(0);
  ForeignData data = has_views   ? views(of_role, request.sources)
                     : has_parts ? train_and_test(std::move(of_role["train"]),
                                                  std::move(of_role["test"]), n_train, n_test)
                                 : std::move(of_role[""]);
  if (!request.labels.empty()) add_labels(data, paths[""], request);
  if (ForeignPart* labels = data.part("/labels"); labels != nullptr) {
    labels->row_shape.clear();
    if (labels->table->columns() > 1) labels->row_shape = {labels->table->columns()};
    labels->table = class_numbers(std::move(labels->table), request.options.first_class);
  }
  if (paths.contains("groundtruth")) {
    ForeignPart& lists =
        only_features(of_role["groundtruth"], {"groundtruth", paths["groundtruth"].front()});
    const std::size_t columns = lists.table->columns();
    data.parts.push_back(
        {"/groundtruth", row_numbers(std::move(lists.table), n_train, n_test), {columns}});
  }
  return data;
}

}  // namespace hashlab
