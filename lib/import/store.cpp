#include "lib/import/store.h"

#include "lib/data/class_names.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/h5/h5_on_disk.h"
#include "lib/images/image_shape.h"
#include "lib/import/grey.h"
#include "lib/import/picture_sink.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

using Pictures = StoreSettings::Pictures;

// Numbers that are read at a time: for samples, and for pictures, which several threads describe.
constexpr std::size_t block_numbers = std::size_t{1} << 18;
constexpr std::size_t picture_block_numbers = std::size_t{1} << 22;

/// Calls take(values, rows) with a table's rows, block by block.
template <typename Take>
void for_each_block(ForeignPart& part, std::size_t numbers, const StoreSettings& settings,
                    Take take) {
  ForeignTable& table = *part.table;
  if (table.columns() > picture_block_numbers) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: has {} numbers a sample, at most {} are read: are samples and "
                            "features the other way round?",
                            table.source(), table.columns(), picture_block_numbers));
  }
  const std::size_t step = std::max<std::size_t>(1, numbers / table.columns());
  std::vector<double> block(step * table.columns());
  std::size_t done = 0;
  while (const std::size_t rows = table.read(step, block.data())) {
    take(block.data(), rows);
    done += rows;
    if (settings.progress) settings.progress(part.name, done, table.rows());
  }
}

[[noreturn]] void refuse_source(const std::string& source, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", source, what));
}

/// Does part "/images" have to be described? Converts between samples and pictures if the user asks
/// for it: samples that are pixels become pictures, or pictures samples.
bool describe_pictures(ForeignData& data, const StoreSettings& settings) {
  ForeignPart* images = data.part("/images");
  ForeignPart* features = data.part("/features");
  if (settings.pictures == Pictures::as_they_come) return images != nullptr && features == nullptr;
  const bool replaces =
      settings.pictures == Pictures::pixels || settings.pictures == Pictures::by_describer;
  if (replaces && images != nullptr && features != nullptr) {
    std::erase_if(data.parts, [](const ForeignPart& part) { return part.name == "/features"; });
    images = data.part("/images");
    features = nullptr;
  }
  if (settings.pictures == Pictures::pixels) {
    if (images != nullptr) {
      data.attributes["image-shape"] = image_shape_text(images->row_shape);
      images->name = "/features";
      images->row_shape = {images->table->columns()};
    }
    return false;
  }
  if (images == nullptr && features != nullptr) {
    const auto shape =
        parse_image_shape(data.attributes["image-shape"], features->table->columns());
    data.attributes.erase("image-shape");
    if (shape) {
      features->name = "/images";
      features->row_shape = *shape;
      return true;
    }
  }
  const std::string source = data.parts.front().table->source();
  if (images == nullptr) refuse_source(source, "holds no pictures to describe");
  if (features != nullptr) {
    refuse_source(source, "brings features beside its pictures; leave --features out");
  }
  return true;
}

/// Every part but the ground truth must have one row per sample.
void check_lengths(const std::vector<StoredPart>& parts, const std::string& source) {
  for (const StoredPart& part : parts) {
    if (part.name.starts_with("/groundtruth")) continue;
    if (part.shape.front() != parts.front().shape.front()) {
      refuse_source(
          source,
          fmt::format("'{}' has {} rows, but '{}' has {}: each sample needs one of both", part.name,
                      part.shape.front(), parts.front().name, parts.front().shape.front()));
    }
  }
  if (parts.front().shape.front() == 0) refuse_source(source, "holds no samples");
}

/// Writes the names of the samples, or says in the attribute names_left_out why not.
void write_names(H5File& file, ForeignData& data) {
  if (H5File::can_hold(data.row_names)) {
    file.write_texts("/names", data.row_names);
    return;
  }
  data.attributes["names_left_out"] = fmt::format(
      "the names of the samples were left out: each takes as many bytes as the longest, "
      "and at most {} names and {} bytes are stored",
      H5File::max_texts, H5File::max_text_bytes);
}

}  // namespace

std::vector<StoredPart> store(ForeignData data, const std::string& path,
                              const StoreSettings& settings) {
  if (settings.grey) make_grey(data);
  const bool describes = describe_pictures(data, settings);
  const std::string source = data.parts.front().table->source();
  H5OnDisk file(path);
  std::vector<StoredPart> stored;
  for (ForeignPart& part : data.parts) {
    bool is_grey = holds_colours(part, data);
    const auto watch_colours = [&](const double* values, std::size_t rows) {
      if (is_grey) is_grey = all_grey(values, rows * part.table->columns() / 3);
    };
    if (describes && part.name == "/images") {
      auto describer =
          settings.pictures == Pictures::by_describer
              ? settings.describer(part.row_shape)
              : gist_describer(part.row_shape, settings.pictures == Pictures::gist_colour,
                               settings.threads, part.table->source());
      PictureSink sink(file, part, std::move(describer), settings.thumbnail);
      for_each_block(part, picture_block_numbers, settings,
                     [&](const double* values, std::size_t rows) {
                       watch_colours(values, rows);
                       sink.append(values, rows, part.table->source());
                     });
      for (StoredPart& done : sink.parts()) stored.push_back(std::move(done));
      stored.back().grey_as_colour = is_grey;
      std::string& preprocessing = data.attributes["preprocessing"];
      if (!preprocessing.empty()) preprocessing += "; ";
      preprocessing += sink.preprocessing();
      continue;
    }
    Sink sink(file, part.name, part.table->element(), part.row_shape);
    for_each_block(part, block_numbers, settings, [&](const double* values, std::size_t rows) {
      watch_colours(values, rows);
      sink.append(values, rows, part.table->source());
    });
    stored.push_back(sink.part());
    stored.back().grey_as_colour = is_grey;
  }
  check_lengths(stored, source);
  if (data.when_read) data.when_read(data);
  if (data.row_names.size() == stored.front().shape.front()) write_names(file.file(), data);
  H5File& attributes = file.file();
  attributes.set("name", dataset_name(path));
  if (!data.class_names.empty()) {
    attributes.set("classes", class_names_text(data.class_names));
  }
  for (const auto& [name, text] : data.attributes) attributes.set(name, text);
  file.complete_tables();
  if (settings.look) settings.look(attributes);
  file.finish();
  return stored;
}

}  // namespace hashlab
