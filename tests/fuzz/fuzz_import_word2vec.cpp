// Any bytes are binary vectors of words, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz_import("word2vec", {reinterpret_cast<const char*>(data), size});
  return 0;
}
