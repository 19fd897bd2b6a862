#include "lib/data/dataset_file.h"

#include "lib/data/column_ranges.h"
#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/data/query_lists.h"
#include "lib/data/views.h"
#include "lib/data/whole_labels.h"
#include "lib/error.h"
#include "lib/files/input_file.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

std::string shape_text(const H5File::Shape& shape) {
  return shape.size.empty() ? "a scalar" : fmt::format("{}", fmt::join(shape.size, " x "));
}

/// Refuses sizes that a small malicious file may declare: more than fits into memory, or none.
void check_size(const H5File& file, const std::string& name, const H5File::Shape& shape,
                std::size_t element_bytes) {
  double bytes = static_cast<double>(element_bytes);
  for (const std::size_t size : shape.size) bytes *= static_cast<double>(size);
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (shape.size[0] > std::numeric_limits<std::uint32_t>::max() || bytes > memory) {
    fail_corrupt(file.path(),
                 fmt::format("'{}' is {}, which needs {:.0f} MiB; this machine has {:.0f} MiB",
                             name, shape_text(shape), bytes / 1048576, memory / 1048576));
  }
  if (!shape.stored)
    fail_corrupt(file.path(), fmt::format("'{}' is declared but holds no data", name));
  // Each piece costs HDF5 some memory of its own, however small it is.
  if (shape.chunks > 1e6) {
    fail_corrupt(
        file.path(),
        fmt::format("'{}' is stored in {:.0f} chunks, at most 1000000 are read: store it in "
                    "larger ones",
                    name, shape.chunks));
  }
  // Missing pieces would be read as zeros, however many a small file declares.
  if (!file.is_whole(name)) {
    fail_corrupt(file.path(),
                 fmt::format("'{}' is declared but not all of it is stored: the file was not "
                             "written to its end",
                             name));
  }
}

H5File::Shape features_shape(const H5File& file, const std::string& name) {
  if (!file.has(name)) {
    const auto members = file.members();
    fail_corrupt(
        file.path(),
        fmt::format("has no dataset '{}' (N x D, float32 or uint8); it holds {}", name,
                    members.empty() ? "none" : fmt::format("{}", fmt::join(members, ", "))));
  }
  const H5File::Shape shape = file.shape(name);
  const bool is_float = shape.kind == H5File::Kind::real && shape.element_bytes == 4;
  const bool is_byte =
      shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  if (!is_float && !is_byte) {
    fail_corrupt(file.path(),
                 fmt::format("'{}' has elements of {} bytes of another type, expected float32 "
                             "or uint8: convert it",
                             name, shape.element_bytes));
  }
  if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[1] == 0) {
    fail_corrupt(file.path(), fmt::format("'{}' is {}, expected N x D with one sample a row", name,
                                          shape_text(shape)));
  }
  return shape;
}

/// Labels of rows first .. first + count - 1.
void read_label_rows(const H5File& file, const H5File::Shape&, std::size_t first, std::size_t count,
                     std::vector<std::int32_t>& out) {
  file.read_rows("/labels", first, count, out.data());
}

/// The same, of labels that may be stored as real numbers.
void read_label_rows(const H5File& file, const H5File::Shape& shape, std::size_t first,
                     std::size_t count, std::vector<std::int64_t>& out) {
  if (shape.kind != H5File::Kind::real) {
    return file.read_rows("/labels", first, count, out.data());
  }
  const std::size_t columns = shape.size.size() == 2 ? shape.size[1] : 1;
  std::vector<double> values(count * columns);
  file.read_rows("/labels", first, count, values.data());
  to_whole_labels(file.path(), first, columns, values, out.data());
}

/// Reads a column for each class in blocks of integers of type T, which are wide: as a byte, -1
/// would be read as 0.
template <typename T>
void read_class_columns(const H5File& file, const H5File::Shape& shape,
                        arma::Mat<std::uint8_t>& multi) {
  const std::size_t n = shape.size[0], classes = shape.size[1];
  const std::size_t rows = std::max<std::size_t>(1, (std::size_t{1} << 18) / classes);
  std::vector<T> block(rows * classes);
  for (std::size_t first = 0; first < n; first += rows) {
    const std::size_t count = std::min(rows, n - first);
    read_label_rows(file, shape, first, count, block);
    for (std::size_t i = 0; i < count * classes; ++i) {
      if (block[i] != 0 && block[i] != 1) {
        fail_corrupt(file.path(), fmt::format("'/labels' row {}, class {} is {}, expected 0 or 1",
                                              first + i / classes, i % classes, block[i]));
      }
      multi[first * classes + i] = static_cast<std::uint8_t>(block[i]);
    }
  }
}

Labels labels_of(const H5File& file, const std::string& features, std::size_t n) {
  Labels labels;
  if (!file.has("/labels")) return labels;
  const H5File::Shape shape = file.shape("/labels");
  if (shape.kind == H5File::Kind::other) {
    fail_corrupt(file.path(), fmt::format("'/labels' are {}, expected numbers: 'hashlab import' "
                                          "makes numbers of words",
                                          file.elements("/labels")));
  }
  const std::size_t rank = shape.size.size();
  if ((rank != 1 && rank != 2) || shape.size[0] != n || (rank == 2 && shape.size[1] == 0)) {
    fail_corrupt(file.path(), fmt::format("'/labels' is {}, expected {} or {} x C like '{}'",
                                          shape_text(shape), n, n, features));
  }
  if (rank == 1 || shape.size[1] == 1) {
    check_size(file, "/labels", shape, sizeof(std::int64_t));
    std::vector<std::int64_t> values(n);
    read_label_rows(file, shape, 0, n, values);
    labels.single.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (values[i] < 0 || values[i] > std::numeric_limits<std::int32_t>::max()) {
        fail_corrupt(file.path(),
                     fmt::format("'/labels' row {} is {}, expected 0 .. 2147483647", i, values[i]));
      }
      labels.single[i] = static_cast<std::int32_t>(values[i]);
    }
    return labels;
  }
  const std::size_t classes = shape.size[1];
  if (classes > (std::size_t{1} << 20)) {
    fail_corrupt(file.path(),
                 fmt::format("'/labels' has {} classes, expected at most 1048576", classes));
  }
  check_size(file, "/labels", shape, 1);
  labels.multi.set_size(classes, n);
  if (shape.kind == H5File::Kind::real) {
    read_class_columns<std::int64_t>(file, shape, labels.multi);
  } else {
    read_class_columns<std::int32_t>(file, shape, labels.multi);
  }
  return labels;
}

constexpr const char* meaning_of_marks =
    "0 (database), 1 (query), 2 (database and training) or 3 (training alone)";

RowMarks marks_of(const H5File& file, const std::string& features, std::size_t n) {
  if (!file.has("/split")) return {};
  const H5File::Shape shape = file.shape("/split");
  if (shape.kind != H5File::Kind::integer || shape.size.size() != 1 || shape.size[0] != n) {
    fail_corrupt(file.path(),
                 fmt::format("'/split' is {} {}, expected {} integers, one for each row of '{}'",
                             shape_text(shape), file.elements("/split"), n, features));
  }
  check_size(file, "/split", shape, sizeof(std::int64_t));
  std::vector<std::int64_t> values(n);
  file.read("/split", values.data());
  RowMarks marks(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (values[i] < 0 || values[i] > 3) {
      fail_corrupt(file.path(), fmt::format("'/split' row {} is {}, expected {}", i, values[i],
                                            meaning_of_marks));
    }
    marks[i] = static_cast<RowMark>(values[i]);
  }
  const auto without = [&](const char* what, const char* expected) {
    fail_corrupt(file.path(), fmt::format("'/split' marks no {}: expected rows that are {}; mark "
                                          "some, or leave '/split' out",
                                          what, expected));
  };
  const auto has = [&](RowMark mark) {
    return std::find(marks.begin(), marks.end(), mark) != marks.end();
  };
  if (!has(RowMark::query)) without("queries", "1");
  if (!has(RowMark::database) && !has(RowMark::training_database)) without("database", "0 or 2");
  return marks;
}

}  // namespace

H5File open_dataset_file(const std::string& path) {
  if (!H5File::is_h5(path) && !NpyFile::is_npy(InputFile(path).text(0, 6))) {
    fail_corrupt(path,
                 "is not an HDF5 file: 'hashlab import' makes a data set of features in files of "
                 "other kinds");
  }
  return H5File::open(path);
}

DatasetFile::DatasetFile(const std::string& path, const std::string& view, std::size_t max_at_once)
    : file_(open_dataset_file(path)), tables_{features_table(file_, view)} {
  open_features(max_at_once);
}

DatasetFile::DatasetFile(const std::string& path, const std::vector<std::string>& views,
                         std::size_t max_at_once)
    : file_(open_dataset_file(path)) {
  for (const std::string& view : views) {
    tables_.push_back(features_table(file_, view));
    views_.push_back({view});
  }
  open_features(max_at_once);
}

DatasetFile::DatasetFile(H5File file, const std::string& view)
    : file_(std::move(file)), tables_{features_table(file_, view)} {
  open_features(in_pieces);
}

void DatasetFile::open_features(std::size_t max_at_once) {
  std::vector<H5File::Shape> shapes;
  double bytes = 0;  // which may be more than any integer holds
  for (const std::string& table : tables_) {
    shapes.push_back(features_shape(file_, table));
    bytes += sizeof(float) * static_cast<double>(shapes.back().size[0]) *
             static_cast<double>(shapes.back().size[1]);
  }
  at_once_ = max_at_once == whole || bytes <= static_cast<double>(max_at_once);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const std::string& table = tables_[i];
    const H5File::Shape& shape = shapes[i];
    if (sizes_.empty()) n_ = shape.size[0];
    if (shape.size[0] != n_) {
      fail_corrupt(file_.path(), fmt::format("'{}' has {} rows, but '{}' has {}: expected the same "
                                             "samples in each view",
                                             table, shape.size[0], tables_.front(), n_));
    }
    if (at_once_) {
      check_size(file_, table, shape, sizeof(float));
    } else {
      open_h5_table(file_, table);
    }
    if (!views_.empty()) {
      views_[sizes_.size()].first = d_;
      views_[sizes_.size()].dimensions = shape.size[1];
    }
    sizes_.push_back(shape.size[1]);
    d_ += shape.size[1];
  }
}

void DatasetFile::read_table(std::size_t table, std::size_t first, std::size_t count,
                             float* samples) const {
  const std::size_t d = sizes_[table];
  file_.read_rows(tables_[table], first, count, samples);
  for (std::size_t i = 0; i < count * d; ++i) {
    if (!std::isfinite(samples[i])) {
      fail_corrupt(file_.path(),
                   fmt::format("'{}' row {}, column {} is {}, expected a finite number",
                               tables_[table], first + i / d, i % d, samples[i]));
    }
  }
}

Features DatasetFile::read(std::size_t first, std::size_t count) const {
  Features X(d_, count, arma::fill::none);
  if (tables_.size() == 1) {
    read_table(0, first, count, X.memptr());
    return X;
  }
  std::size_t feature = 0;
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    Features of_view(sizes_[table], count, arma::fill::none);
    read_table(table, first, count, of_view.memptr());
    X.rows(feature, feature + sizes_[table] - 1) = of_view;
    feature += sizes_[table];
  }
  return X;
}

std::vector<std::size_t> DatasetFile::source_columns() const {
  const std::string text = file_.text_attribute("/", source_columns_attribute);
  std::vector<std::size_t> columns = columns_of_ranges(text, d_);
  if (columns.size() != d_) columns.clear();
  return columns;
}

Labels DatasetFile::read_labels() const {
  return labels_of(file_, tables_.front(), n_);
}

RowMarks DatasetFile::read_marks() const {
  return marks_of(file_, tables_.front(), n_);
}

QueryLists DatasetFile::read_lists() const {
  return read_query_lists(file_, tables_.front(), n_);
}

}  // namespace hashlab
