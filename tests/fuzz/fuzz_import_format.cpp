// The format of any bytes is told, or what they look like, in one line.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string path = fuzz_file({reinterpret_cast<const char*>(data), size});
  try {
    const hashlab::Format& format = hashlab::format_of(hashlab::sniff(path));
    if (format.name.empty()) std::abort();
  } catch (const hashlab::Error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) std::abort();
  }
  return 0;
}
