// Any bytes are sparse text, with classes from 0, 1 or 2 on, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::ImportOptions options;
  options.first_class = input.byte() % 3;
  fuzz_import("libsvm", input.rest(), options);
  return 0;
}
