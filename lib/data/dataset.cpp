#include "lib/data/dataset.h"

#include "lib/error.h"
#include "lib/files.h"
#include "lib/h5.h"
#include "lib/sha256.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace hashlab {
namespace {

[[noreturn]] void fail(const H5File& file, const std::string& what) {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
}

std::string shape_text(const H5File::Shape& shape) {
  return shape.size.empty() ? "a scalar" : fmt::format("{}", fmt::join(shape.size, " x "));
}

/// Refuses what a small hostile file may declare: more than fits into memory, or nothing at all.
void check_size(const H5File& file, const std::string& name, const H5File::Shape& shape,
                std::size_t element_bytes) {
  double bytes = static_cast<double>(element_bytes);
  for (const std::size_t size : shape.size) bytes *= static_cast<double>(size);
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (shape.size[0] > std::numeric_limits<std::uint32_t>::max() || bytes > memory) {
    fail(file, fmt::format("'{}' is {}, which needs {:.0f} MiB; this machine has {:.0f} MiB", name,
                           shape_text(shape), bytes / 1048576, memory / 1048576));
  }
  if (!shape.stored) fail(file, fmt::format("'{}' is declared but holds no data", name));
  // Each piece costs HDF5 some memory of its own, however small it is.
  if (shape.chunks > 1e6) {
    fail(file, fmt::format("'{}' is stored in {:.0f} chunks, at most 1000000 are read: store it in "
                           "larger ones",
                           name, shape.chunks));
  }
}

Features read_features(const H5File& file) {
  if (!file.has("/features")) {
    const auto members = file.members();
    fail(file, fmt::format("has no dataset '/features' (N x D, float32 or uint8); it holds {}",
                           members.empty() ? "none" : fmt::format("{}", fmt::join(members, ", "))));
  }
  const H5File::Shape shape = file.shape("/features");
  const bool is_float = shape.kind == H5File::Kind::real && shape.element_bytes == 4;
  const bool is_byte =
      shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  if (!is_float && !is_byte) {
    fail(file, fmt::format("'/features' has elements of {} bytes of another type, expected float32 "
                           "or uint8: convert it",
                           shape.element_bytes));
  }
  if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[1] == 0) {
    fail(file,
         fmt::format("'/features' is {}, expected N x D with one sample a row", shape_text(shape)));
  }
  const std::size_t n = shape.size[0], d = shape.size[1];
  check_size(file, "/features", shape, sizeof(float));
  Features X(d, n, arma::fill::none);
  file.read("/features", X.memptr());
  for (std::size_t i = 0; i < n; ++i) {
    const float* x = X.colptr(i);
    for (std::size_t j = 0; j < d; ++j) {
      if (!std::isfinite(x[j])) {
        fail(file, fmt::format("'/features' row {}, column {} is {}, expected a finite number", i,
                               j, x[j]));
      }
    }
  }
  return X;
}

Labels read_labels(const H5File& file, std::size_t n) {
  Labels labels;
  if (!file.has("/labels")) return labels;
  const H5File::Shape shape = file.shape("/labels");
  if (shape.kind != H5File::Kind::integer) fail(file, "'/labels' are not integers");
  const std::size_t rank = shape.size.size();
  if ((rank != 1 && rank != 2) || shape.size[0] != n || (rank == 2 && shape.size[1] == 0)) {
    fail(file, fmt::format("'/labels' is {}, expected {} or {} x C like '/features'",
                           shape_text(shape), n, n));
  }
  if (rank == 1) {
    check_size(file, "/labels", shape, sizeof(std::int64_t));
    std::vector<std::int64_t> values(n);
    file.read("/labels", values.data());
    labels.single.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (values[i] < 0 || values[i] > std::numeric_limits<std::int32_t>::max()) {
        fail(file, fmt::format("'/labels' row {} is {}, expected 0 .. 2147483647", i, values[i]));
      }
      labels.single[i] = static_cast<std::int32_t>(values[i]);
    }
    return labels;
  }
  const std::size_t classes = shape.size[1];
  if (classes > (std::size_t{1} << 20)) {
    fail(file, fmt::format("'/labels' has {} classes, expected at most 1048576", classes));
  }
  check_size(file, "/labels", shape, 1);
  labels.multi.set_size(classes, n);
  const std::size_t rows = std::max<std::size_t>(1, (std::size_t{1} << 18) / classes);
  std::vector<std::int32_t> block(rows * classes);  // wide: as a byte, -1 would be read as 0
  for (std::size_t first = 0; first < n; first += rows) {
    const std::size_t count = std::min(rows, n - first);
    file.read_rows("/labels", first, count, block.data());
    for (std::size_t i = 0; i < count * classes; ++i) {
      if (block[i] != 0 && block[i] != 1) {
        fail(file, fmt::format("'/labels' row {}, class {} is {}, expected 0 or 1",
                               first + i / classes, i % classes, block[i]));
      }
      labels.multi[first * classes + i] = static_cast<std::uint8_t>(block[i]);
    }
  }
  return labels;
}

}  // namespace

Dataset read_dataset(const std::string& path) {
  const H5File file = H5File::open(path);
  Dataset dataset;
  dataset.name = std::filesystem::path(path).stem().string();
  dataset.features = read_features(file);
  dataset.labels = read_labels(file, dataset.size());
  dataset.checksum = content_checksum(dataset);
  return dataset;
}

std::string content_checksum(const Dataset& dataset) {
  const Labels& labels = dataset.labels;
  Sha256 sum;
  sum.add(fmt::format("hashlab data set: {} x {} float32, {} labels, {} x {} label bits\n",
                      dataset.size(), dataset.dimensions(), labels.single.size(),
                      labels.multi.n_cols, labels.multi.n_rows));
  sum.add(dataset.features.memptr(), dataset.features.n_elem * sizeof(float));
  sum.add(labels.single.data(), labels.single.size() * sizeof(std::int32_t));
  sum.add(labels.multi.memptr(), labels.multi.n_elem);
  return sum.hex();
}

void write_dataset(const std::string& path, const Dataset& dataset) {
  H5File file = H5File::create(path);
  file.set("name", dataset.name);
  file.write("/features", dataset.features.memptr(), {dataset.size(), dataset.dimensions()});
  const Labels& labels = dataset.labels;
  if (!labels.single.empty()) file.write("/labels", labels.single.data(), {labels.single.size()});
  if (!labels.multi.is_empty()) {
    file.write("/labels", labels.multi.memptr(), {labels.multi.n_cols, labels.multi.n_rows});
  }
  write_file(path, file.image());
}

}  // namespace hashlab
