#include "experiments/commands/commands.h"
#include "hashers/registry.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "results/record/record.h"
#include "splits/registry.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace hashlab::cli_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// The program under test; the namespace of the project has the same name.
Outcome program(const std::string& arguments, const std::string& environment = "") {
  return hashlab::testing::hashlab(arguments, environment);
}

/// Values of one metric in a long CSV by "split hasher run".
std::map<std::string, double> values_of(const std::string& csv, const std::string& metric) {
  std::map<std::string, double> values;
  for (const std::string& line : lines_of(csv)) {
    const std::vector<std::string> f = fields_of(line, ',');
    if (f.size() == 7 && f[5] == metric) {
      values[fmt::format("{} {} {}", f[1], f[2], f[4])] = std::stod(f[6]);
    }
  }
  return values;
}

/// The words of a text with one space between them.
std::string one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

double mean_of_two_runs(const std::map<std::string, double>& values, const std::string& what) {
  return (values.at(what + " 1") + values.at(what + " 2")) / 2;
}

}  // namespace

TEST_CASE("command line: every verb explains itself with its options and an example") {
  CHECK(all_commands().size() == 22);
  for (const Command& command : all_commands()) {
    CAPTURE(command.name);
    const Outcome help = program(command.name + " --help");
    CHECK(help.status == 0);
    CHECK(help.error.empty());
    CHECK(help.out == Contains("usage: hashlab " + command.name));
    CHECK(help.out == Contains("\n  hashlab " + command.name + " "));
    for (const OptionSpec& option : command.options) {
      CHECK(help.out == Contains("\n  --" + option.name));
      CHECK(one_line(help.out) == Contains(one_line(option.help)));
    }
    CHECK(program("--help").out == Contains("\n  " + command.name + " "));
  }
  for (const char* key : {"name", "dataset", "view", "groundtruth", "hasher", "bits", "split",
                          "runs", "seed", "metric", "baseline", "test-queries",
                          "validation-queries", "validation-database", "training"}) {
    CHECK(program("run --help").out == Contains(fmt::format("\n  {} ", key)));
  }
}

TEST_CASE("command line: no help is wider than a terminal of 80 columns") {
  std::istringstream overview(program("--help").out);
  for (std::string line; std::getline(overview, line);) CHECK(line.size() <= 80);
  for (const Command& command : all_commands()) {
    std::istringstream lines(program(command.name + " --help").out);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
    }
  }
}

TEST_CASE("command line: without arguments there is an overview and status 2, with --help 0") {
  const Outcome none = program("");
  CHECK(none.status == 2);
  CHECK(none.out == Contains("usage: hashlab COMMAND"));
  const Outcome help = program("--help");
  CHECK(help.status == 0);
  CHECK(help.out == none.out);
}

TEST_CASE("command line: --version names kernels, BLAS and HDF5 in use") {
  const Outcome version = program("--version", "HASHLAB_KERNEL=scalar");
  CHECK(version.status == 0);
  CHECK(version.out.starts_with("hashlab 0."));
  CHECK(version.out == Contains("kernel        scalar\n"));
  CHECK(version.out == Contains("blas          OpenBLAS"));
  CHECK(version.out == Contains("blas-threads  1\n"));
  CHECK(version.out == Contains("hdf5          1."));
  for (const Kernel* kernel : all_kernels()) CHECK(version.out == Contains(kernel->name));
}

TEST_CASE("command line: --complete answers the shell with what fits the last word") {
  const Outcome outcome = program("--complete train --hasher itq+npq:thr");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == Contains(":continue\nitq+npq:thresholds=\t"));
  CHECK(outcome.error.empty());
  CHECK(program("--complete run ''").out == ":files \n");
  CHECK(program("--complete").out == Contains("table\t"));
}

TEST_CASE("command line: what is not understood is refused with a suggestion") {
  const auto refused = [](const std::string& arguments) {
    const Outcome outcome = program(arguments);
    CHECK(outcome.status == 2);
    return refusal(outcome);
  };
  CHECK(refused("rnu x.ini") ==
        "unknown command 'rnu', did you mean 'run'? ('hashlab --help' lists all)");
  CHECK(refused("run x.ini --job 2") ==
        "unknown option '--job', did you mean 'jobs'? ('hashlab run --help' explains)");
  CHECK(refused("table x --formt=csv") == Contains("unknown option '--formt'"));
  CHECK(refused("run x.ini y.ini") ==
        "unexpected argument 'y.ini' ('hashlab run --help' explains)");
  CHECK(refused("run") ==
        "expected 'hashlab run SUITE.ini [options]' ('hashlab run --help' explains)");
  CHECK(refused("run x.ini --jobs") == Contains("--jobs"));
  CHECK(refused("run x.ini --jobs 1 --jobs 2") == Contains("option '--jobs' is given twice"));
  CHECK(refused("run x.ini --keep-codes=yes") == Contains("--keep-codes"));
  CHECK(refused("list quantizers") == Contains("did you mean 'quantisers'?"));
  CHECK(refused("--versio") == Contains("--versio"));
}

TEST_CASE("command line: list shows one method, split or metric with its options") {
  CHECK(program("list npq").out.starts_with("quantisers\n  npq  "));
  CHECK(program("list npq").out == Contains("supervision: neighbours"));
  CHECK(program("list npq").out == Contains("thresholds=3"));
  CHECK(program("list npq").out != Contains("\n  vbq"));
  CHECK(program("list class-disjoint").out == Contains("test-classes=0.25  share of the classes"));
  CHECK(program("list map").out == Contains(":without-relevant=skip"));
  CHECK(program("list convention:hashnet@K").out == Contains("= map@K:divisor=retrieved-relevant"));
  CHECK(program("list ncq").error ==
        Contains("nothing to list is called 'ncq', did you mean 'nca'?; expected projections, "));
}

TEST_CASE("command line: list --short says in a line what each method learns from") {
  const std::string out = program("list quantisers --short").out;
  CHECK(out == Contains("\n  npq             neighbours  thresholds that keep neighbours"));
  CHECK(out == Contains("\n  sbq             none        one bit"));
  CHECK(out != Contains("learning costs"));
}

TEST_CASE("command line: list shows every method, metric and kernel") {
  const SmallStudy study;
  const Outcome all = program("list --data '" + study / "" + "'");
  CHECK(all.status == 0);
  for (const auto& p : projections::all()) CHECK(all.out == Contains("\n  " + p->info().name));
  for (const auto& q : quantisers::all()) CHECK(all.out == Contains("\n  " + q->info().name));
  for (const auto& p : projections::rotations())
    CHECK(all.out == Contains("\n  " + p->info().name));
  for (const auto& q : quantisers::of_vectors())
    CHECK(all.out == Contains("\n  " + q->info().name));
  for (const Metric& m : all_metrics()) CHECK(all.out == Contains("\n  " + m.name));
  for (const Kernel* k : all_kernels()) CHECK(all.out == Contains(fmt::format("\n  {}", k->name)));
  CHECK(all.out == Contains("\n  improved"));
  CHECK(all.out == Contains("\n  small "));
  CHECK(all.out == Contains("600 x 16, labels"));
  const Outcome one = program("list splits");
  CHECK(one.out.starts_with("splits\n  literature"));
  for (const auto& strategy : splits::all_strategies()) {
    CHECK(one.out ==
          Contains(fmt::format("\n  {:<16}{}", strategy->info().name, strategy->info().summary)));
  }
  CHECK(one.out == Contains("test-classes=0.25  share of the classes"));
  CHECK(program("list splits --short").out != Contains("test-classes=0.25"));
  CHECK(program("list datasets --data /nowhere").out == Contains("hashlab make-data"));
}

TEST_CASE("command line: inspect shows a data set and how uneven its ground truth is") {
  const SmallStudy study;
  const std::string file = study / "small.h5";
  const Outcome balls = program("inspect '" + file + "'");
  CHECK(balls.status == 0);
  CHECK(balls.out == Contains("data set small: 600 samples x 16 features\n"));
  CHECK(balls.out == Contains("checksum " + read_dataset(file).checksum + "\n"));
  CHECK(balls.out == Contains("labels: 4 classes"));
  CHECK(balls.out == Contains("ball-radius"));
  CHECK(balls.out == Contains("queries-without-relevant"));
  const Outcome classes = program("inspect '" + file + "' --groundtruth class");
  CHECK(classes.out == Contains("ground truth class"));
  CHECK_FALSE(classes.out == Contains("ball-radius"));

  write_dataset(study / "few.h5", small_dataset(30, 4));  // too few for balls of 50
  const Outcome few = program("inspect '" + study / "few.h5" + "'");
  CHECK(few.status == 0);
  CHECK(few.out == Contains("30 samples x 4 features"));
  CHECK_FALSE(few.out == Contains("ground truth"));
}

TEST_CASE("command line: plan gives a reason for each cell and writes nothing") {
  const SmallStudy study;
  const Outcome before = program(study.arguments("plan"));
  CHECK(before.status == 0);
  CHECK(lines_of(before.out).size() == 13);
  CHECK(before.out == Contains("run   lsh+sbq-8b-literature-r01-"));
  CHECK(before.out == Contains(".h5  missing\n"));
  CHECK(before.out == Contains("12 cells in " + study.results() + ": 12 to run, 0 done\n"));
  CHECK_FALSE(fs::exists(study.results()));

  REQUIRE(study.run().status == 0);
  const std::string cell = study.cells().back();
  write_file(cell, "");
  const std::string files = fingerprint(study / "");
  const Outcome after = program(study.arguments("plan", "--set runs=3"));
  CHECK(after.status == 0);
  CHECK(after.out == Contains("18 cells in " + study.results() + ": 7 to run, 11 done\n"));
  CHECK(after.out == Contains(".h5  done\n"));
  CHECK(after.out == Contains(fs::path(cell).filename().string() + "  damaged: " + cell));
  CHECK(program(study.arguments("plan", "--set seed=2")).out == Contains("12 to run, 0 done"));
  CHECK(fingerprint(study / "") == files);
}

TEST_CASE("command line: status counts the cells of the last run") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const Outcome whole = program("status '" + study.results() + "'");
  CHECK(whole.status == 0);
  CHECK(whole.out == "tiny on small: 6 cells, 6 done, 0 missing, 0 failed, 0 damaged\n");
  fs::remove(study.cells()[0]);
  const Outcome gap = program("status '" + study.results() + "'");
  CHECK(gap.status == 0);
  CHECK(gap.out == "tiny on small: 6 cells, 5 done, 1 missing, 0 failed, 0 damaged\n");
}

TEST_CASE("command line: the long csv holds every number, and the tables their means") {
  const SmallStudy study;
  REQUIRE(study.run("--set baseline=lsh+sbq").status == 0);
  const std::string numbers = study.numbers();
  const std::vector<std::string> lines = lines_of(numbers);
  CHECK(lines.front() == "dataset,split,hasher,bits,run,metric,value");
  CHECK(lines.size() == 1 + 12 * 2);
  CHECK(study.table("--long").status == 2);
  const std::map<std::string, double> auprc = values_of(numbers, "auprc");
  REQUIRE(auprc.size() == 12);
  const double mean = mean_of_two_runs(auprc, "improved pca+npq");

  const std::string text = study.table().out;
  CHECK(text == Contains("auprc on small"));
  CHECK(text == Contains("map on small"));
  CHECK(text == Contains(fmt::format("{:.4f}", mean)));
  CHECK(text == Contains("queries with none"));
  CHECK(text == Contains("auprc: area under"));
  CHECK(text == Contains("better, "));
  CHECK(text == Contains("\nchance "));
  CHECK(text == Contains("chance: expected score of a random ranking"));
  const std::string markdown = study.table("--format md --metric map").out;
  CHECK(markdown == Contains("| "));
  CHECK_FALSE(markdown == Contains("auprc on small"));
  CHECK(study.table("--format tex").out == Contains("\\toprule"));
  CHECK(study.table("--precision 7").out == Contains(fmt::format("{:.7f}", mean)));

  const std::vector<std::string> csv = lines_of(study.table("--format csv").out);
  CHECK(csv.front() == "metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,baseline,pairs");
  // Metrics x (hashers x (two splits and their difference), and the difference of chance).
  CHECK(csv.size() == 1 + 2 * (3 * 3 + 1));
  bool found = false;
  for (const std::string& line : csv) {
    if (!line.starts_with("auprc,pca+npq,8,improved,")) continue;
    found = true;
    CHECK(std::stod(fields_of(line, ',')[5]) == doctest::Approx(mean).epsilon(1e-14));
    CHECK(line == Contains(",lsh+sbq,2"));
  }
  CHECK(found);
}

TEST_CASE("command line: a metric that no cell holds is computed from the counts") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string csv = study.table("--long --format csv --metric precision@3").out;
  const std::map<std::string, double> values = values_of(csv, "precision@3");
  CHECK(values.size() == 6);
  for (const std::string& path : study.cells()) {
    const CellRecord record = read_cell(path, true);
    CHECK_FALSE(record.metrics.contains("precision@3"));
    double relevant = 0, all = 0;
    for (std::size_t q = 0; q < record.counts.n_queries; ++q) {
      for (std::size_t d = 0; d <= 3; ++d) {
        relevant += record.counts.relevant_of(q)[d];
        all += record.counts.all_of(q)[d];
      }
    }
    CHECK(values.at(fmt::format("{} {} 1", record.split, record.hasher)) ==
          doctest::Approx(relevant / all).epsilon(1e-14));
  }
}

TEST_CASE("command line: published values stand beside ours with their relative difference") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  write_file(study / "p.csv",
             "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
             "some paper,small,epsilon,literature,lsh+sbq,8,auprc,0.25\n"
             "some paper,small,epsilon,literature,sh+sbq,8,auprc,0.5\n");
  const double ours = mean_of_two_runs(values_of(study.numbers(), "auprc"), "literature lsh+sbq");
  const std::string options = "--compare-published '" + study / "p.csv" + "'";
  const Outcome text = study.table(options);
  CHECK(text.status == 0);
  CHECK(text.out == Contains("some paper"));
  CHECK(text.out == Contains("0.2500"));
  CHECK(text.out == Contains(fmt::format("{:.4f}", ours)));
  const std::vector<std::string> csv = lines_of(study.table(options + " --format csv").out);
  REQUIRE(csv.size() == 2);
  const std::vector<std::string> fields = fields_of(csv[1], ',');
  REQUIRE(fields.size() >= 11);
  CHECK(std::stod(fields[6]) == 0.25);
  CHECK(std::stod(fields[8]) == doctest::Approx(ours).epsilon(1e-14));
  CHECK(std::stod(fields[10]) == doctest::Approx(100 * (ours - 0.25) / 0.25).epsilon(1e-9));
}

TEST_CASE("command line: a correction is applied only where it is asked for, and named") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  write_file(study / "p.csv",
             "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
             "some paper,small,epsilon,literature,lsh+sbq,8,auprc,0.25\n");
  write_file(study / "c.csv",
             "source,dataset,groundtruth,hasher,bits,metric,factor,low,high,runs\n"
             "lossy copies,small,epsilon,lsh+sbq,8,auprc,0.8,0.7,0.9,10\n");
  const double ours = mean_of_two_runs(values_of(study.numbers(), "auprc"), "literature lsh+sbq");
  const std::string beside = "--compare-published '" + study / "p.csv" + "'";
  const std::string correction = " --correction '" + study / "c.csv" + "'";
  CHECK(study.table(beside).out.find("corrected") == std::string::npos);
  const Outcome text = study.table(beside + correction);
  CHECK(text.status == 0);
  CHECK(text.out == Contains(fmt::format("{:.4f}", ours / 0.8)));
  CHECK(text.out == Contains("our mean / factor of c.csv (lossy copies)"));
  const std::vector<std::string> plain = lines_of(study.table(beside + " --format csv").out);
  const std::vector<std::string> csv =
      lines_of(study.table(beside + correction + " --format csv").out);
  REQUIRE(csv.size() == 2);
  CHECK(csv[1].starts_with(plain.at(1)));
  CHECK(std::stod(fields_of(csv[1], ',').at(16)) == doctest::Approx(ours / 0.8).epsilon(1e-14));
  CHECK(refusal(program("table '" + study.results() + "'" + correction)) ==
        Contains("--correction is for --compare-published: add it"));
}

TEST_CASE("command line: times are tabled where they are asked for, beside published ones") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  write_file(study / "t.csv",
             "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
             "some paper,small,epsilon,literature,pca+npq,8,learn-seconds,12.5\n");
  const Outcome text = study.table("--metric learn-seconds --published '" + study / "t.csv" + "'");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("12.5000"));
  CHECK(text.out == Contains("wall seconds to learn projection and thresholds"));
  for (const char* score : {"from 0 to 1", "best of its column", "▲"}) {
    CAPTURE(score);
    CHECK(text.out.find(score) == std::string::npos);
  }
  CHECK(refusal(program("compare '" + study.results() + "' --by hasher --metric learn-seconds")) ==
        Contains("is a time"));
  const CellRecord record = read_cell(study.cells().front(), false);
  const double learned =
      record.seconds.at("learn-projection") + record.seconds.at("learn-quantiser");
  const auto times =
      values_of(study.table("--metric learn-seconds --format csv --long").out, "learn-seconds");
  CHECK(times.at(fmt::format("{} {} {}", record.split, record.hasher, record.run)) ==
        doctest::Approx(learned));
  CHECK(study.table("--long").out.find("seconds") == std::string::npos);
}

TEST_CASE("command line: times of embeddings are tabled, references have none") {
  const SmallStudy study;
  write_file(study / "tiny.ini",
             "name = tiny\ndataset = small\ntraining = 100\ntest-queries = 50\nruns = 2\nbits = 8\n"
             "groundtruth = class\nvalidation-queries = 0\nvalidation-database = 0\n"
             "metric = map\nembedding = pca+cosine\nreference = cosine\n");
  const Outcome run = study.run();
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  const Outcome table = study.table("--metric learn-seconds --format csv --long");
  CHECK(table.status == 0);
  CHECK(table.out == Contains(",pca+cosine,"));
  CHECK(table.out.find(",cosine,") == std::string::npos);
  CHECK(refusal(
            program("table '" + study.results() + "' --metric quantiser-seconds-per-dimension")) ==
        Contains("no cell recorded 'quantiser-seconds-per-dimension'"));
}

TEST_CASE("command line: inspect and rerun of a cell give its numbers again") {
  const SmallStudy study;
  REQUIRE(study.run("--set split=improved").status == 0);
  const std::string before = fingerprint(study.results());
  for (const std::string& path : study.cells()) {
    CAPTURE(path);
    const CellRecord record = read_cell(path, true);
    const Outcome shown = program("inspect '" + path + "'");
    CHECK(shown.status == 0);
    CHECK(shown.out == Contains(record.key));
    CHECK(shown.out == Contains(record.recipe));
    CHECK(shown.out == Contains(fmt::format("{}", record.metrics.at("auprc"))));
    CHECK(shown.out == Contains("compiler"));
    CHECK(refusal(program("inspect '" + path + "' --format json")) ==
          Contains("is for data sets and models"));
    const Outcome again = program("rerun '" + path + "' --data '" + study / "" + "'");
    CHECK(again.status == 0);
    CHECK(again.out == Contains("rank counts are identical\n"));
    CHECK_FALSE(again.out == Contains("recorded 0"));
  }
  CHECK(fingerprint(study.results()) == before);
}

TEST_CASE("command line: rerun tells numbers that do not come out, and what it cannot repeat") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const auto rerun = [&](const std::string& path, const std::string& data) {
    return program(fmt::format("rerun '{}' --data '{}'", path, data));
  };
  CellRecord record = read_cell(study.cells()[0], true);
  SUBCASE("other numbers") {
    record.metrics["auprc"] = 0.5;
    for (std::uint32_t& count : record.counts.relevant) count = 0;
    write_cell(study / "cell.h5", record);
    const Outcome outcome = rerun(study / "cell.h5", study / "");
    CHECK(outcome.status == 1);
    CHECK(outcome.out == Contains("recorded 0.5\n"));
    CHECK(outcome.out == Contains("rank counts are not those recorded\n"));
  }
  SUBCASE("another metric, though the counts are the same") {
    record.metrics["auprc"] = 0.5;
    record.metrics["removed-since"] = 0.25;
    record.metrics["map@7"] = metric("map@7").value(record.counts);  // asked for by a suite
    const std::string kept = fmt::format("{}", record.metrics.size() - 1);
    record.metrics.erase("map");  // as if no version had known it
    write_cell(study / "cell.h5", record);
    const Outcome outcome = rerun(study / "cell.h5", study / "");
    CHECK(outcome.status == 1);
    CHECK(outcome.out == Contains("recorded 0.5\n"));
    CHECK(outcome.out == Contains("not computed          recorded 0.25\n"));
    CHECK(outcome.out == Contains("rank counts are identical\n2 of " + kept +
                                  " recorded metrics "
                                  "differ\n"));
    record.metrics = read_cell(study.cells()[0], false).metrics;
    record.metrics.erase("map");
    record.metrics["map@7"] = metric("map@7").value(record.counts);
    write_cell(study / "cell.h5", record);
    const Outcome same = rerun(study / "cell.h5", study / "");
    CHECK(same.status == 0);
    CHECK(same.out == Contains("recorded metrics are identical\n"));
    CHECK(same.out == Contains(" new\n"));
  }
  SUBCASE("another data set") {
    fs::create_directory(study / "other");
    write_dataset(study / "other/small.h5", small_dataset(601, 16));
    const Outcome outcome = rerun(study.cells()[0], study / "other");
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains("was made from a data set with checksum"));
  }
  SUBCASE("another version of a method") {
    const std::size_t at = record.recipe.find("projection = itq/") + 17;
    REQUIRE(at > 17);
    record.recipe[at] = '0';
    record.key = sha256(record.recipe);
    write_cell(study / "cell.h5", record);
    const Outcome outcome = rerun(study / "cell.h5", study / "");
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains("computes another cell: it has 'projection = itq/"));
    CHECK(refusal(outcome) == Contains("where the file has 'projection = itq/0"));
  }
  SUBCASE("something that is no cell") {
    const Outcome outcome = rerun(study / "small.h5", study / "");
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains("is not a result cell"));
  }
}

TEST_CASE("cli: a suite's baseline is used where its hashers include it, and only there") {
  const SmallStudy study;
  const std::string two = "--set hasher=lsh+sbq --set hasher=lsh+mhq --set metric=map ";
  const Outcome with = study.run(two + "--set baseline=+mhq:thresholds=3");
  CHECK(with.status == 0);
  CHECK(with.out == Contains("worse than the same projection with mhq"));
  const Outcome without = study.run(two + "--set baseline=+npq");
  CHECK(without.status == 0);
  CHECK(without.out.find("worse than") == std::string::npos);
  // Asked for by name, a baseline that is not there is an error.
  CHECK(study.table("--baseline +npq").status == 2);
}

}  // namespace hashlab::cli_test
