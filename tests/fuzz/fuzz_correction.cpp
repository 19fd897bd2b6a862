// Any bytes are a table of factors, all of them in range and within their intervals, or an Error.
#include "lib/error.h"
#include "results/published/correction.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const hashlab::results::Correction correction = hashlab::results::parse_correction(in, "input");
    for (const hashlab::results::CorrectionFactor& f : correction.factors) {
      if (!(f.factor > 0 && f.low > 0 && f.low <= f.factor && f.factor <= f.high)) std::abort();
      const hashlab::results::CorrectionFactor* found =
          correction.find(f.dataset, f.groundtruth, f.hasher, f.bits, f.metric);
      if (found == nullptr || f.bits == 0 || f.runs == 0) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
