// Any text is the name of a hasher, a split, a ground truth or a metric, or an Error; a name that
// is taken has a canonical form that is taken and is its own.
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/ground_truth.h"
#include "splits/split.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

template <typename Canonical>
void check(const std::string& text, Canonical canonical) {
  std::string name;
  try {
    name = canonical(text);
  } catch (const hashlab::Error&) {
    return;
  }
  if (canonical(name) != name) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text, [](const std::string& t) { return hashlab::hashers::make_hasher(t).name; });
  check(text, [](const std::string& t) { return hashlab::splits::make_split(t).name; });
  check(text, [](const std::string& t) { return hashlab::parse_ground_truth(t).recipe(); });
  check(text, [](const std::string& t) { return hashlab::metric(t).name; });
  return 0;
}
