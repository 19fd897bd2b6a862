#include "lib/data/dataset.h"

#include "lib/data/dataset_file.h"
#include "lib/data/views.h"
#include "lib/files/files.h"
#include "lib/files/scratch_memory.h"
#include "lib/h5/h5.h"
#include "lib/plain_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace hashlab {

namespace {

std::string name_of_file(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

/// Calls use(samples) for all samples in order, in pieces of 4 MiB.
template <typename Use>
void for_each_piece(const DatasetFile& file, Use use) {
  const std::size_t step = std::max<std::size_t>(1, (std::size_t{1} << 20) / file.dimensions());
  for (std::size_t first = 0; first < file.size(); first += step) {
    use(file.read(first, std::min(step, file.size() - first)));
  }
}

std::size_t max_in_memory(const FeatureRoom& room) {
  return room.folder.empty() ? DatasetFile::whole : room.max_bytes;
}

std::string views_text(const std::vector<View>& views) {
  std::string text;
  for (const View& view : views) text += fmt::format(", view {} of {}", view.name, view.dimensions);
  return text;
}

/// Reads features piece by piece onto a disk, and the checksum of the data set on the way.
void read_to_disk(const DatasetFile& source, const FeatureRoom& room, Dataset& dataset) {
  const std::size_t n = source.size(), d = source.dimensions();
  auto memory =
      std::make_shared<ScratchMemory>(room.folder, n * d * sizeof(float), room.max_resident);
  ContentChecksum sum(n, d, dataset.labels, dataset.views);
  for_each_piece(source, [&](const Features& piece) {
    sum.add(piece);
    memory->append(piece.memptr(), piece.n_elem * sizeof(float));
  });
  dataset.checksum = sum.hex();
  auto* features = static_cast<float*>(const_cast<void*>(memory->data()));
  dataset.features = Features(features, d, n, /*copy_aux_mem=*/false, /*strict=*/true);
  dataset.storage = std::move(memory);
}

Dataset read_whole(const DatasetFile& source, const std::string& name, GivenMarks marks,
                   GivenLists lists, const FeatureRoom& room) {
  Dataset dataset;
  dataset.name = name;
  dataset.views = source.views();
  if (source.is_at_once()) dataset.features = source.read(0, source.size());
  dataset.labels = source.read_labels();
  if (!source.is_at_once()) read_to_disk(source, room, dataset);
  if (marks == GivenMarks::read) dataset.marks = source.read_marks();
  if (lists == GivenLists::read) dataset.lists = source.read_lists();
  if (source.is_at_once()) dataset.checksum = content_checksum(dataset);
  return dataset;
}

}  // namespace

Dataset read_dataset(const std::string& path, const std::string& view, GivenMarks marks,
                     GivenLists lists, const FeatureRoom& room) {
  return read_whole(DatasetFile(path, view, max_in_memory(room)),
                    name_of_view(name_of_file(path), view), marks, lists, room);
}

Dataset read_views(const std::string& path, const std::vector<std::string>& views, GivenMarks marks,
                   GivenLists lists, const FeatureRoom& room) {
  return read_whole(DatasetFile(path, views, max_in_memory(room)), name_of_file(path), marks, lists,
                    room);
}

std::string dataset_name(const std::string& path, const std::string& view) {
  const std::string name = name_of_view(name_of_file(path), view);
  require_plain_name(path, name, "rename the file, which its data set is called after");
  return name;
}

ContentChecksum::ContentChecksum(std::size_t n, std::size_t d, const Labels& labels,
                                 const std::vector<View>& views)
    : labels_(labels) {
  sum_.add(fmt::format("hashlab data set: {} x {} float32, {} labels, {} x {} label bits{}\n", n, d,
                       labels.single.size(), labels.multi.n_cols, labels.multi.n_rows,
                       views_text(views)));
}

void ContentChecksum::add(const Features& samples) {
  sum_.add(samples.memptr(), samples.n_elem * sizeof(float));
}

std::string ContentChecksum::hex() {
  sum_.add(labels_.single.data(), labels_.single.size() * sizeof(std::int32_t));
  sum_.add(labels_.multi.memptr(), labels_.multi.n_elem);
  return sum_.hex();
}

std::string content_checksum(const Dataset& dataset) {
  ContentChecksum sum(dataset.size(), dataset.dimensions(), dataset.labels, dataset.views);
  sum.add(dataset.features);
  return sum.hex();
}

std::string content_checksum(const DatasetFile& file) {
  const Labels labels = file.read_labels();
  ContentChecksum sum(file.size(), file.dimensions(), labels, file.views());
  for_each_piece(file, [&](const Features& piece) { sum.add(piece); });
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
