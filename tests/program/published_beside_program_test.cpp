#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::published_beside_program_test {

using namespace testing;

TEST_CASE("published beside: the table verb takes those of data set and ground truth") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  write_file(study / "p.csv",
             "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
             "some paper,small,epsilon,literature,lsh+sbq,8,auprc,0.25\n"
             "some paper,small,class,improved,lsh+sbq,8,auprc,0.125\n"
             "some paper,smaller,epsilon,improved,lsh+sbq,8,auprc,0.125\n");
  const std::string option = "--published '" + study / "p.csv" + "'";
  const Outcome text = study.table(option + " --metric auprc");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("published  diff %"));
  CHECK(text.out == Contains("0.2500"));
  CHECK_FALSE(text.out == Contains("0.1250"));
  CHECK(study.table(option + " --metric map").out == Contains("no published value of this metric"));
  CHECK(refusal(study.table("--published nowhere.csv")) == Contains("nowhere.csv"));
  CHECK(refusal(study.table(option + " --long --format csv")) == Contains("leave out --long"));
}

}  // namespace hashlab::published_beside_program_test
