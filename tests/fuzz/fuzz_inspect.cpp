// `inspect` describes any HDF5 file that is no result, or gives an Error.
#include "experiments/commands/inspect/inspect_json.h"
#include "lib/data/file_text.h"
#include "lib/error.h"
#include "tests/fuzz/h5_target.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  try {
    const hashlab::FileFacts facts = hashlab::look_at_file(path);
    if (hashlab::file_text(facts).empty() ||
        hashlab::experiments::file_json(facts, nullptr).empty()) {
      std::abort();
    }
    for (const hashlab::TableFacts& table : facts.tables) {
      if (facts.table(table.name) == nullptr) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  try {
    const hashlab::NearFacts near = hashlab::look_for_near_rows(
        path, "", 0.5, 1, [](const std::string&, std::size_t, std::size_t, std::size_t) {});
    if (hashlab::near_text(near).empty()) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
