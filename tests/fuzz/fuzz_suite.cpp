// Any text is a suite or an Error, and a suite's own text reads back as itself.
#include "experiments/suite/suite_file.h"
#include "lib/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  hashlab::experiments::Suite suite;
  try {
    suite = hashlab::experiments::parse_suite(text, "input", {});
  } catch (const hashlab::Error&) {
    return 0;
  }
  const std::string written = suite_text(suite);
  if (suite_text(hashlab::experiments::parse_suite(written, "written", {})) != written)
    std::abort();
  return 0;
}
