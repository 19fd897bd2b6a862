// Any text is a list of ascending rows or an Error.
#include "experiments/run/row_list.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = fuzz_file({reinterpret_cast<const char*>(data), size});
  try {
    const hashlab::Rows rows = hashlab::experiments::read_row_list(path, 1000);
    const bool ascending =
        std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end();
    if (rows.empty() || rows.back() >= 1000 || !ascending) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
