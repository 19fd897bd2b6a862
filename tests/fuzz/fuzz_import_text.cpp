// Any bytes are a text table, with or without a column of labels, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::ImportOptions options;
  const std::size_t column = input.byte() % 8;
  if (column > 0) options.labels_column = column;
  fuzz_import("text", input.rest(), options);
  return 0;
}
