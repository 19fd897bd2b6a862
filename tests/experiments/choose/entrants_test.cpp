#include "experiments/choose/entrants.h"
#include "hashers/networks/engine.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

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
    if (!projection->needs_engine()) CHECK(entry.has(name + "+sbq"));
  }
  if (network_engine() == nullptr) {
    CHECK(entry.left_out.at("csq") ==
          "needs an engine for networks, which this program was built without");
  }
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

TEST_CASE("entrants: too few features or rows for that many bits are a reason") {
  EntryFacts facts = facts_by_class();
  facts.features = 10;
  const Entry entry(facts);
  CHECK(entry.left_out.at("pca") ==
        "finds at most 10 hash dimensions with 10 features and 250 rows, 16 needed");
  CHECK(entry.has("lsh+sbq"));
  facts = facts_by_class();
  facts.neighbour_share = 1;
  facts.training = 100000;
  CHECK(Entry(facts).left_out.at("ksh") == "its lists of neighbours would take 37.3 GiB");
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
  // Settings that were chosen stay.
  for (const Entrant& e : neighbouring_entrants("itq+sbq:iterations=20", facts)) {
    CAPTURE(e.name);
    CHECK(e.name == Contains("iterations=20"));
  }
  for (const Entrant& e : neighbouring_entrants("itq+npq:thresholds=7", facts)) {
    CAPTURE(e.name);
    CHECK(e.name == Contains("+npq"));
  }
}

TEST_CASE("entrants: the full grid is every method with all of its settings, once") {
  const EntryFacts facts = facts_by_class();
  const Entry entry(facts);
  double work = 0;
  const auto add = [&](const Entrant& e) { work += e.work[last_rung]; };
  for (const Entrant& head : entry.entrants) {
    add(head);
    for (const Entrant& e : neighbouring_entrants(head.name, facts)) {
      if (make_hasher(e.name).quantiser->info().name == "sbq") add(e);
    }
  }
  // lsh is the cheapest, and has no settings.
  for (const Entrant& other : neighbouring_entrants("lsh+sbq", facts)) {
    add(other);
    for (const Entrant& e : neighbouring_entrants(other.name, facts)) add(e);
  }
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
