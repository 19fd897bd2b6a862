// Any sealed HDF5 file is splits as `splits export` writes them, each read or said to be damaged,
// which `splits verify` compares with those drawn now, or an Error.
#include "experiments/evaluate/split_checks.h"
#include "lib/error.h"
#include "splits/split_file.h"
#include "tests/fuzz/h5_target.h"
#include "tests/fuzz/split_data.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  try {
    for (const hashlab::splits::ReadSplit& each : hashlab::splits::read_splits(path)) {
      if (each.damage.empty() && (each.drawn.n == 0 || each.drawn.recipe.empty())) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  try {
    hashlab::experiments::check_split_file(path, split_data());
  } catch (const hashlab::Error&) {
  }
  return 0;
}
