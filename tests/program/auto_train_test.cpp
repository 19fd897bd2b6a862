// `hashlab train --hasher auto`, as a user would.

#include "experiments/choose/grid_scratch.h"
#include "hashers/model.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

namespace hashlab::auto_train_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

namespace fs = std::filesystem;

class AutoDesk {
 public:
  explicit AutoDesk(std::size_t n = 600) {
    write_dataset(folder / "small.h5", small_dataset(n, 16));
  }
  std::string train(const std::string& options) const {
    return fmt::format("train --data '{0}/small.h5' --hasher auto --bits 8 --out '{0}/m.h5' {1}",
                       folder.path(), options);
  }
  Outcome run(const std::string& options) const {
    return hashlab::testing::hashlab(train(options));
  }
  std::string model() const { return folder / "m.h5"; }
  std::string scores() const { return grid_scratch_path(model()); }

  const TemporaryFolder folder;
};

/// Until the file is there, a minute at most.
bool wait_for(const std::string& path) {
  for (int tries = 0; tries < 60000 && !fs::exists(path); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return fs::exists(path);
}

}  // namespace

TEST_CASE("train auto: it tells what it tried and writes the ordinary model of its choice") {
  const AutoDesk desk;
  const Outcome outcome =
      desk.run("--budget 3u --groundtruth class --objective map --training 400");
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out == Contains("tried by map, "));
  CHECK(outcome.out == Contains(" of 3u spent: "));
  CHECK(outcome.out == Contains("left out\n"));
  const Model model = read_model(desk.model());
  CHECK(outcome.out == Contains("\nchosen      " + model.hasher + ", map "));
  CHECK(model.origin.choice == Contains("by map"));
  CHECK(model.origin.samples == 400);
  CHECK_FALSE(fs::exists(desk.scores()));
  CHECK(hashlab::testing::hashlab("inspect '" + desk.model() + "'").out ==
        Contains("chosen by auto: the best of "));
  // The model that naming the choice gives is the same but for the origin.
  REQUIRE(hashlab::testing::hashlab(
              fmt::format("train --data '{0}/small.h5' --hasher '{1}' --bits 8 --training 400 "
                          "--groundtruth class --out '{0}/named.h5'",
                          desk.folder.path(), model.hasher))
              .status == 0);
  const Model named = read_model(desk.folder / "named.h5");
  CHECK(named.quantisation.thresholds == model.quantisation.thresholds);
  const Dataset data = small_dataset(600, 16);
  CHECK(named.encode(data.features).words == model.encode(data.features).words);
  CHECK(named.origin.choice.empty());
  CHECK(hashlab::testing::hashlab(fmt::format("encode --model '{0}/m.h5' --data '{0}/small.h5' "
                                              "--out '{0}/codes.h5'",
                                              desk.folder.path()))
            .status == 0);
}

TEST_CASE("train auto: two runs are equal, and only the given rows matter") {
  const AutoDesk a, b;
  std::string rows;
  for (int row = 0; row < 300; ++row) rows += fmt::format("{}\n", row);
  for (const AutoDesk* desk : {&a, &b}) write_file(desk->folder / "rows.txt", rows);
  const auto options = [](const AutoDesk& desk) {
    return fmt::format("--budget 2u --groundtruth class --rows '{}/rows.txt'", desk.folder.path());
  };
  const Outcome first = a.run(options(a)), second = b.run(options(b));
  REQUIRE(first.status == 0);
  const auto head = [](const Outcome& o) { return o.out.substr(0, o.out.rfind(".h5: ")); };
  const auto table = [&](const Outcome& o) { return o.out.substr(0, head(o).rfind('\n')); };
  CHECK(table(first) == table(second));
}

TEST_CASE("train auto: Ctrl-C ends it in good order, and what was found stays") {
  const AutoDesk desk(1500);
  Background run(desk.train("--budget 100000u --groundtruth class"));
  REQUIRE(wait_for(desk.scores()));
  run.send(SIGINT);
  CHECK(run.wait() == 130);
  CHECK(fs::exists(desk.scores()));
  CHECK_FALSE(fs::exists(desk.model()));
}

TEST_CASE("train auto: bad requests are refused in one line before anything is read or written") {
  const AutoDesk desk;
  const auto refused = [&](const std::string& options) { return refusal(desk.run(options)); };
  CHECK(refused("--budget 10") == Contains("budget '10': expected a time, such as 90s"));
  CHECK(refused("--objective mapp") == Contains("did you mean 'map'?"));
  CHECK(refused("--views a,b --groundtruth class") ==
        Contains("chooses among methods of one view"));
  CHECK(refusal(hashlab::testing::hashlab(fmt::format(
            "train --data '{0}/small.h5' --hasher itq+sbq --budget 10m --out '{0}/m.h5'",
            desk.folder.path()))) == Contains("option '--budget' is of '--hasher auto'"));
  CHECK_FALSE(fs::exists(desk.model()));
  CHECK_FALSE(fs::exists(desk.scores()));
  write_file(desk.scores(), "notes of mine");
  CHECK(refused("--budget 1u") == Contains("m.h5.scores: is where scores are kept while a hasher"));
  CHECK(read_file(desk.scores()) == "notes of mine");
  fs::remove(desk.scores());
  CHECK(desk.run("--budget 0.00001u --groundtruth epsilon").error ==
        Contains("a budget of 1e-05 units is too small to try anything: the cheapest needs "));
  CHECK(desk.run("--training 20 --budget 1u --groundtruth epsilon").error ==
        Contains("20 rows are too few"));
  CHECK(desk.run("--budget 1u").error == Contains("add '--groundtruth class'"));
}

TEST_SUITE("slow") {
  TEST_CASE("train auto: killed, the same command goes on to the same choice") {
    const AutoDesk whole(1500), killed(1500);
    const std::string options = "--budget 60u --groundtruth class";
    const Outcome expected = whole.run(options);
    REQUIRE(expected.status == 0);
    std::size_t kills = 0, kept = 0;
    for (int i = 0; i < 3; ++i) {
      Background run(killed.train(options));
      REQUIRE(wait_for(killed.scores()));
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      run.send(SIGKILL);
      kills += run.wait() == 128 + SIGKILL ? 1 : 0;
      if (!fs::exists(killed.scores())) break;  // it was done
      kept = lines_of(read_file(killed.scores())).size();
    }
    CHECK(kills > 0);
    CHECK(kept > 3);
    CHECK_FALSE(fs::exists(killed.model()));
    const Outcome resumed = killed.run(options);
    REQUIRE(resumed.status == 0);
    const auto table = [](const Outcome& o) { return o.out.substr(0, o.out.find("features    ")); };
    CHECK(table(resumed) == table(expected));
    CHECK(read_model(killed.model()).hasher == read_model(whole.model()).hasher);
    CHECK_FALSE(fs::exists(killed.scores()));
  }
}

}  // namespace hashlab::auto_train_test
