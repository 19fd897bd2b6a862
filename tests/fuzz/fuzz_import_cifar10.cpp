// Any bytes are batches of CIFAR-10 or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz_import("cifar10", {reinterpret_cast<const char*>(data), size});
  return 0;
}
