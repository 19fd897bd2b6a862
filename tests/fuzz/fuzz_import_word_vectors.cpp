// Any bytes are vectors of words, of all columns or some, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::ImportOptions options;
  const std::size_t columns = input.byte() % 4;
  if (columns == 1) options.columns.ids = {"--id-column", "1"};
  if (columns == 2) options.columns.features = {"--features-columns", "2-3"};
  if (columns == 3) options.columns.labels = {"--labels-column", "1"};
  fuzz_import("word-vectors", input.rest(), options);
  return 0;
}
