#include "splits/audit/audit_features.h"
#include "lib/data/centre.h"
#include "lib/rng.h"
#include "splits/audit/audit.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::audit_features_test {

using namespace splits;

namespace {

Rows from_to(std::uint32_t first, std::uint32_t end) {
  Rows rows(end - first);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

AuditedFeatures source_of(const Features& X) {
  return {X.n_cols, X.n_rows, [&X](std::size_t first, std::size_t count) {
            return Features(X.cols(first, first + count - 1));
          }};
}

/// Columns far from 0, of spreads from a tenth to ten.
Features spread_out(std::size_t n) {
  const arma::fvec offset = {4, -3, 40}, scale = {0.1F, 1, 10};
  Rng rng = Rng(1).stream("mean origin");
  Features X(3, n);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword k = 0; k < 3; ++k) {
      X(k, i) = offset[k] + scale[k] * static_cast<float>(rng.normal());
    }
  }
  return X;
}

Split five_parts() {
  Split split;
  split.test_queries = from_to(0, 100);
  split.training = from_to(100, 200);
  split.validation_queries = from_to(200, 250);
  split.validation_database = from_to(250, 350);
  split.test_database = from_to(350, 900);
  return split;
}

struct Origin {
  std::string rows = {}, kind = {};
  std::size_t count = 0;
  bool operator==(const Origin&) const = default;
};

Origin origin_of(const Features& X, const Split& split, RankedRows ranked, const arma::fvec& mean) {
  const MeanOrigin found = mean_origin(source_of(X), split, ranked, mean);
  if (found.leaks.empty()) return {found.rows, "", 0};
  CHECK(found.leaks.size() == 1);
  CHECK(found.leaks[0].of == found.leaks[0].count);
  CHECK(found.leaks[0].what == "held-out rows");
  return {found.rows, found.leaks[0].kind, found.leaks[0].count};
}

}  // namespace

TEST_CASE("mean origin: of every union of parts the mean is recognised, and what leaks by it") {
  const Features X = spread_out(1000);
  const Split split = five_parts();
  const auto origin = [&](const Rows& rows, RankedRows ranked = RankedRows::held_out) {
    return origin_of(X, split, ranked, mean_of_rows(X, rows));
  };
  CHECK(origin(from_to(100, 200)) == Origin{"the training rows"});
  CHECK(origin(from_to(100, 350)) == Origin{"the training and validation rows"});
  CHECK(origin(from_to(100, 900)) ==
        Origin{"every row but the test queries", "mean-over-database", 550});
  CHECK(origin(from_to(100, 900), RankedRows::any) == Origin{"every row but the test queries"});
  CHECK(origin(from_to(350, 900)) == Origin{"the database", "mean-over-database", 550});
  CHECK(origin(from_to(0, 200)) ==
        Origin{"the test queries and training rows", "mean-over-queries", 100});
  CHECK(origin(from_to(0, 900)) == Origin{"every row of every part", "mean-over-everything", 650});
  CHECK(origin(from_to(0, 900), RankedRows::any) ==
        Origin{"every row of every part", "mean-over-everything", 100});
  CHECK(origin(from_to(0, 1000)) == Origin{"every row", "mean-over-everything", 650});
}

TEST_CASE("mean origin: a mean that is off in one column is nobody's") {
  const Features X = spread_out(1000);
  const Split split = five_parts();
  const arma::fvec spread = {0.1F, 1, 10};
  for (arma::uword k = 0; k < 3; ++k) {
    CAPTURE(k);
    arma::fvec mean = mean_of_rows(X, split.training);
    mean[k] += 0.5F * spread[k];
    CHECK(origin_of(X, split, RankedRows::held_out, mean) == Origin{});
    mean[k] -= 0.4999F * spread[k];  // 1e-4 standard deviations are too many
    CHECK(origin_of(X, split, RankedRows::held_out, mean) == Origin{});
  }
  Split without_database = split;
  without_database.test_database.clear();
  arma::fvec mean = mean_of_rows(X, split.training);
  mean[1] += 1;
  CHECK(origin_of(X, without_database, RankedRows::held_out, mean) == Origin{});
}

TEST_CASE("mean origin: small features are told apart as well as large ones") {
  Features X = spread_out(1000);
  X *= 0x1.0p-20F;
  const Split split = five_parts();
  CHECK(origin_of(X, split, RankedRows::held_out, mean_of_rows(X, split.training)) ==
        Origin{"the training rows"});
  CHECK(origin_of(X, split, RankedRows::held_out, arma::fvec(3, arma::fill::zeros)) == Origin{});
}

TEST_CASE("mean origin: features that do not vary have no origin, whatever the mean") {
  Features X(2, 900);
  X.fill(0.5F);
  for (const float value : {0.5F, 0.7F}) {
    CHECK(origin_of(X, five_parts(), RankedRows::held_out, arma::fvec{value, value}) == Origin{});
  }
}

TEST_CASE("mean origin: of means that are the same to the last bit the most innocent is named") {
  Features X(1, 20);
  for (arma::uword i = 0; i < 20; ++i) X(0, i) = i % 2 == 0 ? 1.0F : -1.0F;
  Split split;
  split.test_queries = from_to(0, 2);
  split.training = from_to(2, 12);
  split.test_database = from_to(12, 20);
  CHECK(origin_of(X, split, RankedRows::held_out, arma::fvec{0}) == Origin{"the training rows"});
  // Now no union of parts but that of all has the mean 0.
  split.test_queries = {0};
  split.training = {1, 3, 5};
  split.test_database = {2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  CHECK(origin_of(X, split, RankedRows::held_out, arma::fvec{0}) ==
        Origin{"every row of every part", "mean-over-everything", 17});
}

TEST_CASE("mean origin: a mean of nearly all is no leak where those that may be used are as near") {
  // Mean 0 and deviation 1; without row 0 the mean is 1 / 19,999, about 5e-5.
  Features X(1, 20000);
  for (arma::uword i = 0; i < 20000; ++i) X(0, i) = i % 2 == 0 ? -1.0F : 1.0F;
  Split split;
  split.test_queries = {0};
  split.training = from_to(1, 20000);
  const auto origin = [&](float mean) {
    return origin_of(X, split, RankedRows::any, arma::fvec{mean});
  };
  // 2e-5 from the one and 7e-5 from the other; then 4e-6 and 5.4e-5.
  const std::string rows = "the test queries and training rows";
  CHECK(origin(-2e-5F) == Origin{rows});
  CHECK(origin(-4e-6F) == Origin{rows, "mean-over-queries", 1});
}

TEST_CASE("feature facts: the spread is the root mean square distance of two rows") {
  // Variances 1 and 4, of two rows drawn independently: sqrt(2 * 5).
  Features X = {{10, 12}, {-4, 0}};
  CHECK(feature_facts(source_of(X)).spread == doctest::Approx(std::sqrt(10.0)).epsilon(1e-12));
  X *= 0.125F;
  CHECK(feature_facts(source_of(X)).spread == doctest::Approx(std::sqrt(10.0) / 8).epsilon(1e-12));
}

TEST_CASE("near queries: each is found, at the very distance, in any number of queries") {
  for (const std::uint32_t m : {1u, 511u, 512u, 513u}) {
    CAPTURE(m);
    Features X(1, 2 * m);
    for (std::uint32_t i = 0; i < m; ++i) {
      X(0, i) = static_cast<float>(i);
      X(0, m + i) = static_cast<float>(i) + 0.25F;
    }
    Split split;
    split.test_queries = from_to(0, m);
    split.test_database = from_to(m, 2 * m);
    const auto near = near_queries(source_of(X), {&split}, 0.25, 1);
    REQUIRE(near.size() == 1);
    REQUIRE(near[0].size() == 1);
    CHECK(near[0][0].of == Part::queries);
    CHECK(near[0][0].in == Part::database);
    CHECK(near[0][0].rows == split.test_queries);
    CHECK(near_queries(source_of(X), {&split}, 0.24, 1)[0].empty());
  }
}

TEST_CASE("feature facts: no row is read that is not there") {
  // What is read ends within X, whose next row equals the first.
  Features X = {{1, 2, 1}, {3, 4, 3}};
  const AuditedFeatures two = {2, 2, [&X](std::size_t first, std::size_t count) {
                                 return Features(X.colptr(first), 2, count, false, true);
                               }};
  CHECK(feature_facts(two).equal.groups.empty());
  CHECK(feature_facts(source_of(X)).equal.groups == std::vector<Rows>{{0, 2}});
}

}  // namespace hashlab::audit_features_test
