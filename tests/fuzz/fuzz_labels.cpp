// Any file that is not HDF5 is labels that are in range, wherever they are read from, or an Error.
#include "lib/data/label_file.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  if (is_for_hdf5(input.rest())) return 0;
  try {
    const auto source = hashlab::open_labels(fuzz_file(input.rest()));
    const std::size_t n = source->size(), C = source->columns();
    const hashlab::Labels all = source->read(0, n), half = source->read(n / 2, n - n / 2);
    if (C == 0) {
      const bool in_range =
          std::all_of(all.single.begin(), all.single.end(), [](std::int32_t c) { return c >= 0; });
      const auto middle = all.single.begin() + static_cast<std::ptrdiff_t>(n / 2);
      if (n == 0 || all.single.size() != n || !in_range ||
          !std::equal(middle, all.single.end(), half.single.begin(), half.single.end())) {
        std::abort();
      }
    } else if (all.multi.n_rows != C || all.multi.n_cols != n || all.multi.max() > 1) {
      std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
