#include "experiments/evaluate/repeat.h"
#include "hashers/model.h"
#include "lib/data/dataset.h"
#include "lib/data/feature_file.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "results/record/record.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::views_program_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// The small study with a data set of two views beside it, imported from NumPy arrays: image has
/// the features of the small one, text the first six of them.
class TwoViews {
 public:
  TwoViews() {
    const Dataset dataset = small_dataset(600, 16);
    write_npy("image.npy", dataset.features);
    write_npy("text.npy", Features(dataset.features.head_rows(6)));
    write_file(study / "labels.txt", fmt::format("{}\n", fmt::join(dataset.labels.single, "\n")));
    imported = run("import image=@image.npy text=@text.npy --labels @labels.txt --out @two.h5");
  }
  /// '@' stands for the study's folder.
  Outcome run(std::string arguments) const {
    for (std::size_t at = 0; (at = arguments.find('@', at)) != std::string::npos;) {
      arguments.replace(at, 1, study / "");
    }
    return hashlab::testing::hashlab(arguments);
  }
  Outcome run_suite(const std::string& options) const {
    return study.run("--set dataset=two --set runs=1 " + options);
  }
  std::string path() const { return study / "two.h5"; }

  SmallStudy study;
  Outcome imported;

 private:
  void write_npy(const std::string& name, const Features& X) const {
    write_file(study / name, npy("<f4", fmt::format("({}, {})", X.n_cols, X.n_rows),
                                 std::vector<float>(X.begin(), X.end())));
  }
};

}  // namespace

TEST_CASE("views, program: what import writes says its views, here and in inspect and list") {
  const TwoViews two;
  CAPTURE(two.imported.error);
  REQUIRE(two.imported.status == 0);
  const std::string image = read_dataset(two.path(), "image").checksum;
  CHECK(two.imported.out == Contains(", checksum of view image " + image.substr(0, 16)));
  const Outcome text = two.run("inspect @two.h5");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("data set two: views image (600 x 16), text (600 x 6)\n"));
  CHECK(text.out == Contains("\nchecksum of view image " + image + "\n"));
  CHECK_FALSE(text.out == Contains("no /features"));
  CHECK_FALSE(text.out == Contains("suites cannot read"));
  CHECK(two.run("inspect @two.h5 --format json").out ==
        Contains("\"views\": [{\"name\": \"image\", \"checksum\": \"" + image + "\","));
  CHECK(two.run("inspect @two.h5 --view text --runs 1").out ==
        Contains("\nground truth epsilon:neighbours=50"));
  CHECK(refusal(two.run("inspect @two.h5 --groundtruth class")) ==
        Contains("but the views image, text: choose one"));
  CHECK(two.run("inspect @two.h5 --view text --near 0").out ==
        Contains("near rows of /text/features: "));
  CHECK(two.run("list datasets --data @").out ==
        Contains("views image 600 x 16, text 600 x 6, labels\n"));
}

TEST_CASE("views, program: a suite on one has the results of a data set of its own") {
  const TwoViews two;
  CHECK(refusal(two.run_suite("")) == two.path() +
                                          ": has no '/features', but the views image, text: choose "
                                          "one, by 'view = image' in a suite or '--view image' on "
                                          "the command line");
  CHECK(refusal(two.run_suite("--set view=txt")) == Contains("has no view 'txt', did you mean"));
  CHECK(refusal(two.run_suite("--set view=a/b")) == Contains("key 'view' = 'a/b' has a '/'"));
  CHECK(refusal(two.run_suite("--set view==x")) == Contains("begins with '='"));
  CHECK(refusal(two.study.run("--set view=image")) ==
        Contains("small.h5: has no view 'image', nor any other"));
  CHECK_FALSE(fs::exists(two.study.results()));

  // The same features and labels have the same cells, whatever the file is called.
  REQUIRE(two.study.run("--set runs=1").status == 0);
  const std::vector<std::string> cells = two.study.cells();
  CHECK(two.run_suite("--set view=image").error == Contains("0 to run"));
  fs::remove_all(two.study.results());
  const Outcome ran = two.run_suite("--set view=image");
  CAPTURE(ran.error);
  REQUIRE(ran.status == 0);
  CHECK(two.study.cells() == cells);
  const CellRecord record = read_cell(cells[0], false);
  CHECK(record.dataset == "two:image");
  CHECK(record.view == "image");
  const Suite suite = suite_of_cell(record, cells[0]);
  CHECK(suite.dataset == "two");
  CHECK(suite.view == "image");

  const std::string results = "'" + two.study.results() + "'";
  const Outcome again = two.run("rerun '" + cells[0] + "' --data @");
  CAPTURE(again.error);
  CHECK(again.status == 0);
  CHECK(again.out == Contains("rank counts are identical"));
  CHECK(two.run("audit " + results + " --data @").out == Contains("clean"));
  CHECK(two.run("audit @tiny.ini --data @ --set dataset=two --set view=text").status == 0);
  CHECK(two.run("status " + results).out == Contains("two:image"));
  CHECK(two.run("splits export " + results + " --data @ --out @s.h5").status == 0);
  CHECK(two.run("splits verify @s.h5 --data @").out == Contains("2 splits, 0 deviations"));
  CHECK(two.run("splits export " + results + " --data @ --format text --out @lists").status == 0);
  CHECK(two.run("splits verify @lists --data @").out == Contains("2 splits, 0 deviations"));
  CHECK(two.run("splits verify " + results + " --data @").out == Contains("0 deviations"));
  CHECK(two.run("report " + results + " --data @ --out @page.html").status == 0);
  CHECK(read_file(two.study / "page.html") == Contains("two:image"));
  CHECK(two.study.table("--long --format csv").out == Contains("two:image,"));

  // The other view is another data set: other cells, another name.
  CHECK(two.run_suite("--set view=text").error == Contains("6 to run"));
  CHECK(two.study.table("--long --format csv").out == Contains("two:text,"));
  CHECK_FALSE(two.study.table("--long --format csv").out == Contains("two:image,"));
}

TEST_CASE("views, program: verbs that take a file take --view") {
  const TwoViews two;
  const std::string learn = "train --data @two.h5 --hasher pca+sbq --bits 6 ";
  CHECK(refusal(two.run(learn + "--out @m.h5")) == Contains("choose one, by 'view = image'"));
  const Outcome trained = two.run(learn + "--view text --out @m.h5");
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out == Contains("6 features -> 6 bits"));
  CHECK(read_model(two.study / "m.h5").origin.dataset == "two:text");
  CHECK(refusal(two.run("encode --model @m.h5 --data @two.h5 --view image --out @c.h5")) ==
        Contains("has 16 features a sample"));
  REQUIRE(two.run("encode --model @m.h5 --data @two.h5 --view text --out @c.h5").status == 0);
  REQUIRE(two.run("encode --model @m.h5 --data @text.npy --out @d.h5").status == 0);
  CHECK(read_file(two.study / "c.h5") == read_file(two.study / "d.h5"));
  CHECK(refusal(two.run("encode --model @m.h5 --data @text.npy --view text --out @e.h5")) ==
        Contains("is a NumPy array, which has no view 'text'"));

  const std::string scored =
      "evaluate --database @c.h5 --query @c.h5 --format json --database-features @two.h5 "
      "--query-features @two.h5 ";
  const Outcome by_view = two.run(scored + "--view text");
  CAPTURE(by_view.error);
  CHECK(by_view.status == 0);
  CHECK(refusal(two.run(scored)) == Contains("choose one"));
  CHECK(refusal(two.run("evaluate --database @c.h5 --query @c.h5 --view text --database-labels "
                        "@two.h5 --query-labels @two.h5")) ==
        "option '--view' belongs to ground truth by features");

  std::string lists;
  for (const auto& [name, first] :
       {std::pair{"queries", 0}, {"training", 100}, {"database", 200}}) {
    std::string rows;
    for (int i = 0; i < 100; ++i) rows += fmt::format("{}\n", first + i);
    write_file(two.study / (std::string(name) + ".txt"), rows);
    lists += fmt::format(" --{0} @{0}.txt", name);
  }
  CHECK(refusal(two.run("audit --data @two.h5" + lists)) == Contains("choose one"));
  const Outcome audited = two.run("audit --data @two.h5 --view image" + lists);
  CAPTURE(audited.out);
  CHECK(audited.status == 0);
  CHECK(refusal(two.run("audit @tiny.ini --view image")) ==
        Contains("option '--view' goes with --data DATA.h5"));
}

TEST_CASE("views, program: results on a view of pictures with tags can be shown") {
  const TemporaryFolder folder;
  const auto program = [&](const std::string& arguments) {
    return hashlab::testing::hashlab(fmt::format("{} --data '{}'", arguments, folder.path()));
  };
  REQUIRE(program("make-data pictures-tags --samples 200").status == 0);
  write_file(folder / "s.ini",
             "name = s\ndataset = pictures-tags\ngroundtruth = epsilon\nview = text\nhasher = "
             "lsh+sbq\nbits = 16\n"
             "runs = 1\nsplit = literature\ntest-queries = 20\ntraining = 60\n"
             "validation-queries = 10\nvalidation-database = 20\n");
  const Outcome run = program("run '" + folder / "s.ini" + "' --out '" + folder / "out" + "'");
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  const Outcome shown =
      program("show '" + folder / "out" + "' --queries 2 --out '" + folder / "grid.png" + "'");
  CAPTURE(shown.error);
  CHECK(shown.status == 0);
  CHECK(fs::exists(folder / "grid.png"));
}

}  // namespace hashlab::views_program_test
