#include "hashers/registry.h"

#include "lib/error.h"
#include "lib/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::hashers {
namespace {

template <typename Method>
std::vector<std::string> names(const std::vector<std::unique_ptr<Method>>& methods) {
  std::vector<std::string> result;
  for (const auto& method : methods) result.push_back(method->info().name);
  return result;
}

[[noreturn]] void fail_unknown(const std::string& kind, std::string_view name,
                               std::string_view text, const std::vector<std::string>& known) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown {} '{}' in hasher '{}'{} ('hashlab list {}s' shows all)", kind,
                          name, text, suggestion(name, known), kind));
}

/// The method of this name; null if there is none.
template <typename Method>
std::unique_ptr<Method> found(std::vector<std::unique_ptr<Method>> methods, std::string_view name) {
  for (auto& method : methods) {
    if (method->info().name == name) return std::move(method);
  }
  return nullptr;
}

template <typename Method>
std::unique_ptr<Method> find(std::vector<std::unique_ptr<Method>> methods, const std::string& kind,
                             std::string_view name, std::string_view text) {
  std::vector<std::string> known = names(methods);
  if (auto method = found(std::move(methods), name)) return method;
  fail_unknown(kind, name, text, known);
}

std::set<std::string> used_options(const Options& options) {
  std::set<std::string> used;
  for (const Option& option : options.all()) {
    if (options.why_unused(option.name).empty()) used.insert(option.name);
  }
  return used;
}

/// A recipe such as "itq/1 iterations=100". It has the options in `used`.
std::string recipe(const MethodInfo& info, const Options& options,
                   const std::set<std::string>& used) {
  std::string text = fmt::format("{}/{}", info.name, info.version);
  for (const Option& option : options.all()) {
    if (!used.contains(option.name)) continue;
    const std::string value = option.get();
    if (option.is_added_later && value == option.default_value) continue;
    text += fmt::format(" {}={}", option.name, value);
  }
  return text;
}

/// The recipe of the projection that a method is built on, followed by " on " and the one that this
/// projection is built on. Empty if the method is not built on any.
std::set<std::string> recipes_built_on(const LearningMethod& method) {
  const std::unique_ptr<Projection> start = method.built_on();
  if (!start) return {};
  Options options;
  start->describe(options);
  std::string text = recipe(start->info(), options, used_options(options));
  for (const std::string& further : recipes_built_on(*start)) text += " on " + further;
  return {text};
}

/// Makes a hasher. Until make(), its options are bound to its methods and can be set.
class Maker {
 public:
  /// Errors:  those of make_hasher.
  explicit Maker(std::string_view text) : text_(text), spec_(parse_spec(text)) {
    const std::size_t plus = spec_.name.find('+');
    if (plus == std::string::npos) {
      const std::string projection = lower_case(spec_.name);
      const bool is_known =
          found(projections::all(), projection) || found(cross_modal::all(), projection);
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("hasher '{}' lacks its quantiser, expected PROJECTION+QUANTISER such "
                              "as '{}+sbq'",
                              text, is_known ? projection : "itq"));
    }
    trained_by_ = find_learner(spec_.name.substr(0, plus), text);
    quantiser_ = find_quantiser(spec_.name.substr(plus + 1), text);
    if (quantiser_->codes_vectors() &&
        std::holds_alternative<std::unique_ptr<CrossModal>>(trained_by_)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("hasher '{}': quantiser '{}' codes the vectors of one view, not of a "
                              "cross-modal method",
                              text, quantiser_->info().name));
    }
    learner().describe(projection_options_);
    quantiser_->describe(quantiser_options_);
    for (const auto& [key, value] : spec_.settings) {
      Options& options = owner(key);
      try {
        options.set(key, value);
      } catch (const Error& error) {
        throw Error(error.code(), fmt::format("hasher '{}': {}", text, error.what()));
      }
    }
  }

  /// The recipes have the options that are used and the projections that are built on by the hasher
  /// itself, or by any of `points` if there are some.
  Hasher make(const std::vector<const Hasher*>& points) && {
    Hasher hasher;
    hasher.name = spec_.name;
    char separator = ':';
    for (const Options* options : {&projection_options_, &quantiser_options_}) {
      for (const Option& option : options->all()) {
        hasher.settings[option.name] = option.get();
        if (option.get() == option.default_value) continue;
        hasher.name += fmt::format("{}{}={}", separator, option.name, option.get());
        separator = ',';
      }
      if (points.empty()) hasher.used.merge(used_options(*options));
    }
    for (const auto& [key, value] : spec_.settings) {
      std::string why = owner(key).why_unused(key);
      if (!why.empty()) hasher.ignored.push_back(std::move(why));
    }
    if (points.empty()) hasher.built_on = recipes_built_on(learner());
    for (const Hasher* point : points) {
      hasher.used.insert(point->used.begin(), point->used.end());
      hasher.built_on.insert(point->built_on.begin(), point->built_on.end());
    }
    MethodInfo info = learner().info();
    for (const Hasher* point : points) {  // a version may depend on settings
      info.version = std::max(info.version, point->learner().info().version);
    }
    hasher.projection_recipe = recipe(info, projection_options_, hasher.used);
    for (const std::string& start : hasher.built_on) hasher.projection_recipe += " on " + start;
    hasher.quantiser_recipe = recipe(quantiser_->info(), quantiser_options_, hasher.used);
    std::visit([&](auto& method) { hasher.trained_by = std::move(method); }, trained_by_);
    hasher.quantiser = std::move(quantiser_);
    return hasher;
  }

 private:
  using Learner = std::variant<std::unique_ptr<Projection>, std::unique_ptr<CrossModal>>;

  static Learner find_learner(const std::string& name, std::string_view text) {
    if (auto one_view = found(projections::all(), name)) return one_view;
    if (auto rotation = found(projections::rotations(), name)) return rotation;
    if (auto two_views = found(cross_modal::all(), name)) return two_views;
    std::vector<std::string> known = names(projections::all());
    for (std::string& other : names(cross_modal::all())) known.push_back(std::move(other));
    for (std::string& other : names(projections::rotations())) known.push_back(std::move(other));
    fail_unknown("projection", name, text, known);
  }

  static std::unique_ptr<Quantiser> find_quantiser(const std::string& name, std::string_view text) {
    if (auto of_thresholds = found(quantisers::all(), name)) return of_thresholds;
    if (auto of_vectors = found(quantisers::of_vectors(), name)) return of_vectors;
    std::vector<std::string> known = names(quantisers::all());
    for (std::string& other : names(quantisers::of_vectors())) known.push_back(std::move(other));
    fail_unknown("quantiser", name, text, known);
  }

  LearningMethod& learner() {
    return std::visit([](auto& method) -> LearningMethod& { return *method; }, trained_by_);
  }

  Options& owner(const std::string& key) {
    std::vector<std::string> known;
    for (Options* options : {&projection_options_, &quantiser_options_}) {
      if (options->has(key)) return *options;
      for (const Option& option : options->all()) known.push_back(option.name);
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("unknown key '{}' in hasher '{}'{} ('hashlab list' shows the options "
                            "of every method)",
                            key, text_, suggestion(key, known)));
  }

  std::string text_;
  Spec spec_;
  Learner trained_by_;
  std::unique_ptr<Quantiser> quantiser_;
  Options projection_options_, quantiser_options_;
};

}  // namespace

namespace projections {
std::vector<std::unique_ptr<Projection>> all() {
  std::vector<std::unique_ptr<Projection>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_PROJECTIONS(HASHLAB_ADD)
#undef HASHLAB_ADD
  for (auto& method : networks()) methods.push_back(std::move(method));
  return methods;
}

std::vector<std::unique_ptr<Projection>> rotations() {
  std::vector<std::unique_ptr<Projection>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_ROTATIONS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}

std::unique_ptr<Projection> make(std::string_view name) {
  return find(all(), "projection", name, name);
}
}  // namespace projections

namespace cross_modal {
std::vector<std::unique_ptr<CrossModal>> all() {
  std::vector<std::unique_ptr<CrossModal>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_CROSS_MODAL(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}
}  // namespace cross_modal

namespace quantisers {
std::vector<std::unique_ptr<Quantiser>> all() {
  std::vector<std::unique_ptr<Quantiser>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_QUANTISERS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}

std::vector<std::unique_ptr<Quantiser>> of_vectors() {
  std::vector<std::unique_ptr<Quantiser>> methods;
#define HASHLAB_ADD(name) methods.push_back(name());
  HASHLAB_VECTOR_QUANTISERS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return methods;
}
}  // namespace quantisers

std::size_t Hasher::max_dimensions(std::span<const std::size_t> features, std::size_t n) const {
  if (!has_two_views()) return projection().max_dimensions(features.front(), n);
  return cross_modal().max_dimensions(features.front(), features.back(), n);
}

Hasher make_hasher(std::string_view text) {
  return make_base(text, {});
}

Hasher make_base(std::string_view text, const std::vector<const Hasher*>& points) {
  return Maker(text).make(points);
}

void refuse_ignored_settings(const Hasher& hasher) {
  if (hasher.ignored.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("hasher '{}': {}: leave it out, or change the other", hasher.name,
                          hasher.ignored.front()));
}

}  // namespace hashlab::hashers
