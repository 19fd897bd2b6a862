// Any file that is not HDF5 is features that are finite, or an Error.
#include "lib/data/feature_file.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (is_for_hdf5(bytes)) return 0;
  try {
    const auto source = hashlab::open_features(fuzz_file(bytes));
    const std::size_t n = source->size(), d = source->columns();
    const hashlab::Features X = source->read(n / 2, n - n / 2);
    if (n == 0 || d == 0 || X.n_rows != d || X.n_cols != n - n / 2) std::abort();
    if (!X.is_finite()) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
