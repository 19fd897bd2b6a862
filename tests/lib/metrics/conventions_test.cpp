#include "lib/metrics/conventions.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/metrics/metrics.h"
#include "tests/support/rankings.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace hashlab::conventions_test {
namespace {

using namespace testing;

double value(const std::string& name, const RankCounts& counts) {
  return metric("convention:" + name).value(counts);
}

/// What a program adds to its sum for a ranked list, and whether it counts the list in its mean.
struct Share {
  double value = 0, counted = 1;
};
using Program = std::function<Share(const std::vector<bool>& list)>;

/// CalcTopMap: mean(count / index of the hits among the first k); 0 without hits, all are counted.
Share calc_top_map(const std::vector<bool>& list, std::size_t k) {
  double sum = 0, found = 0;
  for (std::size_t i = 0; i < std::min(k, list.size()); ++i) {
    if (list[i]) sum += ++found / static_cast<double>(i + 1);
  }
  return {found == 0 ? 0 : sum / found, 1};
}

/// get_mAPs: the same, but appended only if there is a hit.
Share get_maps(const std::vector<bool>& list, std::size_t k) {
  const double value = calc_top_map(list, k).value;
  return {value, value > 0 ? 1.0 : 0.0};
}

/// Mean shares over all orders of ties of each query, as a quotient of sums.
double expected(const Rankings& rankings, const Program& program) {
  double sum = 0, counted = 0;
  for (const Ranking& ranking : rankings) {
    sum += over_all_orders(ranking, [&](const auto& list) { return program(list).value; }).mean;
    counted +=
        over_all_orders(ranking, [&](const auto& list) { return program(list).counted; }).mean;
  }
  return counted == 0 ? 0 : sum / counted;
}

/// Queries of which some have nothing relevant, and some find nothing early.
Rankings some_rankings(std::uint64_t seed, std::size_t n_distances) {
  Rankings rankings = random_rankings(6, 6, n_distances, Rng(seed).stream("conventions"));
  rankings.front().relevant.assign(6, false);
  rankings.back().D = {0, 0, 1, 2, 2, 3};
  rankings.back().relevant = {false, false, false, false, false, true};
  return rankings;
}

/// Those of the items at most `radius` away, nearest first, of a list sorted by distance.
std::vector<bool> within(const Ranking& ranking, const std::vector<bool>& list, unsigned radius) {
  const auto n =
      std::count_if(ranking.D.begin(), ranking.D.end(), [&](unsigned d) { return d <= radius; });
  return {list.begin(), list.begin() + n};
}

}  // namespace

TEST_CASE("conventions: mAP@K of HashNet and of DeepHash equals their programs over all orders") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::size_t n_distances : {2u, 4u}) {
      CAPTURE(seed);
      const Rankings rankings = some_rankings(seed, n_distances);
      const RankCounts counts = counted(rankings, 4);
      for (const std::size_t k : {1u, 2u, 3u, 6u, 9u}) {
        CAPTURE(k);
        const auto zero = [&](const auto& list) { return calc_top_map(list, k); };
        const auto skip = [&](const auto& list) { return get_maps(list, k); };
        CHECK(std::abs(value(fmt::format("hashnet@{}", k), counts) - expected(rankings, zero)) <
              1e-12);
        CHECK(value(fmt::format("deephash-pytorch@{}", k), counts) ==
              value(fmt::format("hashnet@{}", k), counts));
        CHECK(std::abs(value(fmt::format("deephash@{}", k), counts) - expected(rankings, skip)) <
              1e-12);
      }
      const auto whole = [&](const auto& list) { return calc_top_map(list, list.size()); };
      CHECK(std::abs(value("dcmh", counts) - expected(rankings, whole)) < 1e-12);
    }
  }
}

TEST_CASE("conventions: mAP within a radius equals both forms of DCH's program over all orders") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Rankings rankings = some_rankings(seed, 4);
    rankings[1].D = {3, 3, 3, 2, 3, 3};  // finds nothing at small radii
    const RankCounts counts = counted(rankings, 4);
    for (const unsigned radius : {0u, 1u, 2u, 3u}) {
      double all = 0, shown = 0, n_shown = 0, precision = 0;
      for (const Ranking& ranking : rankings) {
        const double ap = over_all_orders(ranking, [&](const auto& list) {
                            const std::vector<bool> near = within(ranking, list, radius);
                            return calc_top_map(near, near.size()).value;
                          }).mean;
        const std::vector<bool> near =
            within(ranking, sorted(ranking, Order::as_they_come), radius);
        const auto found = std::count(near.begin(), near.end(), true);
        all += ap;
        shown += ap;
        if (near.empty() || found > 0) n_shown += 1;
        if (!near.empty())
          precision += static_cast<double>(found) / static_cast<double>(near.size());
      }
      const double n = static_cast<double>(rankings.size());
      CHECK(std::abs(value(fmt::format("dch@{}", radius), counts) - all / n) < 1e-12);
      if (n_shown > 0) {
        CHECK(std::abs(value(fmt::format("dch-radius@{}", radius), counts) - shown / n_shown) <
              1e-12);
      }
      CHECK(std::abs(value(fmt::format("lookup-precision@{}", radius), counts) - precision / n) <
            1e-12);
    }
  }
}

TEST_CASE("conventions: every name is once, and computes a metric that is there") {
  std::set<std::string> names;
  for (const Convention& c : conventions()) {
    CAPTURE(c.name);
    CHECK(names.insert(c.name).second);
    const std::size_t at = c.name.find('@');
    const std::string name = at == c.name.npos ? c.name : c.name.substr(0, at) + "@7";
    const Metric m = metric("convention:" + name);
    CHECK(m.convention == "convention:" + name);
    CHECK(m.name == metric_of_convention(name));
    CHECK(metric(m.name).convention.empty());
    CHECK(c.source.size() > 4);
    CHECK((at == c.name.npos || m.name.find("@7") != m.name.npos));
  }
  CHECK(metric("convention:hashnet@5000").name ==
        "map@5000:divisor=retrieved-relevant,without-relevant=zero");
}

TEST_CASE("conventions: the page has every one, with its source and its metric") {
  const std::string page = read_file(HASHLAB_SOURCE_DIR "/lib/metrics/conventions.md");
  for (const Convention& c : conventions()) {
    CAPTURE(c.name);
    const std::string remark = c.remark.empty() ? "" : "; " + c.remark;
    CHECK(page ==
          Contains(fmt::format("| `{}` | {}{} | `{}` |", c.name, c.source, remark, c.metric)));
  }
}

TEST_CASE("conventions: a name that does not exist is refused with the nearest and the list") {
  const auto message = [](const std::string& name) {
    return error_of([&] { metric("convention:" + name); });
  };
  CHECK(message("hashnte@50") ==
        "metric 'convention:hashnte@50' does not exist, did you mean 'convention:hashnet@50'?; "
        "'hashlab list conventions' shows all, such as convention:hashnet@5000");
  for (const char* name : {"hashnet", "hashnet@", "hashnet@x", "hashnet@-1", "dcmh@5", "", "@5"}) {
    CHECK(message(name) == Contains("does not exist"));
  }
  CHECK(message("hashnet@0") == Contains("a rank 1 .."));
  CHECK(message("hashnet@1,000") == Contains("does not exist, because its number is not whole"));
}

TEST_CASE(
    "metrics: what has nothing relevant, or finds nothing, has no value where such queries are "
    "left out") {
  const RankCounts nothing_early = counted({{{0, 1}, {false, true}}}, 2);
  CHECK_FALSE(metric("map@1:nothing-found=skip").defined(nothing_early));
  CHECK(metric("map@2:nothing-found=skip").defined(nothing_early));
  CHECK(metric("map@1").defined(nothing_early));
  CHECK_FALSE(metric("map-within@0:nothing-found=skip").defined(nothing_early));
  CHECK(metric("map-within@0").defined(nothing_early));
  const RankCounts nothing_relevant = counted({{{0, 1}, {false, false}}}, 2);
  for (const Metric& m : all_metrics()) {
    CAPTURE(m.name);
    CHECK(m.defined(nothing_relevant) == (m.name == "precision@2"));
    CHECK(m.needs_relevant == (m.name != "precision@2"));
    CHECK(m.defined(nothing_early));
  }
  CHECK(metric("map:without-relevant=zero").defined(nothing_relevant));
  CHECK_FALSE(metric("map:without-relevant=zero").defined(RankCounts{}));
}

TEST_CASE("metrics: a radius beyond all distances is refused with the metric of ranks") {
  CHECK(beyond_reach(metric("recall@100"), 48) ==
        "metric 'recall@100' counts within distance 100, but no two of these codes are farther "
        "apart than 48, so it would count everything; of the first 100 ranks ask for "
        "'recall-top@100', or give a radius 0 .. 48");
  CHECK(beyond_reach(metric("precision-macro@49"), 48) == Contains("'precision-top@49'"));
  CHECK(beyond_reach(metric("f1@49"), 48) ==
        Contains("ask for 'precision-top@49' and 'recall-top@49'"));
  CHECK(beyond_reach(metric("map-within@49"), 48) == Contains("'map@49'"));
  for (const char* name : {"recall@48", "precision@0", "recall-top@100", "map", "ramap"}) {
    CHECK(beyond_reach(metric(name), 48) == "");
  }
}

TEST_CASE("conventions: a metric's name leads back to a convention that it computes") {
  CHECK(convention_of("map@1000:divisor=retrieved-relevant,without-relevant=zero") ==
        "hashnet@1000");
  CHECK(convention_of("map:without-relevant=zero") == "dcmh");
  CHECK(convention_of("map@7:divisor=min") == "");
  for (const Convention& c : conventions()) {
    const std::size_t at = c.name.find('@');
    const std::string name = at == c.name.npos ? c.name : c.name.substr(0, at) + "@3";
    CAPTURE(name);
    const std::string computed = metric("convention:" + name).name;
    CHECK(computed == metric_of_convention(name));
    CHECK(metric_of_convention(convention_of(computed)) == computed);
  }
}

TEST_CASE("conventions: a name without its prefix, or misspelt, is answered with one that works") {
  CHECK(error_of([] { metric("hashnet@5000"); }) ==
        "metric 'hashnet@5000' does not exist, did you mean 'convention:hashnet@5000'?");
  CHECK(error_of([] { metric("convention:hashnett@5000"); }) ==
        Contains("did you mean 'convention:hashnet@5000'?"));
}

TEST_CASE("metrics: other readings differ by one setting, or by pooling") {
  const auto names = [](const char* name) {
    std::vector<std::string> all;
    for (const Metric& m : other_readings(metric(name))) all.push_back(m.name);
    return fmt::format("{}", fmt::join(all, " "));
  };
  CHECK(names("map") == "map:without-relevant=zero");
  CHECK(names("map@5") ==
        "map@5:divisor=retrieved-relevant map@5:divisor=min map@5:without-relevant=zero "
        "map@5:nothing-found=skip");
  CHECK(names("map@5:divisor=min") ==
        "map@5 map@5:divisor=retrieved-relevant map@5:divisor=min,without-relevant=zero "
        "map@5:divisor=min,nothing-found=skip");
  CHECK(names("recall@2") == "recall-macro@2");
  CHECK(names("f1-macro@2") == "f1-macro@2:empty=1 f1-macro@2:without-relevant=zero f1@2");
  CHECK(names("auprc") == "auprc-macro");
}

}  // namespace hashlab::conventions_test
