#include "lib/import/labelled_samples.h"

#include "lib/error.h"
#include "lib/import/label_files.h"
#include "lib/import/open_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

/// The number of labels; those of a text have to be counted.
std::size_t count_labels(const std::vector<std::string>& paths) {
  std::size_t count = 0;
  for (const std::string& path : paths) {
    const std::unique_ptr<ForeignTable> table = open_label_table(path).table;
    if (table->rows()) {
      count += *table->rows();
      continue;
    }
    constexpr std::size_t step = 1024;
    std::vector<double> block(step * table->columns());
    while (const std::size_t rows = table->read(step, block.data())) count += rows;
  }
  return count;
}

/// Samples as columns, if there are as many columns as labels and another number of rows.
ForeignData open_fitting(const Format& format, const std::vector<std::string>& paths,
                         const std::vector<std::string>& labels, const ImportOptions& options) {
  ForeignData data = open_files(format, paths, options);
  const ForeignPart* const x = data.part("/features");
  if (labels.empty() || options.samples_are_columns || !format.either_axis || x == nullptr ||
      x->row_shape.size() != 1 || !x->table->rows()) {
    return data;
  }
  const std::size_t count = count_labels(labels);
  if (*x->table->rows() == count || x->table->columns() != count) return data;
  ImportOptions turned_options = options;
  turned_options.samples_are_columns = true;
  ForeignData turned = open_files(format, paths, turned_options);
  if (turned.part("/features")->table->rows() != count) return data;
  turned.attributes["transposition"] =
      "samples are columns of the file's matrix, which was transposed: there are as many as labels";
  return turned;
}

/// The notes and the names of rows of a further file, whose tables have been taken.
void append_rest(ForeignData& all, ForeignData more) {
  all.notes.insert(all.notes.end(), more.notes.begin(), more.notes.end());
  if (all.row_names.empty() || more.row_names.empty()) {
    all.row_names.clear();
  } else {
    all.row_names.insert(all.row_names.end(), more.row_names.begin(), more.row_names.end());
  }
  if (!all.when_read || !more.when_read) {
    all.when_read = nullptr;
    return;
  }
  all.when_read = [first = std::move(all.when_read),
                   second = std::move(more.when_read)](ForeignData& data) {
    ForeignData last;
    first(data);
    second(last);
    data.row_names.insert(data.row_names.end(), last.row_names.begin(), last.row_names.end());
  };
}

/// Each file by itself, with the labels at its place; nothing if a file has more than one part.
std::optional<ForeignData> open_one_by_one(const Format& format,
                                           const std::vector<std::string>& paths,
                                           const std::vector<std::string>& labels,
                                           const ImportOptions& options, CountedSamples& counted) {
  ForeignData all;
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    ForeignData one = open_fitting(format, {paths[i]}, {labels[i]}, options);
    ForeignPart& part = one.parts.front();
    if (one.parts.size() != 1 || (i > 0 && (part.name != all.parts.front().name ||
                                            part.row_shape != all.parts.front().row_shape))) {
      return std::nullopt;
    }
    CountedSamples here = count_samples(one, {paths[i]});
    counted.paths.push_back(paths[i]);
    counted.counts.push_back(here.counts.front());
    counted.rows.push_back(here.rows.front());
    tables.push_back(std::move(part.table));
    if (i == 0) {
      all = std::move(one);
    } else {
      append_rest(all, std::move(one));
    }
  }
  all.parts.front().table = stack(std::move(tables));
  return all;
}

std::string joined(const std::vector<std::string>& paths) {
  return fmt::format("{}", fmt::join(paths, " and "));
}

/// The sum of the rows; nothing if one is not known.
std::optional<std::size_t> sum_of(const std::vector<std::optional<std::size_t>>& rows) {
  std::size_t sum = 0;
  for (const std::optional<std::size_t>& n : rows) {
    if (!n) return std::nullopt;
    sum += *n;
  }
  return sum;
}

/// Files of labels, and the samples that they have labels of.
struct LabelGroup {
  std::vector<std::string> labels;
  CountedSamples samples;

  bool is_one_to_one() const { return labels.size() == samples.counts.size(); }
};

/// How many labels each file of a group should have; 0 if that is not known.
std::vector<std::size_t> expected_rows(const LabelGroup& group) {
  std::vector<std::size_t> expected(group.labels.size(), 0);
  if (group.is_one_to_one()) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expected[i] = group.samples.rows[i].value_or(0);
    }
  } else if (expected.size() == 1) {
    expected.front() = sum_of(group.samples.rows).value_or(0);
  }
  return expected;
}

/// The tables of a group, each with a check of its rows where that is possible.
void append_checked(const LabelGroup& group, std::vector<std::unique_ptr<ForeignTable>> tables,
                    std::vector<std::unique_ptr<ForeignTable>>& all) {
  const CountedSamples& x = group.samples;
  if (!group.is_one_to_one()) {
    all.push_back(one_for_each(stack(std::move(tables)), x.counts, sum_of(x.rows),
                               joined(group.labels), joined(x.paths)));
    return;
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    all.push_back(one_for_each(std::move(tables[i]), {x.counts[i]}, x.rows[i], group.labels[i],
                               x.counts.size() == 1 ? joined(x.paths) : x.paths[i]));
  }
}

}  // namespace

CountedSamples count_samples(ForeignData& data, const std::vector<std::string>& paths) {
  CountedSamples counted{paths, {std::make_shared<std::size_t>(0)}, {}};
  std::unique_ptr<ForeignTable>& table = data.parts.front().table;
  counted.rows.push_back(table->rows());
  table = hashlab::counted(std::move(table), counted.counts.front());
  return counted;
}

ForeignData open_samples(const Format& format, const std::vector<std::string>& paths,
                         const std::vector<std::string>& labels, const ImportOptions& options,
                         CountedSamples& counted) {
  if (paths.size() > 1 && labels.size() == paths.size()) {
    auto data = open_one_by_one(format, paths, labels, options, counted);
    if (data) return std::move(*data);
  }
  ForeignData data = open_fitting(format, paths, labels, options);
  counted = count_samples(data, paths);
  return data;
}

LabelsByRole::LabelsByRole(const std::vector<ImportSource>& labels,
                           const std::vector<ImportSource>& sources)
    : labels_(labels) {
  const auto has_source = [&](const std::string& role) {
    return std::any_of(sources.begin(), sources.end(),
                       [&](const ImportSource& s) { return s.role == role; });
  };
  const bool has_parts = has_source("train") && has_source("test");
  const auto with_role = static_cast<std::size_t>(std::count_if(
      labels.begin(), labels.end(), [](const ImportSource& l) { return !l.role.empty(); }));
  for (const ImportSource& l : labels) {
    if (l.role.empty() || (has_parts && (l.role == "train" || l.role == "test"))) continue;
    refuse(fmt::format("--labels {}={}: {}", l.role, l.path,
                       has_source(l.role) && l.role != "groundtruth"
                           ? "views are of the same samples: give their labels once, without a role"
                           : fmt::format("there is no {}=FILE with samples: labels have the role "
                                         "train or test beside train=FILE and test=FILE, else none",
                                         l.role)));
  }
  if (!has_parts || labels.size() < 2) {
    if (with_role == 1 && labels.size() == 1) {
      refuse(fmt::format("--labels {}={}: the other samples have none: give --labels {}=FILE too",
                         labels.front().role, labels.front().path,
                         labels.front().role == "train" ? "test" : "train"));
    }
    return;
  }
  if (with_role < labels.size()) {
    refuse(
        fmt::format("--labels {}: which of train= and test= are these labels of? give --labels "
                    "train=FILE --labels test=FILE",
                    std::find_if(labels.begin(), labels.end(), [](const ImportSource& l) {
                      return l.role.empty();
                    })->path));
  }
  for (const char* role : {"train", "test"}) {
    if (of_role(role).empty()) {
      refuse(fmt::format("--labels {}={}: those of {} are missing: give --labels {}=FILE too",
                         labels.front().role, labels.front().path, role, role));
    }
  }
}

std::vector<std::string> LabelsByRole::of_role(const std::string& role) const {
  std::vector<std::string> paths;
  for (const ImportSource& l : labels_) {
    if (l.role == role) paths.push_back(l.path);
  }
  return paths;
}

std::vector<std::string> LabelsByRole::paths() const {
  std::vector<std::string> paths;
  for (const ImportSource& l : labels_) paths.push_back(l.path);
  return paths;
}

LabelTable LabelsByRole::open(const SamplesByRole& samples) const {
  std::vector<LabelGroup> groups;
  if (const auto train = samples.find("train"); train == samples.end()) {
    groups.push_back({paths(), samples.at("")});
  } else if (!labels_.front().role.empty()) {
    for (const char* role : {"train", "test"}) groups.push_back({of_role(role), samples.at(role)});
  } else {
    CountedSamples both = train->second;
    const CountedSamples& test = samples.at("test");
    both.paths.insert(both.paths.end(), test.paths.begin(), test.paths.end());
    both.counts.insert(both.counts.end(), test.counts.begin(), test.counts.end());
    both.rows.insert(both.rows.end(), test.rows.begin(), test.rows.end());
    groups.push_back({paths(), std::move(both)});
  }
  std::vector<std::string> files;
  std::vector<std::size_t> expected;
  for (const LabelGroup& group : groups) {
    files.insert(files.end(), group.labels.begin(), group.labels.end());
    const std::vector<std::size_t> here = expected_rows(group);
    expected.insert(expected.end(), here.begin(), here.end());
  }
  std::vector<LabelTable> opened = open_label_tables(files, expected);
  LabelTable all;
  const bool all_named = std::all_of(opened.begin(), opened.end(),
                                     [](const LabelTable& t) { return !t.row_names.empty(); });
  for (const LabelTable& t : opened) {
    all.notes.insert(all.notes.end(), t.notes.begin(), t.notes.end());
    if (all_named) {
      all.row_names.insert(all.row_names.end(), t.row_names.begin(), t.row_names.end());
    }
  }
  all.class_names = std::move(opened.front().class_names);
  std::vector<std::unique_ptr<ForeignTable>> tables;
  auto next = opened.begin();
  for (const LabelGroup& group : groups) {
    std::vector<std::unique_ptr<ForeignTable>> of_group;
    for (std::size_t i = 0; i < group.labels.size(); ++i) {
      of_group.push_back(std::move((next++)->table));
    }
    append_checked(group, std::move(of_group), tables);
  }
  all.table = stack(std::move(tables));
  return all;
}

}  // namespace hashlab
