#include "lib/data/class_names.h"
#include "lib/error.h"
#include "lib/import/class_texts.h"
#include "lib/import/formats.h"
#include "lib/import/h5_foreign_table.h"
#include "lib/import/parts_by_name.h"
#include "lib/import/preprocess.h"
#include "lib/import/samples.h"
#include "lib/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

/// HDF5 data may follow a user block of 512, 1024, ... bytes.
bool has_signature(const Sniff& file) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  if (file.head.starts_with(signature)) return true;
  for (std::size_t at = 512; at + signature.size() <= file.head.size(); at *= 2) {
    if (file.head.compare(at, signature.size(), signature) == 0) return true;
  }
  return false;
}

bool is_numeric(const H5File& file, const std::string& name) {
  return file.shape(name).kind != H5File::Kind::other;
}

/// Is a data set without this something else than what the file's author made?
bool is_essential(const std::string& name) {
  return name.ends_with("/features") || name == "/images" || name == "/labels";
}

std::string list_of(const H5File& file) {
  constexpr std::size_t most = 20;  // an error is one line
  std::vector<std::string> shown;
  const std::vector<std::string> members = file.members();
  for (std::size_t i = 0; i < std::min(most, members.size()); ++i) {
    shown.push_back(
        fmt::format("{} ({})", members[i], fmt::join(file.shape(members[i]).size, " x ")));
  }
  if (members.size() > most) shown.push_back(fmt::format("and {} more", members.size() - most));
  return shown.empty() ? "no datasets" : fmt::format("{}", fmt::join(shown, ", "));
}

ForeignPart part(const H5File& file, const std::string& from, std::string to) {
  H5ForeignTable rows = h5_rows(file, from);
  return {std::move(to), std::move(rows.table), std::move(rows.row_shape)};
}

/// Rows of length 1 are as near by Euclidean distance as they are by their angle, which is what a
/// file's neighbours and distances are of if it says so.
std::unique_ptr<ForeignTable> by_distance_of_file(std::unique_ptr<ForeignTable> rows,
                                                  const H5File& file, const ImportOptions& options,
                                                  ForeignData& data) {
  const std::string distance = lower_case(file.text_attributes()["distance"]);
  if (distance.empty() || distance == "euclidean" || distance == "hamming") return rows;
  if (distance != "angular" && distance != "cosine") {
    data.notes.push_back(
        fmt::format("{}: its distance is '{}', by which its neighbours are chosen; "
                    "hashlab's ground truth by distance is Euclidean",
                    file.path(), distance));
    return rows;
  }
  if (!options.unit_rows.value_or(true)) {
    data.notes.push_back(
        fmt::format("{}: its distance is {}, by which its neighbours are chosen, "
                    "but rows keep their lengths, as given",
                    file.path(), distance));
    return rows;
  }
  data.attributes["preprocessing"] = "rows scaled to length 1";
  data.notes.push_back(fmt::format(
      "{}: its distance is {}: rows were scaled to length 1, so that Euclidean distances rank like "
      "angles; --unit-rows no keeps their lengths",
      file.path(), distance));
  return unit_rows(std::move(rows));
}

/// Lists of neighbours, which have to be rows of the base.
class NeighbourTable final : public ForeignTable {
 public:
  NeighbourTable(std::unique_ptr<ForeignTable> table, std::size_t base)
      : table_(std::move(table)), base_(base) {}
  std::size_t columns() const override { return table_->columns(); }
  Element element() const override { return Element::int32; }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = table_->read(at_most, out);
    for (std::size_t i = 0; i < count * columns(); ++i) {
      // Written so that NaN fails as well.
      if (out[i] >= 0 && out[i] < static_cast<double>(base_)) continue;
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: row {} names neighbour {}, expected 0 .. {}", source(),
                              row_ + i / columns(), out[i], base_ - 1));
    }
    row_ += count;
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
  std::size_t base_;
  std::size_t row_ = 0;
};

/// Names of a base, queries, their neighbours and the distances to them.
struct SearchLayout {
  const char *base, *query, *neighbours, *distances;
};
constexpr std::array<SearchLayout, 2> search_layouts = {{
    {"/train", "/test", "/neighbors", "/distances"},
    {"/base", "/query", "/groundtruth", "/distances"},
}};

ForeignData search_data(const H5File& file, const SearchLayout& layout,
                        const ImportOptions& options) {
  if (file.has("/size_train") || file.has("/size_test")) {
    fail_in(ErrorCode::corrupt_file, file.path(),
            fmt::format("has '{}' and '/size_train': sets of numbers for Jaccard distance, end to "
                        "end, which are not vectors",
                        layout.base));
  }
  ForeignData data;
  std::vector<std::unique_ptr<ForeignTable>> both;
  both.push_back(h5_rows(file, layout.base).table);
  both.push_back(h5_rows(file, layout.query).table);
  const std::size_t base = *both[0]->rows(), queries = *both[1]->rows();
  const std::size_t width = both[0]->columns();
  data.parts.push_back(
      {"/features", by_distance_of_file(stack(std::move(both)), file, options, data), {width}});
  std::vector<double> split(base + queries, 0);
  std::fill(split.begin() + static_cast<std::ptrdiff_t>(base), split.end(), 1);
  data.parts.push_back({"/split", table_of(std::move(split), 1, Element::uint8, file.path()), {}});
  for (const auto& [from, to] : {std::pair{layout.neighbours, "/groundtruth"},
                                 std::pair{layout.distances, "/groundtruth_distances"}}) {
    if (!file.has(from)) continue;
    ForeignPart next = part(file, from, to);
    if (*next.table->rows() != queries) {
      fail_in(ErrorCode::corrupt_file, file.path(),
              fmt::format("'{}' has {} rows for {} queries in '{}'", from, *next.table->rows(),
                          queries, layout.query));
    }
    if (from == layout.neighbours) {
      next.table = std::make_unique<NeighbourTable>(std::move(next.table), base);
    }
    data.parts.push_back(std::move(next));
  }
  return data;
}

/// The texts of a list that all files have; nothing if one has none.
std::vector<std::string> texts_of(const std::vector<H5File>& files, const std::string& name) {
  std::vector<std::string> names;
  for (const H5File& file : files) {
    if (!file.has(name)) return {};
    const std::vector<std::string> here = file.read_texts(name);
    if (here.empty()) return {};
    names.insert(names.end(), here.begin(), here.end());
  }
  return names;
}

/// Every numeric dataset unchanged, from files that have the same ones. Other ones are left out,
/// but for those without which the data set would be another one: h5_rows says what they hold.
ForeignData own_layout(const std::vector<H5File>& files) {
  ForeignData data;
  std::string left_out;
  for (const std::string& name : files.front().members()) {
    const bool may_be_words = name == "/labels" && !is_numeric(files.front(), name);
    if (const auto words = may_be_words ? texts_of(files, name) : std::vector<std::string>{};
        !words.empty()) {
      LabelTable labels = labels_of_texts(words, files.front().path() + " '/labels'");
      data.parts.push_back({name, std::move(labels.table), {}});
      data.class_names = std::move(labels.class_names);
      continue;
    }
    if (!is_numeric(files.front(), name) && !is_essential(name)) {
      if (name == "/label_names" || name == "/class_names") {
        data.class_names = files.front().read_texts(name);
      } else if (name == "/names") {
        data.row_names = texts_of(files, name);
      } else {
        left_out += (left_out.empty() ? "" : ", ") + name;
      }
      continue;
    }
    ForeignPart first = part(files.front(), name, name);
    std::vector<std::unique_ptr<ForeignTable>> tables;
    tables.push_back(std::move(first.table));
    for (std::size_t i = 1; i < files.size(); ++i) {
      H5ForeignTable next = h5_rows(files[i], name);
      if (next.row_shape != first.row_shape) {
        fail_in(ErrorCode::corrupt_file, files[i].path(),
                fmt::format("rows of '{}' are {}, those of {} are {}", name,
                            fmt::join(next.row_shape, " x "), files.front().path(),
                            fmt::join(first.row_shape, " x ")));
      }
      tables.push_back(std::move(next.table));
    }
    first.table = stack(std::move(tables));
    data.parts.push_back(std::move(first));
  }
  if (!left_out.empty()) data.attributes["left_out"] = left_out;
  return data;
}

/// The datasets that an option names, with commas between them; one may have commas in its name.
std::vector<std::string> full_names(const H5File& file, const std::string& names,
                                    std::string_view option) {
  const std::vector<std::string> members = file.members();
  const auto full = [](std::string_view name) {
    return name.starts_with('/') ? std::string(name) : fmt::format("/{}", name);
  };
  const auto is_there = [&](const std::string& name) {
    return std::find(members.begin(), members.end(), name) != members.end();
  };
  if (is_there(full(names))) return {full(names)};
  std::vector<std::string> found;
  for (std::string_view rest = names; true;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = rest.substr(0, comma);
    if (!is_there(full(name))) {
      fail_in(ErrorCode::invalid_argument, file.path(),
              fmt::format("has no dataset '{}' for {}; it has {}", name, option, list_of(file)));
    }
    found.push_back(full(name));
    if (comma == rest.size()) return found;
    rest.remove_prefix(comma + 1);
  }
}

/// The datasets that can hold samples or labels.
std::vector<NamedTable> tables_of(const H5File& file) {
  std::vector<NamedTable> tables;
  for (const std::string& name : file.members()) {
    const H5File::Shape shape = file.shape(name);
    if (shape.kind == H5File::Kind::other || shape.size.empty() || shape.size.size() > 2) continue;
    const bool is_vector = shape.size.size() == 1 || shape.size[0] == 1 || shape.size[1] == 1;
    tables.push_back({name, is_vector});
  }
  return tables;
}

ForeignData named(const std::vector<H5File>& files, const ImportOptions& options) {
  ForeignData data;
  const bool turned = options.samples_are_columns.value_or(false);
  std::vector<std::unique_ptr<ForeignTable>> features, labels;
  std::vector<std::string> names;
  std::vector<std::size_t> rows;
  for (const H5File& file : files) {
    const std::vector<std::string> xs =
        full_names(file, options.features_variable, "--features-variable");
    std::vector<std::string> ys;
    if (!options.labels_variable.empty()) {
      ys = full_names(file, options.labels_variable, "--labels-variable");
      if (ys.size() != xs.size()) {
        fail_in(ErrorCode::invalid_argument, file.path(),
                fmt::format("{} datasets of labels are given for {} of features, expected one for "
                            "each",
                            ys.size(), xs.size()));
      }
    }
    for (std::size_t i = 0; i < xs.size(); ++i) {
      features.push_back((turned ? h5_columns(file, xs[i]) : h5_rows(file, xs[i])).table);
      names.push_back(xs[i]);
      rows.push_back(*features.back()->rows());
      if (ys.empty()) continue;
      const bool turn_labels = turned && file.shape(ys[i]).size.size() == 2;
      labels.push_back((turn_labels ? h5_columns(file, ys[i]) : h5_rows(file, ys[i])).table);
      if (labels.back()->rows() == rows.back()) continue;
      fail_in(ErrorCode::corrupt_file, file.path(),
              fmt::format("'{}' has {} samples, but '{}' has {} labels", xs[i], rows.back(), ys[i],
                          *labels.back()->rows()));
    }
    if (xs.size() > 1) continue;
    if (std::string note = note_of_other_part(file.path(), xs.front(), tables_of(file));
        !note.empty()) {
      data.notes.push_back(std::move(note));
    }
  }
  data.attributes["transposition"] =
      turned ? "samples are columns of the file's matrix, which was transposed: as given"
             : "samples are rows of the file's matrix";
  add_samples(data, std::move(features), std::move(labels));
  ForeignPart& x = *data.part("/features");
  x.table = by_distance_of_file(std::move(x.table), files.front(), options, data);
  if (names.size() > files.size()) add_split_of_names(data, files.front().path(), names, rows);
  return data;
}

/// There may be a group of that name.
bool is_dataset(const H5File& file, const std::string& name) {
  const std::vector<std::string> members = file.members();
  return std::find(members.begin(), members.end(), name) != members.end();
}

/// Groups "train" and "test" look like views, which would have as many rows.
bool are_no_views(const H5File& file, const PartVariables& parts) {
  if (file.has("/features") || file.has("/images")) return false;
  const std::vector<std::string> both = full_names(file, parts.features, "--features-variable");
  return file.shape(both.front()).size.front() != file.shape(both.back()).size.front();
}

ForeignData layout_of(const std::vector<H5File>& files, const ImportOptions& options) {
  const H5File& file = files.front();
  if (!options.features_variable.empty()) return named(files, options);
  const auto parts = variables_of_parts(tables_of(file));
  for (const SearchLayout& layout : search_layouts) {
    if (!is_dataset(file, layout.base) || !is_dataset(file, layout.query)) continue;
    const std::string both = fmt::format("{},{}", layout.base, layout.query);
    ImportOptions labelled = options;
    labelled.features_variable = both;
    if (options.labels_variable.empty() && parts && parts->features == both) {
      labelled.labels_variable = parts->labels;
    }
    if (!file.has(layout.neighbours) && !labelled.labels_variable.empty()) {
      return named(files, labelled);
    }
    if (!options.labels_variable.empty()) {
      fail_in(ErrorCode::invalid_argument, file.path(),
              fmt::format("has lists of neighbours, '{}', beside which labels are not read: give "
                          "--features-variable {}, which leaves them out",
                          layout.neighbours, both));
    }
    if (files.size() > 1) {
      fail_in(ErrorCode::corrupt_file, files[1].path(),
              "numbers of neighbours hold for one file only: import the files one by one");
    }
    return search_data(file, layout, options);
  }
  const auto both_parts = [&] {
    ImportOptions both = options;
    both.features_variable = parts->features;
    if (both.labels_variable.empty()) both.labels_variable = parts->labels;
    return named(files, both);
  };
  if (parts && are_no_views(file, *parts)) return both_parts();
  const std::vector<std::string> members = file.members();
  if (std::any_of(members.begin(), members.end(), [](const std::string& name) {
        return name.ends_with("/features") || name == "/images";
      })) {
    return own_layout(files);
  }
  if (parts) return both_parts();
  fail_in(ErrorCode::corrupt_file, file.path(),
          fmt::format("has neither 'features' or 'images' nor 'train' and 'test': give "
                      "--features-variable, one "
                      "of {}",
                      list_of(file)));
}

ForeignData open_hdf5(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<H5File> files;
  for (const std::string& path : paths) files.push_back(H5File::open(path));
  ForeignData data = layout_of(files, options);
  std::map<std::string, std::string> known = files.front().text_attributes();
  known.erase("name");  // a new file has its own
  const std::string classes = known["classes"];
  known.erase("classes");
  if (data.class_names.empty()) data.class_names = parse_class_names(classes);
  data.attributes.merge(known);
  return data;
}

}  // namespace

/// HDF5 of three layouts: ann-benchmarks' (train, test, neighbors, distances), where /features is
/// train and then test, so that numbers of neighbours are rows of it; ours (/features, /labels,
/// /VIEW/features, /images, ...), copied as it is; or a matrix that the user names.
/// Source:  https://github.com/erikbern/ann-benchmarks
Format hdf5_format() {
  return {"hdf5",
          "HDF5: ann-benchmarks' train/test/neighbors, hashlab's own layout, or a matrix named by "
          "--features-variable or --view",
          [](const Sniff& file) { return !file.is_gzip && has_signature(file); },
          open_hdf5,
          /*either_axis=*/true,
          /*has_variables=*/true};
}

}  // namespace hashlab
