#include "lib/files/files.h"
#include "tests/support/latex.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::latex_program_test {

using namespace testing;

TEST_CASE("latex: every kind of table that the program prints compiles") {
  if (!latex_is_there()) return;
  const SmallStudy study;
  REQUIRE(study
              .run("--set 'hash-tables=K:4/8 L:1/2 radius:0/1 keys:segments/sampled' --set bits=8 "
                   "--set reference=euclidean --set baseline=+sbq")
              .status == 0);
  write_file(study / "p.csv",
             "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
             "Müller & Söhne_1 (50 %),small,epsilon,literature,lsh+sbq,8,auprc,0.25\n"
             "Müller & Söhne_1 (50 %),small,epsilon,literature,pca+npq,8,auprc,0.35\n");
  const std::string published = "published '" + study / "p.csv" + "'";
  for (const std::string& options :
       {std::string("table"), std::string("table --differences"),
        std::string("table --metric auprc --split improved --label tab:a --caption 'A $\\pm$ B'"),
        std::string("table --letters --ties --") + published,
        std::string("table --compare-") + published,
        std::string("table --metric 'table-f1[K=4,L=2,r=0]' --letters --marks wilcoxon"),
        std::string("hash-tables"), std::string("hash-tables --sweep"),
        std::string("hash-tables --curve"), std::string("hash-tables --proxy")}) {
    CAPTURE(options);
    const std::string verb = options.substr(0, options.find(' '));
    const std::string rest = options.substr(verb.size());
    const Outcome outcome = hashlab::testing::hashlab(
        fmt::format("{} '{}' --format tex {}", verb, study.results(), rest));
    REQUIRE(outcome.status == 0);
    CHECK(latex_errors(outcome.out) == "");
  }
  CHECK(latex_errors(read_file(study.results() + "/tables/tables.tex")) == "");
}

}  // namespace hashlab::latex_program_test
