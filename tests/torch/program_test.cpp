// Networks in the program: hashlab goes on as hashlab-torch, models and results are like all
// others, and what was killed goes on to the same numbers.

#include "tests/support/program.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::program_test {

using hashlab::testing::Contains;
using hashlab::testing::Outcome;
using hashlab::testing::refusal;
using hashlab::testing::shell;
using hashlab::testing::TemporaryFolder;

namespace {

/// A folder with a data set of classes, "data.h5".
struct Workplace {
  TemporaryFolder folder;
  std::string data = folder / "data.h5";

  Workplace() {
    REQUIRE(testing::hashlab("make-data synthetic " + data + " --samples 3000").status == 0);
  }

  std::string suite(const std::string& lines) const {
    std::string path = folder / "suite.ini";
    write_file(path,
               "name = networks\ndataset = data\ngroundtruth = class\nmetric = map\n"
               "test-queries = 200\ntraining = 400\nvalidation-queries = 0\n"
               "validation-database = 0\nsplit = improved\n" +
                   lines);
    return path;
  }
  std::string train(const std::string& more, const std::string& out) const {
    return fmt::format("train --data {} --groundtruth class --training 500 {} --out {}", data, more,
                       folder / out);
  }
  std::string run(const std::string& suite_path, const std::string& out,
                  const std::string& more = "") const {
    return fmt::format("run {} --data {} --out {} {}", suite_path, folder.path(), folder / out,
                       more);
  }
  std::string csv(const std::string& results) const {
    const std::string path = folder / (results + ".csv");
    REQUIRE(testing::hashlab(
                fmt::format("table {} --everything --out {} --force", folder / results, path))
                .status == 0);
    return read_file(path);
  }
};

}  // namespace

TEST_CASE("hashlab-torch: hashlab trains a network, encodes by it, and gives the same file twice") {
  const Workplace place;
  const std::string hasher = "--hasher csq+sbq:network=mlp,hidden=16,epochs=3 --bits 24";
  const Outcome trained = testing::hashlab(place.train(hasher, "a.h5"));
  CHECK(trained.status == 0);
  CHECK(trained.out == Contains("csq+sbq:"));
  CHECK(testing::hashlab(place.train(hasher, "b.h5")).status == 0);
  CHECK(sha256_of_file(place.folder / "a.h5") == sha256_of_file(place.folder / "b.h5"));
  CHECK_FALSE(std::filesystem::exists(place.folder / "a.h5.checkpoints"));
  const Outcome encoded =
      testing::hashlab(fmt::format("encode --model {} --data {} --out {}", place.folder / "a.h5",
                                   place.data, place.folder / "codes.h5"));
  CHECK(encoded.status == 0);
  CHECK(encoded.out == Contains("3000 codes of 24 bits"));
}

TEST_CASE("hashlab-torch: a model of a network of pictures is applied by hashlab, too") {
  const Workplace place;
  // 128 features are 8 x 8 points of 2 channels.
  CHECK(testing::hashlab(
            place.train("--hasher softmax+sbq:network=small,width=2,channels=2,epochs=1", "m.h5"))
            .status == 0);
  CHECK(testing::hashlab(fmt::format("encode --model {} --data {} --out {}", place.folder / "m.h5",
                                     place.data, place.folder / "codes.h5"))
            .status == 0);
}

TEST_CASE("hashlab-torch: a suite of networks, quantisers and embeddings, the same for all jobs") {
  const Workplace place;
  const std::string suite = place.suite(
      "hasher = dpsh+sbq:epochs=3\nhasher = dpsh+npq:epochs=3\nhasher = itq+sbq\n"
      "embedding = snca+cosine:epochs=3\nbits = 16 24\nruns = 2\n");
  const Outcome one = testing::hashlab(place.run(suite, "one", "--jobs 1 --no-reuse"));
  CHECK(one.status == 0);
  CHECK(one.out == Contains("dpsh+npq:epochs=3"));
  CHECK(testing::hashlab(place.run(suite, "two", "--jobs 2")).status == 0);
  CHECK(place.csv("one") == place.csv("two"));
  CHECK_FALSE(std::filesystem::exists(place.folder / "two/checkpoints"));
  // Plans, tables and audits take no LibTorch.
  CHECK(testing::hashlab("plan " + suite + " --data " + place.folder.path()).status == 0);
  CHECK(testing::hashlab("audit " + (place.folder / "two") + " --data " + place.folder.path())
            .error.find("hashlab-torch") == std::string::npos);
}

TEST_CASE("hashlab-torch: divergence ends in one line and leaves no model") {
  const Workplace place;
  const Outcome diverged = testing::hashlab(
      place.train("--hasher n-pair+sbq:network=linear,optimiser=sgd,rate=1000,schedule=constant,"
                  "epochs=200",
                  "m.h5"));
  CHECK(diverged.status != 0);
  CHECK(diverged.error == Contains("n-pair: training diverges: "));
  CHECK_FALSE(std::filesystem::exists(place.folder / "m.h5"));
}

TEST_CASE("hashlab-torch: a full disk ends training in one line, and what was there stays") {
  const Workplace place;
  write_file(place.folder / "m.h5", "mine");
  const Outcome full = shell(fmt::format(
      "ulimit -f 8; {} {}", HASHLAB_PROGRAM,
      place.train("--hasher csq+sbq:network=mlp,epochs=50 --bits 32 --force --checkpoint-every 0",
                  "m.h5")));
  CHECK(full.status != 0);
  CHECK(full.error == Contains("m.h5.checkpoints/"));
  CHECK(full.error == Contains("cannot be written"));
  CHECK(read_file(place.folder / "m.h5") == "mine");
}

TEST_CASE(
    "hashlab-torch: a device that is not there is refused in one line, the processor is there") {
  const Workplace place;
  const std::string hasher = "--hasher csq+sbq:network=linear,epochs=1 --bits 8 ";
  CHECK(testing::hashlab(place.train(hasher + "--device cpu", "a.h5")).status == 0);
  for (const std::string device : {"cuda:7", "nonsense"}) {
    CHECK(refusal(testing::hashlab(place.train(hasher + "--device '" + device + "'", "b.h5"))) ==
          Contains(fmt::format("option '--device' = '{}': ", device)));
  }
  CHECK_FALSE(std::filesystem::exists(place.folder / "b.h5"));
}

TEST_SUITE("slow") {
  TEST_CASE("hashlab-torch: training that is killed goes on to the same model") {
    const Workplace place;
    const std::string hasher =
        "--hasher snca+sbq:network=mlp,epochs=150,batch=32 --bits 32 --checkpoint-every 0";
    REQUIRE(testing::hashlab(place.train(hasher, "whole.h5")).status == 0);
    const std::string command =
        fmt::format("{} {} >/dev/null 2>&1", HASHLAB_PROGRAM, place.train(hasher, "killed.h5"));
    bool was_left = false;
    const std::string checkpoints = place.folder / "killed.h5.checkpoints";
    // However long a busy machine takes to begin.
    for (const double seconds : {0.0, 0.5, 0.2}) {
      shell(
          fmt::format("{} & i=0; until [ -e '{}' ] || [ $((i += 1)) -gt 600 ]; do sleep .1; done; "
                      "sleep {}; kill -KILL $!",
                      command, checkpoints, seconds));
      was_left = was_left || std::filesystem::exists(checkpoints);
    }
    CHECK(was_left);
    CHECK(shell(command).status == 0);
    CHECK(sha256_of_file(place.folder / "whole.h5") == sha256_of_file(place.folder / "killed.h5"));
    CHECK_FALSE(std::filesystem::exists(checkpoints));
  }

  TEST_CASE("hashlab-torch: a suite that is killed goes on to the same table") {
    const Workplace place;
    const std::string suite = place.suite(
        "hasher = hashnet+sbq:epochs=60\nembedding = snca+cosine:epochs=60\nbits = 16 24\n"
        "runs = 2\n");
    REQUIRE(testing::hashlab(place.run(suite, "whole")).status == 0);
    const std::string command = fmt::format("{} {} >/dev/null 2>&1", HASHLAB_PROGRAM,
                                            place.run(suite, "killed", "--checkpoint-every 0"));
    for (const double seconds : {1.5, 2.5, 2.0}) {
      shell(fmt::format("timeout -s KILL {} {}", seconds, command));
    }
    CHECK(shell(command).status == 0);
    CHECK(place.csv("whole") == place.csv("killed"));
    CHECK_FALSE(std::filesystem::exists(place.folder / "killed/checkpoints"));
  }
}

}  // namespace hashlab::program_test
