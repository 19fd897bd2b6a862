#include "experiments/audit/audit.h"
#include "lib/data/centre.h"
#include "lib/rng.h"
#include "splits/audit/audit.h"
#include "splits/audit/audit_features.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace hashlab::audit_splits_test {

using namespace experiments;
using namespace splits;
using hashlab::testing::Contains;
using hashlab::testing::rows_below;

namespace {

/// Kinds of leaks, and how many rows of each.
using Found = std::map<std::string, std::size_t>;

Found kinds(const std::vector<Leak>& leaks) {
  Found found;
  for (const Leak& leak : leaks) {
    CHECK(leak.rows.size() == leak.count);
    CHECK(leak.count <= leak.of);
    CHECK(std::is_sorted(leak.rows.begin(), leak.rows.end()));
    CHECK_FALSE(found.contains(leak.kind));
    found[leak.kind] = leak.count;
  }
  return found;
}

std::string text(const Found& found) {
  std::string all;
  for (const auto& [kind, count] : found) all += fmt::format("{} {}; ", kind, count);
  return all;
}

constexpr double near_distance = 1e-3;

/// A data set with clean splits, into which leaks are planted, each on rows that no other one uses.
class Planting {
 public:
  Planting(std::size_t n, std::size_t d, std::uint64_t seed, RankedRows ranked)
      : rng_(Rng(seed).stream("planting", n * 100 + d)), X(d, n, arma::fill::none) {
    for (arma::uword k = 0; k < d; ++k) {
      const double offset = 6 * rng_.uniform() - 3, scale = 0.1 + 10 * rng_.uniform();
      for (arma::uword i = 0; i < n; ++i) {
        X(k, i) = static_cast<float>(scale * (offset + rng_.normal()));
      }
    }
    drawn.ranked = ranked;
    Rows order = rows_below(n);
    rng_.shuffle(order);
    for (const Part part : all_parts) {
      const std::size_t size = part == Part::database ? order.size() - n / 10 : n / 6;
      Rows& rows = part_of(part);
      rows.assign(order.end() - static_cast<std::ptrdiff_t>(size), order.end());
      order.resize(order.size() - size);
      free_[part] = rows;
      std::sort(rows.begin(), rows.end());
    }
    // Leaks are planted from the back of what is free: these never leave training alone.
    Rows some(free_[Part::training].begin(), free_[Part::training].begin() + 3);
    std::sort(some.begin(), some.end());
    fitted["mean"] = fitted["projection"] = some;
  }

  Rows& part_of(Part part) { return const_cast<Rows&>(part_rows(drawn.split, part)); }

  std::uint32_t unused(Part part) {
    const std::uint32_t row = free_[part].back();
    free_[part].pop_back();
    return row;
  }

  Rows unused(Part part, std::size_t count) {
    Rows rows;
    while (rows.size() < count) rows.push_back(unused(part));
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  void centre(const Rows& rows) {
    const arma::fvec mean = mean_of_rows(X, rows);
    X.each_col() -= mean;
  }

  Found audit(bool near = false) const {
    const AuditedFeatures source{X.n_cols, X.n_rows, [&](std::size_t first, std::size_t count) {
                                   return Features(X.cols(first, first + count - 1));
                                 }};
    AuditOptions options;
    if (near) options.near = near_distance;
    std::vector<Leak> leaks =
        audit_splits("planted", {drawn}, &source, {}, options).splits.front().leaks;
    for (Leak& leak : fitted_leaks(fitted, drawn.split, drawn.ranked)) leaks.push_back(leak);
    return kinds(leaks);
  }

 private:
  Rng rng_;
  std::map<Part, Rows> free_;

 public:
  Features X;
  DrawnSplit drawn{"", 1, RankedRows::held_out, {}};
  FittedRows fitted;
};

/// A kind of leak and how it comes about.
struct Plant {
  std::string kind;
  std::function<void(Planting&, std::size_t k)> plant;
  bool as_literature;                 ///< is it a leak there too?
  bool of_all_held_out_rows = false;  ///< then so many are counted, not k
};

Plant same_rows(Part of, Part in) {
  return {
      fmt::format("{}-in-{}", part_name(of), part_name(in)),
      [=](Planting& p, std::size_t k) { p.part_of(in) = united(p.part_of(in), p.unused(of, k)); },
      of == Part::queries};
}

Plant copies(Part of, Part in) {
  return {fmt::format("copies-of-{}-in-{}", part_name(of), part_name(in)),
          [=](Planting& p, std::size_t k) {
            for (; k > 0; --k) p.X.col(p.unused(in)) = p.X.col(p.unused(of));
          },
          of == Part::queries};
}

Plant near_copies(Part in) {
  return {fmt::format("near-copies-of-queries-in-{}", part_name(in)),
          [=](Planting& p, std::size_t k) {
            for (; k > 0; --k) {
              const std::uint32_t copy = p.unused(in);
              p.X.col(copy) = p.X.col(p.unused(Part::queries));
              p.X(0, copy) += 1e-4F;
            }
          },
          true};
}

Plant fitted_on(const std::string& quantity, Part part) {
  return {fmt::format("{}-fitted-on-{}", quantity, part_name(part)),
          [=](Planting& p, std::size_t k) {
            p.fitted[quantity] = united(p.fitted[quantity], p.unused(part, k));
          },
          part == Part::queries};
}

std::vector<Plant> all_plants() {
  std::vector<Plant> plants;
  const std::vector<Part> learned = {Part::training, Part::validation_queries,
                                     Part::validation_database};
  for (const auto& make : {same_rows, copies}) {
    for (const Part part : learned) {
      plants.push_back(make(Part::queries, part));
      plants.push_back(make(part, Part::database));
    }
    plants.push_back(make(Part::queries, Part::database));
  }
  for (const char* quantity : {"mean", "projection", "thresholds", "hyperparameters"}) {
    plants.push_back(fitted_on(quantity, Part::queries));
    plants.push_back(fitted_on(quantity, Part::database));
  }
  plants.push_back(
      {"learner-ball-radius-over-everything",
       [](Planting& p, std::size_t) { p.fitted["learner-ball-radius"] = rows_below(p.X.n_cols); },
       true, true});
  for (const Part part : learned) plants.push_back(near_copies(part));
  plants.push_back(near_copies(Part::database));
  // Last, as what is planted after would move the mean.
  plants.push_back({"mean-over-everything",
                    [](Planting& p, std::size_t) { p.centre(rows_below(p.X.n_cols)); }, true,
                    true});
  return plants;
}

std::size_t held_out(const Planting& p) {
  const Split& split = p.drawn.split;
  return p.drawn.ranked == RankedRows::any ? split.test_queries.size()
                                           : united(split.test_queries, split.test_database).size();
}

/// What an audit should find.
void expect(const Planting& p, const Plant& plant, std::size_t k, Found& expected) {
  if (p.drawn.ranked == RankedRows::any && !plant.as_literature) return;
  expected[plant.kind] = plant.of_all_held_out_rows ? held_out(p) : k;
}

struct Shape {
  std::size_t n, d;
};
constexpr std::array shapes = {Shape{120, 3}, Shape{600, 16}};
constexpr std::array both_strategies = {RankedRows::held_out, RankedRows::any};

}  // namespace

TEST_CASE("audit: clean splits have no leaks, of any size, with any seed") {
  for (const Shape shape : {Shape{60, 2}, Shape{120, 3}, Shape{600, 16}, Shape{5000, 8}}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (const RankedRows ranked : both_strategies) {
        CAPTURE(shape.n);
        CAPTURE(seed);
        const Planting clean(shape.n, shape.d, seed, ranked);
        CHECK(text(clean.audit(true)) == "");
      }
    }
  }
}

TEST_CASE("audit: features that were centred by rows which may be learned from are clean") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Planting improved(600, 8, seed, RankedRows::held_out);
    improved.centre(improved.drawn.split.training);
    CHECK(text(improved.audit()) == "");
    improved.centre(united(
        improved.drawn.split.training,
        united(improved.drawn.split.validation_queries, improved.drawn.split.validation_database)));
    CHECK(text(improved.audit()) == "");
    Planting literature(600, 8, seed, RankedRows::any);
    Rows learnable;
    const Rows& queries = literature.drawn.split.test_queries;
    const Rows all = rows_below(600);
    std::set_difference(all.begin(), all.end(), queries.begin(), queries.end(),
                        std::back_inserter(learnable));
    literature.centre(learnable);
    CHECK(text(literature.audit()) == "");
  }
}

TEST_CASE("audit: every kind of leak that is planted is found, with its count, and no other") {
  std::size_t audits = 0;
  for (const Shape shape : shapes) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (const RankedRows ranked : both_strategies) {
        for (const Plant& plant : all_plants()) {
          const std::size_t k = 1 + seed % 7;
          CAPTURE(plant.kind);
          CAPTURE(shape.n);
          CAPTURE(seed);
          Planting planted(shape.n, shape.d, seed, ranked);
          plant.plant(planted, k);
          Found expected;
          expect(planted, plant, k, expected);
          CHECK(text(planted.audit(true)) == text(expected));
          ++audits;
        }
      }
    }
  }
  CHECK(audits == 2 * 20 * 2 * 28);
}

TEST_CASE("audit: of every pair of kinds both are found, with their counts, and no other") {
  const std::vector<Plant> plants = all_plants();
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (const RankedRows ranked : both_strategies) {
      for (std::size_t a = 0; a < plants.size(); ++a) {
        for (std::size_t b = a + 1; b < plants.size(); ++b) {
          CAPTURE(plants[a].kind);
          CAPTURE(plants[b].kind);
          Planting planted(240, 4, seed, ranked);
          plants[a].plant(planted, 2 + seed);
          plants[b].plant(planted, 5);
          Found expected;
          expect(planted, plants[a], 2 + seed, expected);
          expect(planted, plants[b], 5, expected);
          CHECK(text(planted.audit(true)) == text(expected));
        }
      }
    }
  }
}

TEST_CASE("audit: features centred over the database leak where it is held out") {
  for (const bool with_learned : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Planting planted(600, 8, seed, RankedRows::held_out);
      const Split& split = planted.drawn.split;
      Rows rows = split.test_database;
      if (with_learned) {
        rows = united(rows, united(split.training,
                                   united(split.validation_queries, split.validation_database)));
      }
      planted.centre(rows);
      CHECK(text(planted.audit()) ==
            fmt::format("mean-over-database {}; ", held_out(planted) - 100));
      planted.drawn.ranked = RankedRows::any;
      CHECK(text(planted.audit()) == "");
    }
  }
}

TEST_CASE(
    "audit: a mean over training rows and queries, or over all that is listed, is recognised") {
  Planting p(600, 8, 1, RankedRows::any);
  p.centre(united(p.drawn.split.training, p.drawn.split.test_queries));
  CHECK(text(p.audit()) == "mean-over-queries 100; ");
  // 60 rows are in no part: all rows of all parts are not all rows.
  Planting listed(600, 8, 1, RankedRows::any);
  Rows rows;
  for (const Part part : all_parts) rows = united(rows, listed.part_of(part));
  REQUIRE(rows.size() < 600);
  listed.centre(rows);
  CHECK(text(listed.audit()) == "mean-over-everything 100; ");
}

TEST_CASE(
    "audit: features that do not vary were not centred, and columns that do not are passed over") {
  Planting constant(120, 3, 1, RankedRows::held_out);
  for (const float value : {0.0F, 0.1F, 1e-30F}) {
    constant.X.fill(value);
    for (const auto& [kind, count] : constant.audit()) {
      CAPTURE(value);
      CHECK(kind == Contains("copies-of-"));
    }
  }
  Planting planted(120, 3, 1, RankedRows::held_out);
  planted.centre(rows_below(120));
  planted.X.row(1).fill(1e-9F);  // what centring leaves of a constant
  CHECK(text(planted.audit()) == fmt::format("mean-over-everything {}; ", held_out(planted)));
}

TEST_CASE("audit: near-duplicates are leaks only where a distance is given") {
  Planting planted(600, 8, 3, RankedRows::held_out);
  near_copies(Part::database).plant(planted, 4);
  CHECK(text(planted.audit(false)) == "");
  CHECK(text(planted.audit(true)) == "near-copies-of-queries-in-database 4; ");
}

TEST_CASE("audit: rows in several equal ones are counted once, and not as copies of themselves") {
  Split split;
  split.test_queries = {0, 1, 2};
  split.test_database = {2, 3, 4, 5};
  split.training = {6, 7};
  const RepeatedRows equal{{{0, 3, 4}, {1, 2}, {6, 7}, {5, 8}}};
  const std::vector<Meeting> shared = shared_rows(split), copied = copied_rows(split, equal);
  REQUIRE(shared.size() == 1);
  CHECK(shared[0].rows == Rows{2});
  const std::vector<Leak> leaks = meeting_leaks(shared, "", split, RankedRows::held_out);
  REQUIRE(leaks.size() == 1);
  CHECK(leak_text(leaks[0]) == "queries-in-database: 1 of 3 test queries (row 2)");
  REQUIRE(copied.size() == 1);
  CHECK(copied[0].of == Part::queries);
  CHECK(copied[0].in == Part::database);
  CHECK(copied[0].rows == Rows{0, 1});  // 2 is in both, but no other row equals it there
}

TEST_CASE("audit: near-duplicates do not depend on threads or on how features are read") {
  Planting planted(5000, 8, 5, RankedRows::held_out);
  near_copies(Part::database).plant(planted, 9);
  const AuditedFeatures source{5000, 8, [&](std::size_t first, std::size_t count) {
                                 return Features(planted.X.cols(first, first + count - 1));
                               }};
  const double distance = 0.2 * feature_facts(source).spread;  // so that there are many
  const auto rows_of = [&](std::size_t threads) {
    return near_queries(source, {&planted.drawn.split}, distance, threads).front();
  };
  const std::vector<Meeting> one = rows_of(1), three = rows_of(3);
  REQUIRE(one.size() == 4);
  for (std::size_t k = 0; k < one.size(); ++k) {
    CHECK(one[k].rows == three[k].rows);
    Rows expected;
    for (const std::uint32_t q : planted.drawn.split.test_queries) {
      for (const std::uint32_t j : part_rows(planted.drawn.split, one[k].in)) {
        const arma::vec x = arma::conv_to<arma::vec>::from(planted.X.col(q)),
                        y = arma::conv_to<arma::vec>::from(planted.X.col(j));
        if (arma::norm(x - y) > distance) continue;
        expected.push_back(q);
        break;
      }
    }
    CHECK(one[k].rows == expected);
    CHECK(expected.size() >= 9 * (one[k].in == Part::database ? 1 : 0));
  }
}

}  // namespace hashlab::audit_splits_test
