#include "experiments/suite/auto_method.h"

#include "lib/files/sha256.h"

#include <fmt/format.h>

namespace hashlab::experiments {
namespace {

// Raise this if the rules of the race change so that the choice may differ.
constexpr int race_version = 4;

template <typename Learned>
void add_method(const Learned& method, std::string& recipe, std::string& works) {
  const hashers::MethodInfo info = method.info();
  recipe += fmt::format(" {}/{}", info.name, info.version);
  if (const std::string grid = method.grid(); !grid.empty()) recipe += "[" + grid + "]";
  // The costs are rounded to three digits, because the last bits may depend on the compiler.
  works += fmt::format("{:.3g} ", method.work({1000, 100, 32, 10, 100000}));
}

AutoMethod make_auto() {
  AutoMethod made;
  std::string works;
  made.recipe = fmt::format("race/{}", race_version);
  for (const auto& projection : hashers::projections::all()) {
    if (projection->needs_engine()) continue;  // see reason_against
    add_method(*projection, made.recipe, works);
    for (const std::string& settings : projection->quick_settings()) {
      made.recipe += fmt::format("[quick {}]", settings);
    }
    made.heads.push_back(std::make_shared<const hashers::Hasher>(
        hashers::make_hasher(projection->info().name + "+sbq")));
  }
  made.recipe += " +";
  for (const auto& quantiser : hashers::quantisers::all()) {
    add_method(*quantiser, made.recipe, works);
  }
  made.recipe += fmt::format(" work/{}", sha256(works).substr(0, 8));
  return made;
}

}  // namespace

const AutoMethod& auto_method() {
  static const AutoMethod made = make_auto();
  return made;
}

}  // namespace hashlab::experiments
