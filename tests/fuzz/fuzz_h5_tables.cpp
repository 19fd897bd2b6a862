// Any HDF5 file is features that are finite, labels and rows that are in range and pictures whose
// pixels are all there, each in its own way, or an Error. fuzz_labels and fuzz_index_list do the
// same with files of other formats, fuzz_features with .npy.
#include "lib/data/feature_file.h"
#include "lib/data/index_list.h"
#include "lib/data/label_file.h"
#include "lib/error.h"
#include "lib/images/picture_file.h"
#include "tests/fuzz/h5_target.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t max_rows = 64, max_columns = 4096;

void check_features(const std::string& path) {
  const auto source = hashlab::open_features(path);
  if (source->size() == 0 || source->columns() == 0) std::abort();
  if (source->columns() > max_columns) return;
  const std::size_t n = std::min(source->size(), max_rows);
  const hashlab::Features X = source->read(source->size() - n, n);
  if (X.n_rows != source->columns() || X.n_cols != n || !X.is_finite()) std::abort();
}

void check_labels(const std::string& path) {
  const auto source = hashlab::open_labels(path);
  if (source->columns() > max_columns) return;
  const std::size_t n = std::min(source->size(), max_rows);
  const hashlab::Labels labels = source->read(source->size() - n, n);
  if (source->columns() == 0) {
    const bool in_range = std::all_of(labels.single.begin(), labels.single.end(),
                                      [](std::int32_t label) { return label >= 0; });
    if (labels.single.size() != n || !in_range) std::abort();
  } else if (labels.multi.n_rows != source->columns() || labels.multi.max() > 1) {
    std::abort();
  }
}

void check_rows(const std::string& path) {
  constexpr std::size_t n = 9;
  const hashlab::Rows rows = hashlab::read_index_list(path, n).sorted();
  if (rows.empty() || rows.back() >= n) std::abort();
}

void check_pictures(const std::string& path) {
  const hashlab::PictureFile file(path);
  if (file.height() * file.width() > max_columns || file.size() == 0) return;
  const hashlab::Image image = file.read(file.size() - 1);
  if (image.pixels.size() != image.height * image.width * image.channels) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  for (const auto& check : {check_features, check_labels, check_rows, check_pictures}) {
    try {
      check(path);
    } catch (const hashlab::Error&) {
    }
  }
  try {
    check_rows(path + ":/training");
  } catch (const hashlab::Error&) {
  }
  return 0;
}
