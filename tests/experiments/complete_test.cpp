#include "experiments/manual/complete.h"

#include "experiments/commands/commands.h"
#include "experiments/manual/complete_names.h"
#include "experiments/suite/suite_keys.h"
#include "hashers/registry.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace hashlab::complete_test {

using namespace experiments;
using Words = std::vector<std::string>;
using hashlab::testing::Contains;

namespace {

Words offered(const Words& words) {
  Words result;
  for (const Completion::Suggestion& suggestion : complete(words).suggestions) {
    result.push_back(suggestion.word);
  }
  return result;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("complete: the first word is a command") {
  CHECK(offered({""}).size() == all_commands().size() + 2);
  CHECK(offered({"ta"}) == Words{"table"});
  CHECK(offered({"nothing"}).empty());
  CHECK(complete({}).suggestions.size() == all_commands().size() + 2);
}

TEST_CASE("complete: options are offered until they are given, unless they may be repeated") {
  const Words options = offered({"table", "results", "--"});
  CHECK(has(options, "--metric"));
  CHECK(has(options, "--help"));
  CHECK_FALSE(has(offered({"table", "results", "--format", "csv", "--"}), "--format"));
  CHECK(has(offered({"table", "results", "--metric", "map", "--"}), "--metric"));
  CHECK(offered({"table", "results", "--cap"}) == Words{"--caption"});
}

TEST_CASE("complete: a projection, its quantiser, their settings and the words of a setting") {
  const Words projections = offered({"train", "--hasher", "itq"});
  CHECK(has(projections, "itq+"));
  CHECK(has(projections, "itq-cca+"));
  const Words quantisers = offered({"train", "--hasher", "itq+n"});
  CHECK(quantisers == Words{"itq+npq"});
  CHECK(offered({"train", "--hasher", "itq+npq:thr"}) == Words{"itq+npq:thresholds="});
  CHECK(has(offered({"train", "--hasher", "itq+npq:thresholds=7,"}),
            "itq+npq:thresholds=7,iterations="));
  CHECK_FALSE(has(offered({"train", "--hasher", "itq+npq:thresholds=7,"}),
                  "itq+npq:thresholds=7,thresholds="));
  CHECK(has(offered({"train", "--hasher", "itq+npq:solver=e"}), "itq+npq:solver=exact"));
  CHECK(offered({"train", "--hasher=itq+npq:thr"}) == Words{"--hasher=itq+npq:thresholds="});
  CHECK(complete({"train", "--hasher", "itq"}).may_continue);
}

TEST_CASE("complete: where only one projection is left, its quantisers follow") {
  const Words hashers = offered({"train", "--hasher", "fast"});
  CHECK(hashers.size() ==
        hashers::quantisers::all().size() + hashers::quantisers::of_vectors().size());
  CHECK(has(hashers, "fasthash+sbq"));
}

TEST_CASE("complete: every hasher that is offered can be made") {
  for (const std::string& start : offered({"train", "--hasher", ""})) {
    if (start == "auto") continue;
    for (const std::string& hasher : offered({"train", "--hasher", start})) {
      CAPTURE(hasher);
      CHECK_NOTHROW(hashers::make_hasher(hasher));
    }
  }
}

TEST_CASE("complete: metrics, conventions, splitting protocols and ground truths have settings") {
  CHECK(has(offered({"evaluate", "--metric", "au"}), "auprc"));
  CHECK(has(offered({"evaluate", "--metric", "map@5000:d"}), "map@5000:divisor="));
  CHECK(has(offered({"evaluate", "--metric", "convention:hash"}), "convention:hashnet@"));
  CHECK(has(offered({"compare", "results", "--split", "impr"}), "improved"));
  CHECK(has(offered({"compare", "results", "--split", "class-disjoint:"}),
            "class-disjoint:test-classes="));
  CHECK(has(offered({"train", "--groundtruth", "epsilon:reference=l"}),
            "epsilon:reference=learnable"));
}

TEST_CASE("complete: keys of experiment files, and words that an option allows") {
  CHECK(offered({"run", "suite.ini", "--set", ""}).size() == suite_keys().size());
  CHECK(offered({"run", "suite.ini", "--set", "bit"}) == Words{"bits="});
  CHECK(offered({"run", "suite.ini", "--set", "split=impr"}) == Words{"split=improved"});
  CHECK(offered({"run", "suite.ini", "--set", "hasher=itq+npq:thr"}) ==
        Words{"hasher=itq+npq:thresholds="});
  CHECK(offered({"run", "suite.ini", "--set", "bits="}).empty());
  CHECK(offered({"table", "results", "--format", ""}) == Words{"text", "md", "csv", "tex"});
  CHECK(offered({"train", "--rounding-bits", "k"}) == Words{"keep"});
  CHECK(offered({"splits", ""}) == Words{"export", "verify"});
  CHECK(has(offered({"list", "it"}), "itq"));
}

TEST_CASE("complete: files and folders are left to the shell") {
  CHECK(complete({"run", ""}).files);
  CHECK(complete({"train", "--data", "my"}).files);
  CHECK(complete({"run", "suite.ini", "--out", ""}).folders);
  CHECK_FALSE(complete({"run", "suite.ini", "--out", ""}).files);
  CHECK_FALSE(complete({"run", "suite.ini", "--jobs", ""}).files);
  CHECK(complete({"train", "--data=my"}).before_file == "--data=");
  CHECK(complete({"import", "--labels", "test=y"}).before_file == "test=");
}

TEST_CASE("complete: a placeholder of names is completed wherever it stands") {
  for (const Command& command : all_commands()) {
    for (const OptionSpec& option : command.options) {
      CAPTURE(command.name);
      CAPTURE(option.name);
      const bool is_named = option.name == "hasher" || option.name == "metric" ||
                            option.name == "split" || option.name == "baseline";
      if (is_named) CHECK(names_of(option.value, "").has_value());
    }
  }
}

TEST_CASE("complete: the text for shells has a line for each suggestion") {
  CHECK(completion_text(complete({"train", "--rounding-bits", "k"})) == "keep\t\n");
  CHECK(completion_text(complete({"train", "--data=my"})) == ":files --data=\n");
  CHECK(completion_text(complete({"train", "--hasher", "itq+npq:thr"})) ==
        Contains(":continue\nitq+npq:thresholds=\t"));
}

}  // namespace hashlab::complete_test
