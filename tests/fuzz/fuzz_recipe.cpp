// Any text is the recipe of a cell that tells its suite, or an Error. The first three bytes are the
// cell's bits and run, and whether it has a grid's name.
#include "experiments/evaluate/repeat.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_file.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::results::CellRecord record;
  const std::size_t bits = input.byte();
  if (bits > 0) record.bits = bits;
  record.run = 1 + input.byte();
  record.hasher = input.byte() % 2 == 0 ? "lsh+sbq" : "pca+npq:tuned";
  if (bits == 0) record.hasher = "cosine";
  record.dataset = "pictures";
  record.split = "improved";
  record.recipe = input.rest();
  for (const char* name : {"seed", "training", "dataset-checksum", "grid", ""}) {
    try {
      const std::string value = hashlab::experiments::recipe_value(record, name, "input");
      if (value.find('\n') != value.npos) std::abort();
    } catch (const hashlab::Error&) {
    }
  }
  hashlab::experiments::first_difference(record.recipe, "seed = 1\n");
  try {
    const hashlab::experiments::Suite suite = hashlab::experiments::suite_of_cell(record, "input");
    if (suite.runs != record.run || list_cells(suite).empty()) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
