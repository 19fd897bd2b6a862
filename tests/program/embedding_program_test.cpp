#include "experiments/evaluate/cell.h"
#include "experiments/learn/learner.h"
#include "experiments/suite/embedding.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/hamming/dispatch.h"
#include "lib/label_scores/ranker.h"
#include "lib/method_name.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::embedding_program_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace testing;

TEST_CASE("embedding: asymmetric ranks the bits of codes by the values of queries") {
  const Dataset dataset = small_dataset(600, 16);
  const SmallStudy files;
  const Suite suite = read_suite(files / "tiny.ini", {});
  const Study study(dataset, suite);
  const RunContext context = make_run_context(study, "improved", 1);
  Learner learner(study, context);
  const CellInputs inputs{study, context, learner, active_kernel(), /*keep_codes=*/true};
  const Method pca(make_hasher("pca+sbq")), asymmetric(make_embedding("pca+asymmetric"));
  const Hasher& hasher = *pca.hash_function();
  for (const std::size_t bits : {1u, 8u}) {
    const CellRecord by_values = evaluate_cell(inputs, Cell{asymmetric, "improved", bits, 1});
    const ComputedCell by_bits = evaluate_cell(inputs, hasher, Cell{pca, "improved", bits, 1});
    const Codes& codes = by_bits.codes->database;
    Features items(bits, codes.n);
    for (std::size_t i = 0; i < codes.n; ++i) {
      for (std::size_t k = 0; k < bits; ++k) items(k, i) = codes.code(i)[0] >> k & 1 ? 1.0F : -1.0F;
    }
    const Features queries = learner.test({hasher, bits}).queries.t();
    const auto ranker = ranker_of_values(queries, items, Similarity::cosine);
    const RankCounts expected =
        ranker->counts(rows_below(queries.n_cols), rows_below(items.n_cols), context.relevance);
    CHECK(by_values.counts.all == expected.all);
    CHECK(by_values.counts.relevant == expected.relevant);
    // With one bit the values of queries weigh nothing.
    CHECK((by_values.metrics.at("map") == by_bits.metrics.at("map")) == (bits == 1));
  }
  REQUIRE(files.run("--set embedding=pca+asymmetric --set runs=1").status == 0);
  const Outcome table = files.table("--metric map");
  CHECK(table.out == Contains("\npca+asymmetric"));
  CHECK(table.out == Contains("+asymmetric: by those of queries and bits of items"));
}

TEST_CASE("embedding: the codes of a quantiser are ranked by the values of queries") {
  const SmallStudy one, two;
  const std::string set =
      "--set embedding=pca+npq+asymmetric --set embedding=pca+sbq+asymmetric --set hasher=pca+npq";
  REQUIRE(one.run(set + " --jobs 1").status == 0);
  REQUIRE(two.run(set + " --jobs 3").status == 0);
  CHECK(one.numbers() == two.numbers());
  CHECK(count_lines(one.numbers(), ",pca+npq+asymmetric,") > 0);
  const Outcome table = one.table("--metric map");
  CHECK(table.out == Contains("\npca+npq+asymmetric"));
  CHECK(table.out == Contains("+asymmetric: by those of queries and bits of items"));
  std::size_t seen = 0;
  for (const std::string& cell : one.cells()) {
    if (cell.find("pca+npq+asymmetric") == std::string::npos) continue;
    const Outcome rerun = testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'");
    CHECK(rerun.status == 0);
    CHECK(rerun.out == Contains("rank counts are identical"));
    ++seen;
    break;
  }
  CHECK(seen == 1);
}

TEST_CASE(
    "embedding: as many numbers, whatever the jobs; all metrics but those of code distances") {
  const SmallStudy one, two;
  const std::string set = "--set embedding=pca+euclidean --set reference=euclidean";
  REQUIRE(one.run(set + " --jobs 1").status == 0);
  REQUIRE(two.run(set + " --jobs 3").status == 0);
  CHECK(one.numbers() == two.numbers());
  const std::string numbers = one.numbers();
  CHECK(count_lines(numbers, ",pca+euclidean,") > 0);
  const std::string map = one.table("--metric map --long --format csv").out;
  CHECK(count_lines(map, ",pca+euclidean,") > 0);
  const std::string radius = one.table("--metric precision@2 --long --format csv").out;
  CHECK(count_lines(radius, ",pca+euclidean,") == 0);
  const Outcome table = one.table("--metric map");
  CHECK(table.out == Contains("\npca+euclidean"));
  CHECK(table.out == Contains("+euclidean: ranked by as many real values as codes have bits"));
  for (const std::string& line : lines_of(table.out)) {
    if (line.starts_with("pca+euclidean")) CHECK(line.find('[') == std::string::npos);
  }
  for (const std::string& cell : one.cells()) {
    if (cell.find("pca+euclidean") == std::string::npos) continue;
    const Outcome rerun = testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'");
    CHECK(rerun.status == 0);
    CHECK(rerun.out == Contains("rank counts are identical"));
    break;
  }
}

}  // namespace hashlab::embedding_program_test
