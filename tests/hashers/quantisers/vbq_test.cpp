// Quantisers that allocate bits: vbq, and our own joint.

#include "hashers/quantisers/npq/bracket.h"
#include "hashers/quantisers/npq/evolution.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::vbq_test {

using namespace hashers;
using namespace hashers::npq;

namespace {

using Bits = std::vector<std::size_t>;

struct Toy {
  arma::fmat Y;
  NeighbourGraph S;
};

// Clusters on a line: dimension 0 parts all `clusters`, the next one half of them and so on; the
// last dimensions are noise. Who shares a cluster is a neighbour.
Toy clusters_toy(std::size_t n, std::size_t clusters, std::size_t dims, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("clusters");
  Toy toy{arma::fmat(n, dims), {}};
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t c = i % clusters;
    for (std::size_t k = 0; k < dims; ++k, c /= 2) {
      const double centre = k < 3 ? 3.0 * static_cast<double>(c) : 0.0;
      toy.Y(i, k) = static_cast<float>(centre + 0.5 * rng.normal());
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> list;
    for (std::size_t j = i % clusters; j < n; j += clusters) {
      if (j != i) list.push_back(static_cast<std::uint32_t>(j));
    }
    toy.S.append(list);
  }
  return toy;
}

Quantisation learn(const std::string& quantiser, const Toy& toy, const Observer& observer = {}) {
  return make_hasher("lsh+" + quantiser).quantiser->learn({toy.Y, toy.S}, Rng(4), observer);
}

Bits bits_of(const Quantisation& learned) {
  Bits bits;
  for (const auto& t : learned.thresholds) {
    bits.push_back(static_cast<std::size_t>(std::bit_width(t.size())));
  }
  return bits;
}

std::size_t total(const Bits& bits) {
  std::size_t sum = 0;
  for (const std::size_t b : bits) sum += b;
  return sum;
}

Line line_of(const Toy& toy, std::size_t k) {
  return make_line(std::span<const float>(toy.Y.colptr(k), toy.Y.n_rows), toy.S);
}

// J summed over dimensions, from the thresholds alone.
double worth(const Toy& toy, const Quantisation& learned, const Objective& objective) {
  double sum = 0;
  for (std::size_t k = 0; k < learned.thresholds.size(); ++k) {
    const Line line = line_of(toy, k);
    Cuts cuts;
    for (const double t : learned.thresholds[k]) {
      const auto above = std::find_if(line.values.begin(), line.values.end(),
                                      [&](float y) { return double{y} > t; });
      cuts.push_back(static_cast<std::uint32_t>(above - line.values.begin()));
    }
    sum += evaluate(line, objective, tidy(line, cuts));
  }
  return sum;
}

}  // namespace

TEST_CASE("vbq: dimensions that part neighbours get the bits, noise gets none") {
  const Toy toy = clusters_toy(400, 8, 6, 1);
  for (const std::string name :
       {"vbq", "vbq:allocation=greedy", "vbq:solver=exact", "joint", "joint:alpha=0.8"}) {
    CAPTURE(name);
    const Quantisation learned = learn(name, toy);
    const Bits bits = bits_of(learned);
    CHECK(total(bits) <= 6);
    CHECK(bits[0] >= 3);
    CHECK(std::min({bits[3], bits[4], bits[5]}) == 0);
    CHECK(learned.format().digit_bits == 0);
    CHECK(learned.format().bits == total(bits));
  }
}

TEST_CASE("vbq: a dimension with b bits has the thresholds of npq with 2^b - 1") {
  const Toy toy = clusters_toy(200, 8, 5, 2);
  for (const std::string solver : {"evolution", "exact"}) {
    for (const std::string allocation : {"exact", "greedy"}) {
      const Quantisation learned =
          learn(fmt::format("vbq:solver={},allocation={},beta=2", solver, allocation), toy);
      for (const std::size_t b : {1u, 2u, 3u, 4u}) {
        const std::size_t T = (std::size_t{1} << b) - 1;
        const auto npq =
            learn(fmt::format("npq:solver={},beta=2,alpha=1,thresholds={}", solver, T), toy);
        for (std::size_t k = 0; k < 5; ++k) {
          if (learned.thresholds[k].size() == T) {
            CHECK(learned.thresholds[k] == npq.thresholds[k]);
          }
        }
      }
    }
  }
}

TEST_CASE("vbq: no allocation within the budget is worth more than the exact one") {
  for (const std::string name : {"vbq:max-bits=2", "vbq:max-bits=2,solver=exact",
                                 "joint:max-bits=2,alpha=1", "joint:max-bits=2,alpha=0.8"}) {
    const double alpha = name.ends_with("0.8") ? 0.8 : 1.0;
    const bool evolution = name == "vbq:max-bits=2";
    const Objective objective = make_objective(1.0, alpha);
    for (std::uint64_t seed = 3; seed < 7; ++seed) {
      const Toy toy = clusters_toy(90, 5, 4, seed);
      arma::mat F(3, 4);
      for (std::size_t k = 0; k < 4; ++k) {
        const Line line = line_of(toy, k);
        for (std::size_t b = 0; b < 3; ++b) {
          const std::size_t T = (std::size_t{1} << b) - 1;
          const Cuts cuts = b == 0 ? Cuts{}
                            : evolution
                                ? evolve(line, objective, T, {}, Rng(4).stream("npq.evolution", k))
                                : maximise_bracketed(line, objective, T, {}).cuts;
          F(b, k) = evaluate(line, objective, cuts);
        }
      }
      double most = 0;
      for (std::size_t code = 0; code < 81; ++code) {
        double sum = 0;
        std::size_t bits = 0, rest = code;
        for (std::size_t k = 0; k < 4; ++k, rest /= 3) {
          sum += F(rest % 3, k);
          bits += rest % 3;
        }
        if (bits <= 4) most = std::max(most, sum);
      }
      CAPTURE(name);
      CHECK(worth(toy, learn(name, toy), objective) == doctest::Approx(most).epsilon(1e-12));
    }
  }
}

TEST_CASE("vbq: with one bit at most the greedy allocation is npq with one threshold") {
  const Toy toy = clusters_toy(150, 6, 5, 8);
  const Quantisation learned = learn("vbq:max-bits=1,allocation=greedy", toy);
  CHECK(learned.format() == CodeFormat{5, 1});
  CHECK(learned.thresholds == learn("npq:thresholds=1,solver=evolution", toy).thresholds);
}

TEST_CASE("vbq: greedy and evolution are worth no more than exact, exact no less than a bit each") {
  const Objective F1 = make_objective(1.0, 1.0);
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    const Toy toy = clusters_toy(160, 7, 6, seed);
    const double joint = worth(toy, learn("joint", toy), F1);
    CHECK(learn("joint", toy).thresholds == learn("vbq:solver=exact", toy).thresholds);
    CHECK(worth(toy, learn("vbq", toy), F1) <= joint + 1e-12);
    CHECK(worth(toy, learn("vbq:solver=exact,allocation=greedy", toy), F1) <= joint + 1e-12);
    CHECK(worth(toy, learn("npq:thresholds=1", toy), F1) <= joint + 1e-12);
  }
}

TEST_CASE("vbq: without neighbours, or where no cut helps, every dimension has one bit") {
  Toy toy = clusters_toy(40, 4, 5, 15);
  const NeighbourGraph S = toy.S;
  toy.S = {};
  for (std::size_t i = 0; i < 40; ++i) toy.S.append({});
  for (const std::string name : {"vbq", "vbq:allocation=greedy", "joint"}) {
    CAPTURE(name);
    CHECK(bits_of(learn(name, toy)) == Bits(5, 1));
  }
  toy.S = S;
  toy.Y.fill(2.0f);
  for (const std::string name : {"vbq", "vbq:allocation=greedy", "joint"}) {
    CAPTURE(name);
    CHECK(bits_of(learn(name, toy)) == Bits(5, 1));
  }
}

TEST_CASE("vbq: where everybody is a neighbour of everybody, bits part samples all the same") {
  // No cut is the best one then, and codes without a cut are all alike.
  const Toy toy = clusters_toy(40, 1, 5, 19);
  for (const std::string name :
       {"vbq", "vbq:allocation=greedy", "vbq:solver=exact", "vbq:solver=exact,allocation=greedy",
        "joint", "joint:alpha=0.9"}) {
    CAPTURE(name);
    const Quantisation learned = learn(name, toy);
    const Codes codes = learned.encode(toy.Y);
    std::size_t others = 0;
    for (std::size_t i = 1; i < 40; ++i) others += distance(codes, 0, codes, i) > 0 ? 1 : 0;
    CHECK(others > 0);
    if (name.starts_with("vbq:solver=exact") || name == "joint") {
      CHECK(learned.format() == CodeFormat{5, 1});
      for (std::size_t k = 0; k < 5; ++k) {
        std::size_t above = 0;
        for (std::size_t i = 0; i < 40; ++i) above += codes.bit(i, k) ? 1 : 0;
        CHECK(above == 20);
      }
    }
  }
}

TEST_CASE("joint: more bits on a dimension are never taken for less J, however wide the bracket") {
  // One programme leaves a wide gap, so that J of the cuts found may fall with a bit more.
  const Objective objective = make_objective(1.0, 0.5);
  const BracketSettings narrow{.gap = 1.0, .placements = 1};
  std::size_t falls = 0;
  for (std::uint64_t seed = 20; seed < 40; ++seed) {
    const Toy toy = clusters_toy(60, 4, 3, seed);
    double before = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double J = evaluate(line_of(toy, k), objective, {});
      before += J;
      for (const std::size_t T : {1u, 3u, 7u, 15u}) {
        const double next = maximise_bracketed(line_of(toy, k), objective, T, narrow).value;
        falls += next < J ? 1 : 0;
        J = next;
      }
    }
    for (const std::size_t most : {1u, 2u, 3u, 4u}) {
      const double reached = worth(
          toy, learn(fmt::format("joint:alpha=0.5,gap=1,placements=1,max-bits={}", most), toy),
          objective);
      CHECK(reached >= before - 1e-12);
      before = reached;
    }
  }
  CHECK(falls > 0);
}

TEST_CASE("vbq: codes keep who is near better than one bit a dimension does") {
  const Toy toy = clusters_toy(300, 8, 6, 16);
  const auto shared = [&](const std::string& name) {  // neighbours at no distance, minus others
    const Codes codes = learn(name, toy).encode(toy.Y);
    double hits = 0, all = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (distance(codes, i, codes, j) > 0) continue;
        all += 1;
        hits += i % 8 == j % 8 ? 1 : 0;
      }
    }
    return hits * hits / std::max(all, 1.0);  // many, and nothing but neighbours
  };
  for (const std::string name : {"vbq", "vbq:allocation=greedy", "joint"}) {
    CAPTURE(name);
    CHECK(shared(name) > 1.5 * shared("sbq"));
  }
}

TEST_CASE("vbq: tells of each dimension and can be stopped; neighbour lists must fit") {
  const Toy toy = clusters_toy(60, 4, 5, 17);
  for (const std::string name : {"vbq", "joint"}) {
    std::vector<std::string> told;
    learn(name, toy, {[&](std::string_view what, std::size_t done, std::size_t all) {
            told.push_back(fmt::format("{} {}/{}", what, done, all));
          }});
    REQUIRE(told.size() == 5);
    CHECK(told[4] == name + ": thresholds of every number of bits 5/5");
    CHECK_THROWS_AS(learn(name, toy, {[](auto, auto, auto) { throw Stopped{}; }}), Stopped);
    CHECK(testing::error_of([&] {
            learn(name, {toy.Y, {}});
          }) == name +
                    ": neighbour lists for 0 samples, expected one for each of the 60 projected "
                    "samples");
  }
}

TEST_CASE("vbq: greedy tells of the steps that it asks for later, too") {
  const Toy toy = clusters_toy(200, 8, 5, 18);
  std::vector<std::string> told;
  const Quantisation learned =
      learn("vbq:allocation=greedy", toy,
            {[&](std::string_view what, std::size_t, std::size_t) { told.emplace_back(what); }});
  const Bits bits = bits_of(learned);
  REQUIRE(*std::max_element(bits.begin(), bits.end()) >= 3);
  CHECK(std::count(told.begin(), told.end(), "vbq: thresholds of every number of bits") == 5);
  CHECK(std::count(told.begin(), told.end(), "vbq: thresholds of 3 bits") >= 1);
  CHECK_THROWS_AS(learn("vbq:allocation=greedy", toy, {[](std::string_view what, auto, auto) {
                          if (what == "vbq: thresholds of 3 bits") throw Stopped{};
                        }}),
                  Stopped);
}

}  // namespace hashlab::vbq_test
