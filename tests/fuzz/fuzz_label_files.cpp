// Any file that is not HDF5 is labels that are in range, alike for import and evaluate, or an
// Error.
#include "lib/error.h"
#include "lib/import/label_files.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// As many rows of the same width as evaluate sees; a table is not checked before it is stored.
void compare_with_table(const std::string& path, std::size_t samples,
                        const hashlab::LabelSource& source) {
  hashlab::LabelTable labels = hashlab::open_label_table(path, samples);
  const std::size_t width = labels.table->columns();
  if (width != std::max<std::size_t>(1, source.columns())) std::abort();
  constexpr std::size_t step = 7;
  std::vector<double> block(step * width);
  std::size_t rows = 0;
  while (const std::size_t count = labels.table->read(step, block.data())) rows += count;
  if (rows != source.size()) std::abort();
  if (!labels.row_names.empty() && labels.row_names.size() != rows) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::size_t samples = input.byte() % 8;
  if (is_for_hdf5(input.rest())) return 0;
  const std::string path = fuzz_file(input.rest());
  try {
    const hashlab::LabelFiles files = hashlab::open_label_files({path}, {samples});
    const hashlab::LabelSource& source = *files.sources.front();
    const std::size_t n = source.size(), C = source.columns();
    if (n * std::max<std::size_t>(1, C) > (std::size_t{1} << 22)) return 0;
    const hashlab::Labels all = source.read(0, n);
    if (C == 0) {
      const auto is_bad = [&](std::int32_t c) {
        return c < 0 || (!files.class_names.empty() &&
                         static_cast<std::size_t>(c) >= files.class_names.size());
      };
      if (all.single.size() != n || std::any_of(all.single.begin(), all.single.end(), is_bad)) {
        std::abort();
      }
    } else if (all.multi.n_rows != C || all.multi.n_cols != n || all.multi.max() > 1) {
      std::abort();
    }
    compare_with_table(path, samples, source);
  } catch (const hashlab::Error&) {
  }
  return 0;
}
