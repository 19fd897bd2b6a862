#include "experiments/gather/printed_names.h"
#include "hashers/registry.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace hashlab::printed_names_test {

using namespace experiments;

TEST_CASE("printed names: of projections, quantisers, cross-modal methods and settings") {
  CHECK(printed_name("itq+npq") == "ITQ + NPQ");
  CHECK(printed_name("isoh+sbq") == "IsoH + SBQ");
  CHECK(printed_name("pca-rr+dbq") == "PCA-RR + DBQ");
  CHECK(printed_name("itq+npq:thresholds=7,tuned") == "ITQ + NPQ (thresholds=7, tuned)");
  CHECK(printed_name("ksh+sbq:tuned") == "KSH + SBQ (tuned)");
  CHECK(printed_name("seph+sbq") == "SePH + SBQ");
  CHECK(printed_name("itq+asymmetric") == "ITQ (asymmetric)");
  CHECK(printed_name("itq+npq+asymmetric:thresholds=7") == "ITQ + NPQ (asymmetric, thresholds=7)");
  CHECK(printed_name("codes:my-net") == "my-net");
}

TEST_CASE("printed names: other rows keep their names") {
  for (const char* name : {"euclidean", "chance", "auto", "cosine (uncompressed)"}) {
    CHECK(printed_name(name) == name);
  }
}

TEST_CASE("printed names: every method has one that differs from all others") {
  std::set<std::string> names;
  for (const auto& projection : hashers::projections::all()) {
    CHECK(names.insert(printed_name(projection->info().name + "+sbq")).second);
  }
  CHECK(names.size() > 20);
}

TEST_CASE("printed names: footnotes name methods as the rows do") {
  results::Table table;
  table.grids.push_back({"map on toy", "hasher", {}, {{"itq+sbq", {}}, {"itq+sbq:tuned", {}}}});
  table.footnotes = {"better than itq+sbq; itq+sbq:tuned was chosen", "than itq+sbq: p < 0.05",
                     "kitq+sbq, itq+sbq:seed=2 are not shown"};
  const results::Table printed = with_printed_names(table);
  CHECK(printed.grids[0].rows[1].name == "ITQ + SBQ (tuned)");
  CHECK(printed.footnotes[0] == "better than ITQ + SBQ; ITQ + SBQ (tuned) was chosen");
  CHECK(printed.footnotes[1] == "than ITQ + SBQ: p < 0.05");
  CHECK(printed.footnotes[2] == "kitq+sbq, itq+sbq:seed=2 are not shown");
}

}  // namespace hashlab::printed_names_test
