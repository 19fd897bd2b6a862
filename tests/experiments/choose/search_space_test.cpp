#include "experiments/choose/search_space.h"
#include "experiments/suite/grid.h"
#include "hashers/networks/engine.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::search_space_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

EntryFacts facts_by_class() {
  EntryFacts facts;
  facts.bits = 16;
  facts.features = 64;
  facts.training = 1000;
  facts.queries = 100;
  facts.database = 300;
  facts.classes = 10;
  facts.by_class = true;
  facts.neighbour_share = 0.1;
  return facts;
}

struct Entry {
  std::vector<Entrant> entrants;
  std::map<std::string, std::string> left_out;  // reasons by name

  explicit Entry(const EntryFacts& facts) {
    std::vector<NotRaced> out;
    entrants = first_entrants(facts, out);
    for (const NotRaced& one : out) left_out[one.name] = one.reason;
  }
  bool has(const std::string& name) const { return has_entrant(entrants, name); }
  static bool has_entrant(const std::vector<Entrant>& all, const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const Entrant& e) { return e.name == name; });
  }
};

}  // namespace

TEST_CASE("entrants: every projection enters with single-bit codes, or a reason says why not") {
  const Entry entry(facts_by_class());
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    CAPTURE(name);
    CHECK(entry.has(name + "+sbq") != entry.left_out.contains(name));
    CHECK(entry.has(name + "+sbq") != projection->needs_engine());  // whatever this program can do
  }
  CHECK(entry.left_out.at("csq") ==
        "networks do not take part, since not every build can train them");
}

TEST_CASE("entrants: what learns from labels is left out without them, and where a ball decides") {
  EntryFacts facts = facts_by_class();
  facts.by_class = false;
  CHECK(Entry(facts).left_out.at("sdh") ==
        "learns from labels, and the ground truth is by distance");
  facts.classes = 0;
  const Entry entry(facts);
  CHECK(entry.left_out.at("sdh") == "learns from labels, and there are none");
  CHECK(entry.left_out.contains("itq-cca"));
  CHECK(entry.has("itq+sbq"));
  CHECK(entry.has("ksh+sbq"));  // learns from whoever is a neighbour
}

TEST_CASE("entrants: too few rows, and neighbours that would not fit, are a reason") {
  EntryFacts facts = facts_by_class();
  facts.neighbour_share = 1;
  facts.training = 100000;
  CHECK(Entry(facts).left_out.at("ksh") == "its lists of neighbours would take 37.3 GiB");
}

TEST_CASE("entrants: of few features a projection enters with the quantiser that needs few axes") {
  EntryFacts facts = facts_by_class();
  facts.features = 10;  // 16 bits: pca has no 16 axes
  const Entry entry(facts);
  CHECK(entry.has("lsh+sbq"));
  CHECK_FALSE(entry.has("pca+sbq"));
  CHECK(entry.has("pca+eql"));
  facts.features = 4;  // 16 thresholds give four bits of each
  CHECK(Entry(facts).has("pca+eql:thresholds=15"));
  // Other quantisers follow with the first of their settings that fit.
  const auto next = neighbouring_entrants("pca+eql:thresholds=15", facts);
  CHECK(Entry::has_entrant(next, "pca+npq:thresholds=15"));
  CHECK_FALSE(Entry::has_entrant(next, "pca+npq"));
  facts.features = 3;
  CHECK(Entry(facts).left_out.at("pca") ==
        "finds at most 3 hash dimensions with 3 features and 128 rows, 16 needed");
}

TEST_CASE("entrants: by a ball what is not supervised enters with several bits a dimension, too") {
  EntryFacts facts = facts_by_class();
  CHECK_FALSE(Entry(facts).has("itq+npq"));
  facts.by_class = false;
  const Entry entry(facts);
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    CAPTURE(name);
    const bool is_free = projection->supervision() == Supervision::none;
    CHECK(entry.has(name + "+npq") == (is_free && !projection->needs_engine()));
  }
  for (const Entrant& e : entry.entrants) {
    CAPTURE(e.name);
    const bool is_free = make_hasher(e.name).projection->supervision() == Supervision::none;
    CHECK(e.is_late == !is_free);
  }
}

TEST_CASE("entrants: quantisers of one projection and number of dimensions share its work") {
  const EntryFacts facts = facts_by_class();
  const Entrant npq = entrant_of(make_hasher("itq+npq"), facts),
                mhq = entrant_of(make_hasher("itq+mhq"), facts),
                sbq = entrant_of(make_hasher("itq+sbq"), facts);
  CHECK(npq.part == mhq.part);
  CHECK(npq.part_work == mhq.part_work);
  CHECK(npq.part != sbq.part);
  CHECK(npq.part != entrant_of(make_hasher("isoh+npq"), facts).part);
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    CHECK(npq.part_work[rung] > 0);
    CHECK(npq.part_work[rung] < npq.work[rung]);
  }
  CHECK(npq.group == "itq");
  CHECK(npq.kind == "npq");
}

TEST_CASE("entrants: a step changes the quantiser, or settings of one of the two") {
  const EntryFacts facts = facts_by_class();
  const auto next = neighbouring_entrants("itq+sbq", facts);
  for (const auto& quantiser : quantisers::all()) {
    const std::string name = quantiser->info().name;
    if (name != "sbq") CHECK(Entry::has_entrant(next, "itq+" + name));
  }
  std::set<std::string> names;
  for (const Entrant& e : next) {
    CAPTURE(e.name);
    CHECK(make_hasher(e.name).name == e.name);
    CHECK(names.insert(e.name).second);
  }
  // Settings that were chosen stay, and one more is.
  for (const Entrant& e : neighbouring_entrants("itq+sbq:iterations=20", facts)) {
    CAPTURE(e.name);
    CHECK(e.name == Contains("iterations=20"));
  }
  const auto settings = neighbouring_entrants("itq+npq", facts);
  CHECK(Entry::has_entrant(settings, "itq+npq:thresholds=7"));
  CHECK(Entry::has_entrant(settings, "itq+npq:beta=2"));
  CHECK_FALSE(Entry::has_entrant(settings, "itq+npq:thresholds=7,beta=2"));
  CHECK_FALSE(Entry::has_entrant(settings, "itq+npq"));
  const auto further = neighbouring_entrants("itq+npq:thresholds=7", facts);
  REQUIRE(further.size() == 2);
  CHECK(further[0].name == "itq+npq:thresholds=7,beta=0.5");
  CHECK(further[1].name == "itq+npq:thresholds=7,beta=2");
}

TEST_CASE("entrants: the full grid is every method with all of its settings, once") {
  const EntryFacts facts = facts_by_class();
  std::map<std::string, double> works;  // by name: whatever comes twice counts once
  const auto add_grid = [&](const std::string& base, const std::string& grid) {
    const Hasher plain = make_hasher(base);
    works[plain.name] = entrant_of(plain, facts).work[last_rung];
    if (grid.empty()) return;
    for (const Grid::Point& point : parse_grid(base + ": " + grid).points) {
      if (!point.hasher->ignored.empty()) continue;
      works[point.hasher->name] = entrant_of(*point.hasher, facts).work[last_rung];
    }
  };
  for (const auto& projection : projections::all()) {
    if (projection->needs_engine() && network_engine() == nullptr) continue;
    add_grid(projection->info().name + "+sbq", projection->grid());
  }
  // lsh is the cheapest.
  for (const auto& quantiser : quantisers::all()) {
    add_grid("lsh+" + quantiser->info().name, quantiser->grid());
  }
  double work = 0;
  for (const auto& [name, its] : works) work += its;
  CHECK(full_grid_work(facts) == doctest::Approx(work));
  EntryFacts unlabelled = facts;
  unlabelled.classes = 0;
  CHECK(full_grid_work(unlabelled) < work);
}

TEST_CASE("entrants: a score costs more with more rows, and what it costs is declared by all") {
  const EntryFacts facts = facts_by_class();
  EntryFacts more = facts;
  more.training *= 2;
  for (const Entrant& e : Entry(facts).entrants) {
    CAPTURE(e.name);
    CHECK(e.work[0] > 0);
    CHECK(e.work[0] < e.work[1]);
    CHECK(e.work[1] < e.work[2]);
    CHECK(entrant_of(make_hasher(e.name), more).work[2] > e.work[2]);
    CHECK(encoding_steps(make_hasher(e.name), facts) > 0);
  }
  const WorkSizes sizes{1000, 64, 16, 10, 100000};
  for (const auto& method : projections::all()) {
    CAPTURE(method->info().name);
    if (!method->needs_engine()) CHECK(method->work(sizes) != cautious_work(sizes));
  }
  for (const auto& method : quantisers::all()) {
    CAPTURE(method->info().name);
    CHECK(method->work(sizes) != cautious_work(sizes));
  }
}

}  // namespace hashlab::search_space_test
