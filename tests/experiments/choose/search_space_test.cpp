#include "experiments/choose/search_space.h"
#include "experiments/suite/grid.h"
#include "hashers/networks/engine.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

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

TaskFacts facts_by_class() {
  TaskFacts facts;
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

/// The first candidates, and the projections that are left out.
struct Start {
  std::vector<Candidate> candidates;
  std::map<std::string, std::string> left_out;  // reasons by name

  explicit Start(const TaskFacts& facts) {
    std::vector<UntriedCandidate> out;
    candidates = first_candidates(facts, out);
    for (const UntriedCandidate& one : out) left_out[one.name] = one.reason;
  }
  bool has(const std::string& name) const { return contains(candidates, name); }
  static bool contains(const std::vector<Candidate>& all, const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const Candidate& c) { return c.name == name; });
  }
};

}  // namespace

TEST_CASE(
    "search space: the first candidates are all projections with single-bit codes, or a reason") {
  const Start start(facts_by_class());
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    CAPTURE(name);
    CHECK(start.has(name + "+sbq") != start.left_out.contains(name));
    CHECK(start.has(name + "+sbq") != projection->needs_engine());  // whatever this program can do
  }
  CHECK(start.left_out.at("csq") ==
        "networks do not take part, since not every build can train them");
}

TEST_CASE("search space: methods that learn from labels need them, and a ground truth by class") {
  TaskFacts facts = facts_by_class();
  facts.by_class = false;
  CHECK(Start(facts).left_out.at("sdh") ==
        "learns from labels, and the ground truth is by distance");
  facts.classes = 0;
  const Start start(facts);
  CHECK(start.left_out.at("sdh") == "learns from labels, and there are none");
  CHECK(start.left_out.contains("itq-cca"));
  CHECK(start.has("itq+sbq"));
  CHECK(start.has("ksh+sbq"));  // learns from neighbours
}

TEST_CASE(
    "search space: lists of neighbours that would not fit are a reason to leave a method out") {
  TaskFacts facts = facts_by_class();
  facts.neighbour_share = 1;
  facts.training = 100000;
  CHECK(Start(facts).left_out.at("ksh") == "its lists of neighbours would take 37.3 GiB");
}

TEST_CASE(
    "search space: with few features, a projection gets a quantiser that needs few dimensions") {
  TaskFacts facts = facts_by_class();
  facts.features = 10;  // 16 bits: pca has no 16 dimensions
  const Start start(facts);
  CHECK(start.has("lsh+sbq"));
  CHECK_FALSE(start.has("pca+sbq"));
  CHECK(start.has("pca+eql"));
  facts.features = 4;  // 15 thresholds give four bits per dimension
  CHECK(Start(facts).has("pca+eql:thresholds=15"));
  // Variants have other quantisers with the first of their settings that fit.
  const auto next = variants_of("pca+eql:thresholds=15", facts);
  CHECK(Start::contains(next, "pca+npq:thresholds=15"));
  CHECK_FALSE(Start::contains(next, "pca+npq"));
  facts.features = 3;
  CHECK(Start(facts).left_out.at("pca") ==
        "finds at most 3 hash dimensions with 3 features and 128 rows, 16 needed");
}

TEST_CASE(
    "search space: with metric ground truth, unsupervised projections have several bits, too") {
  TaskFacts facts = facts_by_class();
  CHECK_FALSE(Start(facts).has("itq+npq"));
  facts.by_class = false;
  const Start start(facts);
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    CAPTURE(name);
    const bool is_unsupervised = projection->supervision() == Supervision::none;
    CHECK(start.has(name + "+npq") == (is_unsupervised && !projection->needs_engine()));
  }
  for (const Candidate& c : start.candidates) {
    CAPTURE(c.name);
    const bool is_unsupervised =
        make_hasher(c.name).projection().supervision() == Supervision::none;
    CHECK(c.is_deferred == !is_unsupervised);
  }
}

TEST_CASE("search space: quantisers of one projection and number of dimensions share its work") {
  const TaskFacts facts = facts_by_class();
  const Candidate npq = candidate_of(make_hasher("itq+npq"), facts),
                  mhq = candidate_of(make_hasher("itq+mhq"), facts),
                  sbq = candidate_of(make_hasher("itq+sbq"), facts);
  CHECK(npq.part == mhq.part);
  CHECK(npq.part_work == mhq.part_work);
  CHECK(npq.part != sbq.part);
  CHECK(npq.part != candidate_of(make_hasher("isoh+npq"), facts).part);
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    CHECK(npq.part_work[rung] > 0);
    CHECK(npq.part_work[rung] < npq.work[rung]);
  }
  CHECK(npq.projection == "itq");
  CHECK(npq.quantiser == "npq");
}

TEST_CASE("search space: a variant has another quantiser, or another setting of one of the two") {
  const TaskFacts facts = facts_by_class();
  const auto next = variants_of("itq+sbq", facts);
  for (const auto& quantiser : quantisers::all()) {
    const std::string name = quantiser->info().name;
    if (name != "sbq") CHECK(Start::contains(next, "itq+" + name));
  }
  std::set<std::string> names;
  for (const Candidate& c : next) {
    CAPTURE(c.name);
    CHECK(make_hasher(c.name).name == c.name);
    CHECK(names.insert(c.name).second);
  }
  // Given settings stay, and one more is set.
  for (const Candidate& c : variants_of("itq+sbq:iterations=20", facts)) {
    CAPTURE(c.name);
    CHECK(c.name == Contains("iterations=20"));
  }
  const auto settings = variants_of("itq+npq", facts);
  CHECK(Start::contains(settings, "itq+npq:thresholds=7"));
  CHECK(Start::contains(settings, "itq+npq:beta=2"));
  CHECK_FALSE(Start::contains(settings, "itq+npq:thresholds=7,beta=2"));
  CHECK_FALSE(Start::contains(settings, "itq+npq"));
  const auto further = variants_of("itq+npq:thresholds=7", facts);
  REQUIRE(further.size() == 2);
  CHECK(further[0].name == "itq+npq:thresholds=7,beta=0.5");
  CHECK(further[1].name == "itq+npq:thresholds=7,beta=2");
}

namespace {

/// What it costs to score a hash function on the first, the search and the last rung.
double cost_of_three(const std::string& name, const TaskFacts& facts) {
  const OfRungs work = candidate_of(make_hasher(name), facts).work;
  return work[0] + work[1] + work[last_rung];
}

constexpr const char *slow = "posterior+sbq", *quicker = "posterior+sbq:kernels=1,bit-steps=100",
                     *quickest = "posterior+sbq:calibration=scalar,bit-steps=100";

TaskFacts many_classes() {
  TaskFacts facts = facts_by_class();
  facts.training = 4000;
  facts.classes = 100;
  return facts;
}

}  // namespace

TEST_CASE("search space: a projection that is too dear for the budget gets quick settings") {
  const TaskFacts facts = many_classes();
  const Start start(facts);
  const auto with_budget = [&](double budget) {
    return use_quick_settings(start.candidates, budget, facts);
  };
  CHECK(Start::contains(with_budget(cost_of_three(slow, facts) / 0.59), slow));
  CHECK(Start::contains(with_budget(cost_of_three(slow, facts) / 0.61), quicker));
  CHECK(Start::contains(with_budget(cost_of_three(quicker, facts) / 0.59), quicker));
  CHECK(Start::contains(with_budget(cost_of_three(quicker, facts) / 0.61), quickest));
  // None of the settings is cheap enough, and the others are as they were.
  const auto least = with_budget(1);
  CHECK(least.size() == start.candidates.size());
  for (std::size_t c = 0; c < least.size(); ++c) {
    CHECK(least[c].name ==
          (start.candidates[c].name == slow ? quickest : start.candidates[c].name));
  }
}

TEST_CASE("search space: rungs of the same rows count once when quick settings are decided on") {
  TaskFacts facts = many_classes();
  facts.training = 128;  // all rungs have all rows
  const double once = candidate_of(make_hasher(slow), facts).work[last_rung];
  const auto all = use_quick_settings(Start(facts).candidates, once / 0.59, facts);
  CHECK(Start::contains(all, slow));
}

TEST_CASE("search space: quick settings that save little are not used") {
  TaskFacts facts = facts_by_class();  // with two classes, calibration costs next to nothing
  facts.classes = 2;
  const double kernels = candidate_of(make_hasher(quicker), facts).work[last_rung],
               scalar = candidate_of(make_hasher(quickest), facts).work[last_rung];
  REQUIRE(scalar > 0.75 * kernels);
  const auto least = use_quick_settings(Start(facts).candidates, 1e-3, facts);
  CHECK_FALSE(Start::contains(least, quickest));
}

TEST_CASE("search space: slower settings are variants of quick ones") {
  const TaskFacts facts = many_classes();
  const auto of_quickest = variants_of(quickest, facts), of_quicker = variants_of(quicker, facts),
             of_slow = variants_of(slow, facts);
  CHECK(Start::contains(of_quickest, slow));
  CHECK(Start::contains(of_quickest, quicker));
  CHECK(Start::contains(of_quicker, slow));
  CHECK_FALSE(Start::contains(of_quicker, quickest));
  CHECK_FALSE(Start::contains(of_slow, quicker));
  // With another quantiser, too, whose settings stay.
  CHECK(Start::contains(variants_of("posterior+npq:kernels=1,bit-steps=100,thresholds=7", facts),
                        "posterior+npq:thresholds=7"));
}

TEST_CASE("search space: the full grid is every method with all of its settings, once") {
  const TaskFacts facts = facts_by_class();
  // By name, because a candidate that occurs twice counts once.
  std::map<std::string, double> works;
  const auto add_grid = [&](const std::string& base, const std::string& grid) {
    const Hasher plain = make_hasher(base);
    works[plain.name] = candidate_of(plain, facts).work[last_rung];
    if (grid.empty()) return;
    for (const Grid::Point& point : parse_grid(fmt::format("{}: {}", base, grid)).points) {
      if (!point.hasher->ignored.empty()) continue;
      works[point.hasher->name] = candidate_of(*point.hasher, facts).work[last_rung];
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
  TaskFacts unlabelled = facts;
  unlabelled.classes = 0;
  CHECK(full_grid_work(unlabelled) < work);
}

TEST_CASE("search space: a score costs more with more rows, and every method declares its cost") {
  const TaskFacts facts = facts_by_class();
  TaskFacts more = facts;
  more.training *= 2;
  for (const Candidate& c : Start(facts).candidates) {
    CAPTURE(c.name);
    CHECK(c.work[0] > 0);
    CHECK(c.work[0] < c.work[1]);
    CHECK(c.work[1] < c.work[2]);
    CHECK(candidate_of(make_hasher(c.name), more).work[2] > c.work[2]);
    CHECK(encoding_steps(make_hasher(c.name), facts) > 0);
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
