#include "lib/synonyms.h"
#include "lib/options.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::synonyms_test {

using Names = std::vector<std::string>;

TEST_CASE("synonyms: a word of the field leads to our name where that is known") {
  const Names keys = {"hasher", "groundtruth", "bits", "metric"};
  REQUIRE(synonym("method", keys) != nullptr);
  CHECK(*synonym("method", keys) == "hasher");
  CHECK(*synonym("Code_Length", keys) == "bits");
  CHECK(synonym("fit", keys) == nullptr);
  CHECK(synonym("", keys) == nullptr);
  CHECK(*synonym("labels", {"epsilon", "class", "lists"}) == "class");
  CHECK(*synonym("test", {"test-queries", "training"}) == "test-queries");
  CHECK(*synonym("test", {"evaluate", "run"}) == "evaluate");
}

TEST_CASE("synonyms: what is spelt nearly right is meant before a synonym") {
  CHECK(suggestion("methods", {"metrics", "projections"}) == ", did you mean 'projections'?");
  CHECK(suggestion("fit", {"list", "train"}) == ", did you mean 'train'?");
  CHECK(suggestion("run", {"runs", "start"}) == ", did you mean 'runs'?");
  CHECK(suggestion("seeds", {"seed", "split"}) == ", did you mean 'seed'?");
}

}  // namespace hashlab::synonyms_test
