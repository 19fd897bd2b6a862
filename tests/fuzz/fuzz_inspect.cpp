// `inspect` describes any HDF5 file that is no result, or gives an Error.
#include "experiments/commands/inspect/inspect_file.h"
#include "lib/error.h"
#include "tests/fuzz/h5_target.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  try {
    const hashlab::experiments::FileFacts facts = hashlab::experiments::look_at_file(path);
    if (text_of(facts).empty() || json_of(facts, nullptr).empty()) std::abort();
    for (const hashlab::TableFacts& table : facts.tables) {
      if (facts.table(table.name) == nullptr) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  try {
    const hashlab::experiments::NearFacts near =
        hashlab::experiments::look_for_near_rows(path, "", 0.5, 1);
    if (text_of(near).empty()) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
