#include "results/published/correction.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "results/published/compare_published.h"
#include "results/published/csv_lines.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::correction_test {

using namespace results;

namespace {

const std::string header = "source,dataset,groundtruth,hasher,bits,metric,factor,low,high,runs\n";
const std::string folder = HASHLAB_SOURCE_DIR "/results/published/corrections";

Correction parse(const std::string& text, const std::string& name = "c.csv") {
  std::istringstream in(text);
  return parse_correction(in, name);
}

Correction toy_correction() {
  return parse(header +
               "lossy copies,toy,epsilon,itq+sbq,32,auprc,0.8,0.75,0.85,10\n"
               "lossy copies,toy,epsilon,pca+sbq,32,auprc,1.2,1,1.3,5\n"
               "lossy copies,toy,class,itq+npq,32,auprc,0.5,0.5,0.5,5\n");
}

std::vector<PublishedValue> toy_published() {
  std::istringstream in(
      "source,dataset,groundtruth,split,hasher,bits,metric,value\n"
      "Table 1,toy,epsilon,literature,itq+npq,32,auprc,0.4\n"
      "Table 1,toy,epsilon,literature,itq+sbq,32,auprc,0.25\n"
      "Table 1,toy,epsilon,literature,pca+sbq,32,auprc,0.05\n");
  return parse_published(in, "p.csv");
}

Table toy_comparison(const Correction& correction) {
  const std::vector<ResultRow> rows = {{"toy", "literature", "itq+sbq", 32, 1, "auprc", .20},
                                       {"toy", "literature", "itq+sbq", 32, 2, "auprc", .22},
                                       {"toy", "literature", "itq+npq", 32, 1, "auprc", .36},
                                       {"toy", "literature", "itq+npq", 32, 2, "auprc", .38},
                                       {"toy", "literature", "pca+sbq", 32, 1, "auprc", .055},
                                       {"toy", "literature", "pca+sbq", 32, 2, "auprc", .055}};
  PublishedOptions options{"toy.h5"};
  options.correction = correction;
  return compare_published(rows, toy_published(), options, {});
}

}  // namespace

TEST_CASE("correction: a factor is found by data set, ground truth, hasher, bits and metric") {
  const Correction correction = toy_correction();
  REQUIRE(correction.factors.size() == 3);
  const CorrectionFactor* found = correction.find("toy.h5", "epsilon", "itq+sbq", 32, "auprc");
  REQUIRE(found != nullptr);
  CHECK(found->factor == .8);
  CHECK(found->low == .75);
  CHECK(found->high == .85);
  CHECK(found->runs == 10);
  CHECK(correction.find("toys", "epsilon", "itq+sbq", 32, "auprc") == nullptr);
  CHECK(correction.find("toy", "class", "itq+sbq", 32, "auprc") == nullptr);
  CHECK(correction.find("toy", "epsilon", "itq+mhq", 32, "auprc") == nullptr);
  CHECK(correction.find("toy", "epsilon", "itq+sbq", 16, "auprc") == nullptr);
  CHECK(correction.find("toy", "epsilon", "itq+sbq", 32, "map") == nullptr);
}

TEST_CASE("correction: what is wrong is said with file and line") {
  const std::string good = "S,toy,epsilon,itq+sbq,32,auprc,0.8,0.75,0.85,10\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "c.csv: the file is empty, expected the header source,dataset,groundtruth,hasher"},
      {header, "c.csv: no factors below the header, expected one a line"},
      {"a,b\n" + good, "c.csv:1: the header is not source,dataset,groundtruth,hasher,bits"},
      {header + good + "S,toy\n", "c.csv:3: 2 fields, expected 10 (source,dataset,groundtruth"},
      {header + "S,toy,epsilon,,32,auprc,0.8,0.7,0.9,10\n", "c.csv:2: hasher is empty"},
      {header + "S,toy,epsilon,a+b,0,auprc,0.8,0.7,0.9,10\n",
       "c.csv:2: bits = 0, must be 1 .. 1024"},
      {header + "S,toy,epsilon,a+b,32,auprc,0,0,0.9,10\n",
       "c.csv:2: factor = 0, must be 0.01 .. 100"},
      {header + "S,toy,epsilon,a+b,32,auprc,x,0,0.9,10\n", "c.csv:2: factor 'x' is not a number"},
      {header + "S,toy,epsilon,a+b,32,auprc,nan,0,0.9,10\n",
       "c.csv:2: factor = nan, must be 0.01 .. 100"},
      {header + "S,toy,epsilon,a+b,32,auprc,0.8,-1,0.9,10\n",
       "c.csv:2: low = -1, must be 0.001 .. 1000"},
      {header + "S,toy,epsilon,a+b,32,auprc,0.8,0.81,0.9,10\n",
       "c.csv:2: factor = 0.8 is not in its interval, low = 0.81 .. high = 0.9"},
      {header + "S,toy,epsilon,a+b,32,auprc,0.8,0.7,0.79,10\n",
       "c.csv:2: factor = 0.8 is not in its interval, low = 0.7 .. high = 0.79"},
      {header + "S,toy,epsilon,a+b,32,auprc,0.8,0.7,0.9,0\n",
       "c.csv:2: runs = 0, must be 1 .. 10000"},
      {header + good + "other,toy,epsilon,itq+sbq,32,auprc,0.9,0.9,0.9,1\n",
       "c.csv:3: a factor for the same score as line 2"},
      {header + "\"S,toy\n", "c.csv:2: a quote is opened and not closed"}};
  for (const auto& [text, message] : cases) {
    std::string found = "no error";
    try {
      parse(text);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::corrupt_file);
      found = error.what();
    }
    CHECK(found.substr(0, message.size()) == message);
    CHECK(found.find('\n') == std::string::npos);
  }
  CHECK_THROWS_AS(parse(header + "=S,toy,epsilon,a+b,32,auprc,0.8,0.7,0.9,10\n"), Error);
  CHECK_THROWS_AS(read_correction(folder + "/no_such.csv"), Error);
}

TEST_CASE("compare: a correction stands beside our values and is named, blank without a factor") {
  CHECK(format_table(toy_comparison(toy_correction()), TableFormat::text) ==
        R"(Table 1 beside our results on toy.h5

           ----------------------- auprc, 32 bits, literature ------------------------
hasher     published       ours        difference %  corrected  corrected difference %
--------------------------------------------------------------------------------------
itq+npq     0.4000    0.3700 ± 0.0141      -7.5
itq+sbq     0.2500    0.2100 ± 0.0141     -16.0       0.2625             +5.0

pca+sbq     0.0500    0.0550 ± 0.0000     +10.0       0.0458             -8.3

Table 1 beside our results on toy.h5, order of the hashers

              - auprc, 32 bits, literature -
projection      Kendall tau       hashers
--------------------------------------------
itq                 1.00             2

ours: mean ± standard deviation over 2 runs
difference: (ours - published) / published
corrected: our mean / factor of c.csv (lossy copies), which has one for 2 of 3 values; the others are left as they are
of these 2, 1 differ from the published value by more than a tenth, corrected 0
ground truth of the published values: epsilon
Kendall tau between our means and the published values over the hashers of one projection; 1: the same order
)");
}

TEST_CASE("compare: records of a correction have its factor, interval and file") {
  const Table table = toy_comparison(toy_correction());
  REQUIRE(table.records.size() == 4);
  const std::vector<std::string>& names = table.records[0];
  REQUIRE(names.size() == 19);
  CHECK(std::vector<std::string>(names.begin() + 11, names.end()) ==
        std::vector<std::string>{"projection_tau", "factor", "factor_low", "factor_high",
                                 "factor_runs", "corrected", "corrected_difference_percent",
                                 "correction"});
  for (const std::vector<std::string>& record : table.records) CHECK(record.size() == 19);
  const auto has = [&](std::size_t line, std::size_t column) {
    return table.records[line][column];
  };
  for (std::size_t column = 12; column < 19; ++column) CHECK(has(1, column).empty());
  CHECK(has(2, 12) == "0.8");
  CHECK(has(2, 13) == "0.75");
  CHECK(has(2, 14) == "0.85");
  CHECK(has(2, 15) == "10");
  CHECK(std::stod(has(2, 16)) == doctest::Approx(.2625));
  CHECK(std::stod(has(2, 17)) == doctest::Approx(5));
  CHECK(has(2, 18) == "c.csv");
}

TEST_CASE("compare: a correction without a factor for any value says so") {
  const Correction other =
      parse(header + "S,elsewhere,epsilon,itq+sbq,32,auprc,0.8,0.75,0.85,10\n", "other.csv");
  const Table table = toy_comparison(other);
  CHECK(std::count(table.footnotes.begin(), table.footnotes.end(),
                   "corrected: other.csv has a factor for none of these values") == 1);
  CHECK(format_table(table, TableFormat::tex).find("$$") == std::string::npos);
}

TEST_CASE("correction files: factors of JPEG on CIFAR-10 are those of the kept study") {
  const Correction correction = read_correction(folder + "/cifar10_jpeg.csv");
  std::istringstream kept(read_file(HASHLAB_SOURCE_DIR "/results/kept/lossy-pairs.csv"));
  CsvLines lines(kept, "lossy-pairs.csv");
  REQUIRE(lines.next().has_value());
  std::size_t compared = 0;
  while (const auto line = lines.next()) {
    if (!line->starts_with("ball of the thesis,")) continue;  // 6,012 pictures, 5 neighbours
    // The last three columns, of comparisons with another setting, are empty here.
    REQUIRE(line->ends_with(",,,"));
    const std::vector<std::string> fields =
        lines.fields(line->substr(0, line->size() - 3),
                     {"setting", "pictures", "neighbours", "hasher", "bits", "metric", "runs",
                      "original", "copy", "factor", "low", "high"});
    CAPTURE(fields[3]);
    const CorrectionFactor* factor =
        correction.find("cifar10_gist512", "epsilon", fields[3], std::stoul(fields[4]), fields[5]);
    REQUIRE(factor != nullptr);
    CHECK(factor->factor == std::stod(fields[9]));
    CHECK(factor->low == std::stod(fields[10]));
    CHECK(factor->high == std::stod(fields[11]));
    CHECK(factor->runs == std::stoul(fields[6]));
    CHECK(factor->factor ==
          doctest::Approx(std::stod(fields[8]) / std::stod(fields[7])).epsilon(1e-4));
    ++compared;
  }
  CHECK(compared == correction.factors.size());
}

}  // namespace hashlab::correction_test
