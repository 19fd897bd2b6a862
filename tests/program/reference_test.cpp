#include "experiments/suite/embedding.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/metrics/metrics.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::reference_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};
const std::string both = "--set reference=euclidean,cosine";

Suite suite(const std::vector<std::string>& overrides) {
  return parse_suite("name = s\ndataset = d\nhasher = itq+npq\nbits = 16 32\nruns = 2\n", "test",
                     overrides);
}

/// The cells of references among the paths of a study.
std::vector<std::string> reference_cells(const SmallStudy& study) {
  std::vector<std::string> paths;
  for (const std::string& path : study.cells()) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (name.starts_with("euclidean") || name.starts_with("cosine")) paths.push_back(path);
  }
  return paths;
}

CellRecord real_record() {
  CellRecord r;
  r.recipe = "reference = euclidean/1\n";
  r.key = sha256(r.recipe);
  r.dataset = "d";
  r.split = "improved";
  r.hasher = "euclidean";
  r.groundtruth = "epsilon";
  r.run = 1;
  RankCounts& c = r.counts;
  c.n_queries = 2;
  c.all = {3, 1, 4};
  c.relevant = {0, 1, 2};
  c.distances = RealDistances{.offsets = {0, 2, 3},
                              .pooled_radius = {0.0, 0.5, 1.25},
                              .pooled_all = {0, 3, 5},
                              .pooled_relevant = {0, 1, 2}};
  return r;
}

RealDistances& real_of(RankCounts& counts) {
  return std::get<RealDistances>(counts.distances);
}

}  // namespace

TEST_CASE("reference: its cells follow the hashers of each run and split, once whatever the bits") {
  const std::vector<Cell> cells = plan_cells(suite({"reference=euclidean,cosine"}), facts);
  REQUIRE(cells.size() == 2 * 2 * (2 + 2));
  CHECK(cells[1].method.name() == "itq+npq");
  CHECK(cells[2].method.name() == "euclidean");
  CHECK(cells[3].method.name() == "cosine");
  CHECK_FALSE(cells[2].bits.has_value());
  CHECK(cells[2].file == Contains("euclidean-literature-r01-"));
  CHECK(cells[2].recipe == Contains("\nreference = euclidean/1\n"));
  CHECK(cells[2].recipe.find("bits") == std::string::npos);
}

TEST_CASE("reference: adding one leaves the recipes of all other cells as they were") {
  const std::vector<Cell> plain = plan_cells(suite({}), facts);
  std::vector<std::string> before, after;
  for (const Cell& cell : plain) before.push_back(cell.recipe + cell.file);
  for (const Cell& cell : plan_cells(suite({"reference=cosine"}), facts)) {
    if (cell.method.has_codes()) after.push_back(cell.recipe + cell.file);
  }
  CHECK(before == after);
}

TEST_CASE("reference: the origin has a key of its own only where it is not the usual one") {
  const std::vector<Cell> cells = plan_cells(
      suite({"reference=cosine:origin=mean, cosine:origin=zero, inner-product:origin=mean"}),
      facts);
  const std::vector<std::string> names = method_names(
      suite({"reference=cosine:origin=mean, cosine:origin=zero"}), &Method::has_bits, false);
  CHECK(names == std::vector<std::string>{"cosine", "cosine:origin=zero"});
  CHECK(cells[2].recipe == Contains("\nreference = cosine/1\n"));
  CHECK(cells[3].recipe == Contains("\nreference = cosine/1 origin=zero\n"));
  CHECK(cells[4].recipe == Contains("\nreference = inner-product/1 origin=mean\n"));
  CHECK(error_of([] { suite({"reference=cosine:origin=one"}); }) ==
        Contains("reference 'cosine:origin=one': option 'origin' = 'one', must be mean | zero"));
  CHECK(error_of([] { suite({"reference=euclidean:origin=mean"}); }) == Contains("origin"));
}

TEST_CASE("reference: a suite is read and written with a list, an empty list, or nothing else") {
  CHECK(method_names(suite({}), &Method::has_bits, false).empty());
  CHECK(method_names(suite({"reference="}), &Method::has_bits, false).empty());
  CHECK(method_names(suite({"reference=cosine, euclidean"}), &Method::has_bits, false) ==
        std::vector<std::string>{"cosine", "euclidean"});
  const Suite with = suite({"reference=euclidean cosine"});
  CHECK(method_names(parse_suite(suite_text(with), "text", {}), &Method::has_bits, false) ==
        method_names(with, &Method::has_bits, false));
  CHECK(suite_text(suite({})).find("\nreference =") == std::string::npos);
  const Suite only = parse_suite("name = s\ndataset = d\nreference = cosine\n", "test", {});
  CHECK(plan_cells(only, facts).size() == 20);
  CHECK(error_of([] { suite({"reference=euclidian"}); }) ==
        Contains("reference 'euclidian': similarity 'euclidian' does not exist, did you mean "
                 "'euclidean'?"));
  CHECK(error_of([] { suite({"reference=cosine,cosine"}); }) == Contains("names 'cosine' twice"));
}

TEST_CASE("reference: numbers depend on no number of jobs, are kept, and come again after a loss") {
  const SmallStudy one, three;
  REQUIRE(one.run(both + " --jobs 1").status == 0);
  REQUIRE(three.run(both + " --jobs 3").status == 0);
  CHECK(one.status() == Contains("20 cells, 20 done"));
  CHECK(one.numbers() == three.numbers());
  CHECK(reference_cells(one).size() == 8);
  CHECK(one.run(both).error == Contains("20 done before, 0 to run"));
  const std::string numbers = one.numbers();
  std::filesystem::remove(reference_cells(one).front());
  CHECK(one.run(both).error == Contains("19 done before, 1 to run"));
  CHECK(one.numbers() == numbers);
  // Wanted codes are those of hashers.
  CHECK(one.run(both + " --keep-codes").error == Contains("8 done before, 12 to run"));
}

TEST_CASE("reference: asked for later, only its own cells run") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  CHECK(testing::hashlab(study.arguments("plan", both)).out == Contains("8 to run, 12 done"));
  const Outcome outcome = study.run("--set reference=euclidean");
  CHECK(outcome.error == Contains("12 done before, 4 to run"));
  CHECK(outcome.out == Contains("\neuclidean (uncompressed)"));
}

TEST_CASE("reference: tables show it in each column of bits, records and long form once") {
  const SmallStudy study;
  REQUIRE(study.run(both + " --set 'bits=4 8' --set groundtruth=class").status == 0);
  const std::string text = study.table("--metric map --baseline lsh+sbq").out;
  CHECK(text == Contains("\ncosine (uncompressed)"));
  CHECK(text == Contains("(uncompressed): ranked by real-valued distance"));
  const std::string csv = study.table("--metric map --format csv").out;
  CHECK(count_lines(csv, "map,euclidean,0,literature,2,") == 1);
  CHECK(count_lines(csv, "map,euclidean,0,improved,2,") == 1);
  CHECK(count_lines(csv, "map,euclidean,0,literature-improved,2,") == 1);
  CHECK(count_lines(csv, "map,euclidean,") == 3);
  CHECK(count_lines(study.numbers(), ",euclidean,0,") == 2 * 2 * 2);
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("euclidean")) continue;
    CHECK(line.find("-  ") == std::string::npos);
    CHECK(line.find('[') == std::string::npos);  // never the best of its column
  }
  CHECK(study.table("--metric map --format tex").out == Contains("euclidean (uncompressed) & $"));
}

TEST_CASE("reference: the ceiling of an epsilon ball is 1, and metrics of radii are left out") {
  const SmallStudy study;
  REQUIRE(study.run(both).status == 0);
  const std::string map = study.table("--metric map-worst --long --format csv").out;
  CHECK(count_lines(map, ",euclidean,0,") == 4);
  for (const std::string& line : lines_of(map)) {
    if (line.find(",euclidean,") != std::string::npos) CHECK(line.ends_with(",1"));
  }
  const std::string radius = study.table("--metric precision@2 --long --format csv").out;
  CHECK(count_lines(radius, ",euclidean,") == 0);
  CHECK(count_lines(radius, ",lsh+sbq,") == 4);
  CHECK(study.table("--metric precision@2").status == 0);
}

TEST_CASE("reference: a suite of references alone makes tables without bits") {
  const TemporaryFolder folder;
  const SmallStudy study;
  write_file(
      folder / "only.ini",
      "name = only\ndataset = small\nreference = cosine\ngroundtruth = class\nruns = 2\n"
      "test-queries = 40\nvalidation-queries = 0\nvalidation-database = 0\ntraining = 100\n");
  const std::string run = "run '" + (folder / "only.ini") + "' --data '" + (study / "") +
                          "' --out '" + (folder / "out") + "'";
  const std::string message = "metric 'precision@2' counts within radii of code distances";
  CHECK(refusal(testing::hashlab(run + " --set metric=precision@2")) == Contains(message));
  const Outcome outcome = testing::hashlab(run);
  CHECK(outcome.status == 0);
  CHECK(outcome.out == Contains("no codes"));
  const std::string table = "table '" + (folder / "out") + "' --metric ";
  CHECK(refusal(testing::hashlab(table + "precision@2")) == Contains(message));
  CHECK(testing::hashlab(table + "map").out == Contains("\ncosine (uncompressed)"));
}

TEST_CASE("reference: a cell can be repeated and inspected") {
  const SmallStudy study;
  REQUIRE(study.run(both).status == 0);
  for (const std::string& cell : reference_cells(study)) {
    const Outcome rerun = testing::hashlab("rerun '" + cell + "' --data '" + (study / "") + "'");
    CHECK(rerun.status == 0);
    CHECK(rerun.out == Contains("rank counts are identical"));
    CHECK(count_lines(rerun.out, "as recorded") > 15);
    CHECK(testing::hashlab("inspect '" + cell + "'").out == Contains(" without codes, "));
  }
}

TEST_CASE("reference: a cell's counts are read as they were written") {
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", real_record());
  const CellRecord read = read_cell(folder / "c.h5", true), written = real_record();
  CHECK_FALSE(read.bits.has_value());
  CHECK(read.counts.real_valued());
  CHECK(read.counts.n_queries == 2);
  CHECK(read.counts == written.counts);
  for (const Metric& m : all_metrics()) {
    if (!m.by_code_distance) CHECK(m.value(read.counts) == m.value(written.counts));
  }
  std::vector<double> radius(2);
  H5File::open(folder / "c.h5").read("/curve/radius", radius.data());
  CHECK(radius == std::vector<double>{0.5, 1.25});
}

TEST_CASE("reference: counts that do not fit together are refused") {
  const auto refusal = [](auto change) {
    const TemporaryFolder folder;
    CellRecord record = real_record();
    change(record.counts);
    write_cell(folder / "c.h5", record);
    return error_of([&] { read_cell(folder / "c.h5", true); });
  };
  CHECK(refusal([](RankCounts&) {}) == "no error");
  CHECK(refusal([](RankCounts& c) { c.relevant[0] = 4; }) == Contains("more relevant items"));
  CHECK(refusal([](RankCounts& c) { real_of(c).pooled_relevant[0] = 1; }) ==
        Contains("more relevant"));
  CHECK(refusal([](RankCounts& c) {
          real_of(c).offsets = {0, 3, 2};
        }) == Contains("queries and ties"));
  CHECK(refusal([](RankCounts& c) {
          real_of(c).offsets = {1, 2, 3};
        }) == Contains("queries and ties"));
  CHECK(refusal([](RankCounts& c) {
          real_of(c).offsets = {0, 2, 4};
        }) == Contains("queries and ties"));
  CHECK(refusal([](RankCounts& c) { c.relevant.pop_back(); }) == Contains("queries and ties"));
  CHECK(refusal([](RankCounts& c) { real_of(c).pooled_radius[1] = 9; }) ==
        Contains("pooled radii"));
  CHECK(refusal([](RankCounts& c) { real_of(c).pooled_radius.push_back(9); }) ==
        Contains("pooled radii"));
  CHECK(refusal([](RankCounts& c) { ++real_of(c).pooled_all[1]; }) ==
        Contains("ties and pooled counts"));
  CHECK(refusal([](RankCounts& c) { ++real_of(c).pooled_relevant[1]; }) ==
        Contains("ties and pooled"));
}

}  // namespace hashlab::reference_test
