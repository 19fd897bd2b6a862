#include "lib/import/gather.h"

#include "lib/error.h"
#include "lib/import/checked_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hashlab {
namespace {

ForeignData open_source(const std::vector<std::string>& paths, const std::string& format,
                        const ImportOptions& options) {
  const Format& chosen = format.empty() ? format_of(sniff(paths.front())) : format_named(format);
  ForeignData data = chosen.open(paths, options);
  data.attributes.emplace("format", chosen.name);
  return data;
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

ForeignData views(std::map<std::string, ForeignData>& of_role,
                  const std::vector<ImportSource>& sources) {
  ForeignData data;
  for (const char* view : {"image", "text"}) {
    if (!of_role.contains(view)) {
      refuse(fmt::format("a data set of two views needs image=FILE and text=FILE; '{}' is missing",
                         view));
    }
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const ImportSource& s) { return s.role == view; });
    ForeignPart& part = only_features(of_role[view], *source);
    part.name = fmt::format("/{}/features", view);
    data.parts.push_back(std::move(part));
    for (const auto& [name, text] : of_role[view].attributes) {
      data.attributes[fmt::format("{}-{}", view, name)] = text;
    }
  }
  return data;
}

ForeignData of_labels(const std::vector<std::string>& paths) {
  ForeignData data = open_source(paths, "", {});
  ForeignPart* labels = data.part("/labels");
  if (labels == nullptr) labels = data.part("/features");
  if (labels == nullptr) refuse(fmt::format("{}: holds no labels", paths.front()));
  ForeignData result{{}, {}, std::move(data.class_names)};
  result.parts.push_back(std::move(*labels));
  return result;
}

}  // namespace

const std::vector<std::string>& import_roles() {
  static const std::vector<std::string> roles = {"train", "test", "groundtruth", "image", "text"};
  return roles;
}

ForeignData gather(const ImportRequest& request) {
  std::map<std::string, std::vector<std::string>> paths;
  for (const ImportSource& source : request.sources) paths[source.role].push_back(source.path);
  if (paths.empty()) refuse("no file to import was named");

  const bool has_views = paths.contains("image") || paths.contains("text");
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
    refuse("files without a role, train= and test=, and image= and text= exclude each other");
  }

  std::map<std::string, ForeignData> of_role;
  for (const auto& [role, files] : paths) {
    of_role[role] = role == "groundtruth" ? open_source(files, "", {})
                                          : open_source(files, request.format, request.options);
  }
  const auto n_train = std::make_shared<std::size_t>(0), n_test = std::make_shared<std::size_t>(0);
  ForeignData data = has_views   ? views(of_role, request.sources)
                     : has_parts ? train_and_test(std::move(of_role["train"]),
                                                  std::move(of_role["test"]), n_train, n_test)
                                 : std::move(of_role[""]);
  if (!request.labels.empty()) {
    if (data.part("/labels") != nullptr) {
      refuse(fmt::format("{}: the samples come with labels; leave --labels out",
                         request.labels.front()));
    }
    ForeignData labels = of_labels(request.labels);
    const std::size_t columns = labels.parts.front().table->columns();
    data.parts.push_back({"/labels", std::move(labels.parts.front().table), {columns}});
    data.class_names = std::move(labels.class_names);
  }
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
