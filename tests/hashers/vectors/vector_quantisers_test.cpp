// Quantisers that code vectors as a whole: most tests walk the registry.

#include "hashers/vector_quantiser.h"

#include "hashers/model.h"
#include "hashers/registry.h"
#include "hashers/vectors/parts/coded_part.h"
#include "hashers/vectors/parts/grid_code.h"
#include "hashers/vectors/parts/grid_coder.h"
#include "hashers/vectors/parts/stored_scalar.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/rng.h"
#include "tests/support/kernels.h"
#include "tests/support/model_parts.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::vector_quantisers_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 300, d = 24, bits = 200;

const Dataset& data() {
  static const Dataset dataset = small_dataset(n, d);
  return dataset;
}

Model learn(const std::string& name, std::size_t of_bits = bits) {
  const arma::fvec mean = arma::mean(data().features, 1);
  TrainingSet training{data().features, class_neighbours(data().labels, rows_below(n)),
                       data().labels};
  training.X.each_col() -= mean;
  Model model = learn_model(make_hasher(name), of_bits, training, mean, Rng(1), Rng(2));
  model.origin = {"small", "c0ffee", "5eed", "none", n, 1};
  return model;
}

/// Every quantiser of vectors after a projection that suits it, and settings that change what is
/// stored or how queries are rounded.
std::vector<std::string> methods() {
  return {"haar+rabitq",
          "haar+rabitq:bits=3,scalars=length+factor,scalar=half,query=6",
          "pca+rabitq:bits=2,rotate=yes,scalars=none,code=fast",
          "pca+poured",
          "pca+poured:scalars=length+factor,query=4,scalar=float",
          "haar+eden:bits=3",
          "haar+eden:bits=2,scaling=one,scalar=half",
          "haar+eden:bits=4,scaling=least-error,scalar=float",
          "haar+turboquant-prod:bits=3",
          "raw+turboquant-prod:bits=1,S=orthogonal,scalar=float",
          "raw+osq:bits=4",
          "haar+osq:bits=2,scalar=float",
          "raw+lvq:bits=6",
          "raw+pq",
          "raw+opq:updates=3"};
}

std::vector<double> estimates_of(const Model& model, const Codes& items, const Features& query) {
  const Estimates estimates(model.ask(query), items, model.quantisation.numbers(items));
  std::vector<double> found(items.n);
  estimates.of_query(0, found);
  return found;
}

double squared_distance_of(const Features& X, std::size_t a, std::size_t b) {
  return double{arma::accu(arma::square(X.col(a) - X.col(b)))};
}

}  // namespace

TEST_CASE("vector quantisers: every one of the registry is tested here") {
  for (const auto& quantiser : quantisers::of_vectors()) {
    const std::string name = "+" + quantiser->info().name;
    const std::vector<std::string> tested = methods();
    CAPTURE(name);
    CHECK(std::any_of(tested.begin(), tested.end(), [&](const std::string& method) {
      return (method + ":").find(name + ":") != std::string::npos;
    }));
    CHECK(quantiser->codes_vectors());
    CHECK_FALSE(quantiser->info().source.empty());
  }
}

TEST_CASE("vector quantisers: a code and its scalars take no more than the bits of a code") {
  for (const std::string& name : methods()) {
    for (const std::size_t of_bits : {104u, 200u}) {
      CAPTURE(name);
      CAPTURE(of_bits);
      const CodeFormat format = learn(name, of_bits).quantisation.format();
      CHECK(format.by_estimate);
      CHECK(format.bits + 8 * format.scalar_bytes <= of_bits);
      CHECK(format.bits > 0);
      CHECK_FALSE(format.hamming());
    }
  }
}

TEST_CASE("vector quantisers: most of the true neighbours are among those of the estimates") {
  for (const std::string& name : methods()) {
    CAPTURE(name);
    const Model model = learn(name);
    const Codes items = model.encode(data().features);
    double shared = 0;
    for (std::size_t q = 0; q < 30; ++q) {
      const auto estimated = estimates_of(model, items, data().features.col(q));
      std::vector<double> exact(n);
      for (std::size_t i = 0; i < n; ++i) exact[i] = squared_distance_of(data().features, q, i);
      const arma::uvec a = arma::stable_sort_index(arma::vec(estimated)),
                       b = arma::stable_sort_index(arma::vec(exact));
      shared += static_cast<double>(
          arma::uvec(arma::intersect(arma::uvec(a.head(10)), arma::uvec(b.head(10)))).n_elem);
    }
    CHECK(shared / 300 > 0.2);  // by chance it would be 0.03
  }
}

TEST_CASE("vector quantisers: codes do not depend on how the samples are divided") {
  for (const std::string& name : methods()) {
    CAPTURE(name);
    const Model model = learn(name);
    const arma::fmat Y = model.projector->project(data().features.each_col() - model.mean);
    const Codes whole = model.quantisation.encode(Y);
    const Codes last = model.quantisation.encode(Y.tail_rows(7));
    for (std::size_t i = 0; i < 7; ++i) {
      const std::size_t at = n - 7 + i;
      CHECK(std::equal(last.code(i), last.code(i) + last.n_words(), whole.code(at)));
      CHECK(std::equal(last.scalars_of(i), last.scalars_of(i) + last.format.scalar_bytes,
                       whole.scalars_of(at)));
    }
  }
}

TEST_CASE("vector quantisers: a model from a file gives the same codes and estimates") {
  const Features queries = small_dataset(5, d).features * 1.2F;
  for (const std::string& name : methods()) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const Model model = learn(name);
    write_model(folder / "m.h5", model);
    const Model again = read_model(folder / "m.h5");
    const Codes codes = model.encode(queries), same = again.encode(queries);
    CHECK(codes.format == same.format);
    CHECK(codes.words == same.words);
    CHECK(codes.scalars == same.scalars);
    CHECK(estimates_of(model, codes, queries.col(0)) == estimates_of(again, same, queries.col(0)));
  }
}

TEST_CASE("vector quantisers: kernels add up what queries of signed digits ask, to the same bits") {
  for (const std::string& name : methods()) {
    const Model model = learn(name);
    const Codes items = model.encode(data().features);
    const Asked asked = model.ask(data().features.head_cols(3));
    const ItemNumbers numbers = model.quantisation.numbers(items);
    CAPTURE(name);
    const bool signed_digits = name.find("query=") != std::string::npos;
    for (const Kernel* kernel : supported_kernels()) {
      const Estimates estimates(asked, items, numbers, *kernel);
      CHECK((estimates.summed() != nullptr) == signed_digits);
      std::vector<double> found(items.n);
      bool equal = true;
      for (std::size_t q = 0; q < 3; ++q) {
        estimates.of_query(q, found);
        for (std::size_t i = 0; i < items.n; ++i) {
          equal = equal && found[i] == estimate(asked, q, items, i, numbers);
        }
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("vector quantisers: a damaged state is refused in one line") {
  for (const std::string& name : methods()) {
    const TemporaryFolder folder;
    const std::string path = folder / "m.h5";
    write_model(path, learn(name));
    const ModelParts parts = model_parts(path);
    for (const auto& entry : parts.arrays) {
      const std::string& array = entry.first;
      const arma::mat& values = entry.second;
      if (!array.starts_with("/quantiser/")) continue;
      CAPTURE(name);
      CAPTURE(array);
      ModelParts damaged = parts;
      damaged.arrays[array] = arma::mat(values.n_rows + 1, values.n_cols, arma::fill::ones);
      write_model_parts(path, damaged);
      const std::string message = error_of([&] { read_model(path); });
      CHECK(message != "no error");
      CHECK(message.find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("vector quantisers: a sample at the centre, equal samples and a query of zeros") {
  for (const std::string& name : methods()) {
    CAPTURE(name);
    const Model model = learn(name);
    Features X = data().features.head_cols(3);
    X.col(0) = model.mean;  // all its coordinates are 0
    X.col(1) = model.mean + 1.0F;
    const Codes items = model.encode(X);
    for (const std::size_t q : {0u, 1u, 2u}) {
      for (const double estimate : estimates_of(model, items, X.col(q))) {
        CHECK(std::isfinite(estimate));
      }
    }
    const Features same = arma::repmat(data().features.col(0), 1, 20);
    TrainingSet constant{same, {}, {}};
    constant.X.each_col() -= same.col(0);
    constant.S.offsets.resize(21);
    const Hasher hasher = make_hasher("raw+" + name.substr(name.find('+') + 1));
    const Model of_same =
        learn_model(hasher, bits, constant, arma::fvec(same.col(0)), Rng(1), Rng(2));
    for (const double estimate : estimates_of(of_same, of_same.encode(same), X.col(2))) {
      CHECK(std::isfinite(estimate));
    }
  }
}

TEST_CASE("vector quantisers: too few bits, two views and values that are not finite are refused") {
  CHECK(error_of([] { learn("haar+rabitq", 8); }) != "no error");
  CHECK(error_of([] { learn("haar+osq", 48); }) != "no error");
  CHECK(error_of([] { learn("raw+pq", 7); }) != "no error");
  CHECK(error_of([] { make_hasher("cvh+rabitq"); }) == Contains("not of a cross-modal method"));
  CHECK(error_of([] { make_hasher("haar+rabitk"); }) == Contains("did you mean 'rabitq'?"));
  Features X = data().features;
  X(0, 0) = std::numeric_limits<float>::quiet_NaN();
  TrainingSet training{X, {}, {}};
  training.S.offsets.resize(n + 1);
  const arma::fvec zeros(d, arma::fill::zeros);
  CHECK(error_of([&] {
          learn_model(make_hasher("haar+rabitq"), bits, training, zeros, Rng(1), Rng(2));
        }) == Contains("not finite"));
  const Model model = learn("haar+rabitq");
  CHECK(error_of([&] { model.ask(X.col(0)); }) == Contains("not finite"));
  CHECK(error_of([&] { model.quantisation.ask(arma::fmat(1, 3)); }) ==
        Contains("3 hash dimensions"));
}

TEST_CASE("vector quantisers: more bits than dimensions give longer codes of 'haar' alone") {
  const Model longer = learn("haar+rabitq", 200);
  CHECK(longer.quantisation.format().bits == 192);
  CHECK(learn("raw+opq:updates=1", 800).quantisation.format().bits == 8 * d);
  CHECK(make_hasher("pca+rabitq").dimensions(200, d) == d);
  CHECK(learn("pca+rabitq:bits=2", 200).quantisation.format().bits == 2 * d);
}

TEST_CASE("vector quantisers: scalars tell vectors of one direction apart by their lengths") {
  const auto estimates = [](const std::string& settings) {
    const Quantisation by = learn("haar+rabitq:bits=4," + settings, 200).quantisation;
    arma::fmat Y(2, by.dimensions());
    Rng rng(9);
    for (float& y : Y) y = static_cast<float>(rng.normal());
    Y.row(1) = 8 * Y.row(0);  // exact, so the digits are equal
    const Codes items = by.encode(Y);
    std::vector<double> found(2);
    Estimates(by.ask(Y.row(1)), items, by.numbers(items)).of_query(0, found);
    return found;
  };
  const std::vector<double> with = estimates("scalar=float,scalars=length+factor"),
                            without = estimates("scalars=none");
  CHECK(with[1] < with[0] / 4);
  CHECK(without[0] == without[1]);
}

TEST_CASE("vector quantisers: estimates of RaBitQ are unbiased, and the error bound holds") {
  constexpr std::size_t D = 64, draws = 400;
  Rng rng(7);
  std::vector<double> r(D), s(D);
  for (std::size_t k = 0; k < D; ++k) r[k] = rng.normal();
  for (std::size_t k = 0; k < D; ++k) s[k] = 0.3 * r[k] + rng.normal();
  double exact = 0, length = 0, query = 0;
  for (std::size_t k = 0; k < D; ++k) {
    exact += r[k] * s[k];
    length += r[k] * r[k];
    query += s[k] * s[k];
  }
  for (const std::size_t b : {1u, 2u, 4u}) {
    CAPTURE(b);
    const std::vector<std::uint8_t> widths(D, static_cast<std::uint8_t>(b));
    double sum = 0, squares = 0, relative = 0;
    std::size_t outside = 0;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const arma::mat P = haar_matrix(D, Rng(100 + draw));
      const arma::vec turned_r = P * arma::vec(r), turned_s = P * arma::vec(s);
      const std::vector<double> a(turned_r.begin(), turned_r.end()),
          q(turned_s.begin(), turned_s.end());
      const auto digits = nearest_grid_point(a, widths).digits;
      const double f = unbiasing_factor(length, dot_with_grid(a, digits, widths));
      const double error = f * dot_with_grid(q, digits, widths) - exact;
      const double of_point =
          std::sqrt(static_cast<double>(four_squared_length(digits, widths))) / 2;
      const double g = std::sqrt(length) / (f * of_point);
      sum += error;
      squares += error * error;
      // The part of s that is orthogonal to r has a uniform direction.
      const double across = query - exact * exact / length;
      relative += error * error * (D - 1) / (length * across * (1 - g * g) / (g * g));
      outside += std::abs(error) > half_width(std::sqrt(length), std::sqrt(query), g, D, 1.9);
    }
    const double mean = sum / draws, deviation = std::sqrt(squares / draws);
    CHECK(std::abs(mean) < 4 * deviation / std::sqrt(double{draws}));
    CHECK(std::abs(relative / draws - 1) < 4 * std::sqrt(2.0 / draws));
    CHECK(outside >= draws / 100);  // about one of twenty is outside
    CHECK(outside <= draws / 10);
  }
}

TEST_CASE("vector quantisers: the error bound of estimated distances holds for coded samples") {
  for (const std::string name :
       {"haar+rabitq:scalar=float", "haar+rabitq:bits=3,scalars=length+factor,scalar=float",
        "haar+rabitq:bits=4", "pca+poured:scalar=float"}) {
    CAPTURE(name);
    const Model model = learn(name, 144);
    const Codes items = model.encode(data().features);
    const Features queries = data().features.head_cols(40) * 1.1F;
    const Estimates estimates(model.ask(queries), items, model.quantisation.numbers(items));
    REQUIRE(estimates.bounded());
    std::vector<double> found(n);
    double outside = 0, relative = 0;
    for (std::size_t q = 0; q < 40; ++q) {
      estimates.of_query(q, found);
      for (std::size_t i = 0; i < n; ++i) {
        const double exact =
            double{arma::accu(arma::square(queries.col(q) - data().features.col(i)))};
        const double half_width = estimates.half_width(q, i);
        CHECK(half_width >= 0);
        outside += std::abs(found[i] - exact) > 1.9 * half_width ? 1 : 0;
        relative += half_width / exact;
      }
    }
    CHECK(outside / (40 * n) < 0.12);  // about 0.055 for normal errors
    CHECK(relative / (40 * n) < 0.5);  // it is not held by being wide
  }
  // A bound of what is not coded does not exist.
  for (const std::string name : {"haar+rabitq:bits=8", "raw+pq", "raw+osq", "pca+poured"}) {
    CAPTURE(name);
    const Model model = learn(name, name == "pca+poured" ? 16 : 100);
    const Codes items = model.encode(data().features);
    CHECK(model.quantisation.numbers(items).spread.empty());
  }
}

TEST_CASE("vector quantisers: the mean cosine of one-bit codes is that of the formula") {
  constexpr std::size_t D = 128, draws = 500;
  Rng rng(3);
  const std::vector<std::uint8_t> widths(D, 1);
  double sum = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<double> r(D);
    double length = 0;
    for (double& x : r) {
      x = rng.normal();
      length += x * x;
    }
    sum += dot_with_grid(r, nearest_grid_point(r, widths).digits, widths) /
           (std::sqrt(length) * std::sqrt(D / 4.0));
  }
  CHECK(sum / draws == doctest::Approx(0.79944).epsilon(0.005));
}

TEST_CASE("vector quantisers: half precision rounds to even and does not overflow") {
  CHECK(half_bits(0) == 0);
  CHECK(half_bits(-0.0) == 0x8000);
  CHECK(half_bits(1) == 0x3c00);
  CHECK(half_bits(-2) == 0xc000);
  CHECK(half_bits(65504) == 0x7bff);
  CHECK(half_bits(1e9) == 0x7bff);
  CHECK(half_bits(2049) == 0x6800);
  CHECK(half_bits(2051) == 0x6802);
  CHECK(half_bits(std::ldexp(1, -24)) == 1);
  CHECK(half_bits(std::ldexp(1023.6, -24)) == 0x0400);  // the carry into the exponent
  for (std::uint32_t bits_of_half = 0; bits_of_half < 0x7c00; ++bits_of_half) {
    const auto half = static_cast<std::uint16_t>(bits_of_half);
    REQUIRE(half_bits(from_half_bits(half)) == half);
  }
  const StoredScalar scalar(ScalarSize::half, std::vector<double>{1e6});
  std::uint8_t bytes[2] = {};
  scalar.put(1e6, bytes);
  CHECK(scalar.get(bytes) == doctest::Approx(1e6).epsilon(1e-3));
}

}  // namespace hashlab::vector_quantisers_test
