#include "experiments/suite/learn_classes.h"
#include "experiments/learn/context.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/relevance/class_labels.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

namespace hashlab::learn_classes_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

Labels ten_classes() {
  Labels labels;
  for (std::int32_t i = 0; i < 100; ++i) labels.single.push_back(i % 10);
  return labels;
}

}  // namespace

TEST_CASE("learn-classes: a list gives the coarse class of each class") {
  const LearnClasses classes = parse_learn_classes("0 0 1 1 1 1 1 1 0 0");
  CHECK(classes.text() == "0 0 1 1 1 1 1 1 0 0");
  const Labels coarse = coarse_labels(ten_classes(), classes, Rng(1));
  for (std::size_t i = 0; i < 100; ++i) {
    const std::int32_t fine = ten_classes().single[i];
    CHECK(coarse.single[i] == (fine < 2 || fine > 7 ? 0 : 1));
  }
}

TEST_CASE("learn-classes: drawn ones take as many classes each, and differ from run to run") {
  const LearnClasses classes = parse_learn_classes("drawn:3");
  CHECK(classes.text() == "drawn:3");
  std::set<std::vector<std::int32_t>> all;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Labels coarse = coarse_labels(ten_classes(), classes, Rng(seed));
    std::map<std::int32_t, std::set<std::int32_t>> members;
    for (std::size_t i = 0; i < 100; ++i) members[coarse.single[i]].insert(ten_classes().single[i]);
    REQUIRE(members.size() == 3);
    for (const auto& [label, fine] : members) {
      CHECK(fine.size() >= 3);
      CHECK(fine.size() <= 4);
    }
    all.insert(coarse.single);
  }
  CHECK(all.size() > 1);
}

TEST_CASE("learn-classes: what is no division of classes is refused in one line") {
  const auto refusal = [](const std::string& text) {
    return error_of([&] { coarse_labels(ten_classes(), parse_learn_classes(text), Rng(1)); });
  };
  CHECK(refusal("drawn:1") == Contains("expected two coarse classes or more"));
  CHECK(refusal("drawn:10") == Contains("the data set has 10 classes"));
  CHECK(refusal("drawn:x") == Contains("'x' is no class"));
  CHECK(refusal("0 1 -1") == Contains("'-1' is no class"));
  CHECK(refusal("0 0 0 0 0 0 0 0 0 0") == Contains("two coarse classes"));
  CHECK(refusal("0 1 2") ==
        Contains("has class 3, expected the coarse class of each class 0 .. 9"));
  CHECK(error_of([] { coarse_labels({}, parse_learn_classes("drawn:2"), Rng(1)); }) ==
        Contains("one class a row"));
  const auto suite = [](const std::string& more) {
    return error_of([&] {
      parse_suite("name = s\ndataset = d\nhasher = lsh+sbq\nlearn-classes = drawn:2\n" + more, "t",
                  {});
    });
  };
  CHECK(suite("") == Contains("learn-classes needs groundtruth = class"));
  CHECK(suite("groundtruth = class\n") == "no error");
}

TEST_CASE("learn-classes: methods see coarse classes, rankings are judged by fine ones") {
  const SmallStudy study;
  const Dataset dataset = read_dataset(study / "small.h5");
  Suite suite = parse_suite(
      "name = s\ndataset = small\nhasher = lsh+npq\ngroundtruth = class\ntest-queries = 20\n"
      "training = 60\nvalidation-queries = 0\nvalidation-database = 0\nlearn-classes = drawn:2\n",
      "t", {});
  const RunContext context = make_run_context(Study(dataset, suite), "improved", 1);
  const std::set<std::int32_t> seen(context.training.labels.single.begin(),
                                    context.training.labels.single.end());
  CHECK(seen.size() == 2);
  suite.learn_classes = {};
  const RunContext fine = make_run_context(Study(dataset, suite), "improved", 1);
  CHECK(fine.relevance.lists.items == context.relevance.lists.items);
  CHECK(fine.training.S.items.size() < context.training.S.items.size());
}

TEST_CASE("run context: neighbours by class are listed only if a method learns from them") {
  const SmallStudy study;
  const Dataset dataset = read_dataset(study / "small.h5");
  const auto neighbours = [&](const std::string& hasher) {
    const Suite suite = parse_suite("name = s\ndataset = small\nhasher = " + hasher +
                                        "\ngroundtruth = class\ntest-queries = 20\ntraining = 60\n"
                                        "validation-queries = 0\nvalidation-database = 0\n",
                                    "t", {});
    const RunContext context = make_run_context(Study(dataset, suite), "improved", 1);
    CHECK(context.training.S.size() == 60);
    return context.training.S.items.size();
  };
  CHECK(neighbours("sdh+sbq") == 0);  // from the classes themselves
  CHECK(neighbours("csq+sbq") == 0);
  CHECK(neighbours("ksh+sbq") > 0);
  CHECK(neighbours("lsh+npq") > 0);
}

TEST_CASE("learn-classes: cells have keys of their own, and can be repeated") {
  const SmallStudy study;
  const std::string set = "--set groundtruth=class --set hasher=itq-cca+sbq ";
  REQUIRE(study.run(set).status == 0);
  const std::size_t before = study.cells().size();
  REQUIRE(study.run(set + "--set learn-classes=drawn:2").status == 0);
  REQUIRE(study.cells().size() == 2 * before);
  for (const std::string& cell : study.cells()) {
    if (read_cell(cell, false).recipe.find("learn-classes = drawn:2") == std::string::npos)
      continue;
    CHECK(testing::hashlab("rerun '" + cell + "' --data '" + (study / "") + "'").status == 0);
    break;
  }
}

}  // namespace hashlab::learn_classes_test
