#include "experiments/suite/auto_method.h"

#include "lib/files/sha256.h"

#include <fmt/format.h>

namespace hashlab::experiments {
namespace {

// Goes up when the rules of the race change, so that it may end otherwise.
constexpr int race_version = 3;

template <typename Learned>
void tell(const Learned& method, std::string& entrants, std::string& works) {
  const hashers::MethodInfo info = method.info();
  entrants += fmt::format(" {}/{}", info.name, info.version);
  if (const std::string grid = method.grid(); !grid.empty()) entrants += "[" + grid + "]";
  // Three digits: the last bits of a formula may depend on the compiler.
  works += fmt::format("{:.3g} ", method.work({1000, 100, 32, 10, 100000}));
}

AutoMethod make_auto() {
  AutoMethod made;
  std::string works;
  made.entrants = fmt::format("race/{}", race_version);
  for (const auto& projection : hashers::projections::all()) {
    if (projection->needs_engine()) continue;  // as reason_against
    tell(*projection, made.entrants, works);
    made.heads.push_back(std::make_shared<const hashers::Hasher>(
        hashers::make_hasher(projection->info().name + "+sbq")));
  }
  made.entrants += " +";
  for (const auto& quantiser : hashers::quantisers::all()) tell(*quantiser, made.entrants, works);
  made.entrants += fmt::format(" work/{}", sha256(works).substr(0, 8));
  return made;
}

}  // namespace

const AutoMethod& auto_method() {
  static const AutoMethod made = make_auto();
  return made;
}

}  // namespace hashlab::experiments
