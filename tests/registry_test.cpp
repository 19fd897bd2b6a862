#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace hashlab;
using hashlab::testing::error_of;

TEST_CASE("registry: a hasher is a projection, a plus and a quantiser") {
  const Hasher hasher = make_hasher("itq+npq");
  CHECK(hasher.projection->info().name == "itq");
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

TEST_CASE("registry: a recipe holds the version and every option with its value") {
  for (const auto& projection : projections::all()) {
    for (const auto& quantiser : quantisers::all()) {
      const Hasher hasher = make_hasher(projection->info().name + "+" + quantiser->info().name);
      const auto check = [](auto& method, const std::string& recipe) {
        Options options;
        method.describe(options);
        std::string expected = method.info().name + "/" + std::to_string(method.info().version);
        for (const Option& option : options.all()) {
          expected += " " + option.name + "=" + option.default_value;
        }
        CHECK(recipe == expected);
      };
      check(*projection, hasher.projection_recipe);
      check(*quantiser, hasher.quantiser_recipe);
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

TEST_CASE("registry: each setting of each method changes the name and the recipe") {
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
          CHECK((hasher.projection_recipe + hasher.quantiser_recipe)
                    .find(" " + option.name + "=" + value) != std::string::npos);
        }
      }
    }
  };
  walk(projections::all(), "", "+sbq");
  walk(quantisers::all(), "lsh+", "");
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
