// Any bytes are a table of published numbers, all of them in range, or an Error.
#include "lib/error.h"
#include "results/published/published.h"
#include "results/record/time_metrics.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    for (const hashlab::results::PublishedValue& value :
         hashlab::results::parse_published(in, "input")) {
      const double most = hashlab::results::find_time_metric(value.metric) != nullptr ? 1e9 : 1;
      if (!(value.value >= 0 && value.value <= most) || value.bits == 0) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
