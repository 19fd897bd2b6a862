#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::registry_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

/// "itq/1 iterations=100": version and default settings of a method.
template <typename Method>
std::string defaults(Method& method) {
  Options options;
  method.describe(options);
  std::string recipe = method.info().name + "/" + std::to_string(method.info().version);
  for (const Option& option : options.all()) {
    if (!options.why_unused(option.name).empty() || option.is_added_later) continue;
    recipe += " " + option.name + "=" + option.default_value;
  }
  return recipe;
}

std::string projection_recipe(const std::string& text) {
  return make_hasher(text).projection_recipe;
}

std::string quantiser_recipe(const std::string& text) {
  return make_hasher(text).quantiser_recipe;
}

}  // namespace

TEST_CASE("registry: a hasher is a projection, a plus and a quantiser") {
  const Hasher hasher = make_hasher("itq+npq");
  CHECK(hasher.projection().info().name == "itq");
  CHECK(hasher.quantiser->info().name == "npq");
  CHECK(hasher.name == "itq+npq");
  CHECK(hasher.quantiser->bits_per_dimension() == 2);
  CHECK(hasher.dimensions(32) == 16);
  CHECK(hasher.dimensions(33) == 16);
  CHECK(hasher.dimensions(1) == 0);
}

TEST_CASE("registry: a key goes to the method that has it") {
  const Hasher hasher = make_hasher("itq+npq:thresholds=7,iterations=10");
  CHECK(hasher.projection_recipe == "itq/1 iterations=10");
  CHECK(hasher.quantiser->bits_per_dimension() == 3);
  CHECK(hasher.dimensions(32) == 10);
  CHECK(hasher.quantiser_recipe.find(" thresholds=7 ") != std::string::npos);
}

TEST_CASE("registry: canonical names drop defaults and fix the order and the numbers") {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"pca+sbq", "pca+sbq"},
      {"itq+npq:iterations=100", "itq+npq"},
      {"itq+npq:thresholds=3,solver=exact,beta=1.0", "itq+npq"},
      {"itq+npq:thresholds=7,iterations=50", "itq+npq:iterations=50,thresholds=7"},
      {"lsh+npq:beta=0.50", "lsh+npq:beta=0.5"},
      {"sklsh+sbq:gamma=auto", "sklsh+sbq"},
      {"sklsh+sbq:gamma=1e0", "sklsh+sbq:gamma=1"}};
  for (const auto& [text, name] : names) CHECK(make_hasher(text).name == name);
}

TEST_CASE("registry: a recipe holds the version and every option that is used, with its value") {
  for (const auto& projection : projections::all()) {
    for (const auto& quantiser : quantisers::all()) {
      const Hasher hasher = make_hasher(projection->info().name + "+" + quantiser->info().name);
      CHECK(hasher.projection_recipe.substr(0, hasher.projection_recipe.find(" on ")) ==
            defaults(*projection));
      CHECK(hasher.quantiser_recipe == defaults(*quantiser));
    }
  }
}

TEST_CASE("registry: a canonical name parses back to itself and the same recipes") {
  for (const char* text :
       {"lsh+sbq", "pca+dbq", "sh+mhq", "sklsh+eql:gamma=0.1", "itq+rnd",
        "itq+npq:iterations=7,solver=evolution,population=15,generations=20",
        "pca+npq:thresholds=2,alpha=0.3333333333333333,beta=0.7071067811865476",
        "lsh+npq:solver=annealing,temperature=1e12,cooling=1e-6", "sklsh+npq:gamma=1e-30"}) {
    const Hasher first = make_hasher(text);
    const Hasher again = make_hasher(first.name);
    CHECK(again.name == first.name);
    CHECK(again.projection_recipe == first.projection_recipe);
    CHECK(again.quantiser_recipe == first.quantiser_recipe);
  }
}

TEST_CASE("registry: each setting of each method changes the name, and the recipe if it is used") {
  const auto walk = [](const auto& methods, const std::string& before, const std::string& after) {
    for (const auto& method : methods) {
      Options options;
      method->describe(options);
      const std::string plain = before + method->info().name + after;
      for (const Option& option : options.all()) {
        for (const char* value : {"1", "2", "0.5", "evolution"}) {
          if (value == option.default_value || !option.set(value)) continue;
          const Hasher hasher = make_hasher(plain + ":" + option.name + "=" + value);
          CHECK(hasher.name == plain + ":" + option.name + "=" + value);
          const bool in_recipe = (hasher.projection_recipe + hasher.quantiser_recipe)
                                     .find(" " + option.name + "=" + value) != std::string::npos;
          CHECK(in_recipe == hasher.used.contains(option.name));
          CHECK(in_recipe == hasher.ignored.empty());
        }
      }
    }
  };
  walk(projections::all(), "", "+sbq");
  walk(quantisers::all(), "lsh+", "");
}

TEST_CASE("registry: the recipes of methods that did not change are those of the first version") {
  CHECK(projection_recipe("lsh+sbq") == "lsh/1");
  CHECK(projection_recipe("itq+sbq") == "itq/1 iterations=100");
  CHECK(projection_recipe("sklsh+sbq") == "sklsh/1 gamma=auto");
  CHECK(projection_recipe("agh+sbq") ==
        "agh/1 anchors=300 nearest=5 layers=1 iterations=10 gamma=auto");
  CHECK(projection_recipe("ksh+sbq") ==
        "ksh/1 anchors=300 gamma=auto iterations=500 tolerance=0.01");
  CHECK(quantiser_recipe("lsh+sbq") == "sbq/1");
  CHECK(quantiser_recipe("lsh+mhq") == "mhq/1 thresholds=3");
  CHECK(quantiser_recipe("lsh+vbq") == "vbq/1 beta=1 max-bits=4 allocation=exact solver=evolution");
}

TEST_CASE("registry: options that the settings do not use stay out of recipes") {
  CHECK(quantiser_recipe("lsh+npq") ==
        "npq/2 thresholds=3 solver=exact beta=1 alpha=auto gap=0.0001 placements=100");
  CHECK(quantiser_recipe("lsh+npq:alpha=1") == "npq/2 thresholds=3 solver=exact beta=1 alpha=1");
  CHECK(quantiser_recipe("lsh+npq:solver=evolution,population=7") ==
        "npq/2 thresholds=3 solver=evolution beta=1 alpha=auto population=7 generations=15");
  CHECK(quantiser_recipe("lsh+joint") == "joint/2 alpha=1 beta=1 max-bits=4");
  CHECK(projection_recipe("sth+sbq") == "sth/1 weights=cosine svm=linear price=1 bias=no");
  CHECK(projection_recipe("sth+sbq:svm=rbf") == "sth/1 weights=cosine svm=rbf price=1 gamma=auto");
  CHECK(projection_recipe("sth+sbq:svm=least-squares") ==
        "sth/1 weights=cosine svm=least-squares price=1 bias=no");
  CHECK(projection_recipe("sth+sbq:svm=least-squares-rbf") ==
        "sth/1 weights=cosine svm=least-squares-rbf price=1 gamma=auto");
  CHECK(projection_recipe("lda-hash+sbq") == "lda-hash/1 variant=lda ridge=0");
  CHECK(projection_recipe("lda-hash+sbq:variant=dif") == "lda-hash/1 variant=dif weight=1");
}

TEST_CASE("registry: an option that was added later is in recipes only if it is set") {
  CHECK(projection_recipe("softmax+sbq").find("dropout") == std::string::npos);
  CHECK(projection_recipe("softmax+sbq:dropout=0").find("dropout") == std::string::npos);
  CHECK(projection_recipe("softmax+sbq:dropout=0.5").find(" dropout=0.5") != std::string::npos);
}

TEST_CASE("registry: the recipe of a method built on another holds that one's") {
  CHECK(projection_recipe("itq-cca+sbq") == "itq-cca/2 ridge=0.0001 iterations=100 scaled=yes");
  CHECK(projection_recipe("grh+sbq") ==
        "grh/2 start=lsh smoothing=1 rounds=1 self-loops=yes zero-sign=+1 svm=linear price=1 "
        "bias=no on lsh/1");
  CHECK(projection_recipe("grh+sbq:start=itq-cca,start-ridge=5,svm=rbf,smoothing=.5,rounds=2") ==
        "grh/2 start=itq-cca start-ridge=5 smoothing=0.5 rounds=2 anchor=initial self-loops=yes "
        "zero-sign=+1 svm=rbf price=1 gamma=auto on itq-cca/2 ridge=5 iterations=100 scaled=yes");
}

TEST_CASE("registry: a setting without effect stays in the name, and is refused on request") {
  const Hasher hasher = make_hasher("lsh+npq:population=30,beta=2");
  CHECK(hasher.name == "lsh+npq:beta=2,population=30");
  CHECK(hasher.quantiser_recipe == make_hasher("lsh+npq:beta=2").quantiser_recipe);
  CHECK(error_of([&] { refuse_ignored_settings(hasher); }) ==
        "hasher 'lsh+npq:beta=2,population=30': option 'population' is not used with solver=exact: "
        "leave it out, or change the other");
  CHECK(make_hasher("grh+sbq:start-ridge=0.001").ignored ==
        std::vector<std::string>{"option 'start-ridge' is not used with start=lsh"});
  CHECK_NOTHROW(refuse_ignored_settings(make_hasher("lsh+npq:solver=evolution,population=30")));
}

TEST_CASE("registry: the base of a choice has recipes of all that its points use or are built on") {
  const auto base = [](const std::string& text, const std::vector<std::string>& points) {
    std::vector<Hasher> hashers;
    for (const std::string& point : points) hashers.push_back(make_hasher(point));
    std::vector<const Hasher*> all;
    for (const Hasher& hasher : hashers) all.push_back(&hasher);
    return make_base(text, all);
  };
  CHECK(base("lsh+npq", {"lsh+npq:beta=2", "lsh+npq:beta=3"}).quantiser_recipe ==
        make_hasher("lsh+npq").quantiser_recipe);
  CHECK(base("lsh+npq", {"lsh+npq:solver=evolution", "lsh+npq:alpha=1"}).quantiser_recipe ==
        "npq/2 thresholds=3 solver=exact beta=1 alpha=auto population=15 generations=15");
  CHECK(base("grh+sbq", {"grh+sbq", "grh+sbq:start=pca"}).projection_recipe ==
        make_hasher("grh+sbq").projection_recipe + " on pca/1");
}

TEST_CASE("registry: unknown methods and keys are refused with a suggestion") {
  CHECK(error_of([] { make_hasher("itqq+sbq"); }) ==
        "unknown projection 'itqq' in hasher 'itqq+sbq', did you mean 'itq'? ('hashlab list "
        "projections' shows all)");
  CHECK(error_of([] { make_hasher("itq+sbbq"); }) ==
        "unknown quantiser 'sbbq' in hasher 'itq+sbbq', did you mean 'sbq'? ('hashlab list "
        "quantisers' shows all)");
  CHECK(error_of([] { make_hasher("itq+npq:treshold=3"); }) ==
        "unknown key 'treshold' in hasher 'itq+npq:treshold=3', did you mean 'thresholds'? "
        "('hashlab list' shows the options of every method)");
  CHECK(error_of([] { make_hasher("pca+sbq:iterations=3"); }) ==
        "unknown key 'iterations' in hasher 'pca+sbq:iterations=3' ('hashlab list' shows the "
        "options of every method)");
}

TEST_CASE("registry: a hasher without its parts is refused") {
  CHECK(error_of([] { make_hasher("itq"); }) ==
        "hasher 'itq' lacks its quantiser, expected PROJECTION+QUANTISER such as 'itq+sbq'");
  CHECK(error_of([] { make_hasher("PCA"); }).ends_with("such as 'pca+sbq'"));
  CHECK(error_of([] { make_hasher("itq-npq"); }).ends_with("such as 'itq+sbq'"));
  for (const char* text : {"", "+", "+sbq", "itq+", "itq+sbq+dbq", "ITQ+SBQ", " itq+sbq",
                           "itq+npq:", "itq+npq:thresholds", "itq+npq:thresholds=3,thresholds=3"}) {
    try {
      make_hasher(text);
      FAIL_CHECK(text << " is taken");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_argument);
    }
  }
}

TEST_CASE("registry: a bad value is refused by hasher, option, value and what is allowed") {
  CHECK(error_of([] { make_hasher("itq+npq:thresholds=4"); }) ==
        "hasher 'itq+npq:thresholds=4': option 'thresholds' = '4', must be 1 | 2 | 3 | 7 | 15");
  CHECK(error_of([] { make_hasher("itq+sbq:iterations=0"); }) ==
        "hasher 'itq+sbq:iterations=0': option 'iterations' = '0', must be 1 .. 100000");
}

}  // namespace hashlab::registry_test
