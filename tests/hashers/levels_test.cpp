#include "hashers/levels.h"

#include "hashers/model.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/relevance/class_labels.h"
#include "lib/rng.h"
#include "tests/support/model_parts.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::levels_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 120, d = 24;

const Dataset& data() {
  static const Dataset dataset = small_dataset(n, d);
  return dataset;
}

Model learn(const std::string& name, std::size_t bits) {
  const arma::fvec mean = arma::mean(data().features, 1);
  TrainingSet training{data().features, class_neighbours(data().labels, rows_below(n)),
                       data().labels};
  training.X.each_col() -= mean;
  Model model = learn_model(make_hasher(name), bits, training, mean, Rng(1), Rng(2));
  model.origin = {"small", "c0ffee", "5eed", "class", n, 1};
  return model;
}

}  // namespace

TEST_CASE("levels: the mean of the training values of a region; a value on a threshold is below") {
  Quantisation q;
  q.thresholds = {{0, 2, 4}, {1}};
  const arma::fmat Y = {{-1, 1}, {0, 3}, {1, 5}, {6, 7}, {8, 1}};
  const Quantisation with = with_levels(q, Y);
  CHECK(with.levels[0] == std::vector<double>{-0.5, 1, 4, 7});  // nobody is in 2 .. 4
  CHECK(with.levels[1] == std::vector<double>{1, 5});
  CHECK(with.thresholds == q.thresholds);
}

TEST_CASE("levels: empty regions get numbers between their neighbours, and those of the ends") {
  Quantisation q;
  q.thresholds = {{0, 1, 2, 3, 4, 5, 6}};
  const arma::fvec Y = {1.5F, 1.5F, 4.5F};
  CHECK(with_levels(q, Y).levels[0] == std::vector<double>{1.5, 1.5, 1.5, 2.5, 3.5, 4.5, 4.5, 4.5});
}

TEST_CASE("levels: estimates are squared distances to the levels, for every quantiser") {
  const Features queries = small_dataset(7, d).features * 1.3F;
  for (const auto& quantiser : quantisers::all()) {
    const std::string name = "pca+" + quantiser->info().name;
    CAPTURE(name);
    const Model model = learn(name, 12);
    const Codes items = model.encode(data().features);
    const arma::fmat y = model.quantisation.values(items);
    const arma::fmat s = model.projector->project(queries.each_col() - model.mean);
    const Estimates estimates(model.ask(queries), items, {.factors = {{}}});
    std::vector<double> found(items.n);
    for (std::size_t q = 0; q < queries.n_cols; ++q) {
      estimates.of_query(q, found);
      for (std::size_t i = 0; i < items.n; ++i) {
        double expected = 0;
        for (arma::uword k = 0; k < y.n_cols; ++k) {
          expected += std::pow(double{s(q, k)} - double{y(i, k)}, 2);
        }
        CHECK(found[i] == doctest::Approx(expected).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("levels: real queries find more of the true neighbours than codes of queries do") {
  const Model model = learn("pca+npq", 24);
  const Codes items = model.encode(data().features);
  const Estimates estimates(model.ask(data().features), items, {.factors = {{}}});
  std::vector<double> found(n);
  double by_values = 0, by_codes = 0;  // of 10 neighbours
  for (std::size_t q = 0; q < n; ++q) {
    estimates.of_query(q, found);
    std::vector<double> codes(n), exact(n);
    for (std::size_t i = 0; i < n; ++i) {
      codes[i] = distance(items, q, items, i);
      exact[i] = arma::accu(arma::square(data().features.col(q) - data().features.col(i)));
    }
    const auto shared = [&](const std::vector<double>& distances) {
      const arma::uvec a = arma::stable_sort_index(arma::vec(distances)),
                       b = arma::stable_sort_index(arma::vec(exact));
      return static_cast<double>(arma::intersect(a.head(11), b.head(11)).eval().n_elem);
    };
    by_values += shared(found);
    by_codes += shared(codes);
  }
  CHECK(by_values > by_codes);
}

TEST_CASE("levels: they are in the model's file; a file without them is read, but not asked") {
  const TemporaryFolder folder;
  for (const std::string name : {"pca+npq:thresholds=7", "pca+dbq", "pca+vbq", "lsh+sbq"}) {
    CAPTURE(name);
    const Model model = learn(name, 12);
    const std::string path = folder / "m.h5";
    write_model(path, model);
    const Model again = read_model(path);
    CHECK(again.quantisation.levels == model.quantisation.levels);
    ModelParts parts = model_parts(path);
    parts.arrays.erase("/levels");
    write_model_parts(path, parts);
    const Model old = read_model(path);
    CHECK(old.encode(data().features).words == model.encode(data().features).words);
    CHECK(error_of([&] { old.ask(data().features); }) == Contains("train it again"));
  }
}

TEST_CASE("levels: a damaged table of levels is refused") {
  const auto refused = [](auto change) {
    const TemporaryFolder folder;
    const std::string path = folder / "m.h5";
    write_model(path, learn("pca+vbq", 8));
    ModelParts parts = model_parts(path);
    change(parts.arrays["/levels"]);
    write_model_parts(path, parts);
    return error_of([&] { read_model(path); });
  };
  CHECK(refused([](arma::mat&) {}) == "no error");
  CHECK(refused([](arma::mat& levels) { levels.shed_row(0); }) == Contains("a level for each"));
  CHECK(refused([](arma::mat& levels) { levels.shed_col(0); }) == Contains("a level for each"));
  CHECK(refused([](arma::mat& levels) { levels(0, 0) = std::nan(""); }) == Contains("finite"));
}

TEST_CASE("levels: queries of other dimensions, or that are not finite, are refused") {
  const Model model = learn("pca+npq", 8);
  CHECK(error_of([&] { model.ask(Features(d + 1, 2, arma::fill::zeros)); }) ==
        Contains("the queries have 25 features, but the model was trained on 24"));
  Features X(d, 1, arma::fill::zeros);
  X(3, 0) = std::nanf("");
  CHECK(error_of([&] { model.ask(X); }) == Contains("not finite"));
  CHECK(error_of([&] { model.quantisation.ask(arma::fmat(1, 9)); }) ==
        Contains("9 hash dimensions, codes have 4"));
}

}  // namespace hashlab::levels_test
