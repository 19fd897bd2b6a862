#include "experiments/suite/embedding.h"
#include "experiments/learn/learner.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/method_name.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::embedding_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace testing;

namespace {

const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};

Suite suite(const std::vector<std::string>& overrides) {
  return parse_suite("name = s\ndataset = d\nhasher = itq+npq\nbits = 16 32\nruns = 2\n", "test",
                     overrides);
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

TEST_CASE("embedding: codes of any quantiser are asked with real values") {
  const Embedding asked = make_embedding("itq+npq+asymmetric:thresholds=7,iterations=9");
  CHECK(asked.name == "itq+npq+asymmetric:iterations=9,thresholds=7");
  CHECK(asked.quantised);
  CHECK_FALSE(asked.asymmetric);
  CHECK(asked.recipe == "levels/1");
  CHECK(asked.projected_by->name == "itq+npq:iterations=9,thresholds=7");
  CHECK(make_embedding(asked.name).name == asked.name);
  CHECK_FALSE(make_embedding("itq+asymmetric").quantised);
  CHECK_FALSE(parse_method_name(asked.name).has_codes());
  CHECK(error_of([] { make_embedding("itq+npk+asymmetric"); }) == Contains("did you mean 'npq'?"));
  CHECK(error_of([] { make_embedding("+npq+asymmetric"); }) != "no error");
  const std::vector<Cell> cells =
      plan_cells(suite({"embedding=itq+npq+asymmetric:thresholds=7"}), facts);
  const std::string recipe = cells.back().recipe;
  CHECK(recipe == Contains("\nprojection = itq/"));
  CHECK(recipe == Contains("\nquantiser = npq/"));
  CHECK(recipe == Contains("\nembedding = levels/1\nbits = 32\n"));
}

TEST_CASE("method name: what is asked with real values is read and written") {
  for (const std::string name : {"itq+npq+asymmetric:thresholds=7", "a+b+asymmetric", "itq+npq",
                                 "itq+asymmetric", "+npq:tuned", "euclidean", "codes:x"}) {
    CHECK(parse_method_name(name).text() == name);
  }
  const MethodName name = parse_method_name("itq+npq+asymmetric:thresholds=7");
  CHECK(name.projection == "itq");
  CHECK(name.quantiser == "npq");
  CHECK(name.real_queries);
  CHECK_FALSE(parse_method_name("itq+asymmetric").real_queries);
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

}  // namespace hashlab::embedding_test
