#include "experiments/evaluate/shown_cells.h"
#include "experiments/evaluate/shown_grid.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/images/image_file.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::show_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

constexpr std::size_t n = 600, side = 16;

constexpr const char* suite_text =
    "name = pictured\n"
    "dataset = pictured\n"
    "groundtruth = epsilon:neighbours=20,samples=50\n"
    "hasher = lsh+sbq\n"
    "hasher = itq+npq\n"
    "bits = 8\n"
    "bits = 12\n"
    "split = improved\n"
    "split = literature\n"
    "runs = 2\n"
    "reference = euclidean\n"
    "test-queries = 40\n"
    "validation-queries = 10\n"
    "validation-database = 50\n"
    "training = 100\n";

/// Pictures that say their row: all pixels are (row / 256, row % 256, 7).
Colour colour_of(std::size_t row) {
  return {static_cast<std::uint8_t>(row / 256), static_cast<std::uint8_t>(row % 256), 7};
}

/// A data set with pictures, and the finished cells of a suite on it, made once.
class Study {
 public:
  static const Study& get() {
    static const Study study;
    return study;
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  std::string results() const { return folder_ / "out"; }
  std::string cell(const std::string& start) const {
    for (const auto& entry : std::filesystem::directory_iterator(results() + "/cells")) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(start)) return entry.path().string();
    }
    FAIL("no cell " << start);
    return "";
  }
  Outcome show(const std::string& arguments, const std::string& environment = "") const {
    return hashlab::testing::hashlab(fmt::format("show {} --data '{}'", arguments, folder_.path()),
                                     environment);
  }
  /// The message with which it refuses; nothing is written.
  std::string refused(const std::string& arguments) const {
    const std::string before = fingerprint(folder_.path());
    const Outcome outcome = show(arguments);
    CHECK(outcome.status == 2);
    CHECK(fingerprint(folder_.path()) == before);
    return refusal(outcome);
  }

 private:
  Study() {
    const Dataset dataset = small_dataset(n, 16);
    H5File file = H5File::create("pictured");
    file.write("/features", dataset.features.memptr(), {n, 16});
    file.write("/labels", dataset.labels.single.data(), {n});
    std::vector<std::uint8_t> pixels;
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t i = 0; i < side * side; ++i) {
        const Colour colour = colour_of(row);
        pixels.insert(pixels.end(), colour.begin(), colour.end());
      }
    }
    file.write("/images", pixels.data(), {n, side, side, 3});
    write_file(folder_ / "pictured.h5", file.image());
    write_file(folder_ / "suite.ini", suite_text);
    const Outcome ran =
        hashlab::testing::hashlab(fmt::format("run '{}' --data '{}' --out '{}' --keep-codes",
                                              folder_ / "suite.ini", folder_.path(), results()));
    REQUIRE(ran.status == 0);
  }
  TemporaryFolder folder_;
};

Colour pixel(const Image& image, Point at) {
  const std::uint8_t* p = &image.pixels[(at.y * image.width + at.x) * 3];
  return {p[0], p[1], p[2]};
}

/// Packed codes of a cell and the rows that they are of, as the file has them.
struct StoredCodes {
  StoredCodes(const std::string& path, const std::string& part) {
    const H5File file = H5File::open(path);
    const auto shape = file.shape(part + "/codes").size;
    bytes = shape[1];
    codes.resize(shape[0] * bytes);
    rows.resize(shape[0]);
    file.read(part + "/codes", codes.data());
    file.read(part + "/rows", rows.data());
  }
  std::vector<std::uint8_t> codes;
  std::vector<std::uint32_t> rows;
  std::size_t bytes = 0;
};

int hamming(const StoredCodes& a, std::size_t i, const StoredCodes& b, std::size_t j) {
  int sum = 0;
  for (std::size_t k = 0; k < a.bytes; ++k) {
    sum += std::popcount(
        static_cast<std::uint8_t>(a.codes[i * a.bytes + k] ^ b.codes[j * b.bytes + k]));
  }
  return sum;
}

Shown shown_of(const Study& study, const std::vector<std::string>& paths,
               const ShowRequest& request) {
  std::vector<ShownCell> cells;
  for (const std::string& path : paths) cells.push_back(open_shown_cell(path));
  check_comparable_cells(cells);
  return look_again(read_dataset(study / "pictured.h5"), cells, request, active_kernel());
}

}  // namespace

TEST_CASE("show: the grid holds the nearest items by the cell's codes, wrong ones framed") {
  const Study& study = Study::get();
  const std::string path = study.cell("lsh+sbq-12b-improved-r02");
  const StoredCodes query(path, "/query"), database(path, "/database");
  const Dataset dataset = read_dataset(study / "pictured.h5");
  const Shown shown = shown_of(study, {path}, {4, {}, 10, true});
  const PictureGrid grid = grid_of(shown, Tiles(study / "pictured.h5", Dataset(), {}));
  const GridLayout layout = layout_of(grid);
  const Image image = draw_grid(grid);
  REQUIRE(shown.queries.size() == 4);
  for (std::size_t q = 0; q < 4; ++q) {
    const auto at = std::find(query.rows.begin(), query.rows.end(), shown.queries[q]);
    REQUIRE(at != query.rows.end());
    CHECK(pixel(image, {layout.query_x, layout.block_y[q]}) == colour_of(shown.queries[q]));
    std::vector<std::pair<int, std::uint32_t>> ranking;
    for (std::size_t i = 0; i < database.rows.size(); ++i) {
      ranking.emplace_back(
          hamming(query, static_cast<std::size_t>(at - query.rows.begin()), database, i),
          database.rows[i]);
    }
    std::sort(ranking.begin(), ranking.end());
    std::size_t right_ones = 0;
    for (std::size_t c = 0; c < 10; ++c) {
      const auto [x, y] = layout.picture(q, 0, c);
      const std::uint32_t row = ranking[c].second;
      CHECK(pixel(image, {x, y}) == colour_of(row));
      const bool right = dataset.labels.single[row] == dataset.labels.single[shown.queries[q]];
      right_ones += right ? 1 : 0;
      CHECK((pixel(image, {x - 1, y}) == wrong_colour) == !right);
    }
    CHECK(shown.methods[0].precision(q) == doctest::Approx(static_cast<double>(right_ones) / 10));
    std::size_t more = 0;
    for (std::size_t i = 10; i < ranking.size(); ++i) {
      more += ranking[i].first == ranking[9].first ? 1 : 0;
    }
    CHECK(shown.methods[0].tied[q] == more);
  }
}

TEST_CASE("show: what is right is the suite's ground truth, or a shared class on request") {
  const Study& study = Study::get();
  const std::string path = study.cell("itq+npq-8b-improved-r01");
  const Shown ball = shown_of(study, {path}, {40, {}, 10, false});
  const Shown by_class = shown_of(study, {path}, {40, {}, 10, true});
  CHECK(ball.queries == by_class.queries);
  CHECK(ball.methods[0].nearest == by_class.methods[0].nearest);
  CHECK(ball.methods[0].right != by_class.methods[0].right);
  CHECK(ball.right_answers != by_class.right_answers);
}

TEST_CASE("show: random queries are those of the run, whatever the methods") {
  const Study& study = Study::get();
  const auto queries = [&](const std::string& cell, std::size_t count) {
    return shown_of(study, {study.cell(cell)}, {count, {}, 3, false}).queries;
  };
  const Rows five = queries("lsh+sbq-8b-improved-r01", 5);
  CHECK(five == queries("itq+npq-12b-improved-r01", 5));
  CHECK(five == queries("itq+npq-12b-literature-r01", 5));
  CHECK(five != queries("lsh+sbq-8b-improved-r02", 5));
  Rows more = queries("lsh+sbq-8b-improved-r01", 7);
  more.resize(5);
  CHECK(more == five);
}

TEST_CASE("show: a folder's hashers are shown at one code length, split and run") {
  const Study& study = Study::get();
  const TemporaryFolder scratch;
  const std::string out = scratch / "grid.png";
  const Outcome all = study.show(
      fmt::format("'{}' --queries 3 --top 4 --bits 12 --run 2 --out '{}'", study.results(), out));
  CHECK(all.error.empty());
  REQUIRE(all.status == 0);
  const Shown shown = shown_of(
      study, {study.cell("lsh+sbq-12b-improved-r02"), study.cell("itq+npq-12b-improved-r02")},
      {3, {}, 4, false});
  const Image expected = draw_grid(grid_of(shown, Tiles(study / "pictured.h5", Dataset(), {})));
  const std::string bytes = read_file(out);
  CHECK(bytes == encode_png(expected));

  CHECK(all.out == Contains("lsh+sbq"));
  CHECK(all.out == Contains(fmt::format("12 bits  precision@4 {:.3f} of the 3 queries shown, "
                                        "{:.3f} of all 40\n",
                                        shown.methods[1].mean_precision(),
                                        shown.methods[1].precision_of_all)));
  // The same cells by name, and another kernel, give the same bytes.
  const Outcome named = study.show(fmt::format("'{}' '{}' --queries 3 --top 4 --out '{}'",
                                               study.cell("lsh+sbq-12b-improved-r02"),
                                               study.cell("itq+npq-12b-improved-r02"), out),
                                   "HASHLAB_KERNEL=scalar");
  CHECK(named.out == all.out);
  CHECK(read_file(out) == bytes);
  const Outcome one = study.show(
      fmt::format("'{}' --hasher itq+npq --split literature --out '{}'", study.results(), out));
  CHECK(one.status == 0);
  CHECK(lines_of(one.out).size() == 2);
}

TEST_CASE("show: rows of the data set can be asked for") {
  const Study& study = Study::get();
  const std::string path = study.cell("lsh+sbq-8b-improved-r01");
  const StoredCodes query(path, "/query"), database(path, "/database");
  const Rows rows = {query.rows[7], query.rows[2]};
  CHECK(shown_of(study, {path}, {5, rows, 2, false}).queries == rows);
  CHECK(study.refused(fmt::format("'{}' --query {},{} --out '{}'", path, rows[0], database.rows[0],
                                  study / "no.png")) ==
        fmt::format("option '--query': row {} is no test query of run 1; 40 are, such as {}",
                    database.rows[0], query.rows[0]));
  CHECK(study.refused(fmt::format("'{}' --query 1, --out '{}'", path, study / "no.png")) ==
        "option '--query' = '1,', must be rows such as 17,4");
}

TEST_CASE("show: what cannot be shown is refused, and nothing is written") {
  const Study& study = Study::get();
  const std::string cell = study.cell("lsh+sbq-8b-improved-r01");
  const std::string out = fmt::format("--out '{}'", study / "no.png");
  const auto refused = [&](const std::string& arguments) { return study.refused(arguments); };
  CHECK(refused("'" + cell + "'") == Contains("option '--out' is missing"));
  CHECK(refused(fmt::format("'{}' '{}' {}", cell, study.cell("lsh+sbq-8b-improved-r02"), out)) ==
        Contains("has run = 2, but"));
  CHECK(refused(fmt::format("'{}' '{}' {}", cell, study.cell("lsh+sbq-8b-literature-r01"), out)) ==
        Contains("cells are shown side by side if they differ in hasher and bits alone"));
  CHECK(refused(fmt::format("'{}' {}", study.cell("euclidean"), out)) ==
        Contains("is a ranking without codes: name cells of hashers"));
  CHECK(refused(fmt::format("'{}' --queries 41 {}", cell, out)) ==
        "option '--queries' = 41, but there are 40 test queries");
  CHECK(refused(fmt::format("'{}' --queries 2 --query 1 {}", cell, out)) ==
        "give '--queries' or '--query', not both");
  CHECK(refused(fmt::format("'{}' --by label {}", cell, out)) ==
        Contains("option '--by' = 'label', must be class or groundtruth"));
  CHECK(refused(fmt::format("'{}' --bits 8 {}", cell, out)) ==
        Contains("option '--bits' chooses cells of a results folder"));
  CHECK(refused(fmt::format("'{}' --bits 16 {}", study.results(), out)) ==
        Contains("has no cell of 16 bits, split 'improved', run 1; it has bits 8, 12"));
  CHECK(refused(fmt::format("'{}' --hasher sh+sbq {}", study.results(), out)) ==
        Contains("option '--hasher' = 'sh+sbq'"));
  CHECK(refused(fmt::format("'{}' --out '{}'", cell, study / "pictured.h5/grid.png")) ==
        Contains("pictured.h5' is no folder"));
  CHECK(refused(fmt::format("'{}' --out '{}'", cell, cell)) == Contains("is read from"));
  CHECK(refused(fmt::format("'{}' {}", study / "pictured.h5", out)) == Contains("pictured.h5"));
}

TEST_CASE("show: a damaged cell, one of other data, and data without pictures are refused") {
  const Study& study = Study::get();
  const std::string cell = study.cell("lsh+sbq-8b-improved-r01");
  const TemporaryFolder scratch;
  const std::string out = fmt::format("--out '{}'", scratch / "grid.png");
  const std::string bytes = read_file(cell);
  write_file(scratch / "cut.h5", bytes.substr(0, bytes.size() / 2));
  CHECK(study.refused(fmt::format("'{}' {}", scratch / "cut.h5", out)) ==
        Contains("cut.h5: is truncated or damaged"));

  const auto with_data = [&](const Dataset& dataset) {
    write_dataset(scratch / "pictured.h5", dataset);
    return refusal(hashlab::testing::hashlab(
        fmt::format("show '{}' {} --data '{}'", cell, out, scratch.path())));
  };
  CHECK(with_data(small_dataset(n, 16)) == Contains("pictured.h5: keeps no pictures"));
  Dataset other = small_dataset(n, 16);
  other.features(0, 0) += 1;
  H5File pictured = H5File::create("other");
  pictured.write("/features", other.features.memptr(), {n, 16});
  pictured.write("/images", std::vector<std::uint8_t>(n).data(), {n, 1, 1});
  write_file(scratch / "pictured.h5", pictured.image());
  CHECK(refusal(hashlab::testing::hashlab(
            fmt::format("show '{}' {} --data '{}'", cell, out, scratch.path()))) ==
        Contains("was made from a data set with checksum"));
  CHECK_FALSE(std::filesystem::exists(scratch / "grid.png"));
}

TEST_CASE("show: a cell whose counts do not come out again is not shown") {
  const Study& study = Study::get();
  ShownCell cell = open_shown_cell(study.cell("lsh+sbq-8b-improved-r01"));
  cell.record.counts.all[0] += 1;
  const Dataset dataset = read_dataset(study / "pictured.h5");
  CHECK(error_of([&] { look_again(dataset, {cell}, {}, active_kernel()); }) ==
        Contains("other counts come out now than those recorded"));
}

TEST_CASE("show: a query is captioned with its row and its classes, the first four of many") {
  const TemporaryFolder scratch;
  H5File file = H5File::create("named");
  file.write("/images", std::vector<std::uint8_t>(2).data(), {2, 1, 1});
  file.set("classes", "cat\ndog\na name of more than 18 characters");
  write_file(scratch / "named.h5", file.image());
  const Dataset none;
  const Tiles pictures(scratch / "named.h5", none, {});
  Shown shown;
  shown.suite.splits = {"improved"};
  shown.queries = {1};
  shown.right_answers = {30};
  using Lines = std::vector<std::string>;
  const auto caption = [&] { return grid_of(shown, pictures).blocks.at(0).caption; };
  CHECK(caption() == Lines{"row 1", "30 relevant"});
  shown.labels.single = {0, 2};
  CHECK(caption() == Lines{"row 1", "a name of more tha", "30 relevant"});
  shown.labels.single = {0, 3};
  CHECK(caption() == Lines{"row 1", "class 3", "30 relevant"});
  shown.labels.single = {};
  shown.labels.multi.zeros(6, 2);
  shown.labels.multi.col(1).ones();
  shown.labels.multi(0, 1) = 0;
  CHECK(caption() ==
        Lines{"row 1", "dog", "a name of more tha", "class 3", "class 4", "...", "30 relevant"});
}

TEST_CASE("show: a long name of a hasher is broken where its parts begin") {
  const Study& study = Study::get();
  Shown shown = shown_of(study, {study.cell("lsh+sbq-8b-improved-r01")}, {1, {}, 3, false});
  shown.methods[0].hasher = "itq:iterations=50+npq:thresholds=15,population=20";
  const PictureGrid grid = grid_of(shown, Tiles(study / "pictured.h5", Dataset(), {}));
  std::string joined;
  for (const std::string& line : grid.blocks[0].rows[0].caption) {
    CHECK(line.size() <= 18);
    if (joined.size() < shown.methods[0].hasher.size()) joined += line;
  }
  CHECK(joined == shown.methods[0].hasher);
  CHECK(grid.blocks[0].rows[0].caption[0] == "itq:iterations=50");
  CHECK(grid.blocks[0].rows[0].caption[1] == "+npq");
}

TEST_CASE("site: with --pictures, the page of each method has what 'show' draws of it") {
  const Study& study = Study::get();
  const std::string out = study / "site";
  const std::string request = fmt::format("site {} --out {} --pictures", study.results(), out);
  CHECK(refusal(hashlab::testing::hashlab(request)) ==
        Contains("option '--pictures' needs '--data'"));
  REQUIRE(hashlab::testing::hashlab(fmt::format("{} --data {}", request, study / ".")).status == 0);

  const Shown shown = shown_of(study, {study.cell("itq+npq-12b-improved-r01")}, {4, {}, 8, false});
  const std::string page = read_file(out + "/methods/itq-npq.html");
  CHECK(page == Contains(fmt::format(
                    "Precision@8 is {:.3f} for these queries, and {:.3f} for all 40.",
                    shown.methods[0].mean_precision(), shown.methods[0].precision_of_all)));
  const std::string source = "<img src=\"../pictures/";
  REQUIRE(page == Contains(source));
  const std::size_t begin = page.find(source) + source.size();
  const std::string name = page.substr(begin, page.find('"', begin) - begin);
  const PictureGrid grid = grid_of(shown, Tiles(study / "pictured.h5", Dataset(), {}));
  CHECK(read_file(out + "/pictures/" + name) == encode_png(draw_grid(grid)));
}

}  // namespace hashlab::show_test
