// Any bytes are vectors of one dimension, by each of the three formats, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  static constexpr const char* formats[] = {"fvecs", "bvecs", "ivecs"};
  fuzz_import(formats[input.byte() % 3], input.rest());
  return 0;
}
