#include "lib/data/synthetic_file.h"

#include "lib/data/dataset.h"
#include "lib/h5/h5_on_disk.h"

#include <algorithm>
#include <cstdint>

namespace hashlab {

std::string write_synthetic(
    const std::string& path, const SyntheticSettings& settings, std::size_t threads,
    const std::function<void(std::size_t done, std::size_t n, std::size_t block)>& progress) {
  constexpr std::size_t block = 65536;  // 100 MiB with what their features are drawn in
  SyntheticSource source(settings);
  H5OnDisk file(path);
  file.file().set("name", std::string("synthetic"));
  const H5OnDisk::Table features =
      file.add_table<float>("/features", {settings.d}, H5OnDisk::Packing::plain);
  Labels labels;
  labels.single.resize(settings.n);
  ContentChecksum sum(settings.n, settings.d, labels);
  progress(0, settings.n, block);
  for (std::size_t first = 0; first < settings.n; first += block) {
    const auto piece = source.next(std::min(block, settings.n - first), threads);
    sum.add(piece.samples);
    file.append(features, piece.samples.memptr(), piece.labels.size());
    std::copy(piece.labels.begin(), piece.labels.end(),
              labels.single.begin() + static_cast<std::ptrdiff_t>(first));
    progress(first + piece.labels.size(), settings.n, block);
  }
  const H5OnDisk::Table classes =
      file.add_table<std::int32_t>("/labels", {}, H5OnDisk::Packing::plain);
  file.append(classes, labels.single.data(), labels.single.size());
  file.finish();
  return sum.hex();
}

}  // namespace hashlab
