// Any file that is not HDF5 is a list of rows that are in range, by number or by name, or an Error.
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

hashlab::RowNames names_of_rows(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < n; ++row) {
    names.push_back((row % 2 == 0 ? "a/" : "b/") + std::to_string(row / 2) + ".jpg");
  }
  return {std::move(names), "names"};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::size_t n = 1 + input.byte() * 16;
  if (is_for_hdf5(input.rest())) return 0;
  try {
    hashlab::ReadRowNames names;
    if (n % 32 == 17) names = [n] { return names_of_rows(n); };
    const hashlab::IndexList list = hashlab::read_index_list(fuzz_file(input.rest()), n, names);
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
