// Views that ask each other, from the command line: suites, tables, models, pictures.

#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace hashlab::cross_modal_program_test {

using namespace testing;

namespace {

constexpr std::size_t n = 600;
const std::vector<std::string> words = {"ash", "bay", "cat", "dog", "elm", "fig"};

constexpr const char* suite_of_views =
    "name = views\n"
    "dataset = two\n"
    "groundtruth = class\n"
    "direction = image>text text>image\n"
    "hasher = cvh+sbq\n"
    "hasher = dch+sbq\n"
    "bits = 4\n"
    "split = literature\n"
    "split = improved\n"
    "runs = 2\n"
    "metric = map\n"
    "test-queries = 40\n"
    "validation-queries = 20\n"
    "validation-database = 60\n"
    "training = 120\n";

/// A data set of pictures, 16 features, and words, 6 of them, and a suite in which they ask each
/// other.
class Desk {
 public:
  Desk() {
    const Dataset dataset = small_dataset(n, 16);
    std::vector<std::uint8_t> counts(n * words.size()), pixels(n * 8 * 8 * 3);
    for (std::size_t i = 0; i < n; ++i) {
      counts[i * words.size() + static_cast<std::size_t>(dataset.labels.single[i])] = 1;
      counts[i * words.size() + i % words.size()] = 1;
    }
    H5File file = H5File::create("two");
    file.write("/image/features", dataset.features.memptr(), {n, 16});
    file.write("/text/features", counts.data(), {n, words.size()});
    file.write("/labels", dataset.labels.single.data(), {n});
    file.write("/images", pixels.data(), {n, 8, 8, 3});
    file.set("vocabulary", fmt::format("{}", fmt::join(words, "\n")));
    write_file(folder / "two.h5", file.image());
    write_file(folder / "views.ini", suite_of_views);
  }
  /// '@' stands for the folder.
  Outcome run(std::string arguments) const {
    for (std::size_t at = 0; (at = arguments.find('@', at)) != std::string::npos;) {
      arguments.replace(at, 1, folder / "");
    }
    return hashlab::testing::hashlab(arguments);
  }
  Outcome run_suite(const std::string& options = "") const {
    return run("run @views.ini --data @ --out @out " + options);
  }
  std::string numbers() const { return run("table @out --long --format csv").out; }
  std::vector<std::string> cells() const {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "out/cells")) {
      paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  std::string cell(const std::string& start) const {
    for (const std::string& path : cells()) {
      if (std::filesystem::path(path).filename().string().starts_with(start)) return path;
    }
    return "none";
  }

  TemporaryFolder folder;
};

/// The mAP of a line of the long CSV, or -1.
double value_of(const std::string& csv, const std::vector<std::string>& wanted) {
  for (const std::string& line : lines_of(csv)) {
    const std::vector<std::string> fields = fields_of(line, ',');
    const bool fits = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& field) {
      return std::find(fields.begin(), fields.end(), field) != fields.end();
    });
    if (fits) return std::stod(fields.at(6));
  }
  return -1;
}

}  // namespace

TEST_CASE("views ask each other: tables by direction, and a CSV that names it in last columns") {
  const Desk desk;
  const Outcome ran = desk.run_suite("--jobs 2");
  CAPTURE(ran.error);
  REQUIRE(ran.status == 0);
  CHECK(desk.cells().size() == 2 * 2 * 2 * 2);
  CHECK(ran.out == Contains("==== out:image>text ===="));
  CHECK(ran.out == Contains("==== out:text>image ===="));
  const std::vector<std::string> lines = lines_of(desk.numbers());
  CHECK(lines.at(0) == "dataset,split,hasher,bits,run,metric,value,direction,database_codes");
  CHECK(lines.size() == 1 + 16);
  CHECK(lines.at(1).starts_with("two,literature,cvh+sbq,4,1,map,0."));
  CHECK(lines.at(1).ends_with(",image>text,function"));
  CHECK(desk.run("table @out --everything --format csv").out ==
        Contains("dataset,split,hasher,bits,run,kind,name,value,unit,direction,database_codes\n"));
  CHECK(desk.run("status @out").out == Contains("views on two: 16 cells, 16 done"));
  CHECK(desk.run("compare @out --metric map --format csv").status == 0);
  CHECK(desk.run("report @out --out @report.html").status == 0);
  const std::string page = read_file(desk.folder / "report.html");
  CHECK(page.find("two:image>text") != std::string::npos);
}

TEST_CASE("views ask each other: numbers do not depend on jobs, reuse or interruption") {
  const Desk desk;
  REQUIRE(desk.run_suite("--jobs 2").status == 0);
  const std::string all = desk.numbers();
  std::filesystem::remove_all(desk.folder / "out");
  REQUIRE(desk.run_suite("--jobs 1 --no-reuse").status == 0);
  CHECK(desk.numbers() == all);
  std::filesystem::remove(desk.cell("dch+sbq-4b-improved-text_image-r02"));
  CHECK(desk.run_suite().error == Contains("16 cells, 15 done before, 1 to run"));
  CHECK(desk.numbers() == all);
  CHECK(desk.run("rerun --data @ " + desk.cell("cvh+sbq-4b-literature-text_image-r01")).out ==
        Contains("rank counts are identical"));
}

TEST_CASE("views ask each other: named the other way round, the tables are swapped") {
  const Desk desk;
  REQUIRE(desk.run_suite("--set runs=1 --set hasher=cvh+sbq").status == 0);
  const std::string usual = desk.numbers();
  std::filesystem::remove_all(desk.folder / "out");
  REQUIRE(desk.run_suite("--set runs=1 --set hasher=cvh+sbq --set 'views=image text' "
                         "--set 'direction=text>image image>text'")
              .status == 0);
  const std::string swapped = desk.numbers();
  for (const char* way : {"image>text", "text>image"}) {
    CHECK(value_of(usual, {"improved", way}) > 0);
    CHECK(value_of(usual, {"improved", way}) == value_of(swapped, {"improved", way}));
  }
}

TEST_CASE("views ask each other: what does not go together is refused in one line") {
  const Desk desk;
  const auto refused = [&](const std::string& settings) {
    return refusal(desk.run_suite(settings));
  };
  CHECK(refused("--set groundtruth=epsilon") == Contains("need groundtruth = class"));
  CHECK(refused("--set view=image") == Contains("'view' and 'direction' exclude each other"));
  CHECK(refused("--set 'direction=image>sound'") == Contains("has no view 'sound'"));
  CHECK(refused("--set direction=image") == Contains("must be VIEW>VIEW, such as image>text"));
  CHECK(refused("--set hasher=itq+sbq") == Contains("'itq+sbq' learns from one view"));
  // Within a view, too.
  for (const char* direction : {"image>text", "image>image"}) {
    CHECK(refused(fmt::format("--set reference=euclidean --set 'views=image text' "
                              "--set 'direction={}'",
                              direction)) ==
          Contains("leave it out, or use 'view' in place of 'direction'"));
  }
  CHECK(refused("--set codes-of-database=some") ==
        Contains("option 'codes-of-database' = 'some', must be function | joint | label"));
  CHECK(refused("--set codes-of-database=label --set hasher=cvh+sbq") ==
        Contains("'cvh+sbq' does not give label codes to items"));
  CHECK(refused("--set 'direction=image>text image>text'") == Contains("twice"));
  CHECK(refused("--set 'views=image image'") == Contains("must be two views"));
  CHECK_FALSE(std::filesystem::exists(desk.folder / "out"));
  write_file(desk.folder / "one.ini",
             "name = one\ndataset = two\nview = image\nhasher = cvh+sbq\n");
  CHECK(refusal(desk.run("run @one.ini --data @ --out @one")) ==
        Contains("'cvh+sbq' learns from two views: add directions"));
}

TEST_CASE("views ask each other: within a view a method of one view has its usual numbers") {
  const Desk desk;
  REQUIRE(desk.run_suite("--set runs=1 --set 'direction=image>image text>text' "
                         "--set 'views=image text' --set hasher=lsh+sbq --set hasher=cvh+sbq")
              .status == 0);
  const std::string csv = desk.numbers();
  CHECK(value_of(csv, {"lsh+sbq", "image>image", "improved"}) > 0);
  CHECK(value_of(csv, {"cvh+sbq", "text>text", "improved"}) > 0);
  CHECK(lines_of(csv).size() == 1 + 2 * 2 * 2);
}

TEST_CASE("views ask each other: codes of the database from labels, which the audit finds") {
  const Desk desk;
  const Outcome ran = desk.run_suite("--set runs=1 --set 'codes-of-database=function label'");
  CAPTURE(ran.error);
  REQUIRE(ran.status == 0);
  const std::string csv = desk.numbers();
  // Only dch has such codes: 2 splits x 2 directions x (cvh, dch, dch by labels).
  CHECK(lines_of(csv).size() == 1 + 12);
  CHECK(value_of(csv, {"dch+sbq", "improved", "text>image", "label"}) >
        value_of(csv, {"dch+sbq", "improved", "text>image", "function"}));
  const Outcome audit = desk.run("audit @out --data @");
  CHECK(audit.status == 1);
  CHECK(audit.out == Contains("label-codes-in-database"));
  CHECK(audit.out == Contains("a ranking of text by pictures becomes classification"));
  std::filesystem::remove_all(desk.folder / "out");
  REQUIRE(desk.run_suite("--set runs=1").status == 0);
  CHECK_FALSE(desk.run("audit @out --data @").out == Contains("codes-in-database"));
}

TEST_CASE("views ask each other: train and encode give the codes of a cell") {
  const Desk desk;
  REQUIRE(desk.run_suite("--set runs=1 --keep-codes --set hasher=cvh+npq").status == 0);
  REQUIRE(desk.run("splits export @views.ini --data @ --out @splits --set runs=1 --format text")
              .status == 0);
  REQUIRE(desk.run("splits verify @splits --data @").status == 0);
  const std::string lists = "@splits/improved/run-1/";
  const Outcome trained = desk.run(
      "train --data @two.h5 --views image,text --hasher cvh+npq --bits 4 "
      "--groundtruth class --rows " +
      lists + "training.txt --learnable " + lists + "learnable.txt --out @model.h5");
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out == Contains("image 16, text 6 features -> 4 bits"));
  CHECK(refusal(desk.run("encode --model @model.h5 --data @two.h5 --out @c.h5")) ==
        Contains("is a model of the views image and text: choose one by '--view image'"));
  const std::string cell = desk.cell("cvh+npq-4b-improved-image_text-r01");
  for (const auto& [view, list, part] :
       {std::tuple{"image", "queries", "query"}, {"text", "database", "database"}}) {
    REQUIRE(
        desk.run(fmt::format("encode --model @model.h5 --data @two.h5 --view {} --rows {}{}.txt "
                             "--out @{}.h5",
                             view, lists, list, view))
            .status == 0);
    CHECK(codes_in(desk.folder / (std::string(view) + ".h5")).words == codes_in(cell, part).words);
  }
  CHECK(desk.run("search --database @text.h5 --query @image.h5 --k 3").status == 0);
  // A file of one view alone, as a stranger's new texts would be, is the view that is named.
  const Features texts = read_dataset(desk.folder / "two.h5", "text").features;
  write_file(desk.folder / "texts.npy", npy("<f4", fmt::format("({}, {})", n, words.size()),
                                            std::vector<float>(texts.begin(), texts.end())));
  REQUIRE(desk.run("encode --model @model.h5 --data @texts.npy --view text --out @all.h5").status ==
          0);
  REQUIRE(desk.run("encode --model @model.h5 --data @two.h5 --view text --out @all2.h5").status ==
          0);
  CHECK(codes_in(desk.folder / "all.h5").words == codes_in(desk.folder / "all2.h5").words);
  CHECK(refusal(desk.run("encode --model @model.h5 --data @texts.npy --view image --out @no.h5")) ==
        Contains("has 6 features a sample, but"));
  CHECK(refusal(desk.run("train --data @two.h5 --view image --hasher cvh+sbq --groundtruth class "
                         "--out @no.h5")) == Contains("learns from two views"));
  CHECK(
      refusal(desk.run("train --data @two.h5 --views image,text --hasher itq+sbq --out @no.h5")) ==
      Contains("learns from one view"));
}

TEST_CASE("views ask each other: words are shown where a view counts them") {
  const Desk desk;
  REQUIRE(desk.run_suite("--set runs=1").status == 0);
  for (const char* way : {"image>text", "text>image"}) {
    const Outcome shown = desk.run(fmt::format(
        "show @out --data @ --direction '{}' --queries 2 --top 3 --out @grid.png --force", way));
    CAPTURE(shown.error);
    CHECK(shown.status == 0);
    CHECK(shown.out == Contains("cvh+sbq"));
  }
  CHECK(refusal(desk.run("show @out --data @ --direction 'x>y' --out @grid2.png")) ==
        Contains("has image>text, text>image"));
}

}  // namespace hashlab::cross_modal_program_test
