// What hashlab says of networks where hashlab-torch is not beside it.

#include "hashers/networks/losses.h"
#include "hashers/registry.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::networks_program_test {

using namespace hashers;
using namespace testing;

namespace {

/// The program alone in a folder, and a data set.
struct Alone {
  TemporaryFolder folder;

  Alone() {
    std::filesystem::copy_file(HASHLAB_PROGRAM, folder / "hashlab");
    REQUIRE(run("make-data synthetic " + (folder / "data.h5") + " --samples 1000").status == 0);
  }
  Outcome run(const std::string& arguments) const {
    return shell((folder / "hashlab") + " " + arguments);
  }
};

}  // namespace

TEST_CASE("without LibTorch: networks are listed, with what it takes to learn them") {
  const Alone alone;
  const Outcome listed = alone.run("list projections");
  CHECK(listed.status == 0);
  CHECK(listed.out == Contains("projections by networks: trained by hashlab-torch, which is not "
                               "installed; install LibTorch by 'scripts/setup torch'"));
  for (const LossEntry& entry : losses()) CHECK(listed.out == Contains("\n  " + entry.name));
}

TEST_CASE(
    "without LibTorch: to learn a network is refused in one line, before anything is written") {
  const Alone alone;
  const std::string said =
      "'csq' learns a network, which takes hashlab-torch: install LibTorch by 'scripts/setup "
      "torch' "
      "and build with -DHASHLAB_TORCH=ON";
  CHECK(refusal(alone.run(fmt::format("train --data {} --hasher csq+sbq --out {}",
                                      alone.folder / "data.h5", alone.folder / "m.h5"))) == said);
  const std::string suite = alone.folder / "s.ini";
  write_file(suite,
             "name = s\ndataset = data\nhasher = csq+sbq\ngroundtruth = class\ntraining = 100\n"
             "test-queries = 100\nvalidation-queries = 0\nvalidation-database = 0\nruns = 1\n");
  CHECK(refusal(alone.run(fmt::format("run {} --data {} --out {}", suite, alone.folder.path(),
                                      alone.folder / "results"))) == said);
  CHECK_FALSE(std::filesystem::exists(alone.folder / "results"));
  CHECK(alone.run(fmt::format("plan {} --data {}", suite, alone.folder.path())).status == 0);
  CHECK(refusal(alone.run(fmt::format("import {} --features torchscript:m.pt --out {}",
                                      alone.folder / "data.h5", alone.folder / "d.h5"))) ==
        Contains("TorchScript modules are applied by hashlab-backbone, which is not here"));
}

TEST_CASE(
    "networks: every loss is a projection of its name, and learnable ones need no engine here") {
  for (const LossEntry& entry : losses()) {
    CHECK(projections::make(entry.name)->needs_engine());
    CHECK(default_loss(entry.name).numbers.size() + default_loss(entry.name).words.size() ==
          entry.options.size());
  }
  for (const auto& method : projections::learnable()) CHECK_FALSE(method->needs_engine());
}

}  // namespace hashlab::networks_program_test
