#include "lib/metrics/metrics.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::metrics_test {
namespace {

// Distances and relevance of every pair, [query][item].
struct Pairs {
  std::vector<std::vector<unsigned>> D;
  std::vector<std::vector<bool>> relevant;
};

RankCounts counted(const Pairs& pairs, std::size_t n_distances) {
  RankCounts counts;
  counts.n_queries = pairs.D.size();
  counts.distances = CodeDistances{n_distances};
  counts.all.resize(counts.n_queries * n_distances);
  counts.relevant.resize(counts.n_queries * n_distances);
  for (std::size_t q = 0; q < pairs.D.size(); ++q) {
    for (std::size_t i = 0; i < pairs.D[q].size(); ++i) {
      ++counts.all[q * n_distances + pairs.D[q][i]];
      if (pairs.relevant[q][i]) ++counts.relevant[q * n_distances + pairs.D[q][i]];
    }
  }
  return counts;
}

double value(const char* name, const RankCounts& counts) {
  return metric(name).value(counts);
}

// The example of the definitions: pooled R = 1/3, 2/3, 1 and P = 2/3, 1/2, 3/5 at radii 0, 1, 2.
const Pairs two_queries = {{{0, 1, 1, 1, 2}, {2, 0, 1, 1, 0}},
                           {{false, true, false, true, true}, {true, true, false, false, true}}};

Pairs query_of(const Pairs& pairs, std::size_t q) {
  return {{pairs.D[q]}, {pairs.relevant[q]}};
}

Pairs random_pairs(std::size_t n_queries, std::size_t n_items, std::size_t n_distances, Rng rng) {
  Pairs pairs;
  for (std::size_t q = 0; q < n_queries; ++q) {
    std::vector<unsigned> D;
    std::vector<bool> relevant;
    for (std::size_t i = 0; i < n_items; ++i) {
      D.push_back(static_cast<unsigned>(rng.below(n_distances)));
      relevant.push_back(rng.below(5) < 2);
    }
    pairs.D.push_back(D);
    pairs.relevant.push_back(relevant);
  }
  return pairs;
}

bool any_relevant(const std::vector<bool>& relevant) {
  return std::find(relevant.begin(), relevant.end(), true) != relevant.end();
}

struct TiedAp {
  double mean, best, worst;
};

// Average precision of every ranked list that sorts by distance, one by one.
TiedAp ap_over_all_orders(const std::vector<unsigned>& D, const std::vector<bool>& relevant) {
  std::vector<std::size_t> order(D.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0, best = 0, worst = 2;
  std::size_t n_orders = 0;
  do {
    if (!std::is_sorted(order.begin(), order.end(),
                        [&](std::size_t a, std::size_t b) { return D[a] < D[b]; })) {
      continue;
    }
    double ap = 0, hits = 0;
    for (std::size_t rank = 1; rank <= order.size(); ++rank) {
      if (!relevant[order[rank - 1]]) continue;
      hits += 1;
      ap += hits / static_cast<double>(rank);
    }
    ap /= hits;
    sum += ap;
    best = std::max(best, ap);
    worst = std::min(worst, ap);
    ++n_orders;
  } while (std::next_permutation(order.begin(), order.end()));
  return {sum / static_cast<double>(n_orders), best, worst};
}

struct Point {
  double retrieved = 0, found = 0, total = 0;
  double precision() const { return retrieved > 0 ? found / retrieved : 0; }
  double recall() const { return found / total; }
};

// Counts pairs within a radius, without histograms.
Point within(const Pairs& pairs, unsigned radius) {
  Point point;
  for (std::size_t q = 0; q < pairs.D.size(); ++q) {
    for (std::size_t i = 0; i < pairs.D[q].size(); ++i) {
      const bool hit = pairs.relevant[q][i];
      if (hit) point.total += 1;
      if (pairs.D[q][i] > radius) continue;
      point.retrieved += 1;
      if (hit) point.found += 1;
    }
  }
  return point;
}

double trapz(const std::vector<Point>& curve) {
  double area = 0;
  for (std::size_t k = 1; k < curve.size(); ++k) {
    area += (curve[k].recall() - curve[k - 1].recall()) *
            (curve[k].precision() + curve[k - 1].precision()) / 2;
  }
  return area;
}

struct Areas {
  double full, open, step, anchored;
};

Areas areas_by_definition(const Pairs& pairs, unsigned n_distances) {
  unsigned largest = 0;
  for (const auto& D : pairs.D) largest = std::max(largest, *std::max_element(D.begin(), D.end()));
  std::vector<Point> full, open;
  double step = 0;
  for (unsigned d = 0; d < n_distances; ++d) {
    const Point point = within(pairs, d);
    if (point.retrieved > 0 && d <= largest) full.push_back(point);
    if (d < largest) open.push_back(point);
    if (d > 0) step += point.precision() * (point.recall() - within(pairs, d - 1).recall());
  }
  const double base_rate = full.front().precision();
  return {full.size() == 1 ? base_rate : trapz(full), trapz(open), step,
          trapz(full) + base_rate * full.front().recall()};
}

/// Between two radii retrieved items grow in proportion to relevant ones; precision is integrated
/// over recall by Simpson's rule.
double interpolated_by_definition(const Pairs& pairs, unsigned n_distances) {
  double area = 0, N = 0, P = 0, total = 0;
  for (unsigned d = 0; d < n_distances; ++d) {
    const Point point = within(pairs, d);
    const double n = point.retrieved, p = point.found;
    total = point.total;
    const auto precision = [&](double t) {
      const double retrieved = N + (n - N) * (t - P) / (p - P);
      return retrieved == 0 ? p / n : t / retrieved;
    };
    constexpr int steps = 2000;
    for (int i = 0; i < steps && p > P; ++i) {
      const double h = (p - P) / steps, t = P + i * h;
      area += h / 6 * (precision(t) + 4 * precision(t + h / 2) + precision(t + h));
    }
    N = n;
    P = p;
  }
  return area / total;
}

}  // namespace

TEST_CASE("metrics: the four areas differ on the worked example as written down") {
  const RankCounts counts = counted(two_queries, 4);
  CHECK(value("auprc-open", counts) == doctest::Approx(7.0 / 36).epsilon(1e-14));
  CHECK(value("auprc", counts) == doctest::Approx(17.0 / 45).epsilon(1e-14));
  CHECK(value("auprc-anchored", counts) == doctest::Approx(3.0 / 5).epsilon(1e-14));
  CHECK(value("auprc-step", counts) == doctest::Approx(11.0 / 30).epsilon(1e-14));
}

TEST_CASE("metrics: expected, best and worst average precision of the worked example") {
  const RankCounts first = counted(query_of(two_queries, 0), 3);
  CHECK(value("map", first) == doctest::Approx(.533333).epsilon(1e-6));
  CHECK(value("map-worst", first) == doctest::Approx(.477778).epsilon(1e-6));
  CHECK(value("map-best", first) == doctest::Approx(.588889).epsilon(1e-6));
  const RankCounts second = counted(query_of(two_queries, 1), 3);
  CHECK(value("map", second) == doctest::Approx(.866667).epsilon(1e-6));
  CHECK(value("map", counted(two_queries, 3)) == doctest::Approx(.7).epsilon(1e-6));
}

TEST_CASE("metrics: precision, recall and F at a radius on the worked example") {
  const RankCounts counts = counted(two_queries, 3);
  CHECK(value("precision@0", counts) == doctest::Approx(2.0 / 3));
  CHECK(value("recall@0", counts) == doctest::Approx(1.0 / 3));
  CHECK(value("f1@0", counts) == doctest::Approx(4.0 / 9));
  CHECK(value("f2@0", counts) == doctest::Approx(5.0 * 2 / (5 * 2 + 4 * 4 + 1)));
  CHECK(value("f0.5@0", counts) == doctest::Approx(1.25 * 2 / (1.25 * 2 + .25 * 4 + 1)));
  // Radius 0: query 1 retrieves one wrong item, query 2 two right ones of three.
  CHECK(value("precision-macro@0", counts) == doctest::Approx(1.0 / 2));
  CHECK(value("recall-macro@0", counts) == doctest::Approx(1.0 / 3));
  CHECK(value("f1-macro@0", counts) == doctest::Approx(2.0 / 5));
  CHECK(value("precision@65535", counts) == doctest::Approx(3.0 / 5));
  CHECK(value("recall@65535", counts) == 1.0);
}

TEST_CASE("metrics: extreme betas give precision and recall") {
  const RankCounts counts = counted(two_queries, 3);
  CHECK(value("f1e-200@0", counts) == doctest::Approx(value("precision@0", counts)));
  CHECK(value("f1e200@0", counts) == doctest::Approx(value("recall@0", counts)));
}

TEST_CASE("metrics: average precision equals the mean, best and worst over all orders of ties") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Pairs pairs = random_pairs(3, 2 + seed % 5, 1 + seed % 4, Rng(seed));
    TiedAp expected = {0, 0, 0};
    double n = 0;
    for (std::size_t q = 0; q < pairs.D.size(); ++q) {
      if (!any_relevant(pairs.relevant[q])) continue;
      const TiedAp ap = ap_over_all_orders(pairs.D[q], pairs.relevant[q]);
      expected = {expected.mean + ap.mean, expected.best + ap.best, expected.worst + ap.worst};
      n += 1;
    }
    if (n == 0) continue;
    const RankCounts counts = counted(pairs, 4);
    CHECK(value("map", counts) == doctest::Approx(expected.mean / n).epsilon(1e-13));
    CHECK(value("map-best", counts) == doctest::Approx(expected.best / n).epsilon(1e-13));
    CHECK(value("map-worst", counts) == doctest::Approx(expected.worst / n).epsilon(1e-13));
  }
}

TEST_CASE("metrics: average precision of a long ranking equals the sum over positions to 1e-12") {
  for (const std::size_t n_distances : std::vector<std::size_t>{1, 2, 33, 200}) {
    CAPTURE(n_distances);
    Rng rng = Rng(11).stream("long ranking", n_distances);
    RankCounts counts;
    counts.n_queries = 1;
    counts.distances = CodeDistances{n_distances};
    for (std::size_t d = 0; d < n_distances; ++d) {
      // From ties of 1 to ties of thousands, with all, some or none relevant.
      const std::uint64_t n = 1 + rng.below(d % 3 == 0 ? 3 : 120000 / n_distances);
      counts.all.push_back(static_cast<std::uint32_t>(n));
      counts.relevant.push_back(static_cast<std::uint32_t>(d % 4 == 1 ? n : rng.below(n + 1)));
    }
    counts.relevant.front() = 1;
    long double mean = 0, best = 0, worst = 0, N = 0, P = 0;
    for (std::size_t d = 0; d < n_distances; ++d) {
      const std::uint32_t n = counts.all[d], p = counts.relevant[d];
      const long double c = n == 1 ? 0 : (p - 1.0L) / (n - 1.0L);
      for (std::uint32_t t = 1; t <= n; ++t) {
        if (p > 0) mean += static_cast<long double>(p) / n * (P + 1 + (t - 1) * c) / (N + t);
        if (t <= p) best += (P + t) / (N + t);
        if (t > n - p) worst += (P + t - (n - p)) / (N + t);
      }
      N += n;
      P += p;
    }
    const auto close = [&](const char* name, long double sum) {
      return std::abs(value(name, counts) - static_cast<double>(sum / P)) < 1e-12;
    };
    CHECK(close("map", mean));
    CHECK(close("map-best", best));
    CHECK(close("map-worst", worst));
  }
}

TEST_CASE("metrics: a small tie far down a long ranking keeps its accuracy") {
  RankCounts counts;
  counts.n_queries = 1;
  counts.distances = CodeDistances{2};
  counts.all = {1000000, 2};
  counts.relevant = {0, 2};
  const double expected = (1.0 / 1000001 + 2.0 / 1000002) / 2;
  for (const char* name : {"map", "map-best", "map-worst"}) {
    CAPTURE(name);
    CHECK(std::abs(value(name, counts) - expected) < 1e-14);
  }
}

TEST_CASE("metrics: areas equal their definitions on small random cases") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const Pairs pairs = random_pairs(1 + seed % 4, 1 + seed % 9, 1 + seed % 6, Rng(seed + 1000));
    if (within(pairs, 0).total == 0) continue;
    const Areas expected = areas_by_definition(pairs, 7);
    const RankCounts counts = counted(pairs, 7);
    CHECK(value("auprc", counts) == doctest::Approx(expected.full).epsilon(1e-13));
    CHECK(value("auprc-open", counts) == doctest::Approx(expected.open).epsilon(1e-13));
    CHECK(value("auprc-step", counts) == doctest::Approx(expected.step).epsilon(1e-13));
    CHECK(value("auprc-anchored", counts) == doctest::Approx(expected.anchored).epsilon(1e-13));
    CHECK(value("auprc-interpolated", counts) ==
          doctest::Approx(interpolated_by_definition(pairs, 7)).epsilon(1e-9));
    double sum = 0, n = 0;
    for (std::size_t q = 0; q < pairs.D.size(); ++q) {
      if (!any_relevant(pairs.relevant[q])) continue;
      sum += areas_by_definition(query_of(pairs, q), 7).full;
      n += 1;
    }
    CHECK(value("auprc-macro", counts) == doctest::Approx(sum / n).epsilon(1e-13));
  }
}

TEST_CASE("metrics: radius metrics equal their definitions on small random cases") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Pairs pairs = random_pairs(4, 1 + seed % 9, 6, Rng(seed + 2000));
    const RankCounts counts = counted(pairs, 6);
    const Point micro = within(pairs, 2);
    double P = 0, R = 0, n = 0;
    for (std::size_t q = 0; q < pairs.D.size(); ++q) {
      if (!any_relevant(pairs.relevant[q])) continue;
      P += within(query_of(pairs, q), 2).precision();
      R += within(query_of(pairs, q), 2).recall();
      n += 1;
    }
    if (n == 0) continue;
    P /= n;
    R /= n;
    const double fn = micro.total - micro.found, fp = micro.retrieved - micro.found;
    CHECK(value("precision@2", counts) == doctest::Approx(micro.precision()));
    CHECK(value("recall@2", counts) == doctest::Approx(micro.recall()));
    CHECK(value("f1@2", counts) == doctest::Approx(2 * micro.found / (2 * micro.found + fn + fp)));
    CHECK(value("precision-macro@2", counts) == doctest::Approx(P));
    CHECK(value("recall-macro@2", counts) == doctest::Approx(R));
    CHECK(value("f1-macro@2", counts) == doctest::Approx(P + R > 0 ? 2 * P * R / (P + R) : 0));
  }
}

TEST_CASE("metrics: queries without relevant items are left out of means, not counted as 0") {
  Pairs pairs = two_queries;
  pairs.D.push_back({0, 0, 1, 2, 2});
  pairs.relevant.push_back(std::vector<bool>(5, false));
  const RankCounts with = counted(pairs, 3), without = counted(two_queries, 3);
  for (const char* name : {"map", "map-best", "map-worst", "auprc-macro", "precision-macro@1",
                           "recall-macro@1", "f1-macro@1"}) {
    CAPTURE(name);
    CHECK(value(name, with) == value(name, without));
  }
  CHECK(value("precision@0", with) == doctest::Approx(2.0 / 5));
}

TEST_CASE("metrics: nothing relevant, no database and no queries score 0") {
  Pairs irrelevant = two_queries;
  for (auto& row : irrelevant.relevant) row.assign(row.size(), false);
  const RankCounts no_database = counted({{{}, {}}, {{}, {}}}, 3);
  for (const Metric& m : all_metrics()) {
    CAPTURE(m.name);
    CHECK(m.value(counted(irrelevant, 3)) == 0.0);
    CHECK(m.value(no_database) == 0.0);
    CHECK(m.value(counted({}, 3)) == 0.0);
    CHECK(m.value(RankCounts{}) == 0.0);
  }
}

TEST_CASE("metrics: constant codes score the base rate and never 1") {
  const std::size_t n = 40, p = 13;
  for (const unsigned at : {0u, 5u}) {
    CAPTURE(at);
    std::vector<bool> relevant(n, false);
    std::fill_n(relevant.begin(), p, true);
    const Pairs tie = {{std::vector<unsigned>(n, at), std::vector<unsigned>(n, at)},
                       {relevant, relevant}};
    const RankCounts counts = counted(tie, 9);
    const double base_rate = 13.0 / 40;
    CHECK(value("auprc", counts) == base_rate);
    CHECK(value("auprc-anchored", counts) == base_rate);
    CHECK(value("auprc-interpolated", counts) == doctest::Approx(base_rate).epsilon(1e-14));
    CHECK(value("auprc-macro", counts) == base_rate);
    CHECK(value("precision@8", counts) == base_rate);
    // A random order: each later position adds its share of the pairs of relevant items.
    double H = 0;
    for (std::size_t k = 1; k <= n; ++k) H += 1.0 / static_cast<double>(k);
    const double c = (p - 1.0) / (n - 1.0);
    CHECK(value("map", counts) == doctest::Approx(H / n + c * (1 - H / n)).epsilon(1e-14));
    CHECK(value("map", counts) < 0.5);
    for (const char* name : {"auprc-open", "auprc-step"}) CHECK(value(name, counts) <= base_rate);
  }
}

TEST_CASE("metrics: perfect codes score 1 where the definition allows it") {
  // Relevant items at distances 0 and 1, all others farther.
  const Pairs perfect = {
      {{0, 1, 0, 3, 4, 3}, {1, 1, 0, 3, 3, 3}},
      {{true, true, true, false, false, false}, {true, true, true, false, false, false}}};
  const RankCounts counts = counted(perfect, 5);
  for (const char* name : {"auprc-anchored", "auprc-interpolated", "map", "map-best", "map-worst",
                           "precision@2", "recall@2", "f1@2", "precision-macro@2", "f1-macro@2"}) {
    CAPTURE(name);
    CHECK(value(name, counts) == 1.0);
  }
  // No point at recall 0: what the first radius finds, here 3 of 6, adds no area.
  CHECK(value("auprc", counts) == doctest::Approx(0.5));
  CHECK(value("auprc-step", counts) == doctest::Approx(0.5));
}

TEST_CASE("metrics: all lie in [0, 1], and worst <= expected <= best") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RankCounts counts = counted(random_pairs(5, 60, 9, Rng(seed + 3000)), 9);
    for (const Metric& m : all_metrics()) {
      CAPTURE(m.name);
      CHECK(m.value(counts) >= 0.0);
      CHECK(m.value(counts) <= 1.0);
    }
    CHECK(value("map-worst", counts) <= value("map", counts));
    CHECK(value("map", counts) <= value("map-best", counts));
  }
}

TEST_CASE("metrics: permuting the database or masking all codes by XOR changes no value") {
  for (const std::size_t B : std::vector<std::size_t>{1, 2}) {
    const CodeFormat format = {12, B};
    Rng rng(42 + B);
    const std::uint64_t used = (std::uint64_t{1} << format.bits) - 1;
    Codes queries(format, 6), database(format, 300), permuted(format, 300);
    for (std::uint64_t& word : queries.words) word = rng.bits() & used;
    for (std::uint64_t& word : database.words) word = rng.bits() & used;
    std::vector<std::uint32_t> order(database.n);
    std::iota(order.begin(), order.end(), 0u);
    rng.shuffle(order);
    for (std::size_t i = 0; i < order.size(); ++i) permuted.words[i] = database.words[order[i]];

    Relevance relevance, moved;
    relevance.n_database = moved.n_database = database.n;
    for (std::uint32_t q = 0; q < queries.n; ++q) {
      std::vector<bool> chosen(database.n);
      for (std::size_t i = 0; i < database.n; ++i) chosen[i] = rng.below(8) < q;
      std::vector<std::uint32_t> here, there;
      for (std::uint32_t i = 0; i < database.n; ++i) {
        if (chosen[i]) here.push_back(i);
        if (chosen[order[i]]) there.push_back(i);
      }
      relevance.lists.append(here);
      moved.lists.append(there);
      relevance.list_of_query.push_back(q);
      moved.list_of_query.push_back(q);
    }
    // Manhattan digits allow one mask only: all ones, which mirrors every digit.
    const std::uint64_t mask = B == 1 ? rng.bits() & used : used;
    Codes masked_queries = queries, masked_database = database;
    for (std::uint64_t& word : masked_queries.words) word ^= mask;
    for (std::uint64_t& word : masked_database.words) word ^= mask;

    const RankCounts counts = rank_counts(queries, database, relevance, active_kernel());
    const RankCounts after_move = rank_counts(queries, permuted, moved, active_kernel());
    const RankCounts after_mask =
        rank_counts(masked_queries, masked_database, relevance, active_kernel());
    for (const Metric& m : all_metrics()) {
      CAPTURE(m.name);
      CHECK(m.value(counts) > 0.0);
      CHECK(m.value(after_move) == m.value(counts));
      CHECK(m.value(after_mask) == m.value(counts));
    }
  }
}

TEST_CASE("metrics: the curve has one point for each radius that retrieves something") {
  CHECK(pr_curve(counted(two_queries, 3)).radius == std::vector<double>{0, 1, 2});
  Pairs pairs = two_queries;
  for (auto& row : pairs.D) {
    for (unsigned& d : row) ++d;
  }
  const PrCurve curve = pr_curve(counted(pairs, 5));
  CHECK(curve.radius == std::vector<double>{1, 2, 3, 4});
  CHECK(curve.precision == std::vector<double>{2.0 / 3, 4.0 / 8, 6.0 / 10, 6.0 / 10});
  CHECK(curve.recall == std::vector<double>{2.0 / 6, 4.0 / 6, 1, 1});
}

TEST_CASE("metrics: codes of whole classes score low by auprc, not by the interpolated area") {
  // Ten classes of 100 items, each with its own code, three bits from the others; a query of each.
  // A tenth of the items have the code of a wrong class.
  Pairs classes;
  for (unsigned q = 0; q < 10; ++q) {
    classes.D.emplace_back();
    classes.relevant.emplace_back();
    for (unsigned i = 0; i < 1000; ++i) {
      const unsigned c = i % 10, coded = i % 100 < 90 ? c : (c + 1) % 10;
      classes.D.back().push_back(coded == q ? 0 : 3);
      classes.relevant.back().push_back(c == q);
    }
  }
  const RankCounts counts = counted(classes, 4);
  CHECK(value("map", counts) > 0.8);
  CHECK(value("auprc", counts) < 0.1);
  CHECK(value("auprc-interpolated", counts) > 0.8);
  CHECK(metric("auprc").whole == "auprc-anchored");
  CHECK(metric("map").whole.empty());
}

}  // namespace hashlab::metrics_test
