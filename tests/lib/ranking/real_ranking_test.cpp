#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace hashlab::real_ranking_test {
namespace {

using namespace testing;

struct Problem {
  Features X;
  Rows queries, database;
  Relevance relevance;
};

// Features are whole numbers below `values`, so that a small number makes many ties.
Problem random_problem(std::size_t d, std::size_t n_queries, std::size_t n_database,
                       std::uint64_t values, Rng rng) {
  Problem p;
  p.X.set_size(d, n_queries + n_database);
  for (float& x : p.X) x = static_cast<float>(rng.below(values)) / 8;
  for (std::uint32_t row = 0; row < p.X.n_cols; ++row) {
    (row % 3 == 1 && p.queries.size() < n_queries ? p.queries : p.database).push_back(row);
  }
  p.relevance.n_database = p.database.size();
  for (std::uint32_t q = 0; q < p.queries.size(); ++q) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < p.database.size(); ++i) {
      if (rng.below(6) < q % 3) list.push_back(i);
    }
    p.relevance.lists.append(list);
    p.relevance.list_of_query.push_back(q);
  }
  return p;
}

// Distances by definition, one pair after the other.
double distance_of(const Problem& p, std::uint32_t a, std::uint32_t b, Similarity kind,
                   const arma::fvec& origin) {
  if (kind == Similarity::euclidean) return squared_distance(p.X, a, b);
  const auto scaled = [&](std::uint32_t row) {
    std::vector<double> x;
    double length = 0;
    for (arma::uword k = 0; k < p.X.n_rows; ++k) {
      x.push_back(double{p.X(k, row)} - (origin.is_empty() ? 0.0 : double{origin(k)}));
      length += x.back() * x.back();
    }
    for (double& value : x) value *= length == 0 ? 0 : 1 / std::sqrt(length);
    return x;
  };
  const std::vector<double> x = scaled(a), y = scaled(b);
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return std::max(0.0, 1 - sum);
}

// The same rankings as counts at every distinct distance of any query: a common scale, so that the
// metrics of codes apply.
RankCounts counts_at_every_distance(const Problem& p, Similarity kind, const arma::fvec& origin) {
  std::map<double, std::size_t> index;
  std::vector<std::vector<double>> D(p.queries.size());
  for (std::size_t q = 0; q < p.queries.size(); ++q) {
    for (const std::uint32_t row : p.database) {
      D[q].push_back(distance_of(p, p.queries[q], row, kind, origin));
      index[D[q].back()] = 0;
    }
  }
  std::size_t n = 0;
  for (auto& [distance, position] : index) position = n++;
  RankCounts counts;
  counts.n_queries = p.queries.size();
  counts.distances = CodeDistances{n};
  counts.all.resize(n * counts.n_queries);
  counts.relevant.resize(n * counts.n_queries);
  for (std::size_t q = 0; q < D.size(); ++q) {
    for (const double distance : D[q]) ++counts.all[q * n + index[distance]];
    for (const std::uint32_t item : p.relevance.of(q)) {
      ++counts.relevant[q * n + index[D[q][item]]];
    }
  }
  return counts;
}

const RealDistances& real_of(const RankCounts& counts) {
  return std::get<RealDistances>(counts.distances);
}

constexpr Similarity both[] = {Similarity::euclidean, Similarity::cosine};
bool is_pooled(const Metric& m) {
  return m.name.starts_with("auprc") && m.name != "auprc-macro";
}

}  // namespace

TEST_CASE("real-valued ranking: metrics equal those of counts at every distinct distance") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    const Problem p = random_problem(1 + seed % 5, 1 + seed % 9, 50 + seed, seed % 2 ? 4 : 1000,
                                     Rng(seed).stream("real"));
    const arma::fvec origin(p.X.n_rows, arma::fill::value(0.25f));
    for (const Similarity kind : both) {
      const RankCounts counts =
          real_rank_counts(p.X, p.queries, p.database, p.relevance, kind, origin);
      const RankCounts expected = counts_at_every_distance(p, kind, origin);
      for (const Metric& m : all_metrics()) {
        CAPTURE(m.name);
        if (m.by_code_distance || is_pooled(m)) continue;
        CHECK(m.value(counts) == doctest::Approx(m.value(expected)).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("real-valued ranking: pooled areas are exact where radii do not run together") {
  // Whole squared distances below 1024 have bins of their own.
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Problem p = random_problem(4, 7, 80, 8, Rng(seed).stream("pool"));
    p.X *= 8;
    const RankCounts counts =
        real_rank_counts(p.X, p.queries, p.database, p.relevance, Similarity::euclidean);
    const RankCounts expected = counts_at_every_distance(p, Similarity::euclidean, {});
    for (const Metric& m : all_metrics()) {
      CAPTURE(m.name);
      // Steps leave out radius 0, which only the pooled ranking is sure to have.
      if (!is_pooled(m) || m.name == "auprc-step" || m.name == "auprc-open") continue;
      CHECK(m.value(counts) == m.value(expected));
    }
  }
}

TEST_CASE("real-valued ranking: pooled areas of many distances are near those without bins") {
  const Problem p = random_problem(6, 40, 500, 100000, Rng(3).stream("fine"));
  for (const Similarity kind : both) {
    const RankCounts counts = real_rank_counts(p.X, p.queries, p.database, p.relevance, kind);
    const RankCounts expected = counts_at_every_distance(p, kind, {});
    for (const char* name : {"auprc", "auprc-anchored", "auprc-step", "auprc-open"}) {
      CAPTURE(name);
      const double exact = metric(name).value(expected);
      CHECK(std::abs(metric(name).value(counts) - exact) < 0.01 * exact);
    }
    const RealDistances& real = real_of(counts);
    CHECK(std::accumulate(real.pooled_all.begin(), real.pooled_all.end(), std::uint64_t{0}) ==
          40 * 500);
    CHECK(std::is_sorted(real.pooled_radius.begin(), real.pooled_radius.end()));
    CHECK(real.pooled_radius.front() == 0.0);
  }
}

TEST_CASE(
    "real-valued ranking: rows hold no empty ties and no irrelevant neighbours, O(relevant)") {
  const Problem p = random_problem(3, 9, 300, 6, Rng(8));
  const RankCounts counts =
      real_rank_counts(p.X, p.queries, p.database, p.relevance, Similarity::euclidean);
  REQUIRE(counts.real_valued());
  CHECK(counts.n_distances() == 0);
  REQUIRE(real_of(counts).offsets.size() == 10);
  for (std::size_t q = 0; q < 9; ++q) {
    const auto all = counts.all_of(q), relevant = counts.relevant_of(q);
    CHECK(all.size() <= 2 * p.relevance.of(q).size() + 1);
    CHECK(std::accumulate(all.begin(), all.end(), 0u) == 300);
    CHECK(std::accumulate(relevant.begin(), relevant.end(), 0u) == p.relevance.of(q).size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(all[i] > 0);
      CHECK(relevant[i] <= all[i]);
      if (i > 0) CHECK(relevant[i] + relevant[i - 1] > 0);
    }
  }
}

TEST_CASE("real-valued ranking: every kernel gives the same counts, whatever the sizes") {
  for (const std::size_t d : {1u, 7u, 64u}) {
    for (const std::size_t n : {1u, 15u, 16u, 17u, 200u}) {
      const Problem p = random_problem(d, 11, n + 5, 1 << 20, Rng(d * 1000 + n));
      for (const Similarity kind : both) {
        const RankCounts expected =
            real_rank_counts(p.X, p.queries, p.database, p.relevance, kind, {}, real_kernel_base);
        for (const RealKernel* kernel : all_real_kernels()) {
          if (!kernel->supported()) continue;
          CAPTURE(kernel->name);
          const RankCounts counts =
              real_rank_counts(p.X, p.queries, p.database, p.relevance, kind, {}, *kernel);
          CHECK(counts == expected);
        }
      }
    }
  }
}

TEST_CASE("real-valued ranking: an ignored item counts as if it were not in the database") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng(seed).stream("ignored");
    Problem p = random_problem(1 + seed % 4, 7, 60, seed % 2 == 0 ? 4 : 1000, rng.stream("points"));
    for (std::size_t q = 0; q < p.queries.size(); ++q) {
      std::vector<std::uint32_t> list;
      for (std::uint32_t i = 0; i < p.database.size(); ++i) {
        // Query 1 ignores everything, query 3 nothing, query 5 all that is relevant.
        const bool chosen = q == 5 ? is_relevant(p.relevance, q, i) : rng.below(4) == 0;
        if (q == 1 || (q != 3 && chosen)) list.push_back(i);
      }
      p.relevance.ignored.append(list);
    }
    const auto equal = [](std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    };
    for (const Similarity kind : both) {
      const RankCounts counts = real_rank_counts(p.X, p.queries, p.database, p.relevance, kind);
      std::map<double, std::uint64_t> all, relevant;  // pooled, by radius
      for (std::size_t q = 0; q < p.queries.size(); ++q) {
        Rows kept;
        std::vector<std::uint32_t> list;
        const auto ignored = p.relevance.ignored_by(q);
        for (std::uint32_t i = 0; i < p.database.size(); ++i) {
          if (std::binary_search(ignored.begin(), ignored.end(), i)) continue;
          if (is_relevant(p.relevance, q, i)) {
            list.push_back(static_cast<std::uint32_t>(kept.size()));
          }
          kept.push_back(p.database[i]);
        }
        Relevance relevance;
        relevance.n_database = kept.size();
        relevance.lists.append(list);
        relevance.list_of_query = {0};
        const RankCounts alone = real_rank_counts(p.X, {p.queries[q]}, kept, relevance, kind);
        CHECK(equal(counts.all_of(q), alone.all_of(0)));
        CHECK(equal(counts.relevant_of(q), alone.relevant_of(0)));
        const RealDistances& own = real_of(alone);
        for (std::size_t i = 0; i < own.pooled_radius.size(); ++i) {
          all[own.pooled_radius[i]] += own.pooled_all[i];
          relevant[own.pooled_radius[i]] += own.pooled_relevant[i];
        }
      }
      const RealDistances& real = real_of(counts);
      REQUIRE(real.pooled_radius.size() == all.size());
      for (std::size_t i = 0; i < real.pooled_radius.size(); ++i) {
        CHECK(real.pooled_all[i] == all[real.pooled_radius[i]]);
        CHECK(real.pooled_relevant[i] == relevant[real.pooled_radius[i]]);
      }
    }
  }
}

TEST_CASE("real-valued ranking: kernels sum the very numbers of the definition") {
  const std::size_t d = 37;
  Rng rng(4);
  for (const RealKernel* kernel : all_real_kernels()) {
    if (!kernel->supported()) continue;
    CAPTURE(kernel->name);
    Features X(d, kernel->queries + kernel->samples);
    for (float& x : X) x = static_cast<float>(rng.below(1 << 24)) * 1e-4f;
    std::vector<double> query(d * kernel->queries), sample(d * kernel->samples);
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t j = 0; j < kernel->queries; ++j) query[k * kernel->queries + j] = X(k, j);
      for (std::size_t i = 0; i < kernel->samples; ++i) {
        sample[k * kernel->samples + i] = X(k, kernel->queries + i);
      }
    }
    std::vector<double> squared(kernel->queries * kernel->samples), inner(squared.size());
    kernel->squared_distances(query.data(), sample.data(), d, squared.data());
    kernel->inner_products(query.data(), sample.data(), d, inner.data());
    for (std::uint32_t j = 0; j < kernel->queries; ++j) {
      for (std::uint32_t i = 0; i < kernel->samples; ++i) {
        const auto column = static_cast<std::uint32_t>(kernel->queries) + i;
        CHECK(squared[j * kernel->samples + i] == squared_distance(X, j, column));
        double sum = 0;
        for (std::size_t k = 0; k < d; ++k) sum += double{X(k, j)} * double{X(k, column)};
        CHECK(inner[j * kernel->samples + i] == sum);
      }
    }
  }
}

TEST_CASE("real-valued ranking: by Euclidean distance an epsilon ball is ranked first, exactly") {
  const Dataset data = small_dataset(400, 12);
  Rows queries(60), database(340);
  std::iota(queries.begin(), queries.end(), 0u);
  std::iota(database.begin(), database.end(), 60u);
  const double radius = ball_radius(data.features, queries, database, 20, false);
  const Relevance relevance = ball_relevance(data.features, queries, database, {radius, true});
  const RankCounts counts =
      real_rank_counts(data.features, queries, database, relevance, Similarity::euclidean);
  for (const char* name : {"map", "map-worst", "r-precision", "ndcg@100"}) {
    CAPTURE(name);
    CHECK(metric(name).value(counts) == 1.0);
  }
}

TEST_CASE("real-valued ranking: cosine ignores lengths, and the origin moves the angles") {
  Problem p;
  p.X = Features{{1, 4, 1, 0, -2}, {0, 4, 3, 0, 0}};
  p.queries = {0};
  p.database = {1, 2, 3, 4};
  p.relevance.n_database = 4;
  p.relevance.lists.append(std::vector<std::uint32_t>{1});
  p.relevance.list_of_query = {0};
  const auto ap = [&](const arma::fvec& origin) {
    return metric("map").value(
        real_rank_counts(p.X, p.queries, p.database, p.relevance, Similarity::cosine, origin));
  };
  // From the origin: 45 degrees, 72, undefined (as 90), 180.
  CHECK(ap({}) == doctest::Approx(1.0 / 2));
  // Seen from (2, 0): the query looks left, so (-2, 0) and the origin are straight ahead.
  CHECK(ap(arma::fvec{2, 0}) == doctest::Approx(1.0 / 3));
  p.X *= 1024;
  CHECK(ap({}) == doctest::Approx(1.0 / 2));
}

TEST_CASE("real-valued ranking: metrics of code distances are refused and say what to ask for") {
  const Problem p = random_problem(3, 4, 30, 9, Rng(2));
  const RankCounts counts =
      real_rank_counts(p.X, p.queries, p.database, p.relevance, Similarity::euclidean);
  std::vector<std::string> refused;
  for (const Metric& m : all_metrics()) {
    if (m.by_code_distance) refused.push_back(m.name);
    const std::string message = error_of([&] { m.value(counts); });
    CHECK((message == "no error") == !m.by_code_distance);
    if (m.by_code_distance) CHECK(message == Contains("'precision-top@100'"));
  }
  CHECK(refused == std::vector<std::string>{"precision@2", "recall@2", "f1@2", "precision-macro@2",
                                            "recall-macro@2", "f1-macro@2", "map-within@2",
                                            "ramap"});
}

TEST_CASE("real-valued ranking: bad shapes are refused") {
  const Problem p = random_problem(3, 4, 30, 9, Rng(2));
  const auto message = [&](const Rows& queries, const arma::fvec& origin) {
    return error_of([&] {
      real_rank_counts(p.X, queries, p.database, p.relevance, Similarity::cosine, origin);
    });
  };
  CHECK(message({0}, {}) == Contains("relevance is for 4 queries"));
  CHECK(message({0, 1, 2, 34}, {}) == Contains("row 34 is asked for, there are 34"));
  CHECK(message(p.queries, arma::fvec(2)) == Contains("the origin has 2 features"));
  Problem partly = p;
  partly.relevance.ignored.append(std::vector<std::uint32_t>{0});
  CHECK(error_of([&] {
          real_rank_counts(partly.X, partly.queries, partly.database, partly.relevance,
                           Similarity::cosine);
        }) == Contains("1 of 4 queries have a list of what they ignore"));
}

}  // namespace hashlab::real_ranking_test
