#include "lib/data/feature_file.h"

#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/h5/h5.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace hashlab {
namespace {

// Elements read at a time: the file's element type may be wider than ours.
constexpr std::size_t block_elements = std::size_t{1} << 18;

class TableFeatures final : public FeatureSource {
 public:
  using Read = std::function<void(std::size_t first, std::size_t count, float* out)>;

  TableFeatures(std::string path, std::string description, std::size_t rows, std::size_t columns,
                double buffer_bytes, Read read)
      : path_(std::move(path)),
        description_(std::move(description)),
        rows_(rows),
        columns_(columns),
        buffer_bytes_(buffer_bytes),
        read_(std::move(read)) {}
  std::size_t size() const override { return rows_; }
  std::size_t columns() const override { return columns_; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override {
    return buffer_bytes_ + 8.0 * static_cast<double>(std::max(block_elements, columns_));
  }

  Features read(std::size_t first, std::size_t count) const override {
    Features X(columns_, count, arma::fill::none);
    const std::size_t step = std::max<std::size_t>(1, block_elements / columns_);
    for (std::size_t done = 0; done < count; done += step) {
      read_(first + done, std::min(step, count - done), X.colptr(done));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const float* x = X.colptr(i);
      for (std::size_t j = 0; j < columns_; ++j) {
        if (!std::isfinite(x[j])) {
          fail_corrupt(path_, fmt::format("row {}, column {} is {}, expected a finite number",
                                          first + i, j, x[j]));
        }
      }
    }
    return X;
  }

 private:
  std::string path_, description_;
  std::size_t rows_, columns_;
  double buffer_bytes_;
  Read read_;
};

bool is_npy(const std::string& path) {
  return NpyFile::is_npy(InputFile(path).text(0, 6));
}

}  // namespace

bool has_views(const std::string& path) {
  return !is_npy(path) && !views_of(H5File::open(path)).empty();
}

std::unique_ptr<const FeatureSource> open_features(const std::string& path,
                                                   const std::string& view) {
  if (is_npy(path)) {
    if (!view.empty()) {
      refuse(fmt::format("{}: is a NumPy array, which has no view '{}': leave '--view' out", path,
                         view));
    }
    const auto file = std::make_shared<const NpyFile>(path);
    const NpyHeader& header = file->header();
    if (header.shape.size() != 2 || (header.kind() != 'f' && header.dtype != "|u1")) {
      fail_corrupt(
          path, fmt::format("is {}, expected N x D of float32, float64 or uint8", header.text()));
    }
    return std::make_unique<TableFeatures>(
        path, "NumPy " + header.text(), header.rows(), header.columns(), 0,
        [file](std::size_t first, std::size_t count, float* out) {
          file->read_rows_as(first, count, out);
        });
  }
  const H5File file = H5File::open(path);
  const std::string name = features_table(file, view);
  const H5Table table = open_h5_table(file, name);
  const bool is_float = table.shape.kind == H5File::Kind::real && table.shape.element_bytes == 4;
  if (table.rank != 2 || (!is_float && !table.is_uint8())) {
    fail_corrupt(path,
                 fmt::format("'{}' is {} of elements of {} bytes, expected N x D of float32 "
                             "or uint8",
                             name, fmt::join(table.shape.size, " x "), table.shape.element_bytes));
  }
  return std::make_unique<TableFeatures>(
      path, fmt::format("HDF5 '{}' {} x {}", name, table.rows, table.columns), table.rows,
      table.columns, table.buffer_bytes(),
      [file, name](std::size_t first, std::size_t count, float* out) {
        file.read_rows(name, first, count, out);
      });
}

Features read_rows(const FeatureSource& data, std::span<const std::uint32_t> rows,
                   std::size_t window) {
  Features X(data.columns(), rows.size(), arma::fill::none);
  for (std::size_t i = 0; i < rows.size();) {
    const std::size_t first = rows[i];
    std::size_t end = i;  // of the rows that lie in the window
    while (end < rows.size() && rows[end] < first + window) ++end;
    const Features piece = data.read(first, rows[end - 1] - first + 1);
    for (; i < end; ++i) {
      std::copy_n(piece.colptr(rows[i] - first), data.columns(), X.colptr(i));
    }
  }
  return X;
}

}  // namespace hashlab
