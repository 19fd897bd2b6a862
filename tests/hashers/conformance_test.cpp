// What every method has to keep, whatever it is: each test walks the registry, so a new method is
// tested by its line there.

#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab::conformance_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

constexpr std::size_t n = 120, d = 70;

TrainingSet training_set(const arma::fmat& X) {
  Rows rows(X.n_cols);
  std::iota(rows.begin(), rows.end(), 0u);
  TrainingSet data{X, {}, {}};
  for (const std::uint32_t i : rows) data.labels.single.push_back(static_cast<int>(i % 3));
  if (X.n_cols > 5 && X.is_finite()) {
    const double radius = ball_radius(X, rows, rows, 5, false);
    data.S = ball_neighbours(X, rows, {radius, true});
  } else {
    for (std::size_t i = 0; i < X.n_cols; ++i) data.S.append({});
  }
  return data;
}

arma::fmat samples(std::size_t features, std::size_t count) {
  arma::fmat X = testing::small_dataset(count, features).features;
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  return X;
}

const TrainingSet& usual() {
  static const TrainingSet data = training_set(samples(d, n));
  return data;
}

/// Default settings, but for a few steps of those that descend by hundreds.
template <typename Method>
std::vector<std::unique_ptr<Method>> few_steps(std::vector<std::unique_ptr<Method>> methods) {
  for (const auto& method : methods) {
    Options options;
    method->describe(options);
    for (const char* steps : {"bit-steps", "threshold-steps"}) {
      if (options.has(steps)) options.set(steps, "20");
    }
  }
  return methods;
}

/// Default settings, but for those that only make learning long.
template <typename Method>
std::vector<std::unique_ptr<Method>> quick(std::vector<std::unique_ptr<Method>> methods) {
  for (const auto& method : methods) {
    Options options;
    method->describe(options);
    if (options.has("trees")) options.set("trees", "10");
    if (options.has("max-bits")) options.set("max-bits", "2");
  }
  return few_steps(std::move(methods));
}

void for_each_projection(const std::function<void(const Projection&)>& visit) {
  for (const auto& method : quick(projections::learnable())) {
    CAPTURE(method->info().name);
    visit(*method);
  }
}

void for_each_quantiser(const std::function<void(const Quantiser&)>& visit) {
  for (const auto& method : quick(quantisers::all())) {
    CAPTURE(method->info().name);
    visit(*method);
  }
}

/// May a dimension have so many thresholds: what its bits make, all of them or those it was given?
bool is_count(const Quantiser& quantiser, const Quantisation& learned, std::size_t thresholds) {
  if (learned.codebook == Quantisation::Codebook::double_bit) return thresholds == 2;
  if (!quantiser.allocates_bits()) {
    return thresholds == (std::size_t{1} << quantiser.bits_per_dimension()) - 1;
  }
  return thresholds <= 15 && std::has_single_bit(thresholds + 1);
}

/// As many thresholds on each dimension as there may be, finite and ascending.
bool is_quantisation(const Quantiser& quantiser, const Quantisation& learned, std::size_t dims) {
  return learned.thresholds.size() == dims &&
         std::all_of(learned.thresholds.begin(), learned.thresholds.end(), [&](const auto& t) {
           return is_count(quantiser, learned, t.size()) && std::is_sorted(t.begin(), t.end()) &&
                  std::all_of(t.begin(), t.end(), [](double x) { return std::isfinite(x); });
         });
}

/// Bits that `dims` dimensions cost: all that they buy, or what was allocated of it.
std::size_t bits_of(const Quantiser& quantiser, const Quantisation& learned, std::size_t dims) {
  const std::size_t budget = dims * quantiser.bits_per_dimension();
  if (!quantiser.allocates_bits()) return budget;
  std::size_t bits = 0;
  for (const auto& t : learned.thresholds)
    bits += static_cast<std::size_t>(std::bit_width(t.size()));
  return bits <= budget ? bits : 0;
}

/// Of the expected shape, with padding bits zero.
bool are_codes(const Codes& codes, std::size_t count, std::size_t bits) {
  if (codes.n != count || bits == 0 || codes.format.bits != bits) return false;
  if (codes.words.size() != count * ((bits + 63) / 64)) return false;
  if (bits % 64 == 0) return true;
  for (std::size_t i = 0; i < count; ++i) {
    if (codes.code(i)[codes.n_words() - 1] >> (bits % 64) != 0) return false;
  }
  return true;
}

/// Learns everything from `data` and says whether thresholds and codes are as they must be. A
/// method that does not learn from such data says so in one line.
bool learns_well(const Projection& projection, const TrainingSet& data, std::size_t dims) {
  std::unique_ptr<const Projector> projector;
  try {
    projector = projection.learn(data, dims, Rng(1));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::numerical) throw;  // the caller says whether that is allowed
    const std::string name = projection.info().name + ": ", what = error.what();
    return error.code() == ErrorCode::invalid_argument && what.starts_with(name) &&
           what.find('\n') == std::string::npos;
  }
  const arma::fmat Y = projector->project(data.X);
  if (Y.n_rows != data.X.n_cols || Y.n_cols != dims || !Y.is_finite()) return false;
  for (const auto& quantiser : few_steps(quantisers::all())) {
    const Quantisation learned = quantiser->learn({Y, data.S}, Rng(2));
    const Codes codes = learned.encode(Y);
    if (!is_quantisation(*quantiser, learned, dims) ||
        !are_codes(codes, Y.n_rows, bits_of(*quantiser, learned, dims))) {
      MESSAGE(quantiser->info().name << " does not");
      return false;
    }
  }
  return true;
}

std::string details(const MethodInfo& info, Options& options) {
  if (info.name.empty() || info.name.find_first_of("+:,= /") != std::string::npos) return "name";
  if (info.version < 1) return "version";
  if (info.source.empty()) return "source";
  if (info.cost.find("O(") != 0) return "cost";
  if (info.summary.empty() || info.summary.find('\n') != std::string::npos) return "summary";
  std::set<std::string> names;
  for (const Option& option : options.all()) {
    if (!names.insert(option.name).second) return "repeated option " + option.name;
    if (option.help.empty() || option.allowed.empty()) return "help of " + option.name;
    if (!option.set(option.default_value) || option.get() != option.default_value) {
      return "default of " + option.name;
    }
    const std::string refusal = error_of([&] { options.set(option.name, "not an allowed value"); });
    if (refusal !=
        "option '" + option.name + "' = 'not an allowed value', must be " + option.allowed) {
      return "refusal of " + option.name;
    }
    if (option.get() != option.default_value) return "refused value of " + option.name;
    for (const std::string& choice : option.choices) {
      if (!option.set(choice) || option.get() != choice) return "a choice of " + option.name;
    }
    options.set(option.name, option.default_value);
  }
  for (const Option& option : options.all()) {
    for (const Option::Condition& condition : option.conditions) {
      if (condition.option == option.name || !options.has(condition.option)) {
        return "condition of " + option.name;
      }
      const std::string now = options.get(condition.option);
      options.set(condition.option, condition.value);
      if (!condition.equal && options.why_unused(option.name).empty()) {
        return "effect of the condition of " + option.name;
      }
      options.set(condition.option, now);
    }
  }
  return "complete";
}

}  // namespace

TEST_CASE("conformance: every method says who it is and checks its options by name") {
  std::set<std::string> names;
  const auto check = [&](auto& method) {
    Options options;
    method.describe(options);
    CAPTURE(method.info().name);
    CHECK(details(method.info(), options) == "complete");
    CHECK(names.insert(method.info().name).second);
  };
  for (const auto& method : projections::learnable()) check(*method);
  for (const auto& method : quantisers::all()) check(*method);
}

TEST_CASE("conformance: what a method is built on is registered, and in its recipe") {
  for (const auto& method : projections::learnable()) {
    Options options;
    method->describe(options);
    const auto check = [&](const std::string& settings) {
      CAPTURE(settings);
      const Hasher hasher = make_hasher(method->info().name + "+sbq" + settings);
      const std::unique_ptr<Projection> start = hasher.projection().built_on();
      CHECK(hasher.built_on.size() == (start ? 1 : 0));
      if (!start) return;
      const MethodInfo info = projections::make(start->info().name)->info();
      CHECK(hasher.projection_recipe.find(fmt::format(" on {}/{}", info.name, info.version)) !=
            std::string::npos);
      CHECK(hasher.projection_recipe.ends_with(*hasher.built_on.begin()));
    };
    check("");
    for (const Option& option : options.all()) {
      for (const std::string& choice : option.choices) check(":" + option.name + "=" + choice);
    }
  }
}

TEST_CASE("conformance: no option of a projection has the name of one of a quantiser") {
  for (const auto& projection : projections::learnable()) {
    Options ours;
    projection->describe(ours);
    for (const auto& quantiser : quantisers::all()) {
      Options theirs;
      quantiser->describe(theirs);
      for (const Option& option : theirs.all()) CHECK_FALSE(ours.has(option.name));
    }
  }
}

TEST_CASE("conformance: codes of any length are whole, padding bits are zero") {
  for_each_projection([](const Projection& projection) {
    std::map<std::size_t, arma::fmat> projected;  // by number of dimensions
    for_each_quantiser([&](const Quantiser& quantiser) {
      for (const std::size_t bits : {1u, 31u, 32u, 63u, 64u, 65u}) {
        const std::size_t dims = bits / quantiser.bits_per_dimension();
        if (dims == 0 || dims > projection.max_dimensions(d, n)) continue;
        if (!projected.contains(dims)) {
          projected[dims] = projection.learn(usual(), dims, Rng(1))->project(usual().X);
        }
        const arma::fmat& Y = projected[dims];
        const Quantisation learned = quantiser.learn({Y, usual().S}, Rng(2));
        const Codes codes = learned.encode(Y);
        CAPTURE(bits);
        CHECK(is_quantisation(quantiser, learned, dims));
        CHECK(are_codes(codes, n, bits_of(quantiser, learned, dims)));
        CHECK((codes.format.hamming() || quantiser.allocates_bits() ||
               codes.format.digit_bits == quantiser.bits_per_dimension()));
      }
    });
  });
}

TEST_CASE("conformance: the same stream gives the same codes, and learning changes no stream") {
  for_each_projection([](const Projection& projection) {
    Rng used(3);
    used.bits();
    const arma::fmat Y = projection.learn(usual(), 9, Rng(3))->project(usual().X);
    const arma::fmat again = projection.learn(usual(), 9, used)->project(usual().X);
    CHECK(arma::approx_equal(Y, again, "absdiff", 0));
    for_each_quantiser([&](const Quantiser& quantiser) {
      const Quantisation first = quantiser.learn({Y, usual().S}, Rng(3));
      CHECK(first.thresholds == quantiser.learn({Y, usual().S}, used).thresholds);
    });
  });
}

TEST_CASE("conformance: what is learned is the same whatever was learned before") {
  Reuse reuse(std::size_t{1} << 26), tight(1 << 14);
  for (Reuse* kept : {&reuse, &tight}) {
    TrainingSet data = usual();
    data.reuse = kept;
    for (int times = 0; times < 2; ++times) {
      for_each_projection([&](const Projection& projection) {
        for (const std::size_t dims : {5u, 9u}) {
          const arma::fmat Y = projection.learn(usual(), dims, Rng(3))->project(usual().X);
          const arma::fmat again = projection.learn(data, dims, Rng(3))->project(usual().X);
          CHECK(arma::approx_equal(Y, again, "absdiff", 0));
        }
      });
      const arma::fmat Y =
          make_hasher("pca+sbq").projection().learn(usual(), 4, Rng(1))->project(usual().X);
      for_each_quantiser([&](const Quantiser& quantiser) {
        const Quantisation first = quantiser.learn({Y, usual().S}, Rng(3));
        CHECK(first.thresholds == quantiser.learn({Y, usual().S, kept}, Rng(3)).thresholds);
        // Another stream is another computation.
        const Quantisation other = quantiser.learn({Y, usual().S}, Rng(4));
        CHECK(other.thresholds == quantiser.learn({Y, usual().S, kept}, Rng(4)).thresholds);
      });
    }
  }
  CHECK(reuse.counts().found > 0);
  CHECK(tight.counts().bytes <= 1 << 14);
}

TEST_CASE("conformance: where fewer dimensions are the first of more, signs are the same") {
  std::set<std::string> prefixes;
  for_each_projection([&](const Projection& projection) {
    if (!projection.fewer_are_first()) return;
    prefixes.insert(projection.info().name);
    const arma::fmat most = projection.learn(usual(), 40, Rng(3))->project(usual().X);
    for (const std::size_t dims : {1u, 7u, 32u, 39u}) {
      CAPTURE(dims);
      const arma::fmat fewer = projection.learn(usual(), dims, Rng(3))->project(usual().X);
      const arma::fmat first = most.head_cols(dims);
      CHECK(arma::approx_equal(fewer > 0, first > 0, "absdiff", 0));
      CHECK(arma::approx_equal(fewer, first, "both", 1e-4F, 1e-4F));
    }
  });
  CHECK(prefixes == std::set<std::string>{"agh", "grh", "klsh", "lsh", "pca", "sklsh", "sth"});
}

TEST_CASE("conformance: a dimension's thresholds do not depend on the dimensions after it") {
  const arma::fmat Y =
      make_hasher("lsh+sbq").projection().learn(usual(), 6, Rng(1))->project(usual().X);
  for_each_quantiser([&](const Quantiser& quantiser) {
    if (quantiser.info().name == "npq") return;  // alpha depends on the length of the code
    if (quantiser.info().name == "apt") return;  // learns all dimensions together
    if (quantiser.allocates_bits()) return;      // dimensions compete for bits
    const auto all = quantiser.learn({Y, usual().S}, Rng(3)).thresholds;
    const arma::fmat head = Y.head_cols(2);
    const auto few = quantiser.learn({head, usual().S}, Rng(3)).thresholds;
    CHECK(few == std::vector(all.begin(), all.begin() + 2));
  });
}

TEST_CASE("conformance: the order of the training samples does not matter to a quantiser") {
  const arma::fmat Y =
      make_hasher("pca+sbq").projection().learn(usual(), 6, Rng(1))->project(usual().X);
  Rng rng(4);
  std::vector<std::uint32_t> order(n), place(n);
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(order);
  arma::fmat turned(n, 6);
  NeighbourGraph S;
  for (std::uint32_t i = 0; i < n; ++i) place[order[i]] = i;
  for (std::uint32_t i = 0; i < n; ++i) {
    turned.row(i) = Y.row(order[i]);
    std::vector<std::uint32_t> list;
    for (const std::uint32_t j : usual().S[order[i]]) list.push_back(place[j]);
    std::sort(list.begin(), list.end());
    S.append(list);
  }
  for_each_quantiser([&](const Quantiser& quantiser) {
    const auto plain = quantiser.learn({Y, usual().S}, Rng(3));
    const auto other = quantiser.learn({turned, S}, Rng(3));
    for (std::size_t k = 0; k < 6; ++k) {
      for (std::size_t t = 0; t < plain.thresholds[k].size(); ++t) {
        CHECK(other.thresholds[k][t] == doctest::Approx(plain.thresholds[k][t]).epsilon(1e-6));
      }
    }
    const Codes before = plain.encode(Y), after = plain.encode(turned);
    for (std::size_t i = 0; i < n; ++i) CHECK(distance(after, i, before, order[i]) == 0);
  });
}

TEST_CASE("conformance: rows encoded one by one are as encoded together") {
  const arma::fmat Y =
      make_hasher("itq+sbq").projection().learn(usual(), 33, Rng(1))->project(usual().X);
  for_each_quantiser([&](const Quantiser& quantiser) {
    const Quantisation learned = quantiser.learn({Y, usual().S}, Rng(3));
    const Codes together = learned.encode(Y);
    for (std::size_t i = 0; i < n; ++i) {
      const Codes alone = learned.encode(arma::fmat(Y.row(i)));
      CHECK(std::equal(alone.words.begin(), alone.words.end(), together.code(i)));
    }
  });
}

TEST_CASE("conformance: a code says in which region each value lies") {
  const arma::fmat Y =
      make_hasher("lsh+sbq").projection().learn(usual(), 7, Rng(1))->project(usual().X);
  for_each_quantiser([&](const Quantiser& quantiser) {
    const Quantisation learned = quantiser.learn({Y, usual().S}, Rng(3));
    if (learned.codebook != Quantisation::Codebook::natural) return;
    const Codes codes = learned.encode(Y);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t digit = 0;
      for (std::size_t k = 0; k < 7; ++k) {
        const auto& t = learned.thresholds[k];
        if (t.empty()) continue;
        const auto region = std::count_if(
            t.begin(), t.end(), [&](double x) { return static_cast<double>(Y(i, k)) > x; });
        CHECK(codes.digit(i, digit++) == region);
      }
    }
  });
}

TEST_CASE("conformance: fewer samples than bits, a single one too, are learned from or refused") {
  for (const std::size_t few : {1u, 2u, 5u}) {
    const TrainingSet data = training_set(samples(12, few));
    CAPTURE(few);
    for_each_projection([&](const Projection& projection) {
      const std::size_t dims = std::min<std::size_t>(8, projection.max_dimensions(12, few));
      if (dims > 0) CHECK(learns_well(projection, data, dims));
    });
  }
}

TEST_CASE("conformance: constant features and samples all alike are learned from") {
  arma::fmat one_constant = samples(10, 60);
  one_constant.row(4).zeros();
  arma::fmat one_feature(10, 60, arma::fill::zeros);
  one_feature.row(2) = samples(10, 60).row(2);
  const arma::fmat zeros(10, 60, arma::fill::zeros), threes = zeros + 3.0f;
  const arma::fmat few(10, 6, arma::fill::zeros);
  for (const arma::fmat& X : {one_constant, one_feature, zeros, threes, few}) {
    const TrainingSet data = training_set(X);
    for_each_projection([&](const Projection& projection) {
      const std::size_t dims = std::min<std::size_t>(10, projection.max_dimensions(10, X.n_cols));
      CHECK(learns_well(projection, data, dims));
    });
  }
}

TEST_CASE("conformance: a single class, samples without classes and no neighbours are met") {
  TrainingSet one_class = usual();
  one_class.labels.single.assign(n, 4);
  one_class.S = class_neighbours(one_class.labels, testing::rows_below(n));
  TrainingSet no_class = usual();
  no_class.labels = {};
  no_class.labels.multi.zeros(3, n);
  no_class.S = class_neighbours(no_class.labels, testing::rows_below(n));
  TrainingSet own_class = usual();
  std::iota(own_class.labels.single.begin(), own_class.labels.single.end(), 0);
  own_class.S = class_neighbours(own_class.labels, testing::rows_below(n));
  for (const TrainingSet& data : {one_class, no_class, own_class}) {
    for_each_projection(
        [&](const Projection& projection) { CHECK(learns_well(projection, data, 8)); });
  }
}

TEST_CASE(
    "conformance: who learns from classes refuses samples without labels, others do not miss "
    "them") {
  TrainingSet bare = usual();
  bare.labels = {};
  for_each_projection([&](const Projection& projection) {
    const auto learn = [&] { projection.learn(bare, 8, Rng(1)); };
    if (projection.supervision() == Supervision::labels) {
      CHECK(error_of(learn).starts_with(projection.info().name + ": learns from classes, but "));
    } else {
      CHECK_NOTHROW(learn());
    }
  });
}

TEST_CASE("conformance: several classes a sample are learned from") {
  TrainingSet data = usual();
  data.labels = {};
  data.labels.multi.zeros(4, n);
  for (arma::uword i = 0; i < n; ++i) {
    data.labels.multi(i % 4, i) = 1;
    if (i % 5 == 0) data.labels.multi((i + 1) % 4, i) = 1;
  }
  data.S = class_neighbours(data.labels, testing::rows_below(n));
  for_each_projection(
      [&](const Projection& projection) { CHECK(learns_well(projection, data, 8)); });
}

TEST_CASE("conformance: an observer is told how far learning is, may end it, and changes nothing") {
  for_each_projection([](const Projection& projection) {
    std::size_t calls = 0;
    bool in_range = true;
    const Observer counting{[&](std::string_view what, std::size_t done, std::size_t total) {
      ++calls;
      in_range = in_range && done <= total && !what.empty();
    }};
    const arma::fmat Y = projection.learn(usual(), 9, Rng(3), counting)->project(usual().X);
    CHECK(in_range);
    CHECK(arma::approx_equal(Y, projection.learn(usual(), 9, Rng(3))->project(usual().X), "absdiff",
                             0));
    const Observer stopping{[](std::string_view, std::size_t, std::size_t) { throw Stopped(); }};
    bool stopped = false;
    try {
      projection.learn(usual(), 9, Rng(3), stopping);
    } catch (const Stopped&) {
      stopped = true;
    }
    CHECK(stopped == (calls > 0));
  });
}

TEST_CASE("conformance: two values and repeated values are quantised") {
  arma::fmat Y(60, 3);
  for (arma::uword i = 0; i < 60; ++i) {
    Y(i, 0) = i % 2 == 0 ? -1.0f : 1.0f;
    Y(i, 1) = i == 0 ? 5.0f : 0.0f;
    Y(i, 2) = static_cast<float>(i % 3);
  }
  for_each_quantiser([&](const Quantiser& quantiser) {
    const NeighbourGraph S = training_set(arma::fmat(Y.t())).S;
    CHECK(is_quantisation(quantiser, quantiser.learn({Y, S}, Rng(1)), 3));
  });
}

TEST_CASE("conformance: extreme values are learned from or refused, never nonsense") {
  for (const float scale : {1e-30f, 1e-22f, 1e-21f, 1e-12f, 1e12f, 1e18f, 1e30f}) {
    const TrainingSet data = training_set(arma::fmat(samples(12, 40) * scale));
    CAPTURE(scale);
    for_each_projection([&](const Projection& projection) {
      try {
        const bool well = learns_well(projection, data, 8);  // CHECK would catch what it throws
        CHECK(well);
      } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::numerical);
      }
    });
  }
}

TEST_CASE("conformance: NaN or infinity in the training data ends in an error") {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (const arma::uword sample : {0u, 30u, 99u}) {
      arma::fmat X = samples(12, 100);
      X(5, sample) = bad;
      const TrainingSet data = training_set(X);
      for_each_projection([&](const Projection& projection) {
        for_each_quantiser([&](const Quantiser& quantiser) {
          CHECK_THROWS_AS(
              {
                const arma::fmat Y = projection.learn(data, 8, Rng(1))->project(data.X);
                quantiser.learn({Y, data.S}, Rng(1));
              },
              Error);
        });
      });
    }
  }
}

}  // namespace hashlab::conformance_test
