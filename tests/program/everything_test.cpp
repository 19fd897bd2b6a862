#include "results/format/everything.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::everything_test {

using namespace results;
using namespace testing;

namespace {

StoredCell record() {
  StoredCell r;
  r.dataset = "toy";
  r.split = "improved";
  r.hasher = "itq+npq:alpha=0,beta=2";
  r.bits = 32;
  r.run = 2;
  r.metrics = {{"map", 1.0 / 3}, {"auprc", .5}};
  r.facts = {{"code-bits", 32}, {"of a later version", 7}};
  r.seconds = {{"rank", .25}};
  r.fitted_sizes = {{"mean", 3}};
  r.choice = "itq+npq:alpha=0,beta=2";
  r.validation = {{"itq+npq:alpha=0,beta=1", .25}, {"itq+npq:alpha=0,beta=2", .75}};
  r.split_checksum = "abc";
  return r;
}

const std::string head = "toy,improved,\"itq+npq:alpha=0,beta=2\",32,2,";

}  // namespace

TEST_CASE("everything: one line for each thing that a cell holds, with its kind and unit") {
  CHECK(everything_header() == "dataset,split,hasher,bits,run,kind,name,value,unit\n");
  CHECK(everything_lines(record(), true) ==
        head + "metric,auprc,0.5,0..1\n" +                          //
            head + "metric,map,0.3333333333333333,0..1\n" +         //
            head + "fact,code-bits,32,bits\n" +                     //
            head + "fact,of a later version,7,\n" +                 //
            head + "fitted,mean,3,rows\n" +                         //
            head + "split,checksum,abc,\n" +                        //
            head + "choice,hasher,\"itq+npq:alpha=0,beta=2\",\n" +  //
            head + "validation,\"itq+npq:alpha=0,beta=1\",0.25,0..1\n" + head +
            "validation,\"itq+npq:alpha=0,beta=2\",0.75,0..1\n" + head + "seconds,rank,0.25,s\n");
}

TEST_CASE(
    "everything: what is the difference of two scores may be negative, and its unit says so") {
  StoredCell r = record();
  r.metrics = {{"change-global-ap[without=B]", -.25},
               {"change-global-ap-landmarks[fit=queries]", .5},
               {"gap-hit@1", -.125},
               {"global-ap[without=B]", .75}};
  const std::string lines = everything_lines(r, false);
  CHECK(lines == Contains("metric,change-global-ap[without=B],-0.25,-1..1\n"));
  CHECK(lines == Contains("metric,change-global-ap-landmarks[fit=queries],0.5,-1..1\n"));
  CHECK(lines == Contains("metric,gap-hit@1,-0.125,-1..1\n"));
  CHECK(lines == Contains("metric,global-ap[without=B],0.75,0..1\n"));
}

TEST_CASE("everything: times only if asked for, a failed cell tells why") {
  CHECK_FALSE(everything_lines(record(), false) == Contains("seconds"));
  StoredCell failed;
  failed.dataset = "toy";
  failed.split = "improved";
  failed.hasher = "lsh+sbq";
  failed.bits = 8;
  failed.run = 1;
  failed.failure = "too large, \"by far\"";
  CHECK(everything_lines(failed, true) ==
        "toy,improved,lsh+sbq,8,1,failure,reason,\"too large, \"\"by far\"\"\",\n");
}

TEST_CASE("everything: scores of hash tables that are no metrics have a kind of their own") {
  StoredCell r = record();
  r.hash_tables.resize(1);
  r.hash_tables[0].setting = {16, 2, 1, KeyBits::segments};
  r.hash_tables[0].queries = 4;
  r.hash_tables[0].candidates = 10;
  const std::string lines = everything_lines(r, true);
  CHECK(lines == Contains("table,\"candidates[K=16,L=2,r=1]\",2.5,items\n"));
  CHECK_FALSE(lines == Contains("table,\"touched"));        // among the metrics of a real cell
  CHECK_FALSE(lines == Contains("table,\"build-seconds"));  // among its seconds
}

TEST_CASE(
    "everything: the verb's output does not depend on jobs or kernel and holds the long csv") {
  const std::string options =
      " --set reference=euclidean --set 'hash-tables=K:4 L:1/2 radius:0' --set runs=1";
  const SmallStudy one, two;
  REQUIRE(one.run("--jobs 1" + options, "HASHLAB_KERNEL=scalar").status == 0);
  REQUIRE(two.run("--jobs 2" + options).status == 0);
  const Outcome everything = one.table("--everything");
  CHECK(everything.status == 0);
  CHECK(everything.out == two.table("--everything").out);
  const std::vector<std::string> lines = lines_of(everything.out);
  CHECK(lines.at(0) + "\n" == everything_header());
  for (const std::string& line : lines_of(one.numbers())) {
    if (line.starts_with("dataset,")) continue;
    const std::size_t metric = line.rfind(',', line.rfind(',') - 1);
    const std::string as_here = line.substr(0, metric) + ",metric" + line.substr(metric) + ",0..1";
    CAPTURE(as_here);
    CHECK(std::find(lines.begin(), lines.end(), as_here) != lines.end());
  }
  CHECK(everything.out == Contains(",table,\"candidates[K=4,L=2,r=0]\","));
  CHECK(everything.out == Contains("small,improved,euclidean,0,1,metric,auprc,"));
  CHECK(everything.out == Contains(",fitted,mean,"));
  CHECK(one.table("--everything --seconds").out == Contains(",seconds,rank,"));
  CHECK(one.table("--everything --format csv").out == everything.out);
  CHECK(refusal(one.table("--everything --format md")) ==
        "--everything prints csv: add '--format csv'");
  CHECK(refusal(one.table("--seconds")) == Contains("add it"));
}

TEST_CASE("everything: cells that are missing are left out, a damaged one is refused") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::vector<std::string> cells = study.cells();
  std::filesystem::remove(cells[0]);
  const std::string csv = study.table("--everything").out;
  CHECK(csv == Contains(",metric,map,"));
  write_file(cells[1], read_file(cells[2]));
  CHECK(refusal(study.table("--everything")) == Contains("holds another cell than the manifest"));
  for (std::size_t i = 1; i < cells.size(); ++i) std::filesystem::remove(cells[i]);
  CHECK(refusal(study.table("--everything")) == Contains("no cell is done yet"));
}

TEST_CASE("everything: a table of what hash tables scored, by its recorded name") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=2 --set 'hash-tables=K:4 L:1/2 radius:0' --set reference=cosine")
              .status == 0);
  const Outcome table = study.table("--metric 'table-f1[K=4,L=2,r=0]'");
  CHECK(table.status == 0);
  CHECK(table.out == Contains("table-f1[K=4,L=2,r=0] on small"));
  CHECK(table.out == Contains("of hash tables: F-measure of precision and recall"));
  CHECK(
      refusal(study.table("--metric 'table-f1[K=4,L=4,r=0]'")) ==
      Contains("no cell recorded 'table-f1[K=4,L=4,r=0]', did you mean 'table-f1[K=4,L=1,r=0]'?"));
  CHECK(refusal(study.table("--metric 'table-f3[K=4,L=2,r=0]'")) ==
        Contains("does not exist; the nearest are"));
}

}  // namespace hashlab::everything_test
