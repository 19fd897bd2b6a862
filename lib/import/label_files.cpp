#include "lib/import/label_files.h"

#include "lib/data/h5_place.h"
#include "lib/data/npy.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/import/checked_tables.h"
#include "lib/import/class_texts.h"
#include "lib/import/h5_foreign_table.h"
#include "lib/import/open_files.h"
#include "lib/import/wrapped_table.h"
#include "lib/import/zip_archive.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

/// A table whose classes have other numbers.
class Renumbered final : public WrappedTable {
 public:
  Renumbered(std::unique_ptr<ForeignTable> table, std::vector<double> number_of)
      : WrappedTable(std::move(table)), number_of_(std::move(number_of)) {}
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = WrappedTable::read(at_most, out);
    for (std::size_t i = 0; i < count; ++i) {
      if (!(out[i] >= 0 && out[i] < static_cast<double>(number_of_.size()) &&
            out[i] == std::floor(out[i]))) {
        fail_corrupt(source(), fmt::format("row {} has class {}, but there are names of classes 0 "
                                           ".. {} alone",
                                           rows_read_ - count + i, out[i], number_of_.size() - 1));
      }
      out[i] = number_of_[static_cast<std::size_t>(out[i])];
    }
    return count;
  }

 private:
  std::vector<double> number_of_;
};

/// A table whose columns have other places among `columns`; the others are 0.
class Rearranged final : public WrappedTable {
 public:
  Rearranged(std::unique_ptr<ForeignTable> table, std::vector<std::size_t> place_of,
             std::size_t columns)
      : WrappedTable(std::move(table)), place_of_(std::move(place_of)), columns_(columns) {}
  std::size_t columns() const override { return columns_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t width = place_of_.size();
    block_.resize(at_most * width);
    const std::size_t count = WrappedTable::read(at_most, block_.data());
    std::fill_n(out, count * columns_, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        out[i * columns_ + place_of_[j]] = block_[i * width + j];
      }
    }
    return count;
  }

 private:
  std::vector<std::size_t> place_of_;
  std::size_t columns_;
  std::vector<double> block_;
};

/// The labels in what was opened; nullptr if there are none.
ForeignPart* labels_in(ForeignData& data) {
  ForeignPart* const labels = data.part("/labels");
  return labels != nullptr ? labels : data.part("/features");
}

/// True if the columns of the table are its samples. A list is never turned.
bool is_turned(const ForeignTable& table, std::size_t samples) {
  return samples > 0 && table.rows() && *table.rows() != samples && table.columns() == samples &&
         table.columns() > 1;
}

LabelTable open_labels_of(const Format& format, const std::string& path, std::size_t samples,
                          const std::string& variable = "") {
  ImportOptions options;
  options.labels_only = true;
  options.labels_variable = variable;
  ForeignData data = open_files(format, {path}, options);
  const ForeignPart* part = labels_in(data);
  if (part == nullptr) fail_corrupt(path, "holds no labels");
  if (format.either_axis && is_turned(*part->table, samples)) {
    options.samples_are_columns = true;
    data = open_files(format, {path}, options);
  }
  return {std::move(labels_in(data)->table), std::move(data.class_names), {}};
}

bool is_matlab(const Sniff& file) {
  return file.head.starts_with("MATLAB") && !file.is_folder;
}

LabelTable labels_of_array(NpyFile array, const std::string& path, std::size_t samples) {
  const NpyHeader& header = array.header();
  if (header.shape.size() > 2) {
    fail_corrupt(
        path, fmt::format("is {}, expected N class numbers, or N x C of 0 and 1", header.text()));
  }
  const bool is_turned = header.shape.size() == 2 && samples > 0 && header.rows() != samples &&
                         header.columns() == samples && samples > 1;
  if (is_turned) array.transpose();
  const std::size_t rows = array.header().rows(), columns = array.header().columns();
  std::vector<double> values(rows * columns);
  array.read_rows_as(0, rows, values.data());
  LabelTable labels;
  labels.table = table_of(std::move(values), columns, Element::int32, path);
  return labels;
}

bool is_npz(const Sniff& file) {
  return file.head.starts_with("PK\x03\x04") && !file.is_folder;
}

/// The array of an archive of NumPy's that is named, FILE.npz:/NAME, or its only one.
LabelTable open_npz_labels(const std::string& path, std::size_t samples) {
  const H5Place place = h5_place(path);
  const ZipArchive archive(place.file);
  const std::string wanted = place.dataset.empty() ? "" : place.dataset.substr(1) + ".npy";
  std::vector<std::string> names;
  for (const ZipMember& member : archive.members()) {
    if (wanted.empty() ? archive.members().size() == 1 : member.name == wanted) {
      NpyFile array(path, archive.read(member), NpyLayout::any);
      return labels_of_array(std::move(array), path, samples);
    }
    names.push_back(member.name);
  }
  fail_in(ErrorCode::invalid_argument, place.file,
          fmt::format("{}: name the labels as {}:/NAME, without .npy; it holds {}",
                      wanted.empty() ? "holds several arrays" : fmt::format("has no '{}'", wanted),
                      place.file, fmt::join(names, ", ")));
}

/// The labels of an array that NumPy or h5py wrote, if they are texts.
std::vector<std::string> texts_in_file(const Sniff& file, const std::string& path) {
  if (file.is_folder || file.is_gzip) return {};
  if (NpyFile::is_npy(file.head)) return read_npy_texts(file.path);
  if (!H5File::is_h5(file.path) || file.head.starts_with("MATLAB")) return {};
  const H5Place place = h5_place(path);
  const std::string name = place.dataset.empty() ? "/labels" : place.dataset;
  const H5File h5 = H5File::open(file.path);
  if (!h5.has(name) || h5.shape(name).kind != H5File::Kind::other) return {};
  return h5.read_texts(name);
}

/// Is it an HDF5 file without features, or a dataset of one?
bool is_h5_of_labels(const Sniff& file, const std::string& path) {
  if (file.is_folder || file.is_gzip || file.head.starts_with("MATLAB")) return false;
  if (!H5File::is_h5(file.path)) return false;
  return !h5_place(path).dataset.empty() || !H5File::open(file.path).has("/features");
}

LabelTable open_h5_table_of_labels(const std::string& path, std::size_t samples) {
  const H5Place place = h5_place(path);
  const std::string name = place.dataset.empty() ? "/labels" : place.dataset;
  const H5File file = H5File::open(place.file);
  LabelTable labels;
  labels.table = h5_rows(file, name).table;
  if (is_turned(*labels.table, samples)) labels.table = h5_columns(file, name).table;
  return labels;
}

/// Is the first line of a text a number and nothing else?
bool begins_with_a_number_alone(std::string_view head) {
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  head = head.substr(0, head.find('\n'));
  head.remove_prefix(std::min(head.find_first_not_of(" \t+"), head.size()));
  return parse_real(head.substr(0, head.find_last_not_of(" \t\r") + 1)).has_value();
}

/// Might a text have lists of classes? Not if no line has a separator.
bool may_hold_lists(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with('#') && line.find_first_of("|;,\t ") != line.npos) return true;
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  return false;
}

/// Is it read in blocks, by open_labels()?
bool is_plain(const Sniff& file, const std::string& path) {
  if (file.is_folder || file.is_gzip || !texts_in_file(file, path).empty()) return false;
  if (NpyFile::is_npy(file.head)) return true;
  if (H5File::is_h5(file.path)) return !file.head.starts_with("MATLAB");
  return begins_with_a_number_alone(file.head) && !may_hold_lists(file.head);
}

/// All labels of a table, in memory.
class HeldLabels final : public LabelSource {
 public:
  HeldLabels(std::unique_ptr<ForeignTable> table, std::size_t class_names) {
    const std::string path = table->source();
    table = class_numbers(std::move(table), 0);
    columns_ = table->columns() == 1 ? 0 : table->columns();
    const std::size_t width = table->columns();
    const std::size_t step = std::max<std::size_t>(1, (std::size_t{1} << 17) / width);
    std::vector<double> block(step * width);
    std::vector<std::uint8_t> multi;
    while (const std::size_t count = table->read(step, block.data())) {
      rows_ += count;
      const auto end = block.begin() + static_cast<std::ptrdiff_t>(count * width);
      if (columns_ == 0) {
        labels_.single.insert(labels_.single.end(), block.begin(), end);
      } else {
        multi.insert(multi.end(), block.begin(), end);
      }
    }
    if (rows_ == 0) fail_corrupt(path, "holds no labels");
    if (columns_ > 0) labels_.multi = arma::Mat<std::uint8_t>(multi.data(), columns_, rows_);
    description_ = columns_ > 0      ? fmt::format("labels {} x {}", rows_, columns_)
                   : class_names > 0 ? fmt::format("{} names of classes", rows_)
                                     : fmt::format("{} class numbers", rows_);
  }
  std::size_t size() const override { return rows_; }
  std::size_t columns() const override { return columns_; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override {
    return static_cast<double>(4 * labels_.single.capacity() + labels_.multi.n_elem);
  }
  Labels read(std::size_t first, std::size_t count) const override {
    Labels labels;
    if (columns_ > 0) {
      if (count > 0) labels.multi = labels_.multi.cols(first, first + count - 1);
      return labels;
    }
    const auto begin = labels_.single.begin() + static_cast<std::ptrdiff_t>(first);
    labels.single.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    return labels;
  }

 private:
  Labels labels_;
  std::size_t rows_ = 0, columns_ = 0;
  std::string description_;
};

/// Lists of numbers have as many columns as the file with the largest class.
void give_as_many_columns(std::vector<LabelTable>& tables) {
  std::size_t columns = 0;
  for (const LabelTable& t : tables) {
    if (t.are_lists) columns = std::max(columns, t.table->columns());
  }
  for (LabelTable& t : tables) {
    if (!t.are_lists || t.table->columns() == columns) continue;
    std::vector<std::size_t> place_of(t.table->columns());
    std::iota(place_of.begin(), place_of.end(), std::size_t{0});
    t.table = std::make_unique<Rearranged>(std::move(t.table), std::move(place_of), columns);
  }
}

/// One numbering of the classes of several files.
void number_alike(std::vector<LabelTable>& tables, const std::vector<std::string>& paths) {
  std::set<std::string> names;
  for (const LabelTable& t : tables) names.insert(t.class_names.begin(), t.class_names.end());
  if (names.empty()) return give_as_many_columns(tables);
  const std::vector<std::string> all(names.begin(), names.end());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    LabelTable& t = tables[i];
    if (t.class_names.empty() != tables.front().class_names.empty()) {
      refuse(fmt::format("{} has {} of classes, {} has {}: give both in one form", paths.front(),
                         tables.front().class_names.empty() ? "numbers" : "names", paths[i],
                         t.class_names.empty() ? "numbers" : "names"));
    }
    // Plain numbers have no table here.
    if (t.class_names.empty() || t.class_names == all) continue;
    // Columns of 0 and 1 keep their order.
    if (t.table->columns() > 1 && !t.are_lists) continue;
    std::vector<std::size_t> place_of;
    for (const std::string& name : t.class_names) {
      place_of.push_back(
          static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), name) - all.begin()));
    }
    if (t.are_lists) {
      t.table = std::make_unique<Rearranged>(std::move(t.table), std::move(place_of), all.size());
    } else {
      t.table = std::make_unique<Renumbered>(std::move(t.table),
                                             std::vector<double>(place_of.begin(), place_of.end()));
    }
    t.class_names = all;
  }
}

}  // namespace

LabelTable open_label_table(const std::string& path, std::size_t samples) {
  const Sniff file = sniff(h5_place(path).file);
  const std::vector<std::string> texts = texts_in_file(file, path);
  if (!texts.empty()) return labels_of_texts(texts, path);
  if (is_npz(file)) return open_npz_labels(path, samples);
  if (const H5Place place = h5_place(path); !place.dataset.empty() && is_matlab(file)) {
    return open_labels_of(format_of(file), place.file, samples, place.dataset.substr(1));
  }
  if (is_h5_of_labels(file, path)) return open_h5_table_of_labels(path, samples);
  // Whatever other tables of text it may be.
  if (const Format& text = format_named("text"); text.recognises(file)) {
    return text.open_labels(path);
  }
  return open_labels_of(format_of(file), path, samples);
}

std::vector<LabelTable> open_label_tables(const std::vector<std::string>& paths,
                                          const std::vector<std::size_t>& samples) {
  std::vector<LabelTable> tables;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    tables.push_back(open_label_table(paths[i], samples[i]));
  }
  number_alike(tables, paths);
  return tables;
}

LabelFiles open_label_files(const std::vector<std::string>& paths,
                            const std::vector<std::size_t>& samples) {
  LabelFiles files;
  std::vector<std::unique_ptr<const LabelSource>>& sources = files.sources;
  sources.resize(paths.size());
  std::vector<LabelTable> tables(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Sniff file = sniff(h5_place(paths[i]).file);
    const bool is_known = std::any_of(all_formats().begin(), all_formats().end(),
                                      [&](const Format& f) { return f.recognises(file); });
    if (is_plain(file, paths[i]) || (!is_known && !is_npz(file))) {
      sources[i] = open_labels(paths[i], 0, samples[i]);
    } else {
      tables[i] = open_label_table(paths[i], samples[i]);
    }
  }
  number_alike(tables, paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    LabelTable& t = tables[i];
    if (t.table == nullptr) continue;
    sources[i] = std::make_unique<HeldLabels>(std::move(t.table), t.class_names.size());
    files.notes.insert(files.notes.end(), t.notes.begin(), t.notes.end());
  }
  if (!tables.empty()) files.class_names = std::move(tables.front().class_names);
  if (std::string note = combined_classes_note(files.class_names); !note.empty()) {
    files.notes.push_back(std::move(note));
  }
  return files;
}

}  // namespace hashlab
