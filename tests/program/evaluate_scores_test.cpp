// What `hashlab evaluate` says of scores: notes, curves, values of queries, comparisons.
#include "experiments/program/json_line.h"
#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::evaluate_scores_test {

using namespace experiments;
using namespace testing;

namespace {

/// Codes of eight bits: item i of the database differs from the all-zero queries in i bits.
class Desk {
 public:
  Desk() {
    write_codes("d.npy", {0, 1, 2, 3, 4});
    write_codes("q.npy", {0, 0});
    write_codes("worse.npy", {4, 3, 2, 1, 0});
    write_file(folder_ / "d.txt", "0\n2\n2\n2\n1\n");
    write_file(folder_ / "q.txt", "0\n1\n");
  }

  Outcome run(const std::string& options) const {
    return shell(fmt::format("cd '{}' && '{}' evaluate --database d.npy --query q.npy {}",
                             folder_.path(), HASHLAB_PROGRAM, options));
  }
  Outcome by_labels(const std::string& options) const {
    return run("--database-labels d.txt --query-labels q.txt " + options);
  }
  Json json(const std::string& options) const {
    return Json::parse(by_labels(options + " --format json").out);
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  void write_codes(const std::string& name, const std::vector<unsigned>& ones) const {
    std::string rows;
    for (const unsigned n : ones) rows += std::string(n, '\1') + std::string(8 - n, '\0');
    write_file(folder_ / name, npy("|b1", fmt::format("({}, 8)", ones.size()),
                                   std::vector<char>(rows.begin(), rows.end())));
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("evaluate: a convention is named as asked, computed as its metric") {
  const Desk desk;
  const Json metrics =
      desk.json("--metric convention:hashnet@3 --metric convention:deephash@3")["metrics"];
  CHECK(metrics == Json{{"convention:hashnet@3", .5}, {"convention:deephash@3", 1.0}});
  CHECK(refusal(desk.by_labels("--metric convention:hashnt@3")) ==
        Contains("did you mean 'convention:hashnet@3'"));
}

TEST_CASE("evaluate: notes say where another divisor or average would give another value") {
  const Desk desk;
  const std::string notes = desk.by_labels("--metric map@3").error;
  CHECK(notes ==
        "note: map@3 is 0.5000, but 1.0000 by nothing-found=skip; 'hashlab list conventions' says "
        "which papers and programs mean\n");
  CHECK(desk.by_labels("--metric map@3:nothing-found=skip").error ==
        Contains("but 0.5000 by map@3"));
  CHECK(desk.by_labels("--metric convention:hashnet@3").error == "");
  CHECK(desk.by_labels("--metric map-at-r").error == "");
}

TEST_CASE("evaluate: labels in another order than the codes show as the score of random rankings") {
  const TemporaryFolder folder;
  std::vector<char> codes;
  std::string labels, shuffled;
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t bit = 0; bit < 8; ++bit) codes.push_back(i % 4 == bit ? 1 : 0);
    labels += fmt::format("{}\n", i % 4);
    shuffled += fmt::format("{}\n", i / 50);
  }
  write_file(folder / "c.npy", npy("|b1", "(200, 8)", codes));
  write_file(folder / "right.txt", labels);
  write_file(folder / "wrong.txt", shuffled);
  const auto notes = [&](const std::string& names) {
    return shell(fmt::format("cd '{}' && '{}' evaluate --database c.npy --query c.npy "
                             "--database-labels {} --query-labels {} --metric map --self include",
                             folder.path(), HASHLAB_PROGRAM, names, names))
        .error;
  };
  CHECK(notes("wrong.txt") == Contains("note: map is 0.2668"));
  CHECK(notes("wrong.txt") == Contains("random rankings have 0.2684"));
  CHECK(notes("right.txt").find("random rankings") == std::string::npos);
}

TEST_CASE("evaluate: a radius beyond the codes is refused, one that may be meant as a rank told") {
  const Desk desk;
  CHECK(refusal(desk.by_labels("--metric recall@100")) == Contains("'recall-top@100'"));
  CHECK(refusal(desk.by_labels("--metric precision@9")) == Contains("'precision-top@9'"));
  CHECK(desk.by_labels("--metric recall@8").status == 0);
  CHECK(desk.by_labels("--metric recall@5").error ==
        Contains("of the first 5 ranks ask for recall-top@5"));
  CHECK(desk.by_labels("--metric recall-macro@2").error == "");
}

TEST_CASE("evaluate: more ranks than the database has items are told") {
  const Desk desk;
  CHECK(desk.by_labels("--metric map@1000").error ==
        Contains("note: map@1000 asks for the first 1000 ranks, but only "));
  CHECK(desk.by_labels("--metric convention:kaggle-map@1000").error ==
        Contains("note: convention:kaggle-map@1000 asks for the first 1000 ranks"));
  CHECK_FALSE(desk.by_labels("--metric map@1").error == Contains("asks for the first"));
}

TEST_CASE("evaluate: a mean over no query is no 0: a dash, null in JSON, and told") {
  const Desk desk;
  write_file(desk / "q.txt", "7\n8\n");
  const Outcome text = desk.by_labels("--metric map --metric map:without-relevant=zero");
  CHECK(text.out == Contains("\nmap                        -\n"));
  CHECK(text.out == Contains("\nmap:without-relevant=zero  0.000000\n"));
  CHECK(text.error == Contains("note: map has no value: no query has a relevant item in the"));
  CHECK(desk.json("--metric map")["metrics"]["map"].is_null());
  desk.by_labels("--metric map --per-query v.csv");
  CHECK(read_file(desk / "v.csv") == "query,relevant,map\n0,0,nan\n1,0,nan\n");
}

TEST_CASE("evaluate: values of each query are those of the metric of that query alone") {
  const Desk desk;
  const Outcome outcome = desk.by_labels(
      "--metric map --metric mrr --metric map@3:divisor=min,without-relevant=zero --per-query "
      "v.csv");
  REQUIRE(outcome.status == 0);
  CHECK(read_file(desk / "v.csv") ==
        "query,relevant,map,mrr,\"map@3:divisor=min,without-relevant=zero\"\n0,1,1,1,1\n"
        "1,1,0.2,0.2,0\n");
}

TEST_CASE("evaluate: curves as numbers, with nan where nothing is retrieved") {
  const Desk desk;
  REQUIRE(desk.by_labels("--curve c.csv").status == 0);
  const std::string csv = read_file(desk / "c.csv");
  CHECK(
      csv.starts_with("codes,curve,averaging,at,precision,recall\n"
                      "codes,radius,pooled,0,0.5,0.5\n"));
  CHECK(csv == Contains("\ncodes,radius,pooled,8,0.2,1\n"));
  CHECK(csv == Contains("\ncodes,radius,mean,0,0.5,0.5\n"));
  CHECK(csv == Contains("\ncodes,rank,mean,1,0.5,0.5\n"));
  CHECK(csv == Contains("\ncodes,rank,mean,5,0.2,1\n"));
  CHECK(csv == Contains("\ncodes,recall,pooled,1,0.2,1\n"));
  CHECK(desk.by_labels("--curve c.csv").status == 0);  // an earlier output is replaced
}

TEST_CASE("evaluate: the folders of both outputs are made, and one file cannot be both") {
  const Desk desk;
  REQUIRE(desk.by_labels("--curve a/c.csv --per-query b/v.csv").status == 0);
  CHECK(read_file(desk / "a/c.csv").starts_with("codes,curve,"));
  CHECK(read_file(desk / "b/v.csv").starts_with("query,relevant,"));
  CHECK(refusal(desk.by_labels("--curve d.csv --per-query ./d.csv")) == Contains("name two files"));
  REQUIRE(desk.by_labels("--curve both.csv --curve both.svg").status == 0);
  CHECK(read_file(desk / "both.csv") == read_file(desk / "a/c.csv"));
  CHECK(read_file(desk / "both.svg") == Contains("<svg"));
  CHECK(refusal(desk.by_labels("--curve e.csv --curve ./e.csv")) == Contains("name two files"));
}

TEST_CASE("evaluate: what cannot be written is told before any value is") {
  const Desk desk;
  const Outcome outcome = desk.by_labels("--curve /proc/self/c.csv");
  CHECK(outcome.status != 0);
  CHECK(outcome.out == "");
}

TEST_CASE("evaluate: curves as a picture and as a page, for one set of codes or two") {
  const Desk desk;
  REQUIRE(desk.by_labels("--curve c.svg").status == 0);
  const std::string svg = read_file(desk / "c.svg");
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg == Contains("Precision against recall"));
  CHECK(svg.find("nan") == svg.npos);
  REQUIRE(desk.by_labels("--curve c.html --against worse.npy --against-query q.npy").status == 0);
  const std::string page = read_file(desk / "c.html");
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page == Contains(">others</text>"));
  CHECK(refusal(desk.by_labels("--curve c.png")) == Contains(".svg or .html"));
  write_file(desk / "mine.csv", "of another program\n");
  CHECK(refusal(desk.by_labels("--curve mine.csv")) == Contains("--force"));
}

TEST_CASE("evaluate: other codes are compared on the same queries, with an interval") {
  const Desk desk;
  const Json all =
      desk.json("--metric map --against worse.npy --against-query q.npy --resamples 50");
  const Json& row = all["against"]["metrics"]["map"];
  CHECK(row["value"].get<double>() == doctest::Approx(.6));
  CHECK(row["difference"].get<double>() == doctest::Approx(0));
  CHECK(row["low"].get<double>() == doctest::Approx(-.8));
  CHECK(row["high"].get<double>() == doctest::Approx(.8));
  CHECK(all["against"]["resamples"] == 50);
  const Outcome text = desk.by_labels("--metric map --against worse.npy --against-query q.npy");
  CHECK(text.out == Contains("paired bootstrap over queries, 2000 draws"));
  CHECK(refusal(desk.by_labels("--against worse.npy")) == Contains("by --against-query"));
  CHECK(refusal(desk.by_labels("--against q.npy --against-query q.npy")) ==
        Contains("q.npy holds 2 codes, d.npy holds 5"));
  CHECK(refusal(desk.by_labels("--against-query q.npy")) == Contains("goes with '--against'"));
}

TEST_CASE("evaluate: shared labels grade what is relevant, where labels are given") {
  const Desk desk;
  const auto labels = [&](const std::string& name, const std::vector<std::uint8_t>& rows) {
    write_file(desk / name, npy("|u1", fmt::format("({}, 3)", rows.size() / 3), rows));
  };
  labels("d.npy.l.npy", {1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0});
  labels("q.npy.l.npy", {1, 1, 0, 1, 1, 1});
  const Outcome outcome = desk.run(
      "--database-labels d.npy.l.npy --query-labels q.npy.l.npy --metric acg@2 --metric wap@2 "
      "--metric graded-ndcg@1 --format json");
  REQUIRE(outcome.status == 0);
  const Json metrics = Json::parse(outcome.out)["metrics"];
  CHECK(metrics["acg@2"].get<double>() == doctest::Approx(1.5));
  CHECK(metrics["wap@2"].get<double>() == doctest::Approx(1.25));  // (1 + 3 / 2) / 2
  CHECK(metrics["graded-ndcg@1"].get<double>() == doctest::Approx((1.0 / 3 + 1.0 / 7) / 2));
  write_file(desk / "near.ivecs", std::string("\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16));
  CHECK(refusal(desk.run("--relevant near.ivecs --metric acg@2")) == Contains("--database-labels"));
}

TEST_CASE("list: conventions are listed with their metrics") {
  const Outcome outcome = hashlab("list conventions");
  CHECK(outcome.out == Contains("convention:hashnet@K"));
  CHECK(outcome.out == Contains("= map@K:divisor=retrieved-relevant,without-relevant=zero\n"));
  CHECK(hashlab("list metrics").out == Contains("where r is the number of labels"));
}

}  // namespace hashlab::evaluate_scores_test
