// Any text is a list of ascending rows or an Error.
#include "experiments/run/row_list.h"
#include "lib/error.h"
#include "lib/files/files.h"

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = "/dev/shm/hashlab-fuzz-" + std::to_string(getpid()) + ".txt";
  hashlab::write_file(path, {reinterpret_cast<const char*>(data), size});
  try {
    const hashlab::Rows rows = hashlab::read_row_list(path, 1000);
    const bool ascending =
        std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end();
    if (rows.empty() || rows.back() >= 1000 || !ascending) std::abort();
  } catch (const hashlab::Error&) {
  }
  unlink(path.c_str());
  return 0;
}
