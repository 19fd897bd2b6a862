// Any bytes are a NumPy array whose elements are all there, or an Error.
#include "lib/data/npy.h"
#include "lib/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const hashlab::NpyHeader header = hashlab::parse_npy_header(bytes, size, "input");
    const std::size_t elements = header.rows() * header.columns();
    if (elements == 0 || elements / header.columns() != header.rows()) std::abort();
    if (header.data_offset + elements * header.element_bytes() != size) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
