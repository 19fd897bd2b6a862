#include "experiments/suite/method.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/method_name.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::method_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

using Names = std::vector<std::string>;

Names candidates_of(const Method& method) {
  Names names;
  for (const Hasher* hasher : method.candidates()) names.push_back(hasher->name);
  return names;
}

Names names_of(const Suite& suite) {
  Names names;
  for (const Method& method : suite.methods) names.push_back(method.name());
  return names;
}

}  // namespace

TEST_CASE("method: a hash function has codes, and is its only candidate") {
  const Method method(make_hasher("itq+npq:thresholds=7"));
  CHECK(method.name() == "itq+npq:thresholds=7");
  CHECK(method.has_codes());
  REQUIRE(method.hash_function() != nullptr);
  CHECK(method.grid() == nullptr);
  CHECK(method.embedding() == nullptr);
  CHECK(method.base() == method.hash_function());
  CHECK(candidates_of(method) == Names{"itq+npq:thresholds=7"});
}

TEST_CASE("method: a grid is tuned, and its candidates are its points in order") {
  const Method method(parse_grid("itq+npq:thresholds=7: beta=2,1"));
  CHECK(method.name() == "itq+npq:thresholds=7,tuned");
  CHECK(method.has_codes());
  CHECK(method.hash_function() == nullptr);
  REQUIRE(method.grid() != nullptr);
  CHECK(method.embedding() == nullptr);
  CHECK(method.base()->name == "itq+npq:thresholds=7");
  CHECK(candidates_of(method) == Names{"itq+npq:thresholds=7,beta=2", "itq+npq:thresholds=7"});
}

TEST_CASE("method: a reference ranking has neither codes nor candidates") {
  const Method method(make_reference("cosine"));
  CHECK(method.name() == "cosine");
  CHECK_FALSE(method.has_codes());
  CHECK(method.hash_function() == nullptr);
  CHECK(method.grid() == nullptr);
  REQUIRE(method.embedding() != nullptr);
  CHECK(method.embedding()->similarity == Similarity::cosine);
  CHECK(method.base() == nullptr);
  CHECK(method.candidates().empty());
}

TEST_CASE("method: a copy is of the same kind and outlives the original") {
  Method copy(make_reference("euclidean"));
  {
    const Method original(parse_grid("itq+npq: beta=1,2"));
    copy = original;
    CHECK(copy.grid() == original.grid());
  }
  CHECK(copy.name() == "itq+npq:tuned");
  CHECK(candidates_of(copy) == Names{"itq+npq", "itq+npq:beta=2"});
}

TEST_CASE("method: a suite's are hash functions, then grids, then references, however written") {
  const std::string text = "name = s\ndataset = d\n";
  const std::string reference = "reference = cosine\n", grid = "grid = itq+npq: beta=1,2\n";
  const std::string hashers = "hasher = pca+sbq\nhasher = lsh+sbq\n";
  const Names expected = {"pca+sbq", "lsh+sbq", "itq+npq:tuned", "cosine"};
  CHECK(names_of(parse_suite(text + reference + grid + hashers, "t", {})) == expected);
  CHECK(names_of(parse_suite(text + hashers + grid + reference, "t", {})) == expected);
  const Suite suite = parse_suite(text + hashers + grid + reference, "t", {});
  CHECK(method_names(suite, &Method::has_codes) == Names{"pca+sbq", "lsh+sbq", "itq+npq:tuned"});
  CHECK(method_names(suite, &Method::has_bits, false) == Names{"cosine"});
  CHECK(has_grids(suite));
  // A setting of the command line takes the place of its own kind alone.
  const auto with = [&](const Names& overrides) {
    return names_of(parse_suite(text + hashers + grid + reference, "t", overrides));
  };
  CHECK(with({"hasher=sh+sbq"}) == Names{"sh+sbq", "itq+npq:tuned", "cosine"});
  CHECK(with({"grid="}) == Names{"pca+sbq", "lsh+sbq", "cosine"});
  CHECK(with({"reference="}) == Names{"pca+sbq", "lsh+sbq", "itq+npq:tuned"});
  CHECK_FALSE(has_grids(parse_suite(text + hashers, "t", {})));
}

TEST_CASE("method: names are canonical, tuned or not") {
  CHECK(canonical_name("itq+npq:thresholds=3") == "itq+npq");
  CHECK(canonical_name("itq+npq:beta=2.0,thresholds=7") == "itq+npq:thresholds=7,beta=2");
  CHECK(canonical_name("itq+npq:tuned") == "itq+npq:tuned");
  CHECK(canonical_name("itq+npq:thresholds=3,tuned") == "itq+npq:tuned");
  CHECK(canonical_name("itq+npq:thresholds=7,tuned") == "itq+npq:thresholds=7,tuned");
  CHECK(canonical_baseline("") == "");
  CHECK(canonical_baseline("itq+npq:thresholds=3") == "itq+npq");
  CHECK(canonical_baseline("+npq:thresholds=3") == "+npq");
  CHECK(canonical_baseline("itq+npq+asymmetric:thresholds=3") == "itq+npq+asymmetric");
  CHECK(canonical_baseline("+npq+asymmetric:thresholds=7") == "+npq+asymmetric:thresholds=7");
  CHECK(canonical_baseline("+npq:thresholds=7,tuned") == "+npq:thresholds=7,tuned");
}

TEST_CASE("method: names of none are refused") {
  CHECK(error_of([] { canonical_name("itq+npq:tunde"); }) == Contains("tunde"));
  CHECK(error_of([] { canonical_name("itq"); }) == Contains("lacks its quantiser"));
  CHECK(error_of([] { canonical_name("itp+sbq"); }) == Contains("did you mean 'itq'?"));
  CHECK(error_of([] { canonical_name(""); }) != "no error");
  CHECK(error_of([] { canonical_baseline("+sbp"); }) == Contains("did you mean 'sbq'?"));
  CHECK(error_of([] { make_reference("cosin"); }) == Contains("did you mean 'cosine'?"));
}

TEST_CASE("method name: the parts of every form, and the name again") {
  struct Case {
    const char *name, *projection, *quantiser, *settings;
    bool tuned;
  };
  for (const Case& c : {Case{"itq+npq", "itq", "npq", "", false},
                        {"itq+npq:thresholds=7", "itq", "npq", "thresholds=7", false},
                        {"itq+npq:tuned", "itq", "npq", "", true},
                        {"itq+npq:beta=2,alpha=0,tuned", "itq", "npq", "beta=2,alpha=0", true},
                        {"itq+npq:beta=tuned", "itq", "npq", "beta=tuned", false},
                        {"+npq", "", "npq", "", false},
                        {"+npq:tuned", "", "npq", "", true},
                        {"euclidean", "euclidean", "", "", false},
                        {"", "", "", "", false}}) {
    CAPTURE(c.name);
    const MethodName name = parse_method_name(c.name);
    CHECK(name.projection == c.projection);
    CHECK(name.quantiser == c.quantiser);
    CHECK(name.settings == c.settings);
    CHECK(name.tuned == c.tuned);
    CHECK(name.text() == c.name);
    CHECK(name.any_projection() == std::string(c.name).starts_with('+'));
    CHECK(name.has_settings() == (std::string(c.name).find(':') != std::string::npos));
  }
}

}  // namespace hashlab::method_test
