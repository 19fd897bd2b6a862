#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "lib/files/sha256.h"
#include "lib/hamming/dispatch.h"
#include "lib/hash_tables/sweep.h"
#include "results/record/hash_table_record.h"
#include "results/record/record.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

std::string refusal(const std::string& text) {
  const std::string message = error_of([&] { parse_hash_table_sweep(text); });
  const std::string head = "hash-tables '" + text + "': ";
  const std::string tail = "; expected such as 'K:8/16 L:1/2 radius:0/1 keys:segments/sampled'";
  if (!message.starts_with(head) || !message.ends_with(tail)) return "not in form: " + message;
  return message.substr(head.size(), message.size() - head.size() - tail.size());
}

Suite suite_with(const std::string& tables) {
  return parse_suite("name = s\ndataset = d\nhasher = lsh+sbq\nhasher = pca+mhq\nbits = 16\n",
                     "test", {"tables=" + tables});
}

std::vector<HashTableScores> some_scores() {
  std::vector<HashTableScores> all;
  for (const HashTableSetting& setting :
       parse_hash_table_sweep("K:3/40 L:2 radius:1 keys:segments/sampled").settings()) {
    HashTableScores s;
    s.setting = setting;
    s.queries = 10;
    s.database = 1000;
    s.candidates = 5000000000u + all.size();
    s.largest_bucket = 77;
    s.f = 1.0 / 3;
    s.entropy = 2.5;
    all.push_back(s);
  }
  return all;
}

/// The csv of `hashlab hash-tables` without the lines that hold times.
std::string without_times(const std::string& csv) {
  std::string kept;
  for (const std::string& line : lines_of(csv)) {
    if (line.find("-seconds,") == std::string::npos) kept += line + "\n";
  }
  return kept;
}

const std::string swept =
    "--set runs=2 --set hasher=lsh+sbq --set hasher=pca+sbq --set hasher=itq+sbq "
    "--set 'tables=K:3/4/8 L:1/2 radius:0/1 keys:segments/sampled'";

}  // namespace

TEST_CASE("hash table sweep: its text has all four lists and reads back as itself") {
  CHECK(parse_hash_table_sweep("K:8").text() == "K:8 L:1 radius:0 keys:segments");
  const std::string all = "K:8/12/16 L:1/2/4 radius:1/0 keys:sampled/segments";
  CHECK(parse_hash_table_sweep(all).text() == all);
  CHECK(parse_hash_table_sweep("  keys:sampled   K:8 ").text() == "K:8 L:1 radius:0 keys:sampled");
  CHECK(parse_hash_table_sweep("").empty());
  CHECK(parse_hash_table_sweep("").text().empty());
  CHECK(parse_hash_table_sweep("").settings().empty());
}

TEST_CASE(
    "hash table sweep: settings are the product of the lists, less what does not fit the codes") {
  const HashTableSweep sweep =
      parse_hash_table_sweep("K:8/16 L:1/2/4 radius:0/1 keys:segments/sampled");
  CHECK(sweep.settings().size() == 24);
  CHECK(sweep.fitting(64) == sweep.settings());
  // At 32 bits four segments of 16 are too many, at 16 only one of 16 or two of 8 are left.
  CHECK(sweep.fitting(32).size() == 22);
  CHECK(sweep.fitting(16).size() == 2 * (2 + 1) + 12);
  CHECK(sweep.fitting(7).empty());
  CHECK(setting_text(sweep.settings().front()) == "K=8,L=1,r=0");
  CHECK(setting_text(sweep.settings().back()) == "K=16,L=4,r=1,keys=sampled");
}

TEST_CASE("hash table sweep: what it is not is refused") {
  CHECK(refusal("L:1") == "K is missing");
  CHECK(refusal("K8") == "'K8' has no ':'");
  CHECK(refusal("K:8 K:9") == "K is given twice");
  CHECK(refusal("K:8/8") == "K names 8 twice");
  CHECK(refusal("K:8 radios:1") == "unknown part 'radios', did you mean 'radius'?");
  CHECK(refusal("K:8 keys:sample") == "keys has 'sample', did you mean 'sampled'?");
  CHECK(refusal("K:8 keys:sampled/sampled") == "keys names sampled twice");
  CHECK(refusal("K:8 radius:9") == "no combination fits any code");
  for (const char* bad : {"0", "65", "-1", "x", "", "1.5", "8/", "/8"}) {
    CAPTURE(std::string(bad));
    CHECK(refusal("K:" + std::string(bad)).ends_with("must be a whole number in 1 .. 64"));
  }
}

TEST_CASE(
    "hash table sweep: a suite keeps it, and only a suite that has it says so in its recipes") {
  const std::string sweep = "K:4/8 L:2 radius:0/1 keys:segments";
  const Suite with = suite_with(sweep), without = suite_with("");
  CHECK(with.hash_tables.text() == sweep);
  CHECK(suite_text(parse_suite(suite_text(with), "t", {})) == suite_text(with));
  CHECK(suite_text(without).find("tables") == std::string::npos);
  // The key's former name is understood; recipes hold that as ever.
  CHECK(suite_text(parse_suite(suite_text(without), "t", {"tables=" + sweep})) == suite_text(with));
  CHECK(error_of([&] { parse_suite(suite_text(with) + "tables = K:8\n", "t", {}); }) ==
        "t: key 'hash-tables' is given 2 times, expected once");
  CHECK(error_of([] { suite_with("K:0"); }).starts_with("--set: hash-tables 'K:0': K has '0'"));

  const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};
  const auto recipe = [&](const Suite& suite) { return plan_cells(suite, facts).front().recipe; };
  CHECK(recipe(without).find("tables") == std::string::npos);
  CHECK(recipe(with) == recipe(without) + "tables = " + sweep + "\n");
}

TEST_CASE("hash table sweep: a cell's file holds the scores of every setting") {
  const TemporaryFolder folder;
  CellRecord record;
  record.recipe = "a = b\n";
  record.key = sha256(record.recipe);
  record.bits = record.run = 1;
  record.counts = {1, 2, {1, 1}, {1, 0}};
  record.hash_tables = some_scores();
  record.seconds["table-build[K=3,L=2,r=1]"] = 0.25;
  write_cell(folder / "c.h5", record);
  const CellRecord read = read_cell(folder / "c.h5", false);
  REQUIRE(read.hash_tables.size() == record.hash_tables.size());
  for (std::size_t i = 0; i < read.hash_tables.size(); ++i) {
    CHECK(read.hash_tables[i].setting == record.hash_tables[i].setting);
    for (const HashTableColumn& column : hash_table_columns()) {
      if (std::string(column.name) == "build-seconds") continue;
      CHECK(column.of(read.hash_tables[i]) == column.of(record.hash_tables[i]));
    }
    CHECK(read.hash_tables[i].candidates == record.hash_tables[i].candidates);
  }
  CHECK(read.hash_tables[0].build_seconds == 0.25);
  CHECK(read.hash_tables[1].build_seconds == 0);
  // The curve is there for other programs.
  const H5File file = H5File::open(folder / "c.h5");
  CHECK(file.text_attributes().at("tables.scores") == Contains("recall"));
  CHECK(file.text_attributes().at("tables.scores") == Contains("touched"));

  record.hash_tables.clear();
  write_cell(folder / "none.h5", record);
  CHECK(read_cell(folder / "none.h5", false).hash_tables.empty());
  CHECK_FALSE(H5File::open(folder / "none.h5").has("/tables/settings"));
}

TEST_CASE("hash table sweep: scores that cannot be are refused") {
  const TemporaryFolder folder;
  const auto message = [&](const auto& change) {
    H5File file = H5File::create("t");
    write_hash_tables(file, some_scores());
    H5File changed = H5File::create("changed");
    std::vector<std::uint32_t> settings = {3, 2, 1, 0};
    std::vector<std::uint64_t> counts(11);
    std::vector<double> scores(8);
    std::string names = file.text_attributes().at("tables.scores");
    change(settings, counts, scores, names);
    changed.set("tables.counts", file.text_attributes().at("tables.counts"));
    changed.set("tables.scores", names);
    changed.write("/tables/settings", settings.data(), {settings.size() / 4, 4});
    changed.write("/tables/counts", counts.data(), {1, counts.size()});
    changed.write("/tables/scores", scores.data(), {1, scores.size()});
    write_file(folder / "t.h5", changed.image());
    const std::string text = error_of([&] { read_hash_tables(H5File::open(folder / "t.h5")); });
    return text == "no error" ? text : text.substr((folder / "t.h5: ").size());
  };
  CHECK(message([](auto&, auto&, auto&, auto&) {}) == "no error");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s[0] = 65; }) ==
        "'/tables/settings' has one that is none");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s[3] = 2; }) ==
        "'/tables/settings' has one that is none");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s.resize(8, 1); }) ==
        "'/tables/counts' is not a row of 11 numbers for each setting");
  CHECK(message([](auto&, auto& c, auto&, auto&) { c.pop_back(); }) ==
        "'/tables/counts' is not a row of 11 numbers for each setting");
  CHECK(message([](auto&, auto&, auto& s, auto&) { s[2] = std::nan(""); }) ==
        "'/tables/scores' has a value that is not finite");
  CHECK(message([](auto&, auto&, auto&, auto& names) {
          names += " more";
        }).starts_with("'tables.scores' is not 'precision recall "));
}

TEST_CASE("hash table sweep: a run scores the codes it keeps, whatever the jobs and the kernel") {
  const SmallStudy study;
  REQUIRE(study.run(swept + " --jobs 1").status == 0);
  const std::string print =
      "hash-tables '" + study.results() + "' --sweep --precision 17 --format csv";
  const std::string once = without_times(testing::hashlab(print).out);
  CHECK(once ==
        Contains("small,improved,itq+sbq,8,\"K=8,L=1,r=1,keys=sampled\",8,1,1,sampled,f1,2,"));

  const SmallStudy other;
  REQUIRE(other.run(swept + " --jobs 3", "HASHLAB_KERNEL=scalar").status == 0);
  const std::string again = without_times(
      testing::hashlab("hash-tables '" + other.results() + "' --sweep --precision 17 --format csv")
          .out);
  CHECK(lines_of(once).size() == 1 + 6 * 22 * 14);  // cells without runs, settings that fit, scores
  CHECK(again == once);

  for (const std::string& cell : study.cells()) {
    const CellRecord record = read_cell(cell, false);
    REQUIRE(record.hash_tables.size() == 22);
    for (const HashTableScores& s : record.hash_tables) {
      CHECK(record.metrics.at("table-f1[" + setting_text(s.setting) + "]") == s.f);
      CHECK(record.metrics.at("table-touched[" + setting_text(s.setting) + "]") == s.touched());
      CHECK(record.seconds.contains("table-query[" + setting_text(s.setting) + "]"));
      CHECK(s.queries == 40);
    }
    for (const auto& [name, value] : record.metrics) {
      CHECK(name.find("seconds") == std::string::npos);
      CHECK(value >= 0);
      CHECK(value <= 1);
    }
  }
  const Outcome rerun =
      testing::hashlab("rerun '" + study.cells().front() + "' --data '" + (study / ".") + "'");
  CHECK(rerun.status == 0);
  CHECK(rerun.out == Contains("table-f1[K=8,L=1,r=1]"));
  CHECK(rerun.out == Contains("recorded metrics are identical"));
}

TEST_CASE(
    "hash table sweep: 'hashlab hash-tables' prints the best, the curve and the correlation") {
  const SmallStudy study;
  REQUIRE(study.run(swept).status == 0);
  const auto tables = [&](const std::string& options) {
    return testing::hashlab("hash-tables '" + study.results() + "' " + options);
  };
  const Outcome best = tables("");
  CHECK(best.status == 0);
  CHECK(best.out == Contains("best F1 over the sweep of hash tables, 8 bits, improved split"));
  CHECK(best.out == Contains("map and f1, improved, 8 bits"));
  CHECK(best.out == Contains("left out, since they do not fit codes of 8 bits: K=8,L=2,r=0"));
  CHECK(tables("--curve --hasher itq+sbq --format md").out == Contains("| K=3,L=1,r=0 |"));
  CHECK(tables("--sweep --hasher pca+sbq").out.find("itq") == std::string::npos);
  const std::string proxy = tables("--proxy --format csv").out;
  // map and auprc, f1 and f1-macro; two splits and both together.
  CHECK(lines_of(proxy).size() == 1 + 2 * 2 * 3);
  CHECK(testing::refusal(tables("--curve --sweep")) ==
        "of --sweep, --curve and --proxy only one can be printed at a time");
  CHECK(testing::refusal(tables("--hasher sh+sbq")) ==
        "hasher 'sh+sbq' is not in this suite, did you mean 'lsh+sbq'?");
}

TEST_CASE("hash table sweep: the verb's former name does the same and says once what it is now") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1 --set 'hash-tables=K:8'").status == 0);
  const std::string arguments = "'" + study.results() + "' --sweep --format csv";
  const Outcome now = testing::hashlab("hash-tables " + arguments);
  const Outcome before = testing::hashlab("tables " + arguments);
  CHECK(now.status == 0);
  CHECK(now.error.empty());
  CHECK(before.status == 0);
  CHECK(before.out == now.out);
  CHECK(before.error == "'tables' is now 'hash-tables'\n");
  const Outcome help = testing::hashlab("tables --help");
  CHECK(help.out == testing::hashlab("hash-tables --help").out);
  CHECK(testing::hashlab("--help").out.find("  tables ") == std::string::npos);
}

TEST_CASE("hash table sweep: 'hashlab hash-tables' refuses results that have none") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  CHECK(testing::refusal(testing::hashlab("hash-tables '" + study.results() + "'")) ==
        study.results() +
            ": its suite scored no hash tables; run it with such as --set "
            "'hash-tables=K:8/16 L:1/2 radius:0/1'");
}
