// What poolings can tell apart, on bags of local descriptors that are drawn so that it is known: a
// quarter by averages, a half by products, everything by products of words.

#include "hashers/networks/network_projection.h"
#include "hashers/projections/parts/supervised.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace hashlab::pooling_order_test {

using namespace hashers;

namespace {

constexpr std::size_t bags = 6000, learned = 4000, locations = 16, c = 9;

/// Eight classes of three bits a, b, c: see scripts/drawn_bags.
TrainingSet drawn_bags() {
  Rng rng = Rng(1).stream("bags");
  TrainingSet data;
  data.X.set_size(c * locations, bags);
  for (arma::uword i = 0; i < bags; ++i) {
    const auto of_class = static_cast<int>(i % 8);
    data.labels.single.push_back(of_class);
    const auto bit = [&](int k) { return (of_class >> k & 1) == 1 ? 1.0 : -1.0; };
    for (std::size_t l = 0; l < locations; ++l) {
      arma::vec x(c);
      const std::uint64_t k = rng.below(4);
      const double t = k < 2 ? 1 : -1, r = rng.normal(), q = rng.normal();
      for (arma::uword j = 0; j < 4; ++j) x(j) = (j == k ? 1.5 : 0) + .1 * rng.normal();
      x(4) = .5 * bit(0) + .7 * rng.normal();
      x(5) = r;
      x(6) = bit(1) * r + .5 * rng.normal();
      x(7) = q;
      x(8) = bit(2) * t * q + .5 * rng.normal();
      data.X.submat(c * l, i, c * l + c - 1, i) =
          arma::conv_to<arma::fvec>::from(arma::normalise(x));
    }
  }
  return data;
}

/// Softmax regression of the classes Y (n x C) on A (n x K), by gradient descent: K x C.
arma::mat softmax_regression(const arma::mat& A, const arma::mat& Y) {
  const auto n = static_cast<double>(A.n_rows);
  arma::mat W(A.n_cols, Y.n_cols, arma::fill::zeros);
  const double step = 4 * n / arma::norm(A.t() * A, 2);
  for (int k = 0; k < 2000; ++k) {
    arma::mat P = A * W;
    P.each_col() -= arma::max(P, 1);
    P = arma::normalise(arma::exp(P), 1, 1);
    W -= step / n * A.t() * (P - Y);
  }
  return W;
}

/// Share of the bags that were not learned from whose class a linear classifier on the outputs
/// finds, as the last layer of the network that learned them would.
double accuracy(const TrainingSet& all, const std::map<std::string, std::string>& pool, int seed) {
  TrainingSet data;
  data.X = all.X.head_cols(learned);
  data.labels.single.assign(all.labels.single.begin(), all.labels.single.begin() + learned);
  const auto method = network_projection("softmax");
  Options options;
  method->describe(options);
  std::map<std::string, std::string> settings = {
      {"network", "bag"}, {"unit", "no"},   {"output-norm", "yes"}, {"rate", ".01"},
      {"epochs", "20"},   {"batch", "100"}, {"input", "plain"},     {"decay", "0"}};
  settings.insert(pool.begin(), pool.end());
  for (const auto& [name, value] : settings) options.set(name, value);
  const Rng rng(static_cast<std::uint64_t>(seed));
  arma::mat Y = arma::conv_to<arma::mat>::from(method->learn(data, 16, rng)->project(all.X));
  Y.insert_cols(Y.n_cols, arma::mat(bags, 1, arma::fill::ones));
  const arma::mat W = softmax_regression(Y.head_rows(learned), class_indicators(data.labels));
  const arma::uvec found = arma::index_max(arma::mat(Y.tail_rows(bags - learned) * W), 1);
  std::size_t right = 0;
  for (arma::uword i = 0; i < found.n_elem; ++i) {
    right += static_cast<int>(found(i)) == all.labels.single[learned + i];
  }
  return static_cast<double>(right) / static_cast<double>(found.n_elem);
}

struct Band {
  std::map<std::string, std::string> pool;
  double least, most;
};

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("poolings: averages see a quarter, products a half, products of words everything") {
    const TrainingSet all = drawn_bags();
    const Band bands[] = {{{{"pool", "average"}}, .23, .29},
                          {{{"pool", "bilinear"}}, .47, .53},
                          {{{"pool", "rank-one"}}, .47, .53},
                          {{{"pool", "jcf"}, {"codebook", "4"}, {"rank", "1"}}, .965, .995},
                          {{{"pool", "jcf"}, {"codebook", "4"}, {"rank", "2"}}, .98, 1},
                          {{{"pool", "jcf"}, {"codebook", "4"}}, .985, 1}};
    for (const Band& band : bands) {
      for (int seed = 1; seed <= 3; ++seed) {
        const double found = accuracy(all, band.pool, seed);
        CAPTURE(band.pool.at("pool"));
        CAPTURE(band.pool.contains("rank"));
        CAPTURE(seed);
        CHECK(found > band.least);
        CHECK(found < band.most);
        MESSAGE(found);
      }
    }
  }
}

}  // namespace hashlab::pooling_order_test
