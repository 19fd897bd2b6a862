#include "splits/split_file.h"
#include "experiments/evaluate/split_checks.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "results/record/record.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::split_file_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string all_strategies =
    "--set split=literature --set split=improved --set split=matched "
    "--set split=class-disjoint:test-classes=0.5";

/// A study whose splits are exported.
class Exported {
 public:
  Outcome write(const std::string& out, const std::string& options = all_strategies) const {
    return hashlab::testing::hashlab(fmt::format("splits export '{}' --data '{}' --out '{}' {}",
                                                 study / "tiny.ini", study / "", study / out,
                                                 options));
  }
  Outcome verify(const std::string& what) const {
    return hashlab::testing::hashlab(
        fmt::format("splits verify '{}' --data '{}'", study / what, study / ""));
  }
  std::string path(const std::string& name) const { return study / name; }

  SmallStudy study;
};

Rows list_of(const H5File& file, const std::string& name) {
  Rows rows(file.shape(name).size.at(0));
  file.read(name, rows.data());
  return rows;
}

}  // namespace

TEST_CASE("splits export: every strategy and run is a group with its rows, and verifies") {
  const Exported e;
  const Outcome written = e.write("s.h5");
  CHECK(written.status == 0);
  CHECK(written.out == e.path("s.h5") +
                           ": 8 splits of small (600 rows): literature, improved, "
                           "matched, class-disjoint:test-classes=0.5\n");
  const H5File file = H5File::open(e.path("s.h5"));
  const Dataset dataset = read_dataset(e.path("small.h5"));
  const Suite suite = read_suite(e.path("tiny.ini"), {});
  const Study study(dataset, suite);
  for (const std::size_t run : {std::size_t{1}, std::size_t{2}}) {
    const Split split = draw_split(study, "matched", run);
    const std::string group = fmt::format("/matched/run-{}", run);
    CHECK(list_of(file, group + "/queries") == split.test_queries);
    CHECK(list_of(file, group + "/database") == split.test_database);
    CHECK(list_of(file, group + "/training") == split.training);
    CHECK(list_of(file, group + "/learnable") == split.learnable);
    CHECK(list_of(file, group + "/validation-queries") == split.validation_queries);
    CHECK(list_of(file, group + "/validation-database") == split.validation_database);
    CHECK(file.text_attribute(group, "split-checksum") == split_checksum(split));
    CHECK(file.text_attribute(group, "split") == "matched");
    CHECK(file.text_attribute(group, "dataset") == "small");
    CHECK(file.text_attribute(group, "dataset-rows") == "600");
    CHECK(file.text_attribute(group, "run") == std::to_string(run));
    CHECK(file.text_attribute(group, "recipe") ==
          split_recipe(suite, {"small", dataset.checksum, 600, 16}, "matched", run));
  }
  CHECK(file.has("/class-disjoint_test-classes_0.5/run-2/queries"));
  const Outcome verified = e.verify("s.h5");
  CHECK(verified.status == 0);
  CHECK(verified.out == e.path("s.h5") + ": 8 splits, 0 deviations\n");
  // The same bytes every time.
  const std::string bytes = read_file(e.path("s.h5"));
  REQUIRE(e.write("t.h5").status == 0);
  CHECK(read_file(e.path("t.h5")) == bytes);
}

TEST_CASE("splits export: folds, excluded rows and one strategy or run verify as well") {
  const Exported e;
  CHECK(e.write("a.h5", all_strategies + " --set folds=4 --set duplicates=exclude").status == 0);
  CHECK(e.verify("a.h5").out == e.path("a.h5") + ": 8 splits, 0 deviations\n");
  CHECK(e.write("b.h5", all_strategies + " --split matched --run 2").status == 0);
  CHECK(H5File::open(e.path("b.h5")).has("/matched/run-2/queries"));
  CHECK(e.verify("b.h5").out == e.path("b.h5") + ": 1 splits, 0 deviations\n");
  CHECK(refusal(e.write("c.h5", "--split matched")) ==
        "option '--split' = 'matched': the suite has literature, improved");
  CHECK(refusal(e.write("c.h5", "--run 3")) ==
        "option '--run' = '3', must be a whole number in 1 .. 2");
  CHECK(refusal(e.write("c.h5", "--format xml")) ==
        "option '--format' = 'xml', must be h5 | text | npy");
  CHECK_FALSE(fs::exists(e.path("c.h5")));
}

TEST_CASE("splits export: lists in text and NumPy are the same splits, for strategy foreign too") {
  const Exported e;
  REQUIRE(e.write("s.h5").status == 0);
  for (const char* format : {"text", "npy"}) {
    CAPTURE(format);
    const Outcome written = e.write(format, all_strategies + " --format " + format);
    CHECK(written.status == 0);
    CHECK(e.verify(format).out == e.path(format) + ": 8 splits, 0 deviations\n");
    CHECK(refusal(e.write(format, std::string("--format ") + format)) ==
          e.path(format) + ": is there already, expected a new folder for the lists");
    const Dataset dataset = read_dataset(e.path("small.h5"));
    const Suite suite = read_suite(e.path("tiny.ini"), {});
    const Study study(dataset, suite);
    for (const auto& [name, settings] : {std::pair{"improved", ""},
                                         {"literature", ",as=literature"},
                                         {"matched", ",leaks=allow"},
                                         {"class-disjoint_test-classes_0.5", ""}}) {
      const std::string place = fmt::format("/{}/run-2", name);
      const Split a = draw_split(study, "foreign:lists=" + e.path(format) + place + settings, 2);
      const Split b = draw_split(study, "foreign:lists=" + e.path("s.h5:") + place + settings, 2);
      CHECK(split_checksum(a) == split_checksum(b));
      CHECK(split_checksum(a) ==
            H5File::open(e.path("s.h5")).text_attribute(place, "split-checksum"));
    }
  }
  CHECK(read_file(e.path("text/improved/run-1/queries.txt")).ends_with("\n"));
  if (has_python()) {
    const Outcome python = shell(fmt::format(
        "/usr/bin/python3 -c \"import numpy as np, h5py; a = np.load('{}'); b = "
        "h5py.File('{}')['improved/run-1/queries'][:]; print(a.dtype, len(a), (a == b).all())\"",
        e.path("npy/improved/run-1/queries.npy"), e.path("s.h5")));
    CHECK(python.out == "uint32 40 True\n");
  }
}

TEST_CASE("splits verify: every kind of damage to lists is a line, and status 1") {
  const Exported e;
  REQUIRE(e.write("lists", "--format text --run 1").status == 0);
  const std::string folder = e.path("lists/improved/run-1");
  const std::string queries = folder + "/queries.txt";
  const std::string whole = read_file(queries);
  const auto damaged = [&](const std::string& message, std::size_t deviations = 1) {
    const Outcome verified = e.verify("lists");
    CHECK(verified.status == 1);
    CHECK(verified.out == Contains(message));
    CHECK(verified.out ==
          Contains(fmt::format("\n{}: 2 splits, {} deviations\n", e.path("lists"), deviations)));
    CHECK(lines_of(verified.out).size() == deviations + 1);
  };
  const std::string first = whole.substr(0, whole.find('\n') + 1),
                    rest = whole.substr(first.size());
  SUBCASE("a row is missing") {
    write_file(queries, rest);
    damaged(folder + ": its rows are not those of its checksum\n", 2);
    damaged(folder + ": 'queries' has 39 rows, drawn again 40, 39 of them the same\n", 2);
  }
  SUBCASE("rows in another order") {
    write_file(queries, rest + first);
    damaged(folder + ": 'queries' is not ascending\n");
  }
  SUBCASE("a row that the data set lacks") {
    write_file(queries, whole + "600\n");
    damaged(queries + ": line 41 is 600, expected a row in 0 .. 599");
  }
  SUBCASE("a training row among the queries") {
    write_file(queries, read_file(folder + "/training.txt"));
    damaged(folder + ": 100 rows are in 'queries' and 'learnable'\n", 3);
  }
  SUBCASE("a database of training rows") {
    write_file(folder + "/database.txt", read_file(folder + "/training.txt"));
    damaged(folder + ": 100 rows are in 'database' and 'learnable'\n", 3);
  }
  SUBCASE("another checksum") {
    std::string text = read_file(folder + "/split.txt");
    text.replace(text.find("split-checksum = ") + 17, 4, "0000");
    write_file(folder + "/split.txt", text);
    damaged(folder + ": its rows are not those of its checksum\n");
  }
  SUBCASE("another recipe") {
    std::string text = read_file(folder + "/split.txt");
    text.replace(text.find("improved/1"), 10, "improved/2");
    write_file(folder + "/split.txt", text);
    damaged(folder +
            ": another split is drawn now, with 'split = improved/1' where the file has "
            "'split = improved/2'\n");
  }
  SUBCASE("no recipe") {
    write_file(folder + "/split.txt", "split = improved\n");
    damaged(folder + "/split.txt: does not tell its recipe\n");
  }
  SUBCASE("another number of rows") {
    std::string text = read_file(folder + "/split.txt");
    text.replace(text.find("dataset-rows = 600"), 18, "dataset-rows = 700");
    write_file(folder + "/split.txt", text);
    damaged(folder + ": another split is drawn now, with 600 rows where the file has 700\n");
  }
}

TEST_CASE("splits verify: a file that is damaged or another is told") {
  const Exported e;
  REQUIRE(e.write("s.h5").status == 0);
  std::string bytes = read_file(e.path("s.h5"));
  const auto told = [&] {
    write_file(e.path("s.h5"), bytes);
    const Outcome verified = e.verify("s.h5");
    CHECK(verified.status == 1);
    CHECK(verified.error.empty());
    return lines_of(verified.out).at(0);
  };
  SUBCASE("changed") {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    CHECK(told() == e.path("s.h5") + ": is truncated or damaged: its checksum does not fit");
  }
  SUBCASE("cut") {
    bytes.resize(bytes.size() - 100);
    CHECK(told() == e.path("s.h5") + ": is truncated or damaged: its checksum does not fit");
  }
  SUBCASE("another file") {
    bytes = "text";
    CHECK(told() == e.path("s.h5") + ": is not an HDF5 file");
    bytes = read_file(e.path("small.h5"));
    CHECK(told() == e.path("s.h5") + ": is no file of 'hashlab splits export'");
  }
  CHECK(refusal(e.verify("none.h5")) == e.path("none.h5") + ": there is no such file");
  fs::create_directory(e.path("empty"));
  CHECK(refusal(e.verify("empty")) == Contains("holds neither results nor splits"));
}

TEST_CASE("splits verify: other data than a split was drawn from are told") {
  const Exported e;
  REQUIRE(e.write("s.h5", "--run 1").status == 0);
  write_dataset(e.path("small.h5"), small_dataset(600, 15));
  const Outcome verified = e.verify("s.h5");
  CHECK(verified.status == 1);
  CHECK(verified.out == Contains("another split is drawn now, with 'dataset-checksum = "));
  fs::remove(e.path("small.h5"));
  CHECK(refusal(e.verify("s.h5")) == Contains("there is no such data set"));
}

TEST_CASE("splits verify: the cells of a results folder have the splits of their suite") {
  const Exported e;
  REQUIRE(e.study.run(all_strategies).status == 0);
  const Outcome sound = e.verify("out");
  CHECK(sound.status == 0);
  CHECK(sound.out == e.study.results() + ": 24 cells, 8 splits, 0 deviations\n");
  // Exported from results: the same as from the suite.
  REQUIRE(e.write("a.h5").status == 0);
  const Outcome written = hashlab::testing::hashlab(fmt::format(
      "splits export '{}' --data '{}' --out '{}'", e.study.results(), e.path(""), e.path("b.h5")));
  CHECK(written.status == 0);
  CHECK(read_file(e.path("a.h5")) == read_file(e.path("b.h5")));

  const std::vector<std::string> cells = e.study.cells();
  CellRecord other = read_cell(cells[3], true);
  other.dataset_rows = 600;
  other.split_checksum[0] = other.split_checksum[0] == '0' ? '1' : '0';
  write_cell(cells[3], other);
  write_file(cells[5], "text");
  const Outcome verified = e.verify("out");
  CHECK(verified.status == 1);
  CHECK(verified.out ==
        Contains(cells[3] + ": its split-checksum is " + other.split_checksum.substr(0, 16)));
  CHECK(verified.out == Contains(cells[5] + ": "));
  CHECK(verified.out == Contains(": 23 cells, 8 splits, 2 deviations\n"));
}

TEST_CASE("splits: actions and their options are checked") {
  const Exported e;
  const auto refused = [&](const std::string& arguments) {
    return refusal(hashlab::testing::hashlab("splits " + arguments));
  };
  CHECK(refused("exprot x") == "'splits exprot': expected 'splits export' or 'splits verify'");
  CHECK(refused("verify") == Contains("expected 'hashlab splits export|verify"));
  CHECK(refused("verify x --run 1") == "option '--run' is for 'splits export'");
  CHECK(refused("export '" + e.path("tiny.ini") + "'") == Contains("option '--out' is missing"));
  CHECK(refused("export none.ini --out x.h5") == "none.ini: there is no such file");
  CHECK(refused("export '" + e.path("tiny.ini") + "' --out '" + e.path("tiny.ini") + "'") !=
        "no error");
  CHECK(read_file(e.path("tiny.ini")).starts_with("name = tiny"));
}

}  // namespace hashlab::split_file_test
