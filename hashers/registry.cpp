#include "hashers/registry.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {
namespace {

template <typename Method>
std::vector<std::string> names(const std::vector<std::unique_ptr<Method>>& methods) {
  std::vector<std::string> result;
  for (const auto& method : methods) result.push_back(method->info().name);
  return result;
}

template <typename Method>
std::unique_ptr<Method> find(std::vector<std::unique_ptr<Method>> methods, const std::string& kind,
                             std::string_view name, std::string_view text) {
  for (auto& method : methods) {
    if (method->info().name == name) return std::move(method);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown {} '{}' in hasher '{}'{} ('hashlab list {}s' shows all)", kind,
                          name, text, suggestion(name, names(methods)), kind));
}

std::string recipe(const MethodInfo& info, const Options& options) {
  std::string text = fmt::format("{}/{}", info.name, info.version);
  for (const Option& option : options.all()) {
    text += fmt::format(" {}={}", option.name, option.get());
  }
  return text;
}

}  // namespace

namespace projections {
std::vector<std::unique_ptr<Projection>> all() {
  std::vector<std::unique_ptr<Projection>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_PROJECTIONS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}
}  // namespace projections

namespace quantisers {
std::vector<std::unique_ptr<Quantiser>> all() {
  std::vector<std::unique_ptr<Quantiser>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_QUANTISERS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}
}  // namespace quantisers

Hasher make_hasher(std::string_view text) {
  const Spec spec = parse_spec(text);
  const std::size_t plus = spec.name.find('+');
  if (plus == std::string::npos) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("hasher '{}' lacks its quantiser, expected PROJECTION+QUANTISER such as "
                    "'{}+sbq'",
                    text, spec.name));
  }
  const std::string projection_name = spec.name.substr(0, plus);
  const std::string quantiser_name = spec.name.substr(plus + 1);
  auto projection = find(projections::all(), "projection", projection_name, text);
  auto quantiser = find(quantisers::all(), "quantiser", quantiser_name, text);

  Options projection_options, quantiser_options;
  projection->describe(projection_options);
  quantiser->describe(quantiser_options);
  std::vector<std::string> known;
  for (const Options* options : {&projection_options, &quantiser_options}) {
    for (const Option& option : options->all()) known.push_back(option.name);
  }
  for (const auto& [key, value] : spec.settings) {
    Options& owner = projection_options.has(key) ? projection_options : quantiser_options;
    if (!owner.has(key)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("unknown key '{}' in hasher '{}'{} ('hashlab list' shows the options "
                              "of every method)",
                              key, text, suggestion(key, known)));
    }
    try {
      owner.set(key, value);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("hasher '{}': {}", text, error.what()));
    }
  }

  Hasher hasher;
  hasher.name = spec.name;
  char separator = ':';
  for (const Options* options : {&projection_options, &quantiser_options}) {
    for (const Option& option : options->all()) {
      hasher.settings[option.name] = option.get();
      if (option.get() == option.default_value) continue;
      hasher.name += fmt::format("{}{}={}", separator, option.name, option.get());
      separator = ',';
    }
  }
  hasher.projection_recipe = recipe(projection->info(), projection_options);
  hasher.quantiser_recipe = recipe(quantiser->info(), quantiser_options);
  hasher.projection = std::move(projection);
  hasher.quantiser = std::move(quantiser);
  return hasher;
}

}  // namespace hashlab
