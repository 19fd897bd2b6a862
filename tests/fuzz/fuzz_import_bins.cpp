// Any bytes are vectors after their numbers of rows and columns, by each of the four types, or an
// Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  static constexpr const char* formats[] = {"fbin", "u8bin", "i8bin", "ibin"};
  fuzz_import(formats[input.byte() % 4], input.rest());
  return 0;
}
