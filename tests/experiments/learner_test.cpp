// What is learned for a cell depends on the rows that it may be learned from, and on no others.

#include "experiments/learn/learner.h"
#include "experiments/evaluate/cell.h"
#include "experiments/learn/encoded_parts.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "lib/sanitizer.h"
#include "tests/support/pairs.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace hashlab::learner_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

template <typename Matrix>
bool same(const Matrix& a, const Matrix& b) {
  return arma::approx_equal(a, b, "absdiff", 0);
}

bool same_split(const Split& a, const Split& b) {
  return a.test_queries == b.test_queries && a.test_database == b.test_database &&
         a.training == b.training && a.learnable == b.learnable;
}

/// A copy of the data set with other features in the given rows. It keeps the checksum, from which
/// splits are drawn, so its splits are the same.
Dataset with_other_rows(Dataset dataset, const Rows& rows) {
  for (const std::uint32_t row : rows) {
    dataset.features.col(row) = 3 * arma::flipud(dataset.features.col(row)) + 1;
  }
  return dataset;
}

Suite small_suite() {
  const TemporaryFolder folder;
  write_file(folder / "tiny.ini", tiny_suite());
  return read_suite(folder / "tiny.ini", {});
}

/// The first alone where a sanitizer looks on: it sees nothing new with others, and takes minutes.
std::vector<std::string> tried(std::vector<std::string> strategies) {
  if (is_sanitized) strategies.resize(1);
  return strategies;
}

enum class Pairs { all, one_a_projection };

/// What was learned is the same, whatever the projection and the quantiser, and so are the codes of
/// the part whose samples are. What pairs have learned from, they have from the context, so one
/// context shows it of all pairs.
void check_same_hash_functions(Pairs pairs, Codes CellCodes::*same_part, const Dataset& a,
                               const RunContext& context_a, const Dataset& b,
                               const RunContext& context_b) {
  const Suite suite = small_suite();
  const Study study_a(a, suite), study_b(b, suite);
  std::size_t p = 0;
  for (const auto& projection : projections::learnable()) {
    Learner from_a(study_a, context_a), from_b(study_b, context_b);
    for (const auto& quantiser : quantisers_beside(p++, pairs == Pairs::all)) {
      const Method method(make_hasher(projection->info().name + "+" + quantiser->info().name));
      CAPTURE(method.name());
      const Hasher& hasher = *method.hash_function();
      const HashFunction function{hasher, hasher.dimensions(8)};
      CHECK(same(from_a.projection(function).by[Coder::first].training,
                 from_b.projection(function).by[Coder::first].training));
      CHECK(from_a.quantiser(function).by[Coder::first].thresholds ==
            from_b.quantiser(function).by[Coder::first].thresholds);
      const auto codes = [&](const Study& study, const RunContext& context, Learner& learner) {
        const CellInputs inputs{study, context, learner, active_kernel(), /*keep_codes=*/true};
        return *evaluate_cell(inputs, hasher, Cell{method, "", 8, 1}).codes;
      };
      CHECK((codes(study_a, context_a, from_a).*same_part).words ==
            (codes(study_b, context_b, from_b).*same_part).words);
    }
  }
}

}  // namespace

TEST_CASE("learner: nothing that is learned depends on ranked rows that are not learnable") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite suite = small_suite();
  for (const std::string& strategy : tried({"improved", "matched", "class-disjoint"})) {
    CAPTURE(strategy);
    const RunContext before = make_run_context({dataset, suite}, strategy, 1);
    Rows held_out;
    std::ranges::set_difference(before.split.test_database, before.split.learnable,
                                std::back_inserter(held_out));
    REQUIRE(held_out.size() > 200);
    const Dataset changed = with_other_rows(dataset, held_out);
    const RunContext after = make_run_context({changed, suite}, strategy, 1);
    REQUIRE(same_split(before.split, after.split));
    CHECK(before.facts.at("ball-radius") != after.facts.at("ball-radius"));  // the change is felt
    CHECK(before.facts.at("learner-ball-radius") == after.facts.at("learner-ball-radius"));
    CHECK(same(before.mean.value, after.mean.value));
    CHECK(same(before.training.X, after.training.X));
    CHECK(before.training.S.items.size() > 100);
    CHECK(before.training.S.items == after.training.S.items);
    CHECK(before.training.S.offsets == after.training.S.offsets);
    check_same_hash_functions(strategy == "improved" ? Pairs::all : Pairs::one_a_projection,
                              &CellCodes::query, dataset, before, changed, after);
  }
}

TEST_CASE("learner: matched has the hash functions of improved, and is asked the same") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite suite = small_suite();
  const RunContext improved = make_run_context({dataset, suite}, "improved", 1);
  const RunContext matched = make_run_context({dataset, suite}, "matched", 1);
  CHECK(improved.split.test_queries == matched.split.test_queries);
  CHECK(improved.facts.at("ball-radius") == matched.facts.at("ball-radius"));
  CHECK(improved.facts.at("test-database") == matched.facts.at("test-database"));
  CHECK(improved.split.test_database != matched.split.test_database);
  check_same_hash_functions(Pairs::one_a_projection, &CellCodes::query, dataset, improved, dataset,
                            matched);
}

TEST_CASE("learner: under literature the mean does depend on the ranked database") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite suite = small_suite();
  const RunContext before = make_run_context({dataset, suite}, "literature", 1);
  const Rows held_out = make_run_context({dataset, suite}, "improved", 1).split.test_database;
  const Dataset changed = with_other_rows(dataset, held_out);
  CHECK_FALSE(
      same(before.mean.value, make_run_context({changed, suite}, "literature", 1).mean.value));
}

TEST_CASE("learner: nothing that is learned depends on the test queries") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite suite = small_suite();
  for (const std::string& strategy :
       tried({"literature", "improved", "matched", "class-disjoint"})) {
    CAPTURE(strategy);
    const RunContext before = make_run_context({dataset, suite}, strategy, 1);
    const Dataset changed = with_other_rows(dataset, before.split.test_queries);
    const RunContext after = make_run_context({changed, suite}, strategy, 1);
    REQUIRE(same_split(before.split, after.split));
    CHECK(before.facts.at("ball-radius") == after.facts.at("ball-radius"));
    CHECK(before.facts.at("learner-ball-radius") == after.facts.at("learner-ball-radius"));
    CHECK(same(before.mean.value, after.mean.value));
    CHECK(before.training.S.items == after.training.S.items);
    CHECK(before.relevance.lists.items != after.relevance.lists.items);
    check_same_hash_functions(strategy == "improved" ? Pairs::all : Pairs::one_a_projection,
                              &CellCodes::database, dataset, before, changed, after);
  }
}

TEST_CASE("learner: both strategies of a run ask the same queries and learn from the same rows") {
  const Dataset dataset = small_dataset(600, 16);
  const Suite suite = small_suite();
  const RunContext literature = make_run_context({dataset, suite}, "literature", 2);
  const RunContext improved = make_run_context({dataset, suite}, "improved", 2);
  CHECK(literature.split.test_queries == improved.split.test_queries);
  CHECK(literature.split.training == improved.split.training);
  CHECK(literature.facts.at("ball-radius") == improved.facts.at("ball-radius"));
  CHECK(literature.split.test_database.size() == 560);
  CHECK(improved.split.test_database.size() == 400);
  CHECK(std::ranges::includes(literature.split.test_database, improved.split.test_database));
}

TEST_CASE("learner: a database that is encoded in pieces has the same codes") {
  const Dataset dataset = small_dataset(20000, 16);  // more than a piece
  const Suite suite = small_suite();
  const Study study(dataset, suite);
  const RunContext context = make_run_context(study, "literature", 1);
  Learner whole(study, context), pieces(study, context);
  for (const char* name : {"lsh+sbq", "pca+npq", "itq+mhq", "sh+dbq", "pca+vbq"}) {
    CAPTURE(name);
    const Hasher hasher = make_hasher(name);
    const HashFunction function{hasher, hasher.dimensions(12)};
    const EncodedParts a = encode_test_parts(whole, context.split, function),
                       b = encode_test_parts(pieces, context.split, function, /*max_values=*/0);
    REQUIRE(a.database.n == context.split.test_database.size());
    CHECK(a.database.format == b.database.format);
    CHECK(a.database.n == b.database.n);
    CHECK(a.database.words == b.database.words);
    CHECK(a.queries.n == b.queries.n);
    CHECK(a.queries.words == b.queries.words);
  }
}

}  // namespace hashlab::learner_test
