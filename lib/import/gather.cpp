#include "lib/import/gather.h"

#include "lib/error.h"
#include "lib/import/checked_tables.h"
#include "lib/import/class_texts.h"
#include "lib/import/frequent_classes.h"
#include "lib/import/labelled_samples.h"
#include "lib/import/open_files.h"
#include "lib/import/preprocess.h"

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

/// Adds what was noticed about some of the sources, each line once.
void move_notes(ForeignData& from, ForeignData& to) {
  for (std::string& note : from.notes) {
    if (std::find(to.notes.begin(), to.notes.end(), note) == to.notes.end()) {
      to.notes.push_back(std::move(note));
    }
  }
  from.notes.clear();
}

/// The options for the files of a role. Training and test samples have the same columns, which
/// sparse text does not tell of one file alone.
ImportOptions options_of_role(const std::string& role, const ImportRequest& request) {
  ImportOptions options = request.options;
  for (const ImportSource& source : request.sources) {
    const bool is_part = source.role == "train" || source.role == "test";
    if (is_part && source.role != role) options.beside.push_back(source.path);
  }
  return options;
}

/// Words alone are no samples.
void require_samples(const ForeignData& data, const std::string& path) {
  for (const ForeignPart& part : data.parts) {
    if (part.name.ends_with("/features") || part.name == "/images") return;
  }
  refuse(
      fmt::format("{}: holds labels or names alone, a word a line, and no features: give it as "
                  "--labels beside the features; if these are codes, such as hashes in "
                  "hexadecimal, 'hashlab evaluate' and 'hashlab search' are for them",
                  path));
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

/// Some names of classes, for a message.
std::string few_of(const std::vector<std::string>& names) {
  if (names.empty()) return "without names";
  constexpr std::size_t most = 5;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "),
                     names.size() > most ? ", ..." : "");
}

/// Training and test samples one after the other, part by part.
ForeignData train_and_test(ForeignData train, ForeignData test, const RowCount& n_train,
                           const RowCount& n_test) {
  ForeignData data;
  data.attributes = std::move(train.attributes);
  data.class_names = std::move(train.class_names);
  if (!train.row_names.empty() && !test.row_names.empty()) {
    data.row_names = std::move(train.row_names);
    data.row_names.insert(data.row_names.end(), test.row_names.begin(), test.row_names.end());
  }
  if (data.class_names != test.class_names) {
    refuse(
        fmt::format("the training samples have the classes {}, but the test samples {}: give "
                    "the labels of both, --labels train=FILE --labels test=FILE",
                    few_of(data.class_names), few_of(test.class_names)));
  }
  if (train.when_read && test.when_read) {
    data.when_read = [of_train = train.when_read, of_test = test.when_read](ForeignData& d) {
      ForeignData first, second;
      of_train(first);
      of_test(second);
      d.row_names = std::move(first.row_names);
      d.row_names.insert(d.row_names.end(), second.row_names.begin(), second.row_names.end());
    };
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
    if (!data.when_read) data.when_read = of_role[source.role].when_read;
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
    move_notes(one, data);
    if (ForeignPart* split = one.part("/split"); split != nullptr && !data.part("/split")) {
      data.parts.push_back(std::move(*split));
    }
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

std::vector<std::string> all_paths(const std::vector<ImportSource>& sources) {
  std::vector<std::string> paths;
  for (const ImportSource& source : sources) paths.push_back(source.path);
  return paths;
}

/// Adds the labels of other files; `of_role` has the samples of each role.
void add_labels(ForeignData& data, const LabelsByRole& labels, const SamplesByRole& of_role) {
  if (data.part("/labels") != nullptr) {
    refuse(fmt::format("{}: the samples come with labels; leave --labels out",
                       labels.paths().front()));
  }
  LabelTable all = labels.open(of_role);
  const std::size_t columns = all.table->columns();
  data.parts.push_back({"/labels", std::move(all.table), {columns}});
  data.class_names = std::move(all.class_names);
  data.notes.insert(data.notes.end(), all.notes.begin(), all.notes.end());
  if (data.row_names.empty()) data.row_names = std::move(all.row_names);
}

/// Leaves the most frequent classes alone, and says so in the data set.
void keep_most_frequent(ForeignData& data, std::size_t k) {
  ForeignPart* labels = data.part("/labels");
  if (labels == nullptr) refuse("--most-frequent-labels: there are no labels");
  const auto kept = std::make_shared<KeptClasses>();
  labels->table = most_frequent_classes(std::move(labels->table), k, kept);
  labels->row_shape = {k};
  data.when_read = [kept, before = std::move(data.when_read)](ForeignData& d) {
    if (before) before(d);
    d.attributes["labels_kept"] = kept->text();
    if (d.class_names.empty()) return;
    std::vector<std::string> names;
    for (const std::size_t c : kept->classes) {
      if (c < d.class_names.size()) names.push_back(d.class_names[c]);
    }
    d.class_names = std::move(names);
  };
}

using PathsByRole = std::map<std::string, std::vector<std::string>>;

bool names_views(const PathsByRole& paths) {
  return std::any_of(paths.begin(), paths.end(),
                     [](const auto& role) { return is_view(role.first); });
}

/// Refuses roles that do not go together.
void check_roles(const PathsByRole& paths, const ImportRequest& request) {
  if (paths.empty()) refuse("no file to import was named");
  const bool has_train = paths.contains("train"), has_test = paths.contains("test");
  if (has_train != has_test) {
    refuse("train=FILE and test=FILE go together: name both, or the file without a role");
  }
  if (paths.contains("groundtruth") && !has_train) {
    refuse(
        "groundtruth=FILE lists rows of training samples: name train=FILE and test=FILE as well");
  }
  if (static_cast<int>(names_views(paths)) + static_cast<int>(has_train) +
          static_cast<int>(paths.contains("")) >
      1) {
    refuse(fmt::format(
        "files without a role, train= and test=, and views such as image= exclude each other{}",
        request.labels.empty() ? ""
                               : "; labels are given by --labels train=FILE --labels test=FILE"));
  }
  if (!request.views.empty() && !paths.contains("")) {
    refuse("--view NAME=VARIABLE is for files without a role");
  }
}

constexpr const char* scaled = "rows scaled to length 1";

/// Scales all features to length 1, unless the format has done so.
void scale_features(ForeignData& data) {
  std::string& said = data.attributes["preprocessing"];
  if (said == scaled) return;
  bool has_features = false;
  for (ForeignPart& part : data.parts) {
    if (!part.name.ends_with("/features")) continue;
    part.table = unit_rows(std::move(part.table));
    has_features = true;
  }
  if (!has_features) {
    refuse(
        "option '--unit-rows yes': the sources have no features; those of pictures are computed "
        "afterwards and keep their lengths");
  }
  said += fmt::format("{}{}", said.empty() ? "" : "; ", scaled);
}

}  // namespace

ForeignData gather(const ImportRequest& request) {
  PathsByRole paths;
  for (const ImportSource& source : request.sources) paths[source.role].push_back(source.path);
  check_roles(paths, request);
  const bool has_views = names_views(paths), has_parts = paths.contains("train");
  const LabelsByRole labels_given(request.labels, request.sources);
  std::map<std::string, ForeignData> of_role;
  SamplesByRole samples;
  for (const auto& [role, files] : paths) {
    if (!request.views.empty()) {
      of_role[role] = views_of_variables(files, request);
    } else if (role == "groundtruth") {
      of_role[role] = open_source(files, "", {});
    } else {
      of_role[role] =
          open_samples(format_of_source(files.front(), request.format), files,
                       labels_given.of_role(role), options_of_role(role, request), samples[role]);
    }
  }
  ForeignData noted;
  for (auto& role : of_role) move_notes(role.second, noted);
  const auto n_train = std::make_shared<std::size_t>(0), n_test = std::make_shared<std::size_t>(0);
  ForeignData data = has_views   ? views(of_role, request.sources)
                     : has_parts ? train_and_test(std::move(of_role["train"]),
                                                  std::move(of_role["test"]), n_train, n_test)
                                 : std::move(of_role[""]);
  require_samples(data, request.sources.front().path);
  move_notes(noted, data);
  if (!request.labels.empty()) {
    if (has_views || !request.views.empty())
      samples = {{"", count_samples(data, all_paths(request.sources))}};
    add_labels(data, labels_given, samples);
  }
  if (ForeignPart* labels = data.part("/labels"); labels != nullptr) {
    labels->row_shape.clear();
    if (labels->table->columns() > 1) labels->row_shape = {labels->table->columns()};
    labels->table = class_numbers(std::move(labels->table), request.options.first_class);
  }
  if (std::string note = combined_classes_note(data.class_names); !note.empty()) {
    data.notes.push_back(std::move(note));
  }
  if (request.most_frequent > 0) keep_most_frequent(data, request.most_frequent);
  if (request.options.unit_rows.value_or(false)) scale_features(data);
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
