// Any bytes are a table of published numbers, all of them in range, or an Error.
#include "lib/error.h"
#include "results/published/published.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    for (const hashlab::PublishedValue& value : hashlab::parse_published(in, "input")) {
      if (!(value.value >= 0 && value.value <= 1) || value.bits == 0) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
