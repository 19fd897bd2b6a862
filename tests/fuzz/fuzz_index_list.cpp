// Any file that is not HDF5 is a list of rows that are in range, or an Error.
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::size_t n = 1 + input.byte() * 16;
  if (is_for_hdf5(input.rest())) return 0;
  try {
    const hashlab::IndexList list = hashlab::read_index_list(fuzz_file(input.rest()), n);
    const hashlab::Rows rows = list.sorted();
    if (list.rows.empty() || list.rows.size() > 2 * n || rows.back() >= n ||
        rows.size() + list.repeats() != list.rows.size() ||
        std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) != rows.end()) {
      std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
