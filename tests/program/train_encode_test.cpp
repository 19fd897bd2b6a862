// Learning models and encoding with them, through the program as a user would.

#include "experiments/learn/train_model.h"
#include "hashers/model.h"
#include "lib/codes/code_file.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "splits/split.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <signal.h>
#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::train_encode_test {

using namespace experiments;
using namespace hashers;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A folder with a data set of 600 x 16 that verbs are run in; arguments name files in it as @name.
class Desk {
 public:
  Desk() { write_dataset(folder / "small.h5", small_dataset(600, 16)); }

  Outcome run(std::string arguments, const std::string& environment = "") const {
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;) {
      arguments.replace(at, 1, folder.path() + "/");
    }
    return hashlab::testing::hashlab(arguments, environment);
  }
  /// The message of a command that must fail with `status`.
  std::string refused(const std::string& arguments, int status = 2) const {
    const Outcome outcome = run(arguments);
    CHECK(outcome.status == status);
    return refusal(outcome);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  void train(const std::string& options, const std::string& model = "@m.h5") const {
    const bool named = options.find("--groundtruth") != options.npos;
    const Outcome outcome = run("train --data @small.h5 --out " + model + " " + options +
                                (named ? "" : " --groundtruth epsilon"));
    REQUIRE_MESSAGE(outcome.status == 0, outcome.error);
  }
  void encode(const std::string& options) const {
    const Outcome outcome = run("encode --model @m.h5 --data @small.h5 " + options);
    REQUIRE_MESSAGE(outcome.status == 0, outcome.error);
  }

  TemporaryFolder folder;
};

std::string text_of(const Rows& rows) {
  std::string text;
  for (const std::uint32_t row : rows) text += fmt::format("{}\n", row);
  return text;
}

}  // namespace

TEST_CASE("train: whoever asks for bits that no whole dimensions have is told how many codes get") {
  const Desk desk;
  const auto said = [&](const std::string& bits) {
    const Outcome trained = desk.run(
        "train --data @small.h5 --out @bits.h5 --force --groundtruth epsilon --hasher "
        "itq+npq:thresholds=7 --bits " +
        bits);
    CHECK(trained.status == 0);
    return trained.out;
  };
  CHECK(said("32") == Contains("16 features -> 30 bits (of the 32 asked for), compared by "));
  CHECK(said("30") == Contains("16 features -> 30 bits, compared by "));
}

TEST_CASE("train: what is encoded by the program is what the model encodes in memory") {
  const Desk desk;
  const Dataset data = read_dataset(desk.folder / "small.h5");
  for (const char* hasher :
       {"itq+npq", "sh+mhq", "sklsh+dbq", "lsh+sbq:", "pca+eql:thresholds=7"}) {
    std::string name = hasher;
    if (name.back() == ':') name.pop_back();
    CAPTURE(name);
    desk.train("--bits 12 --hasher " + name);
    desk.encode("--out @codes.h5");
    const Model model = read_model(desk.folder / "m.h5");
    const Codes codes = codes_in(desk.folder / "codes.h5"), expected = model.encode(data.features);
    CHECK(codes.format == expected.format);
    CHECK(codes.n == 600);
    CHECK(codes.words == expected.words);
    CHECK(model.hasher == name);
    CHECK(model.origin.dataset == "small");
    CHECK(model.origin.dataset_checksum == data.checksum);
    CHECK(model.origin.samples == 600);
  }
}

TEST_CASE("train: a model learned from a cell's rows gives the codes that the cell kept") {
  for (const std::string ground_truth :
       {"class", "epsilon:neighbours=20,samples=50,reference=learnable",
        "epsilon:neighbours=20,samples=50"}) {
    const SmallStudy study;
    const Dataset data = read_dataset(study / "small.h5");
    // All rows but 40 test queries.
    const std::string among =
        ground_truth == "epsilon:neighbours=20,samples=50" ? "--among 560" : "";
    REQUIRE(study.run("--keep-codes --set groundtruth=" + ground_truth).status == 0);
    for (const char* strategy : {"literature", "improved"}) {
      for (const std::size_t run : {1u, 2u}) {
        const bool by_class = ground_truth == "class";
        const Split split = make_split(strategy).make(
            {data.checksum, 600, by_class ? &data.labels : nullptr, {40, 10, 50, 100}, 1, run});
        write_file(study / "training", text_of(split.training));
        write_file(study / "learnable", text_of(split.learnable));
        write_file(study / "queries", text_of(split.test_queries));
        write_file(study / "database", text_of(split.test_database));
        for (const char* hasher : {"lsh+sbq", "pca+npq", "itq+mhq"}) {
          const std::string tag = fmt::format("{}-8b-{}-r{:02}-", hasher, strategy, run);
          CAPTURE(ground_truth);
          CAPTURE(tag);
          const auto file = [&](const char* name) { return "'" + (study / name) + "'"; };
          REQUIRE(hashlab::testing::hashlab(
                      fmt::format("train --data {} --hasher {} --bits 8 --rows {} --learnable {} "
                                  "--groundtruth {} {} --run {} --out {}",
                                  file("small.h5"), hasher, file("training"), file("learnable"),
                                  ground_truth, among, run, file("m.h5")))
                      .status == 0);
          std::size_t compared = 0;
          for (const std::string& cell : study.cells()) {
            if (fs::path(cell).filename().string().rfind(tag, 0) != 0) continue;
            if (H5File::open(cell).text_attributes().at("groundtruth") !=
                (by_class ? "class" : "epsilon")) {
              continue;
            }
            ++compared;
            for (const char* part : {"query", "database"}) {
              const char* rows = part == std::string("query") ? "queries" : "database";
              REQUIRE(hashlab::testing::hashlab(
                          fmt::format("encode --model {} --data {} --rows {} --out {}",
                                      file("m.h5"), file("small.h5"), file(rows), file("c.h5")))
                          .status == 0);
              const Codes kept = codes_in(cell, part), made = codes_in(study / "c.h5");
              CHECK(made.format == kept.format);
              CHECK(made.words == kept.words);
            }
          }
          CHECK(compared == 1);
        }
      }
    }
  }
}

TEST_CASE("train: the mean is of exactly the rows that are learned from") {
  const Desk desk;
  const Dataset data = read_dataset(desk.folder / "small.h5");
  write_file(desk.folder / "rows", "3\n77\n78\r\n400\n599");
  desk.train("--hasher lsh+sbq --bits 16 --rows @rows");
  const Model model = read_model(desk.folder / "m.h5");
  CHECK(model.origin.samples == 5);
  for (arma::uword k = 0; k < 16; ++k) {
    double sum = 0;
    for (const arma::uword row : {3u, 77u, 78u, 400u, 599u}) sum += data.features(k, row);
    CHECK(model.mean[k] == static_cast<float>(sum / 5));
  }
  write_file(desk.folder / "more", "0\n3\n77\n");
  desk.train("--hasher lsh+sbq --bits 16 --rows @rows --learnable @more");
  double sum = 0;
  for (const arma::uword row : {0u, 3u, 77u, 78u, 400u, 599u}) sum += data.features(5, row);
  CHECK(read_model(desk.folder / "m.h5").mean[5] == static_cast<float>(sum / 6));
}

TEST_CASE("train: the same command writes the same file, another seed another") {
  const Desk desk;
  const auto bytes = [&](const std::string& options) {
    desk.train("--hasher itq+npq --bits 16 --training 200 " + options);
    return read_file(desk.folder / "m.h5");
  };
  const std::string first = bytes("");
  CHECK(first == bytes("--seed 1 --run 1"));
  CHECK(first != bytes("--seed 2"));
  CHECK(first != bytes("--run 2"));
  CHECK(first != bytes("--groundtruth class"));
}

TEST_CASE("train: random rows are each row at most once, in order, and every row at times") {
  std::set<std::uint32_t> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Rows rows = random_rows(40, 7, seed);
    CHECK(rows.size() == 7);
    CHECK(std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end());
    CHECK(rows.back() < 40);
    seen.insert(rows.begin(), rows.end());
  }
  CHECK(seen.size() == 40);
  CHECK(random_rows(5, 5, 1) == Rows{0, 1, 2, 3, 4});
  CHECK(random_rows(40, 7, 1) != random_rows(40, 7, 2));
}

TEST_CASE("train: what cannot be learned is refused, and no file appears") {
  const Desk desk;
  const std::string to = " --out @m.h5";
  CHECK(desk.refused("train --hasher lsh+sbq" + to) ==
        "option '--data' is missing ('hashlab train --help' explains)");
  CHECK(desk.refused("train --data @none.h5 --hasher lsh+sbq" + to) == Contains("none.h5"));
  CHECK(desk.refused("train --data @small.h5 --hasher lsh+sbq" + to + " --rows @a --training 5") ==
        "'--rows' and '--training' both say what to learn from: give one of them");
  CHECK(desk.refused("train --data @small.h5 --hasher lhs+sbq" + to) ==
        Contains("did you mean 'lsh'?"));
  CHECK(desk.refused("train --data @small.h5 --hasher lsh+sbq --out @small.h5") ==
        Contains("small.h5: is read from: name another file to write to"));
  CHECK(desk.refused("train --data @small.h5 --hasher lsh+sbq --out @small.h5/m.h5") ==
        Contains("small.h5' is no folder"));
  CHECK(desk.refused("train --data @small.h5 --hasher lsh+sbq --out @") ==
        Contains("is no ordinary file"));
  const auto late = [&](const std::string& options) {
    const Outcome outcome = desk.run("train --data @small.h5" + to + " " + options);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    const std::vector<std::string> lines = lines_of(outcome.error);
    return lines.empty() ? "" : lines.back();
  };
  CHECK(late("--hasher pca+sbq --bits 17") ==
        Contains("needs 17 hash dimensions, but pca finds at most 16 with 16 features"));
  CHECK(late("--hasher pca+npq --training 601") ==
        Contains("option '--training' = 601 does not fit: "));
  CHECK(late("--hasher pca+npq --bits 16 --training 40 --groundtruth epsilon") ==
        Contains("lower 'neighbours'"));
  const std::string unnamed = late("--hasher pca+npq --bits 16 --training 100");
  CHECK(unnamed == Contains("small.h5: has labels, but no ground truth is named"));
  CHECK(unnamed == Contains("'--groundtruth class'"));
  CHECK(unnamed == Contains("'--groundtruth epsilon'"));
  Dataset plain = small_dataset(100, 16);
  plain.labels = {};
  write_dataset(desk.folder / "plain.h5", plain);
  const Outcome unlabelled =
      desk.run("train --data @plain.h5 --hasher pca+npq --bits 16 --groundtruth class --out @m.h5");
  CHECK(unlabelled.status == 2);
  CHECK(unlabelled.error == Contains("has no '/labels', which groundtruth = class needs"));
  CHECK(desk.files() == std::vector<std::string>{"plain.h5", "small.h5"});
}

TEST_CASE("encode: codes do not depend on what is read at once, and rows are picked in order") {
  const Desk desk;
  write_dataset(desk.folder / "small.h5", small_dataset(2000, 16));
  desk.train("--hasher itq+npq --bits 16 --training 300");
  desk.encode("--out @all.h5");
  const Codes all = codes_in(desk.folder / "all.h5");
  CHECK(all.n == 2000);
  for (const char* block : {"1", "256", "257", "700", "100000"}) {
    desk.encode(fmt::format("--out @pieces.h5 --block {}", block));
    CHECK(read_file(desk.folder / "pieces.h5") == read_file(desk.folder / "all.h5"));
  }
  Rows some;
  for (std::uint32_t i = 0; i < 2000; i += i % 7 == 0 ? 3 : 1) some.push_back(i);
  write_file(desk.folder / "rows", text_of(some));
  desk.encode("--out @some.h5 --rows @rows --block 256");
  desk.encode("--out @again.h5 --rows @rows");
  CHECK(read_file(desk.folder / "some.h5") == read_file(desk.folder / "again.h5"));
  const Codes picked = codes_in(desk.folder / "some.h5");
  REQUIRE(picked.n == some.size());
  std::size_t different = 0;  // other rows share a block, which may turn a last bit
  for (std::size_t i = 0; i < some.size(); ++i) {
    different += distance(picked, i, all, some[i]) > 0 ? 1 : 0;
  }
  CHECK(different <= 2);
}

TEST_CASE("encode: features of bytes are encoded like the same numbers as floats") {
  const Desk desk;
  Features whole(16, 600);
  std::vector<std::uint8_t> bytes(16 * 600);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(i * 2654435761u >> 11);
    whole[i] = bytes[i];
  }
  H5File floats = H5File::create("f"), small = H5File::create("b");
  floats.write("/features", whole.memptr(), {600, 16});
  small.write("/features", bytes.data(), {600, 16});
  write_file(desk.folder / "small.h5", floats.image());
  write_file(desk.folder / "bytes.h5", small.image());
  desk.train("--hasher itq+mhq --bits 16");
  desk.encode("--out @floats.codes");
  REQUIRE(desk.run("encode --model @m.h5 --data @bytes.h5 --out @bytes.codes").status == 0);
  CHECK(read_file(desk.folder / "floats.codes") == read_file(desk.folder / "bytes.codes"));
}

TEST_CASE("encode: what does not fit is refused, and no file appears") {
  const Desk desk;
  desk.train("--hasher pca+npq --bits 16");
  write_dataset(desk.folder / "wide.h5", small_dataset(50, 20));
  Dataset holed = small_dataset(600, 16);
  holed.features(3, 555) = std::numeric_limits<float>::quiet_NaN();
  write_dataset(desk.folder / "holed.h5", holed);
  const std::string model = read_file(desk.folder / "m.h5");
  write_file(desk.folder / "cut.h5", model.substr(0, model.size() - 100));
  const std::vector<std::string> before = desk.files();
  const std::string to = " --out @codes.h5";
  CHECK(desk.refused("encode --model @m.h5 --data @wide.h5" + to) ==
        fmt::format("{}: has 20 features a sample, but {} was learned from 16",
                    desk.folder / "wide.h5", desk.folder / "m.h5"));
  CHECK(desk.refused("encode --model @m.h5 --data @small.h5 --out @codes.npy") ==
        Contains("codes are written as HDF5, not as .npy: use .h5"));
  CHECK(desk.refused("encode --model @cut.h5 --data @small.h5" + to) ==
        Contains("cut.h5: is truncated or damaged"));
  CHECK(desk.refused("encode --model @small.h5 --data @small.h5" + to) ==
        Contains("small.h5: is not a model: make one with 'hashlab train'"));
  CHECK(desk.refused("encode --model @m.h5 --data @m.h5" + to) ==
        Contains("has no dataset '/features'"));
  CHECK(desk.refused("encode --model @m.h5 --data @small.h5 --out @m.h5") ==
        Contains("m.h5: is read from"));
  CHECK(desk.refused("encode --model @m.h5 --data @small.h5 --out @m.h5/codes.h5") ==
        Contains("m.h5' is no folder"));
  const Outcome bad = desk.run("encode --model @m.h5 --data @holed.h5 --block 256" + to);
  CHECK(bad.status == 2);
  CHECK(bad.error == Contains("holed.h5: row 555, column 3 is nan, expected a finite number"));
  CHECK(desk.files() == before);
}

TEST_CASE("train: Ctrl-C ends long learning, and an earlier model stays as it was") {
  const Desk desk;
  write_file(desk.folder / "m.h5", "earlier");
  const std::vector<std::string> before = desk.files();
  // A minute of boosted trees, if nobody stops it.
  Background learning(
      fmt::format("train --data '{0}/small.h5' --out '{0}/m.h5' --force --bits 1024 --hasher "
                  "fasthash+sbq:trees=1000 --groundtruth epsilon",
                  desk.folder.path()));
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));
  learning.send(SIGINT);
  CHECK(learning.wait() == 130);
  CHECK(desk.files() == before);
  CHECK(read_file(desk.folder / "m.h5") == "earlier");
}

TEST_CASE("encode: a disk that is full ends it with status 1, and no file appears") {
  const Desk desk;
  write_dataset(desk.folder / "small.h5", small_dataset(20000, 16));
  desk.train("--hasher lsh+sbq --bits 256 --training 300");
  const std::vector<std::string> before = desk.files();
  const Outcome outcome =
      shell(fmt::format("ulimit -f 64; '{0}' encode --model '{1}/m.h5' --data '{1}/small.h5' --out "
                        "'{1}/codes.h5'",
                        HASHLAB_PROGRAM, desk.folder.path()));
  CHECK(outcome.status == 1);
  CHECK(outcome.out.empty());
  CHECK(outcome.error == Contains("error: " + (desk.folder / "codes.h5")));
  CHECK(desk.files() == before);
}

TEST_CASE("encode: Ctrl-C leaves nothing behind, and an earlier file as it was") {
  const Desk desk;
  write_dataset(desk.folder / "small.h5", small_dataset(60000, 16));
  desk.train("--hasher lsh+sbq --bits 1024 --training 300");
  write_file(desk.folder / "codes.h5", "earlier");
  const std::vector<std::string> before = desk.files();
  Background encoding(fmt::format(
      "encode --model '{0}/m.h5' --data '{0}/small.h5' --out '{0}/codes.h5' --force --block 256",
      desk.folder.path()));
  for (int i = 0; i < 2000 && desk.files() == before; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  encoding.send(SIGINT);
  const int status = encoding.wait();
  CHECK(desk.files() == before);
  if (status == 0) {
    skip("it was done before the signal came");
  } else {
    CHECK(status == 130);
    CHECK(read_file(desk.folder / "codes.h5") == "earlier");
  }
}

}  // namespace hashlab::train_encode_test
