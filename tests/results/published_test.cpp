#include "results/published/published.h"
#include "lib/error.h"
#include "results/published/compare_published.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab::published_test {

using namespace results;

namespace {

const std::string header = "source,dataset,groundtruth,split,hasher,bits,metric,value\n";

std::vector<PublishedValue> parse(const std::string& text) {
  std::istringstream in(text);
  return parse_published(in, "p.csv");
}

std::string folder() {
  return HASHLAB_SOURCE_DIR "/results/published";
}

std::vector<PublishedValue> table_of(const std::string& number) {
  return read_published(folder() + "/thesis_table_" + number + ".csv");
}

double value_of(const std::vector<PublishedValue>& values, const std::string& dataset,
                const std::string& hasher, const std::string& split = "literature") {
  for (const PublishedValue& value : values) {
    if (value.dataset == dataset && value.hasher == hasher && value.split == split) {
      return value.value;
    }
  }
  return -1;
}

std::vector<PublishedValue> toy_published() {
  return parse(header +
               "Table 1,toy,epsilon,literature,itq+npq,32,auprc,0.4\n"
               "Table 1,toy,epsilon,literature,itq+sbq,32,auprc,0.25\n"
               "Table 1,toy,epsilon,literature,pca+sbq,32,auprc,0.05\n"
               "Table 1,toy,epsilon,literature,pca+hq,32,auprc,0.06\n"
               "Table 1,other,epsilon,literature,pca+sbq,32,auprc,0.9\n");
}

std::vector<ResultRow> toy_results() {
  return {{"toy", "literature", "itq+sbq", 32, 1, "auprc", .24},
          {"toy", "literature", "itq+sbq", 32, 2, "auprc", .26},
          {"toy", "literature", "itq+npq", 32, 1, "auprc", .36},
          {"toy", "literature", "itq+npq", 32, 2, "auprc", .38},
          {"toy", "literature", "pca+sbq", 32, 1, "auprc", .055},
          {"toy", "improved", "pca+hq", 32, 1, "auprc", .01},
          {"toy", "literature", "itq+sbq", 32, 1, "map", .9}};
}

}  // namespace

TEST_CASE("published: entries in the order of the file, quotes as in RFC 4180") {
  const auto values = parse(header +
                            "\"a \"\"b\"\", c\",toy,epsilon,improved,\"itq+npq:x=1,y=2\",32,auprc,"
                            "0.25\r\nT,toy,class,literature,pca+sbq,16,map,1");
  REQUIRE(values.size() == 2);
  CHECK(values[0].source == "a \"b\", c");
  CHECK(values[0].hasher == "itq+npq:x=1,y=2");
  CHECK(values[0].bits == 32);
  CHECK(values[0].value == .25);
  CHECK(values[1].groundtruth == "class");
  CHECK(values[1].split == "literature");
  CHECK(values[1].metric == "map");
  CHECK(values[1].value == 1);
}

TEST_CASE("published: what is wrong is said with file and line") {
  const std::string good = "T,toy,epsilon,improved,itq+sbq,32,auprc,0.5\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "p.csv: the file is empty, expected the header " + header},
      {header, "p.csv: no entries below the header, expected one a line"},
      {"a,b\n" + good, "p.csv:1: the header is not " + header},
      {header + good + "T,toy\n", "p.csv:3: 2 fields, expected 8 (" + header},
      {header + good + "\n", "p.csv:3: 1 fields, expected 8 (" + header},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,0.5,\n", "p.csv:2: 9 fields, expected 8"},
      {header + "T,,epsilon,improved,itq+sbq,32,auprc,0.5\n", "p.csv:2: dataset is empty"},
      {header + "T,toy,epsilon,improved,itq+sbq,3x,auprc,0.5\n",
       "p.csv:2: bits '3x' is not a number"},
      {header + "T,toy,epsilon,improved,itq+sbq,0,auprc,0.5\n",
       "p.csv:2: bits = 0, must be 1 .. 1024"},
      {header + "T,toy,epsilon,improved,itq+sbq,99999999999999999999,auprc,0.5\n",
       "p.csv:2: bits = 99999999999999999999, must be 1 .. 1024"},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,half\n",
       "p.csv:2: value 'half' is not a number"},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,0.5 \n",
       "p.csv:2: value '0.5 ' is not a number"},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,1.5\n",
       "p.csv:2: value = 1.5, must be 0 .. 1"},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,-0.1\n",
       "p.csv:2: value = -0.1, must be 0 .. 1"},
      {header + "T,toy,epsilon,improved,itq+sbq,32,auprc,nan\n",
       "p.csv:2: value = nan, must be 0 .. 1"},
      {header + good + good, "p.csv:3: the entry of line 2 again"},
      {header + "\"T,toy,epsilon,improved,itq+sbq,32,auprc,0.5\n",
       "p.csv:2: a quote is opened and not closed"},
      {header + "\"T\"x,toy,epsilon,improved,itq+sbq,32,auprc,0.5\n",
       "p.csv:2: text after the closing quote of 'T', expected a comma"},
      {header + "T\"x,toy,epsilon,improved,itq+sbq,32,auprc,0.5\n",
       "p.csv:2: a quote inside of the field 'T\"x', quote the whole field and double the quotes "
       "in it"},
      {header + std::string("T,t\0y,epsilon,improved,itq+sbq,32,auprc,0.5\n", 44),
       "p.csv:2: there is a NUL byte, expected text in UTF-8"},
      {header + std::string(5000, 'x'),
       "p.csv:2: the line is longer than 4096 bytes, is this a CSV file"}};
  for (const auto& [text, message] : cases) {
    std::string found = "no error";
    try {
      parse(text);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::corrupt_file);
      found = error.what();
    }
    const std::string expected = message.substr(0, message.find('\n'));
    CHECK(found.substr(0, expected.size()) == expected);
    CHECK(found.find('\n') == std::string::npos);
  }
}

TEST_CASE("published: a line of 4096 bytes is read, one more byte is not") {
  const std::string rest = ",toy,epsilon,improved,itq+sbq,32,auprc,0.5";
  CHECK(parse(header + std::string(4096 - rest.size(), 's') + rest + "\n").size() == 1);
  CHECK(parse(header + std::string(4096 - rest.size(), 's') + rest).size() == 1);
  CHECK_THROWS_AS(parse(header + std::string(4097 - rest.size(), 's') + rest + "\n"), Error);
  CHECK_THROWS_AS(parse(header + std::string(4097 - rest.size(), 's') + rest), Error);
}

TEST_CASE("published: a missing file and a folder are told apart") {
  const auto code = [](const std::string& path) {
    try {
      read_published(path);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::numerical;
  };
  CHECK(code(folder() + "/no_such.csv") == ErrorCode::not_found);
  CHECK(code(folder()) == ErrorCode::unreadable);
}

TEST_CASE("published files: number of entries and their sum") {
  // Sums of the printed numbers in units of 1e-4, both splits of Tables 4.8 and 4.9.
  const std::vector<std::pair<std::string, std::pair<std::size_t, long>>> tables = {
      {"4_8", {18, 28654}},  {"4_9", {18, 13544}},  {"4_11", {15, 15722}}, {"4_12", {15, 13169}},
      {"4_14", {12, 8175}},  {"4_15", {12, 14427}}, {"4_17", {31, 34840}}, {"4_18", {31, 42101}},
      {"4_19", {31, 40192}}, {"5_5", {40, 91250}},  {"7_3", {30, 66726}},  {"7_4", {15, 52249}}};
  for (const auto& table : tables) {
    const std::string& number = table.first;
    const std::pair<std::size_t, long>& expected = table.second;
    CAPTURE(number);
    const auto values = table_of(number);
    long sum = 0;
    for (const PublishedValue& value : values) sum += std::lround(value.value * 1e4);
    CHECK(values.size() == expected.first);
    CHECK(sum == expected.second);
  }
}

TEST_CASE("published files: between views, number of entries and their sum") {
  const std::vector<std::tuple<std::string, std::size_t, long>> tables = {
      {"cmfh_cvpr_2014", 32, 96564},
      {"djsah_tcsvt_2022", 32, 134684},
      {"scratch_mm_2018_table_1", 48, 205630},
      {"sdmch_ijcai_2018_table_1", 30, 70386}};
  for (const auto& [name, entries, expected] : tables) {
    const auto values = read_published(folder() + "/" + name + ".csv");
    long sum = 0;
    for (const PublishedValue& value : values) sum += std::lround(value.value * 1e4);
    CHECK(values.size() == entries);
    CHECK(sum == expected);
  }
}

TEST_CASE("published: a direction and its codes have to be the same, not the beginning") {
  CHECK(same_dataset("wiki:image>text", "wiki:image>text"));
  CHECK_FALSE(same_dataset("wiki:image>text", "wiki:image>text:joint"));
  CHECK_FALSE(same_dataset("wiki:image>text:joint", "wiki:image>text"));
  CHECK_FALSE(same_dataset("wiki:image>text", "wiki:text>image"));
  CHECK_FALSE(same_dataset("wiki", "wiki:image"));
}

TEST_CASE("published: with a column of training samples, values stand beside as many only") {
  const auto values = parse(
      "source,dataset,groundtruth,split,hasher,bits,metric,value,training\n"
      "T,toy,class,literature,pca+sbq,16,map,0.5,1000\n"
      "T,toy,class,literature,pca+sbq,16,map,0.6,2000\n");
  REQUIRE(values.size() == 2);
  CHECK(values[1].training == 2000);
  const auto of_2000 = published_for(values, "toy", "class", 2000);
  REQUIRE(of_2000.size() == 1);
  CHECK(of_2000[0].value == .6);
  CHECK(published_for(values, "toy", "class", 1500).empty());
  CHECK(published_for(toy_published(), "toy", "epsilon", 1500).size() == 4);
  CHECK_THROWS_AS(parse("source,dataset,groundtruth,split,hasher,bits,metric,value,training\n"
                        "T,toy,class,literature,pca+sbq,16,map,0.5\n"),
                  Error);
  CHECK_THROWS_AS(parse("source,dataset,groundtruth,split,hasher,bits,metric,value,training\n"
                        "T,toy,class,literature,pca+sbq,16,map,0.5,0\n"),
                  Error);
}

TEST_CASE("published: times are in seconds, other metrics at most 1") {
  const auto values = parse(header + "T,toy,class,literature,pca+sbq,16,learn-seconds,42.68\n");
  CHECK(values.at(0).value == 42.68);
  CHECK_THROWS_AS(parse(header + "T,toy,class,literature,pca+sbq,16,map,42.68\n"), Error);
}

TEST_CASE("published files: values the thesis discusses in its text") {
  const auto t17 = table_of("4_17");
  CHECK(value_of(t17, "cifar10_gist512", "itq+npq") == .3917);
  CHECK(value_of(t17, "cifar10_gist512", "itq+sbq") == .2669);
  CHECK(value_of(t17, "cifar10_gist512", "agh+sbq:layers=2") == .0775);
  CHECK(value_of(table_of("4_18"), "nuswide_bow500", "itq+npq") == .5130);
  CHECK(value_of(table_of("4_19"), "sift1m", "pca+npq") == .3332);
  const auto t8 = table_of("4_8");
  CHECK(value_of(t8, "cifar10_gist512", "lsh+npq:thresholds=1") == .1963);
  CHECK(value_of(t8, "cifar10_gist512", "lsh+npq:thresholds=1", "improved") == .1899);
  CHECK(value_of(t8, "sift1m", "lsh+npq:thresholds=1", "improved") == .1297);
  CHECK(value_of(table_of("4_12"), "nuswide_bow500", "pca+npq:thresholds=2") == .1526);
  CHECK(value_of(table_of("4_15"), "cifar10_gist512", "pca+npq:thresholds=15") == .1504);
}

TEST_CASE("compare: text") {
  const Table table = compare_published(toy_results(), toy_published(), {"toy.h5"}, {"a note"});
  CHECK(format_table(table, TableFormat::text) == R"(Table 1 beside our results on toy.h5

           -------- auprc, 32 bits, literature --------
hasher     published         ours          difference %
-------------------------------------------------------
itq+npq     0.4000    0.3700 ± 0.0141          -7.5
itq+sbq     0.2500    0.2500 ± 0.0141          +0.0

pca+sbq     0.0500    0.0550          (1)     +10.0

Table 1 beside our results on toy.h5, order of the hashers

              - auprc, 32 bits, literature -
projection      Kendall tau       hashers
--------------------------------------------
itq                 1.00             2

ours: mean ± standard deviation over 2 runs; (n): over n runs only
difference: (ours - published) / published
ground truth of the published values: epsilon
Kendall tau between our means and the published values over the hashers of one projection; 1: the same order
1 of 4 published values have no counterpart here: pca+hq 32 bits literature
a note
)");
}

TEST_CASE("compare: Markdown") {
  const Table table = compare_published(toy_results(), toy_published(), {"toy"}, {});
  CHECK(format_table(table, TableFormat::md) == R"(**Table 1 beside our results on toy**

| hasher | auprc, 32 bits, literature, published | auprc, 32 bits, literature, ours | auprc, 32 bits, literature, difference % |
| :-- | --: | --: | --: |
| itq+npq | 0.4000 | 0.3700 ± 0.0141 | -7.5 |
| itq+sbq | 0.2500 | 0.2500 ± 0.0141 | +0.0 |
| | | | |
| pca+sbq | 0.0500 | 0.0550 (1) | +10.0 |

**Table 1 beside our results on toy, order of the hashers**

| projection | auprc, 32 bits, literature, Kendall tau | auprc, 32 bits, literature, hashers |
| :-- | --: | --: |
| itq | 1.00 | 2 |

- ours: mean ± standard deviation over 2 runs; (n): over n runs only
- difference: (ours - published) / published
- ground truth of the published values: epsilon
- Kendall tau between our means and the published values over the hashers of one projection; 1: the same order
- 1 of 4 published values have no counterpart here: pca+hq 32 bits literature
)");
}

TEST_CASE("compare: LaTeX") {
  const Table table = compare_published(toy_results(), toy_published(), {"toy"}, {});
  CHECK(format_table(table, TableFormat::tex) == R"(% needs \usepackage{amssymb,booktabs}
% Table 1 beside our results on toy
\begin{tabular}{lrlr}
\toprule
 & \multicolumn{3}{c}{auprc, 32 bits, literature} \\
\cmidrule(lr){2-4}
hasher & published & ours & difference \% \\
\midrule
itq+npq & $0.4000$ & $0.3700 \pm 0.0141$ & $-7.5$ \\
itq+sbq & $0.2500$ & $0.2500 \pm 0.0141$ & $+0.0$ \\
\midrule
pca+sbq & $0.0500$ & $0.0550$ (1) & $+10.0$ \\
\bottomrule
\end{tabular}
\par\medskip
% Table 1 beside our results on toy, order of the hashers
\begin{tabular}{lrr}
\toprule
 & \multicolumn{2}{c}{auprc, 32 bits, literature} \\
\cmidrule(lr){2-3}
projection & Kendall tau & hashers \\
\midrule
itq & $1.00$ & $2$ \\
\bottomrule
\end{tabular}
\par\smallskip
{\footnotesize
ours: mean $\pm$ standard deviation over 2 runs; (n): over n runs only\par
difference: (ours - published) / published\par
ground truth of the published values: epsilon\par
Kendall tau between our means and the published values over the hashers of one projection; 1: the same order\par
1 of 4 published values have no counterpart here: pca+hq 32 bits literature\par
}
)");
}

TEST_CASE("compare: CSV") {
  const Table table = compare_published(toy_results(), toy_published(), {"toy"}, {});
  CHECK(
      format_table(table, TableFormat::csv) ==
      R"(source,dataset,split,hasher,bits,metric,published,runs,mean,sd,difference_percent,projection_tau
Table 1,toy,literature,itq+npq,32,auprc,0.4,2,0.37,0.014142135623730963,-7.500000000000006,1
Table 1,toy,literature,itq+sbq,32,auprc,0.25,2,0.25,0.014142135623730963,0,1
Table 1,toy,literature,pca+sbq,32,auprc,0.05,1,0.055,,9.999999999999995,
)");
}

TEST_CASE("compare: a data set's name must match to its end or to a sign") {
  const auto compare = [](const std::string& dataset) {
    return compare_published(toy_results(), toy_published(), {dataset}, {}).records.size();
  };
  CHECK(compare("toy") == 4);
  CHECK(compare("toy.h5") == 4);
  CHECK_THROWS_WITH_AS(compare("toys"),
                       "none of 5 published values is for data set 'toys', ground truth 'epsilon' "
                       "and a hasher, bits, split and metric of these results",
                       Error);
  CHECK_THROWS_AS(compare("to"), Error);
}

TEST_CASE("compare: published values of another ground truth, split or bits are not ours") {
  const auto fails = [](const std::string& line) {
    CHECK_THROWS_AS(compare_published(toy_results(), parse(header + line), {"toy"}, {}), Error);
  };
  fails("T,toy,class,literature,itq+sbq,32,auprc,0.5");
  fails("T,toy,epsilon,improved,itq+sbq,32,auprc,0.5");
  fails("T,toy,epsilon,literature,itq+sbq,16,auprc,0.5");
  fails("T,toy,epsilon,literature,itq+sbq,32,auprc-step,0.5");
  CHECK_THROWS_WITH_AS(
      compare_published(toy_results(), parse(header + "T,toy,epsilon,improved,sh+sbq,8,map,0.5"),
                        {"toy"}, {}),
      "none of 1 published values is for data set 'toy', ground truth 'epsilon' and a hasher, "
      "bits, split and metric of these results, looked for: sh+sbq 8 bits improved",
      Error);
}

TEST_CASE("compare: each source has its own grid, a published zero no relative difference") {
  const auto published = parse(header +
                               "A,toy,epsilon,literature,itq+sbq,32,auprc,0\n"
                               "B,toy,epsilon,literature,itq+sbq,32,auprc,0.5\n");
  const Table table = compare_published(toy_results(), published, {"toy"}, {});
  REQUIRE(table.grids.size() == 2);
  CHECK(table.grids[0].rows[0].cells[2].value == "-");
  CHECK(table.grids[1].rows[0].cells[2].value == "-50.0");
}

}  // namespace hashlab::published_test
