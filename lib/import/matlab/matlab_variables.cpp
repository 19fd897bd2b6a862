#include "lib/import/matlab/matlab_variables.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace hashlab {
namespace {

using Variables = std::vector<MatlabVariable>;

std::string text(const MatlabVariable& v) {
  return fmt::format("{} ({} {})", v.name, v.type, fmt::join(v.shape, " x "));
}

std::string list_of(const Variables& variables) {
  constexpr std::size_t most = 20;  // an error is one line
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(most, variables.size()); ++i) {
    shown.push_back(text(variables[i]));
  }
  if (variables.size() > most) shown.push_back(fmt::format("and {} more", variables.size() - most));
  return shown.empty() ? "no variables" : fmt::format("{}", fmt::join(shown, ", "));
}

bool is_matrix(const MatlabVariable& v) {
  return v.is_numeric && v.shape.size() == 2 && v.shape[0] > 0 && v.shape[1] > 0;
}

bool is_vector(const MatlabVariable& v) {
  return is_matrix(v) && (v.shape[0] == 1 || v.shape[1] == 1);
}

/// A list of texts as the vector of labels that it becomes.
MatlabVariable as_labels(const MatlabVariable& v) {
  MatlabVariable labels = v;
  if (texts_in(v) > 0) {
    labels.is_numeric = true;
    labels.shape = {texts_in(v), 1};
  }
  return labels;
}

std::vector<std::size_t> named(const std::string& path, const Variables& variables,
                               std::string_view names, std::string_view option,
                               bool takes_texts = false) {
  std::vector<std::size_t> found;
  while (true) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    const auto v = std::find_if(variables.begin(), variables.end(),
                                [&](const MatlabVariable& each) { return each.name == name; });
    if (v == variables.end()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: has no variable '{}' for {}; it has {}", path, name, option,
                              list_of(variables)));
    }
    if (!is_matrix(*v) && !(takes_texts && texts_in(*v) > 0)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: variable {} is no matrix of real numbers, which {} expects: "
                              "name one, or convert it, in MATLAB or in Python with "
                              "numpy.save('X.npy', scipy.io.loadmat('FILE')['X']); the file has {}",
                              path, text(*v), option, list_of(variables)));
    }
    found.push_back(static_cast<std::size_t>(v - variables.begin()));
    if (comma == names.size()) return found;
    names.remove_prefix(comma + 1);
  }
}

/// The matrices that can be features.
std::vector<std::size_t> possible_features(const Variables& variables,
                                           const std::vector<std::size_t>& labels) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const bool taken = std::find(labels.begin(), labels.end(), i) != labels.end();
    if (!taken && is_matrix(variables[i]) && !is_vector(variables[i])) candidates.push_back(i);
  }
  const auto is_inside = [&](std::size_t i) { return variables[i].is_nested; };
  if (!std::all_of(candidates.begin(), candidates.end(), is_inside)) {
    std::erase_if(candidates, is_inside);
  }
  return candidates;
}

/// The only matrix that can be features.
std::size_t deduced_features(const std::string& path, const Variables& variables,
                             const std::vector<std::size_t>& labels) {
  const std::vector<std::size_t> candidates = possible_features(variables, labels);
  if (candidates.size() == 1) return candidates.front();
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: {} of its variables can be the features, expected one: give "
                          "--features-variable (and --labels-variable), or --view NAME=VARIABLE "
                          "for each of several views; it has {}",
                          path, candidates.empty() ? "none" : fmt::format("{}", candidates.size()),
                          list_of(variables)));
}

/// The only vector that is as long as a side of the features that can count samples.
std::vector<std::size_t> deduced_labels(const Variables& variables, std::size_t features,
                                        std::optional<bool> by_column) {
  const auto& sides = variables[features].shape;
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (i == features || !is_vector(variables[i]) ||
        variables[i].is_nested != variables[features].is_nested) {
      continue;
    }
    const std::size_t length = std::max(variables[i].shape[0], variables[i].shape[1]);
    const bool fits_rows = by_column != true && length == sides[0];
    const bool fits_columns = by_column != false && length == sides[1];
    if (fits_rows || fits_columns) candidates.push_back(i);
  }
  return candidates.size() == 1 ? candidates : std::vector<std::size_t>{};
}

struct Axes {
  bool features_by_column = false, labels_by_column = false;
};

/// Which axes of features and labels are of equal length and so can count the samples. Axes of the
/// same kind go before those of different kinds: a file is rarely written half transposed.
std::vector<Axes> fitting_axes(const MatlabVariable& features, const MatlabVariable& labels,
                               std::optional<bool> by_column) {
  std::array<std::vector<Axes>, 2> fits;  // same kind, different kind
  for (const bool f : {false, true}) {
    if (by_column && *by_column != f) continue;
    for (const bool l : {false, true}) {
      // Of a vector, only the long side can.
      if (is_vector(labels) && labels.shape[l ? 0 : 1] != 1) continue;
      if (features.shape[f ? 1 : 0] != labels.shape[l ? 1 : 0]) continue;
      fits[f == l || is_vector(labels) ? 0 : 1].push_back({f, l});
    }
  }
  return fits[0].empty() ? fits[1] : fits[0];
}

/// Which axis counts the samples of two parts: the one of which they differ, if the other is equal.
std::optional<bool> columns_by_parts(const MatlabVariable& a, const MatlabVariable& b) {
  const bool rows_differ = a.shape[0] != b.shape[0], columns_differ = a.shape[1] != b.shape[1];
  return rows_differ == columns_differ ? std::nullopt : std::optional(columns_differ);
}

/// A vector that may be the labels of two parts together, or of one.
bool may_have_labels(const Variables& variables, const MatlabVariable& a, const MatlabVariable& b) {
  return std::any_of(variables.begin(), variables.end(), [&](const MatlabVariable& v) {
    if (!is_vector(v)) return false;
    const std::size_t length = std::max(v.shape[0], v.shape[1]);
    return length == a.shape[0] || length == b.shape[0] || length == a.shape[0] + b.shape[0] ||
           length == a.shape[1] + b.shape[1];
  });
}

/// The options that name training and test samples, if several matrices can be the features, names
/// tell which two of them are these, and it is plain what their labels are.
std::optional<ImportOptions> options_of_parts(const Variables& variables,
                                              const std::vector<std::size_t>& labels,
                                              const ImportOptions& options) {
  if (possible_features(variables, labels).size() < 2) return std::nullopt;
  const auto parts = variables_of_parts(named_tables(variables));
  if (!parts) return std::nullopt;
  ImportOptions both = options;
  both.features_variable = parts->features;
  const bool wants_labels = labels.empty() && options.columns.labels.empty();
  if (wants_labels) both.labels_variable = parts->labels;
  const std::vector<std::size_t> x = named("", variables, parts->features, "");
  const MatlabVariable &first = variables[x.front()], &second = variables[x.back()];
  if (wants_labels && parts->labels.empty() && may_have_labels(variables, first, second)) {
    return std::nullopt;
  }
  if (!both.samples_are_columns && both.labels_variable.empty()) {
    both.samples_are_columns = columns_by_parts(first, second);
  }
  return both;
}

}  // namespace

std::vector<NamedTable> named_tables(const std::vector<MatlabVariable>& variables) {
  std::vector<NamedTable> tables;
  for (const MatlabVariable& v : variables) {
    if (is_matrix(v)) tables.push_back({v.name, is_vector(v)});
  }
  return tables;
}

std::string cell_element_name(const std::string& cell, std::size_t k) {
  return fmt::format("{}{{{}}}", cell, k + 1);
}

std::string field_name(const std::string& record, std::size_t k, std::size_t count,
                       const std::string& field) {
  return count == 1 ? fmt::format("{}.{}", record, field)
                    : fmt::format("{}({}).{}", record, k + 1, field);
}

std::size_t texts_in(const MatlabVariable& v) {
  if (v.shape.size() != 2) return 0;
  if (v.type == "char") return v.shape[0];
  const bool is_list = v.shape[0] == 1 || v.shape[1] == 1;
  return v.type == "cell" && is_list ? std::max(v.shape[0], v.shape[1]) : 0;
}

MatlabMatrix choose_labels(const std::string& path, const Variables& variables,
                           const ImportOptions& options) {
  std::vector<std::size_t> candidates;
  if (!options.labels_variable.empty()) {
    candidates = named(path, variables, options.labels_variable, "the labels", true);
  }
  for (std::size_t i = 0; i < variables.size() && options.labels_variable.empty(); ++i) {
    const MatlabVariable& v = variables[i];
    if (!v.is_nested && (is_matrix(v) || texts_in(v) > 0)) candidates.push_back(i);
  }
  if (candidates.size() != 1) {
    fail_corrupt(path, fmt::format("{} of its variables can be the labels, expected one: name it, "
                                   "FILE:/NAME, or save it alone; it has {}",
                                   candidates.empty() ? "none" : std::to_string(candidates.size()),
                                   list_of(variables)));
  }
  const MatlabVariable& v = variables[candidates.front()];
  const bool is_row = texts_in(v) == 0 && v.shape[0] == 1 && v.shape[1] > 1;
  return {candidates.front(), options.samples_are_columns.value_or(is_row)};
}

MatlabChoice choose_variables(const std::string& path, const Variables& variables,
                              const ImportOptions& options) {
  MatlabChoice choice;
  std::vector<std::size_t> labels, features;
  if (!options.labels_variable.empty()) {
    labels = named(path, variables, options.labels_variable, "--labels-variable", true);
  }
  if (!options.features_variable.empty()) {
    features = named(path, variables, options.features_variable, "--features-variable");
  } else if (const auto both = options_of_parts(variables, labels, options)) {
    return choose_variables(path, variables, *both);
  } else {
    features = {deduced_features(path, variables, labels)};
    if (labels.empty() && options.columns.labels.empty()) {
      labels = deduced_labels(variables, features.front(), options.samples_are_columns);
      choice.labels_deduced = !labels.empty();
    }
  }
  if (!labels.empty() && labels.size() != features.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: {} variables of labels are given for {} of features, expected one "
                            "for each",
                            path, labels.size(), features.size()));
  }

  for (std::size_t i = 0; i < features.size(); ++i) {
    const MatlabVariable& x = variables[features[i]];
    std::optional<bool> by_column = options.samples_are_columns;
    std::string reason = by_column ? "as given" : "";
    if (!labels.empty()) {
      const MatlabVariable y = as_labels(variables[labels[i]]);
      const std::vector<Axes> axes = fitting_axes(x, y, by_column);
      if (axes.empty()) {
        throw Error(ErrorCode::corrupt_file,
                    fmt::format("{}: labels {} do not fit features {}{}: one label a sample is "
                                "expected",
                                path, text(y), text(x),
                                by_column ? (*by_column ? " of one sample a column"
                                                        : " of one sample a row")
                                          : ""));
      }
      if (axes.size() > 1) {
        throw Error(ErrorCode::corrupt_file,
                    fmt::format("{}: samples of features {} with labels {} can be rows or columns: "
                                "give --samples rows or --samples columns",
                                path, text(x), text(y)));
      }
      if (!by_column) reason = fmt::format("there are as many as labels in {}", y.name);
      by_column = axes.front().features_by_column;
      choice.labels.push_back({labels[i], axes.front().labels_by_column});
    } else if (!by_column) {
      if (x.shape[0] <= x.shape[1]) {
        throw Error(ErrorCode::corrupt_file,
                    fmt::format("{}: without labels it cannot be told whether samples are rows or "
                                "columns of features {}: give --samples rows or --samples columns",
                                path, text(x)));
      }
      by_column = false;
      reason = "there are more rows than columns";
    }
    choice.features.push_back({features[i], *by_column});
    choice.transposition += fmt::format(
        "{}samples are {} of {} {} x {}{}: {}", choice.transposition.empty() ? "" : "; ",
        *by_column ? "columns" : "rows", x.name, x.shape[0], x.shape[1],
        *by_column ? ", which was transposed" : "", reason);
  }
  return choice;
}

}  // namespace hashlab
