#include "experiments/suite/embedding.h"
#include "experiments/run/cell.h"
#include "experiments/run/embedding_cell.h"
#include "experiments/run/learner.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/hamming/dispatch.h"
#include "lib/label_scores/ranker.h"
#include "lib/method_name.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};

Suite suite(const std::vector<std::string>& overrides) {
  return parse_suite("name = s\ndataset = d\nhasher = itq+npq\nbits = 16 32\nruns = 2\n", "test",
                     overrides);
}

std::size_t count_lines(const std::string& text, const std::string& part) {
  const std::vector<std::string> lines = lines_of(text);
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
    return line.find(part) != std::string::npos;
  }));
}

Rows rows_of(const Features& X) {
  Rows rows(X.n_cols);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

}  // namespace

TEST_CASE("embedding: a projection and a similarity, with the projection's settings") {
  const Embedding plain = make_embedding("itq+cosine");
  CHECK(plain.name == "itq+cosine");
  CHECK(plain.similarity == Similarity::cosine);
  CHECK(plain.projected_by->projection_recipe == make_hasher("itq+sbq").projection_recipe);
  CHECK(make_embedding("itq+euclidean:iterations=7").name == "itq+euclidean:iterations=7");
  CHECK(error_of([] { make_embedding("cosine"); }) == Contains("lacks its projection"));
  CHECK(error_of([] { make_embedding("itq+cosin"); }) == Contains("did you mean 'cosine'?"));
  CHECK(error_of([] { make_embedding("itk+cosine"); }) == Contains("did you mean 'itq'?"));
  CHECK(error_of([] { make_embedding("itq+cosine:beta=1"); }) == Contains("unknown key 'beta'"));
  CHECK(error_of([] { make_embedding("itq+sbq"); }) == Contains("similarity 'sbq'"));
}

TEST_CASE("embedding: asymmetric is a similarity of projections alone") {
  const Embedding asymmetric = make_embedding("itq+asymmetric:iterations=7");
  CHECK(asymmetric.name == "itq+asymmetric:iterations=7");
  CHECK(asymmetric.asymmetric);
  CHECK(asymmetric.similarity == Similarity::cosine);
  CHECK(asymmetric.recipe == "asymmetric/1");
  CHECK_FALSE(make_embedding("itq+cosine").asymmetric);
  CHECK_FALSE(parse_method_name(asymmetric.name).has_codes());
  CHECK(error_of([] { make_reference("asymmetric"); }) == Contains("does not exist"));
  CHECK(error_of([] { make_embedding("itq+asymetric"); }) ==
        Contains("known are cosine, inner-product, euclidean, asymmetric"));
}

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
    const CellRecord by_values = evaluate_embedding(inputs, Cell{asymmetric, "improved", bits, 1});
    const CellRecord by_bits = evaluate_cell(inputs, hasher, Cell{pca, "improved", bits, 1});
    const Codes& codes = by_bits.codes->database;
    Features items(bits, codes.n);
    for (std::size_t i = 0; i < codes.n; ++i) {
      for (std::size_t k = 0; k < bits; ++k) items(k, i) = codes.code(i)[0] >> k & 1 ? 1.0F : -1.0F;
    }
    const Features queries = learner.test(hasher, bits).queries.t();
    const auto ranker = ranker_of_values(queries, items, Similarity::cosine);
    const RankCounts expected = ranker->counts(rows_of(queries), rows_of(items), context.relevance);
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

TEST_CASE(
    "embedding: its cells have dimensions in place of bits, and recipes without a quantiser") {
  const std::vector<Cell> cells =
      plan_cells(suite({"embedding=itq+cosine", "reference=cosine"}), facts);
  REQUIRE(cells.size() == 2 * 2 * (2 + 2 + 1));
  const Cell& cell = cells[3];
  CHECK(cell.method.name() == "itq+cosine");
  CHECK(cell.bits == 32);
  CHECK(cell.recipe == Contains("\nprojection = itq/"));
  CHECK(cell.recipe == Contains("\nembedding = cosine/1\ndimensions = 32\n"));
  CHECK(cell.recipe.find("quantiser") == std::string::npos);
  CHECK(error_of([] {
          plan_cells(suite({"embedding=pca+cosine", "bits=256", "hasher=lsh+sbq"}), facts);
        }) == Contains("pca finds at most 128"));
}

TEST_CASE("embedding: adding one leaves the recipes of all other cells as they were") {
  std::vector<std::string> before, after;
  for (const Cell& cell : plan_cells(suite({}), facts)) before.push_back(cell.recipe + cell.file);
  for (const Cell& cell : plan_cells(suite({"embedding=itq+cosine"}), facts)) {
    if (cell.method.has_codes()) after.push_back(cell.recipe + cell.file);
  }
  CHECK(before == after);
}

TEST_CASE("embedding: a suite is written as it was read") {
  const Suite with = suite({"embedding=itq+cosine", "embedding=pca+euclidean", "reference=cosine"});
  const Suite again = parse_suite(suite_text(with), "text", {});
  CHECK(method_names(again, &Method::has_codes, false) ==
        std::vector<std::string>{"itq+cosine", "pca+euclidean", "cosine"});
  CHECK(method_names(again, &Method::has_bits, false) == std::vector<std::string>{"cosine"});
  CHECK(error_of([] {
          suite({"embedding=itq+cosine", "embedding=itq+cosine"});
        }) == Contains("names 'itq+cosine' twice"));
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
