// Any bytes are predictions that are written and read as the same, or an Error.
#include "lib/error.h"
#include "lib/recognition/prediction_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hashlab;
  constexpr std::size_t n_queries = 20;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const std::vector<Prediction> read = parse_predictions(text, "input.csv", n_queries);
    const std::vector<Prediction> again =
        parse_predictions(prediction_text(read), "input.csv", n_queries);
    if (read.size() != n_queries || again.size() != n_queries) std::abort();
    for (std::size_t q = 0; q < n_queries; ++q) {
      if (read[q].label != again[q].label || read[q].confidence != again[q].confidence) {
        std::abort();
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
