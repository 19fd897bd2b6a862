#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::suite_test {

using namespace experiments;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

const std::string least = "name = s\ndataset = d\nhasher = lsh+sbq\n";

Suite parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_suite(text, "f.ini", overrides);
}

std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("suite: name, data set and a hasher are enough") {
  const Suite suite = parse(least);
  CHECK(suite.name == "s");
  CHECK(suite.dataset == "d");
  CHECK(method_names(suite, &Method::has_codes) == std::vector<std::string>{"lsh+sbq"});
  CHECK(suite.bits == std::vector<std::size_t>{32});
  CHECK(suite.splits == std::vector<std::string>{"literature", "improved"});
  CHECK(suite.metrics == std::vector<std::string>{"auprc", "map"});
  CHECK(suite.runs == 10);
  CHECK(suite.seed == 1);
  CHECK(suite.sizes.test_queries == 1000);
  CHECK(suite.ground_truth.by_ball());
  CHECK(suite.baseline.empty());
}

TEST_CASE("suite: what is judged by the default ground truth is known, and is no more once named") {
  CHECK_FALSE(parse(least).ground_truth_given);
  CHECK(parse(least + "groundtruth = epsilon\n").ground_truth_given);
  CHECK(parse(least, {"groundtruth=class"}).ground_truth_given);
  CHECK(parse(suite_text(parse(least))).ground_truth_given);  // what a folder of results keeps
}

TEST_CASE("suite: every suite that ships names its ground truth") {
  const std::string folder = HASHLAB_SOURCE_DIR "/experiments/suites";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ini") continue;
    CAPTURE(entry.path().string());
    for (const Member& member : read_suites(entry.path().string(), {}, "")) {
      CAPTURE(member.suite.name);
      CHECK(member.suite.ground_truth_given);
    }
  }
}

TEST_CASE("suite: a metric beyond its codes' distances, or of shared labels, is refused") {
  CHECK(refusal(least + "metric = recall@33\n") ==
        Contains("f.ini: metric 'recall@33' counts within distance 33"));
  CHECK(refusal(least + "metric = recall@33\n") == Contains("'recall-top@33'"));
  CHECK(refusal(least + "bits = 16 64\nmetric = precision@17\n") == Contains("apart than 16"));
  CHECK(refusal(least + "metric = recall@32\n") == "no error");
  CHECK(refusal("name = s\ndataset = d\nhasher = itq+npq:thresholds=3\nmetric = recall@40\n") ==
        "no error");  // digits of two bits are up to three apart
  CHECK(
      refusal("name = s\ndataset = d\nhasher = itq+npq\nhasher = itq+sbq\nmetric = recall@40\n") ==
      Contains("apart than 32"));  // it would count everything for one of the methods
  CHECK(refusal("name = s\ndataset = d\nhasher = itq+npq\nmetric = recall@49\n") ==
        Contains("apart than 48"));
  CHECK(refusal(least + "metric = acg@10\n") == Contains("add 'acg@10' to graded-scores"));
  CHECK(parse(least + "metric = convention:hashnet@50\n").metrics.front() ==
        "map@50:divisor=retrieved-relevant,without-relevant=zero");
}

TEST_CASE("suite: every key is read") {
  const Suite suite = parse(
      "# a comment\n\n name=all \ndataset = folder/file.h5\ngroundtruth = class\n"
      "hasher = itq+npq:thresholds=3\nhasher = pca+sbq\nbits = 16, 32\nbits = 64\n"
      "split = improved\nruns = 3\nseed = 18446744073709551615\nmetric = map\nbaseline = +sbq\n"
      "test-queries = 1\nvalidation-queries = 2\nvalidation-database = 3\ntraining = 4\n");
  CHECK(suite.name == "all");
  CHECK(suite.dataset == "folder/file.h5");
  CHECK(suite.ground_truth.by_class());
  CHECK(method_names(suite, &Method::has_codes) == std::vector<std::string>{"itq+npq", "pca+sbq"});
  CHECK(suite.bits == std::vector<std::size_t>{16, 32, 64});
  CHECK(suite.splits == std::vector<std::string>{"improved"});
  CHECK(suite.runs == 3);
  CHECK(suite.seed == 18446744073709551615u);
  CHECK(suite.metrics == std::vector<std::string>{"map"});
  CHECK(suite.baseline == "+sbq");
  CHECK(suite.sizes.test_queries == 1);
  CHECK(suite.sizes.validation_queries == 2);
  CHECK(suite.sizes.validation_database == 3);
  CHECK(suite.sizes.training == 4);
}

TEST_CASE("suite: overrides replace the file's setting, lists as a whole") {
  const Suite suite = parse(least + "runs = 3\nhasher = pca+sbq\n",
                            {"runs=5", "hasher=itq+npq:beta=0.5", "hasher=sh+sbq", "bits=8 16"});
  CHECK(suite.runs == 5);
  CHECK(method_names(suite, &Method::has_codes) ==
        std::vector<std::string>{"itq+npq:beta=0.5", "sh+sbq"});
  CHECK(suite.bits == std::vector<std::size_t>{8, 16});
  CHECK(parse(least + "baseline = +sbq\n", {"baseline="}).baseline.empty());
  CHECK(parse("", {"name=s", "dataset=d", "hasher=lsh+sbq"}).name == "s");
}

TEST_CASE("suite: its baseline is canonical, and counts where one of the methods is meant by it") {
  const auto own = [](const std::string& hasher, const std::string& baseline) {
    return own_baseline(
        parse("name = s\ndataset = d\nhasher = " + hasher + "\nbaseline = " + baseline + "\n"));
  };
  CHECK(own("itq+npq", "itq+npq:thresholds=3") == "itq+npq");
  CHECK(own("itq+npq", "+npq:thresholds=3") == "+npq");
  CHECK(own("itq+npq:thresholds=7", "+npq") == "+npq");
  CHECK(own("itq+npq:thresholds=7", "+npq:thresholds=7") == "+npq:thresholds=7");
  CHECK(own("itq+npq:thresholds=7", "itq+npq") == "");
  CHECK(own("itq+npq", "+npq:thresholds=7") == "");
  CHECK(own("auto", "auto") == "auto");
  CHECK(own("auto", "+sbq") == "");
  CHECK(own("itq+npq", "") == "");
}

TEST_CASE("suite: its text has every key and reads back as itself") {
  const Suite suite = parse(least +
                            "runs = 3\nbits = 16 64\nhasher = itq+npq:alpha=0.3,beta=2\n"
                            "baseline = +sbq\ngroundtruth = epsilon:self=counted\n");
  const std::string text = suite_text(suite);
  CHECK(suite_text(parse(text)) == text);
  for (const char* key :
       {"name", "dataset", "groundtruth", "hasher", "bits", "split", "runs", "seed", "metric",
        "baseline", "test-queries", "validation-queries", "validation-database", "training"}) {
    CHECK(("\n" + text).find("\n" + std::string(key) + " = ") != std::string::npos);
    CHECK(suite_help().find("  " + std::string(key) + " ") != std::string::npos);
  }
  CHECK(suite_text(parse(suite_text(parse(least)))) == suite_text(parse(least)));
}

TEST_CASE("suite: the suites that come with the project are whole") {
  const auto folder = std::string(HASHLAB_SOURCE_DIR) + "/experiments/suites";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ini") continue;  // folders hold members of those beside them
    for (const auto& [suite, results] : read_suites(entry.path().string(), {}, "")) {
      CHECK(results.path.starts_with("results/runs/" + entry.path().stem().string()));
      CHECK(suite_text(parse(suite_text(suite))) == suite_text(suite));
      ++count;
    }
  }
  CHECK(count > 0);
}

TEST_CASE("suite: an unknown key is refused with the nearest one") {
  CHECK(refusal(least + "trainig = 3\n") ==
        "f.ini: unknown key 'trainig', did you mean 'training'? ('hashlab run --help' shows all)");
  CHECK(refusal(least, {"hashers=lsh+sbq"}) ==
        "--set: unknown key 'hashers', did you mean 'hasher'? ('hashlab run --help' shows all)");
  CHECK(refusal(least + "[section]\nruns = 3\n").starts_with("f.ini: unknown key 'section.runs'"));
}

TEST_CASE("suite: a key given twice is refused unless it is a list") {
  CHECK(refusal(least + "runs = 3\nruns = 3\n") ==
        "f.ini: key 'runs' is given 2 times, expected once");
  CHECK(refusal(least, {"seed=3", "seed=4"}) ==
        "--set: key 'seed' is given 2 times, expected once");
}

TEST_CASE("suite: a key without a value is refused") {
  CHECK(refusal(least + "runs =\n") == "f.ini: key 'runs' has no value");
  CHECK(refusal(least + "metric =\n") == "f.ini: key 'metric' has no value");
  CHECK(refusal(least, {"dataset="}) == "--set: key 'dataset' has no value");
  for (const char* empty : {",", ", ,"}) {
    CHECK(refusal(least + "bits = " + empty + "\n") == "f.ini: key 'bits' has no value");
  }
}

TEST_CASE("suite: numbers are whole and in range, or refused by key") {
  CHECK(refusal(least + "runs = 0\n") ==
        "f.ini: option 'runs' = '0', must be a whole number in 1 .. 10000");
  CHECK(refusal(least + "bits = 16 1025\n") ==
        "f.ini: option 'bits' = '1025', must be a whole number in 1 .. 1024");
  CHECK(refusal(least, {"training=4294967296"}) ==
        "--set: option 'training' = '4294967296', must be a whole number in 0 .. 4294967295");
  for (const char* bad : {"-1", "+1", "1.5", "1e3", "ten", "0x10", "18446744073709551616", "1 2"}) {
    CHECK(refusal(least + "seed = " + bad + "\n") ==
          "f.ini: option 'seed' = '" + std::string(bad) +
              "', must be a whole number in 0 .. 18446744073709551615");
  }
}

TEST_CASE("suite: nothing is named twice") {
  CHECK(refusal(least + "hasher = lsh+sbq\n") == "f.ini: option 'hasher' names 'lsh+sbq' twice");
  CHECK(refusal(least + "hasher = itq+npq:thresholds=3\nhasher = itq+npq\n") ==
        "f.ini: option 'hasher' names 'itq+npq' twice");
  CHECK(refusal(least + "bits = 16 32\nbits = 16\n") == "f.ini: option 'bits' names '16' twice");
  CHECK(refusal(least + "bits = 16 016\n") == "f.ini: option 'bits' names '16' twice");
  CHECK(refusal(least + "split = improved\nsplit = improved\n") ==
        "f.ini: option 'split' names 'improved' twice");
  CHECK(refusal(least + "metric = map\nmetric = map\n") ==
        "f.ini: option 'metric' names 'map' twice");
}

TEST_CASE("suite: bad names are refused with file and what is wrong") {
  CHECK(refusal(least + "hasher = itqq+sbq\n").starts_with("f.ini: unknown projection 'itqq'"));
  CHECK(refusal(least + "split = better\n").starts_with("f.ini: unknown split 'better'"));
  CHECK(refusal(least + "metric = mapp\n").find("did you mean 'map'?") != std::string::npos);
  CHECK(refusal(least + "groundtruth = classes\n")
            .starts_with("f.ini: unknown groundtruth 'classes', did you mean 'class'?"));
  CHECK(refusal(least, {"hasher=lsh"}).starts_with("--set: hasher 'lsh' lacks its quantiser"));
}

TEST_CASE("suite: several values in one line are refused with what to write instead") {
  CHECK(refusal(least + "split = literature improved\n") ==
        "f.ini: unknown split 'literature improved' ('hashlab list splits' shows all); give each "
        "value by itself: 'split = literature', then 'split = improved'");
  CHECK(refusal(least + "metric = map, auprc\n")
            .ends_with("; give each value by itself: 'metric = map', then 'metric = auprc'"));
  CHECK(refusal(least + "hasher = itq+sbq pca+sbq\n").ends_with("then 'hasher = pca+sbq'"));
  CHECK_FALSE(refusal(least + "split = literature better\n").ends_with("'"));
}

TEST_CASE("suite: a missing key is refused by name") {
  CHECK(refusal("dataset = d\nhasher = lsh+sbq\n") == "f.ini: key 'name' is missing");
  CHECK(refusal("name = s\nhasher = lsh+sbq\n") == "f.ini: key 'dataset' is missing");
  CHECK(refusal("name = s\ndataset = d\n") ==
        "f.ini: key 'hasher' is missing, such as 'hasher = itq+sbq'");
  CHECK(refusal("") == "f.ini: key 'name' is missing");
}

TEST_CASE("suite: a name that cannot be a folder is refused") {
  for (const char* name : {"a/b", "..", ".hidden", "/"}) {
    CHECK(refusal(least, {"name=" + std::string(name)}) ==
          "f.ini: name = '" + std::string(name) + "' cannot be a folder's name");
  }
}

TEST_CASE("suite: text that is no suite is refused") {
  CHECK(refusal(least + std::string("ru\0ns = 3\n", 10)) ==
        "f.ini: is not a text file, expected an experiment file of 'key = value' lines");
  CHECK(refusal("\n# no = comment\n[a section]\n  no equals sign # = \nruns = 3\n") ==
        "f.ini:4: 'no equals sign' is no setting, expected 'key = value'");
  CHECK(refusal(least + "test-queries = 300, training = 600\n") ==
        Contains("has several settings, expected each in a line of its own"));
  CHECK(refusal(least, {"runs"}) == "--set 'runs': expected key=value");
  CHECK(refusal(least, {"=3"}) == "--set '=3': expected key=value");
}

TEST_CASE("suite: a line that holds a placeholder of Boost's messages is refused like any other") {
  // Boost puts the line in the place of %invalid_line% as long as its message holds that.
  CHECK(refusal("name = a\nvalidati%invalid_line%\n") ==
        "f.ini:2: 'validati%invalid_line%' is no setting, expected 'key = value'");
}

TEST_CASE("suite: a value that a suite file could not hold is refused") {
  // suite.ini is written from these: '#' would start a comment, a line break another key.
  for (const char* bad : {"a#b", "a\nb", "a\rb", " a", "a "}) {
    CAPTURE(std::string(bad));
    CHECK(refusal(least, {"name=" + std::string(bad)}) != "no error");
    CHECK(refusal(least, {"dataset=" + std::string(bad)}) != "no error");
    CHECK(refusal(least, {"baseline=" + std::string(bad)}) != "no error");
  }
}

TEST_CASE("suite: a file that is not there is not found") {
  const testing::TemporaryFolder folder;
  CHECK(error_of([&] { read_suite(folder / "none.ini", {}); }) ==
        (folder / "none.ini") + ": there is no such file");
  write_file(folder / "s.ini", least);
  CHECK(read_suite(folder / "s.ini", {"seed=9"}).seed == 9);
}

TEST_CASE("suite: folds and duplicates are written only where they are asked for") {
  CHECK(parse(least).folds == 0);
  CHECK_FALSE(parse(least).exclude_duplicates);
  CHECK(suite_text(parse(least + "duplicates = keep\n")) == suite_text(parse(least)));
  const Suite suite = parse(least + "folds = 10\nduplicates = exclude\n");
  CHECK(suite.folds == 10);
  CHECK(suite.exclude_duplicates);
  CHECK(suite_text(suite) == suite_text(parse(least)) + "folds = 10\nduplicates = exclude\n");
  CHECK(suite_text(parse(suite_text(suite))) == suite_text(suite));
  CHECK(refusal(least + "duplicates = drop\n") ==
        "f.ini: option 'duplicates' = 'drop', must be keep | exclude");
  CHECK(refusal(least + "folds = 1\n") ==
        "f.ini: option 'folds' = '1', must be a whole number in 2 .. 10000");
}

TEST_CASE("suite: a metric that cells record has one name, as what is recorded has") {
  const Suite suite = parse(least +
                            "label-scores = grouped-recall@1:partitions=10 knn@30:sigma=.05\n"
                            "metric = grouped-recall@1:labels=10,partitions=10\n"
                            "metric = gap-knn@30:sigma=0.05\n");
  CHECK(suite.metrics == std::vector<std::string>{"grouped-recall@1", "gap-knn@30"});
  CHECK(suite_text(parse(suite_text(suite))) == suite_text(suite));
}

TEST_CASE("suite: a metric that no cell would record is refused before any cell") {
  const std::string scores = least + "label-scores = hit@1\n";
  CHECK(refusal(scores + "metric = gap-knn@30\n") == Contains("label-scores"));
  const std::string tables = least + "hash-tables = K:8 L:2 radius:0\n";
  CHECK(refusal(tables + "metric = table-f1[K=16,L=2,radius=0]\n") == Contains("hash-tables"));
  const std::string ranked = least + "rerank = R:100 by:cosine metrics:map\n";
  CHECK(refusal(ranked + "metric = rerank-map[R=200,by=cosine]\n") ==
        "f.ini: metric 'rerank-map[R=200,by=cosine]' is of a ranking that no cell re-ranks so: "
        "add its setting to rerank");
  CHECK(parse(ranked + "metric = rerank-map[R=100,by=cosine]\n").metrics.size() == 1);
}

TEST_CASE("suite: strategies are named with their settings, once each") {
  const Suite suite =
      parse(least + "split = class-disjoint:test-classes=0.5\nsplit = class-disjoint\n");
  CHECK(suite.splits ==
        std::vector<std::string>{"class-disjoint:test-classes=0.5", "class-disjoint"});
  CHECK(refusal(least + "split = class-disjoint:test-classes=0.25\nsplit = class-disjoint\n") ==
        "f.ini: option 'split' names 'class-disjoint' twice");
  CHECK(suite_help().find("literature, improved, matched, class-disjoint") != std::string::npos);
}

}  // namespace hashlab::suite_test
