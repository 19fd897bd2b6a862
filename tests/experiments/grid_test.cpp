#include "experiments/suite/grid.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::grid_test {

using namespace experiments;
using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

using Names = std::vector<std::string>;

Names hashers_of(const Grid& grid) {
  Names names;
  for (const Grid::Point& point : grid.points) names.push_back(point.hasher->name);
  return names;
}

std::string refusal(const std::string& text) {
  try {
    parse_grid(text);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "no error";
}

const std::string least = "name = s\ndataset = d\n";
const std::string issue = "itq+npq: alpha=0,0.25,0.5,0.75,1; beta=0.5,1,2";

Suite parse(const std::string& text, const Names& overrides = {}) {
  return parse_suite(least + text, "f.ini", overrides);
}

const DatasetFacts facts = {"d", std::string(64, 'a'), 24000, 128};

Names keys_of(const Suite& suite) {
  Names keys;
  for (const Cell& cell : plan_cells(suite, facts)) keys.push_back(cell.key);
  return keys;
}

}  // namespace

TEST_CASE("grid: every combination is a point, the last key fastest, under the hasher's own name") {
  const Grid grid = parse_grid("itq+npq: alpha=auto,0.5; beta=2,1,0.5");
  CHECK(grid.base->name == "itq+npq");
  CHECK(grid.name() == "itq+npq:tuned");
  CHECK(hashers_of(grid) == Names{"itq+npq:beta=2", "itq+npq", "itq+npq:beta=0.5",
                                  "itq+npq:beta=2,alpha=0.5", "itq+npq:alpha=0.5",
                                  "itq+npq:beta=0.5,alpha=0.5"});
  CHECK(grid.points[1].settings == "alpha=auto,beta=1");
  CHECK(grid.points[5].settings == "alpha=0.5,beta=0.5");
  CHECK(parse_grid(issue).points.size() == 15);
}

TEST_CASE("grid: a hasher keeps settings of its own, and keys may be the projection's") {
  const Grid grid = parse_grid("sklsh+npq:thresholds=7: gamma=0.5,1,2");
  CHECK(grid.base->name == "sklsh+npq:thresholds=7");
  CHECK(grid.name() == "sklsh+npq:thresholds=7,tuned");
  CHECK(hashers_of(grid)[0] == "sklsh+npq:gamma=0.5,thresholds=7");
  CHECK(parse_grid("sklsh+npq: gamma=1; thresholds=1,3").points.size() == 2);
  CHECK(parse_grid("itq+npq:beta=2").points.size() == 1);
}

TEST_CASE("grid: what methods declare is tried, of both, but for what the hasher sets itself") {
  CHECK(parse_grid("ksh+npq:iterations=3: declared").text() ==
        parse_grid(
            "ksh+npq:iterations=3: gamma=2*auto,4*auto,8*auto; thresholds=1,3,7,15; beta=0.5,1,2")
            .text());
  CHECK(parse_grid("itq+npq:thresholds=3:declared").text() == "itq+npq: beta=0.5,1,2");
  CHECK(refusal("itq+sbq: declared") ==
        "grid 'itq+sbq: declared': its methods declare no other settings worth trying: use "
        "'hasher ='");
  CHECK(refusal("itq+mhq:thresholds=3: declared").ends_with("use 'hasher ='"));
  CHECK(refusal("itqq+sbq: declared") == Contains("did you mean 'itq'"));
}

TEST_CASE("grid: every method's declared settings can be chosen, whatever is known of the data") {
  const auto grid_of = [](const std::string& name, const std::string& declared) {
    CAPTURE(name);
    const Grid grid = parse_grid(name + ": declared");
    CHECK(grid.points.size() > 1);
    CHECK(grid.points.size() <= 12);
    for (const Grid::Point& point : grid.points) {
      CAPTURE(point.settings);
      CHECK_NOTHROW(refuse_ignored_settings(*point.hasher));
      CHECK(point.hasher->learner().needs_labels() == grid.base->learner().needs_labels());
    }
    CHECK(grid.text() == parse_grid(name + ": " + declared).text());
  };
  for (const auto& method : projections::all()) {
    if (!method->grid().empty()) grid_of(method->info().name + "+sbq", method->grid());
  }
  for (const auto& method : quantisers::all()) {
    if (!method->grid().empty()) grid_of("itq+" + method->info().name, method->grid());
  }
}

TEST_CASE("grid: every method's quick settings are one point, which costs less than the defaults") {
  const hashers::WorkSizes sizes{1000, 100, 32, 100, 100000};
  std::size_t found = 0;
  for (const auto& method : hashers::projections::all()) {
    const std::string name = method->info().name + "+sbq";
    double slower = method->work(sizes);
    for (const std::string& settings : method->quick_settings()) {
      CAPTURE(settings);
      const Grid grid = parse_grid(fmt::format("{}: {}", name, settings));
      REQUIRE(grid.points.size() == 1);
      CHECK(grid.points[0].hasher->ignored.empty());
      const double work = grid.points[0].hasher->projection().work(sizes);
      CHECK(work < slower);
      slower = work;
      ++found;
    }
  }
  CHECK(found >= 2);
}

TEST_CASE("grid: its text is canonical and reads back as itself") {
  CHECK(parse_grid(" itq+npq:thresholds=3 :alpha=0.50 , 1e0;beta=2.0 ").text() ==
        "itq+npq: alpha=0.5,1; beta=2");
  for (const char* text : {"itq+npq: alpha=0,0.25,0.5,0.75,1; beta=0.5,1,2", "lsh+npq: beta=2",
                           "sklsh+npq:gamma=0.5,thresholds=7: alpha=auto,0.5"}) {
    const Grid grid = parse_grid(text);
    CHECK(grid.text() == text);
    CHECK(hashers_of(parse_grid(grid.text())) == hashers_of(grid));
  }
}

TEST_CASE("grid: what cannot be is refused with key and value, on one line") {
  CHECK(refusal("itq+npq") ==
        "grid 'itq+npq': names no settings to choose from, expected HASHER: key=value,value; "
        "key=value, or HASHER: declared");
  CHECK(refusal("itq+npq: ") == Contains("names no settings to choose from"));
  CHECK(refusal("") == Contains("names no settings to choose from"));
  CHECK(refusal("itq+npq: alpha=0,1;") == Contains("'' is not key=value,value"));
  CHECK(refusal("itq+npq: alpha") == Contains("'alpha' is not key=value,value"));
  CHECK(refusal("itq+npq: =1") == Contains("'=1' is not key=value,value"));
  CHECK(refusal("itq+npq: alpha=") == Contains("key 'alpha' has an empty value"));
  CHECK(refusal("itq+npq: alpha=0,,1") == Contains("key 'alpha' has an empty value"));
  CHECK(refusal("itq+npq: alpha=0,1; alpha=0.5") == Contains("key 'alpha' is given twice"));
  CHECK(refusal("itq+npq: alpha=0.5,0.50") == Contains("key 'alpha' has the value '0.5' twice"));
  CHECK(refusal("itq+npq:alpha=0: alpha=0.5") == Contains("key 'alpha' is given twice"));
  CHECK(refusal("itq+npq: alfa=0,1") == Contains("unknown key 'alfa'"));
  CHECK(refusal("itq+npq: alfa=0,1") == Contains("did you mean 'alpha'?"));
  CHECK(refusal("itq+npq: alpha=0,1.5") ==
        Contains("option 'alpha' = '1.5', must be auto | 0 .. 1"));
  CHECK(refusal("itq+sbq: alpha=0") == Contains("unknown key 'alpha' in hasher 'itq+sbq:alpha=0'"));
  CHECK(refusal("itk+npq: alpha=0") == Contains("unknown projection 'itk'"));
  CHECK(refusal("itq: alpha=0") == Contains("lacks its quantiser"));
}

TEST_CASE("grid: one of too many points is refused before they are made") {
  const auto values = [](int count) {
    std::string text = "0.01";
    for (int i = 2; i <= count; ++i) text += fmt::format(",{:.2f}", 0.01 * i);
    return text;
  };
  CHECK(parse_grid(fmt::format("itq+npq: beta={}; gap={}", values(40), values(25))).points.size() ==
        1000);
  CHECK(refusal(fmt::format("itq+npq: beta={}; gap={}", values(41), values(25))) ==
        Contains("has more than 1000 combinations"));
}

TEST_CASE("suite: grids are read beside hashers, from file and command line, ';' and all") {
  const Suite suite = parse("hasher = itq+npq\ngrid = " + issue + "\ngrid = lsh+npq: beta=1,2\n");
  CHECK(method_names(suite, &Method::has_codes) ==
        Names{"itq+npq", "itq+npq:tuned", "lsh+npq:tuned"});
  CHECK(suite.methods[0].grid() == nullptr);
  CHECK(suite.methods[1].grid()->text() == issue);
  CHECK(selection_metric(suite) == "auprc");
  CHECK(method_names(parse("grid = " + issue + "\n"), &Method::has_codes) ==
        Names{"itq+npq:tuned"});
  const Suite overridden = parse("hasher = itq+npq\n", {"grid=" + issue, "select-by=map"});
  CHECK(overridden.methods.back().grid()->text() == issue);
  CHECK(selection_metric(parse("grid = " + issue + "\nmetric = map\n")) == "map");
  CHECK(selection_metric(parse("grid = " + issue + "\nselect-by = map\n")) == "map");
  const std::string text = suite_text(suite);
  CHECK(text == Contains("\ngrid = " + issue + "\n"));
  CHECK(suite_text(parse_suite(text, "again", {})) == text);
  const std::string other = suite_text(parse("grid = " + issue + "\nselect-by = map\n"));
  CHECK(suite_text(parse_suite(other, "again", {})) == other);
}

TEST_CASE("suite: without grids its text has none of their keys") {
  const std::string text = suite_text(parse("hasher = itq+npq\n"));
  CHECK(text.find("grid") == std::string::npos);
  CHECK(text.find("select-by") == std::string::npos);
  CHECK(suite_help() == Contains("\n  grid "));
  CHECK(suite_help() == Contains("\n  select-by "));
}

TEST_CASE("suite: two grids of one hasher and metrics that there are not are refused") {
  const auto refused = [](const std::string& text) { return error_of([&] { parse(text); }); };
  CHECK(refused("grid = itq+npq: beta=1,2\ngrid = itq+npq:thresholds=3: alpha=0,1\n") ==
        "f.ini: option 'grid' names 'itq+npq:tuned' twice");
  CHECK(refused("grid = " + issue + "\nselect-by = mapp\n") == Contains("did you mean 'map'?"));
  CHECK(refused("hasher = itq+npq\ngrid = itq+npq: beta=200\n") ==
        Contains("f.ini: grid 'itq+npq: beta=200': "));
  CHECK(refused("hasher = itq+npq:tuned\n") == Contains("'tuned' is not key=value"));
}

TEST_CASE("plan: a grid adds its cells, and no other cell changes its key") {
  const Suite plain = parse("hasher = itq+npq\nhasher = lsh+sbq\nbits = 16 32\nruns = 2\n");
  Suite with = plain;
  with.methods.emplace_back(parse_grid(issue));
  const Names before = keys_of(plain), after = keys_of(with);
  CHECK(after.size() == before.size() / 2 * 3);
  for (const std::string& key : before) {
    CHECK(std::find(after.begin(), after.end(), key) != after.end());
  }
  const std::vector<Cell> cells = plan_cells(with, facts);
  const Cell& tuned = cells[4];
  CHECK(tuned.method.name() == "itq+npq:tuned");
  CHECK(tuned.file.starts_with("itq+npq_tuned-16b-literature-r01-"));
  CHECK(tuned.recipe.ends_with("\nbits = 16\ngrid = " + issue + "\nselect-by = auprc\n"));
  CHECK(tuned.recipe ==
        Contains("\nquantiser = npq/2 thresholds=3 solver=exact beta=1 alpha=auto"));
  for (const Cell& cell : cells) {
    CHECK((cell.recipe.find("\ngrid = ") != std::string::npos) == (cell.method.grid() != nullptr));
  }
}

TEST_CASE("plan: points, their order and the metric of the choice change the key of a tuned cell") {
  const auto key = [](const std::string& text) { return keys_of(parse(text)).front(); };
  const std::string plain = key("grid = itq+npq: beta=1,2\n");
  CHECK(key("grid = itq+npq: beta=1,2,3\n") != plain);
  CHECK(key("grid = itq+npq: beta=2,1\n") != plain);
  CHECK(key("grid = itq+npq:thresholds=7: beta=1,2\n") != plain);
  CHECK(key("grid = itq+npq: beta=1,2\nselect-by = map\n") != plain);
  CHECK(key("grid = itq+npq: beta=1,2\nmetric = map\n") != plain);
  CHECK(key("grid = itq+npq: beta=1,2\nselect-by = auprc\nmetric = map\n") == plain);
  CHECK(key("grid = itq+npq: beta=1.0,2.00\n") == plain);
}

TEST_CASE("plan: a grid without validation parts, or with a point that cannot be, is refused") {
  const auto refused = [](const std::string& text) {
    return error_of([&] { plan_cells(parse(text), facts); });
  };
  CHECK(refused("grid = itq+npq: beta=1,2\nvalidation-queries = 0\n") ==
        "option 'validation-queries' = 0, but 'itq+npq:tuned' chooses its settings on the "
        "validation parts: must be >= 1, such as 500 'validation-queries' and 4000 "
        "'validation-database'");
  CHECK(refused("grid = itq+npq: beta=1,2\nvalidation-database = 0\n") ==
        Contains("option 'validation-database' = 0, but"));
  CHECK(refused("hasher = itq+npq\nvalidation-queries = 0\n") == "no error");
  CHECK(refused("grid = itq+npq: thresholds=3,1\nbits = 256\n") ==
        Contains("'itq+npq:thresholds=1' needs 256 hash dimensions"));
}

TEST_CASE("grid scratch: scores are read as they were written, for their cell alone") {
  const TemporaryFolder folder;
  const std::string path = grid_scratch_path(folder / "c.h5"), key = sha256("a");
  CHECK(read_grid_scratch(path, key).empty());
  const GridScores scores = {{"itq+npq", 1.0 / 3}, {"itq+npq:beta=2", 5e-324}, {"x y", 0}};
  write_grid_scratch(path, key, scores);
  CHECK(read_grid_scratch(path, key) == scores);
  CHECK(read_grid_scratch(path, sha256("b")).empty());
  remove_grid_scratch(path);
  CHECK_FALSE(std::filesystem::exists(path));
  remove_grid_scratch(path);
}

TEST_CASE("grid scratch: a damaged one is as none") {
  const TemporaryFolder folder;
  const std::string path = folder / "s", key = sha256("a");
  write_grid_scratch(path, key, {{"itq+npq", 0.25}, {"itq+npq:beta=2", 0.5}});
  const std::string whole = read_file(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(path, whole.substr(0, size));
    CHECK(read_grid_scratch(path, key).empty());
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write_file(path, bytes);
    CHECK(read_grid_scratch(path, key).empty());
  }
  const auto sealed = [](const std::string& body) {
    return body + fmt::format("sha256\t{}\n", sha256(body));
  };
  for (const char* line : {"0.5\n", "nan\titq+npq\n", "inf\titq+npq\n", "x\titq+npq\n", "\n",
                           "0.5 itq+npq\n", "1e999\titq+npq\n"}) {
    write_file(path, sealed(fmt::format("key\t{}\n{}", key, line)));
    CHECK(read_grid_scratch(path, key).empty());
  }
  write_file(path, sealed(fmt::format("key\t{}\n0.5\titq+npq\n", key)));
  CHECK(read_grid_scratch(path, key).size() == 1);
}

TEST_CASE("grid: far too many values or keys are refused before any is parsed, in a short line") {
  std::string values = "thresholds=2", keys = "beta=1";
  for (std::size_t i = 3; i < 1000000; ++i) values += "," + std::to_string(i);
  for (std::size_t i = 0; i < 300000; ++i) keys += ";k" + std::to_string(i) + "=1";
  const auto start = std::chrono::steady_clock::now();
  const std::string many_values = error_of([&] { parse_grid("itq+npq: " + values); });
  const std::string many_keys = error_of([&] { parse_grid("itq+npq: " + keys); });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK(many_values == Contains("...': key 'thresholds' has 999998 values, at most 1000 "));
  CHECK(many_keys == Contains("...': has more than 64 keys"));
  CHECK(many_values.size() < 1000);
  CHECK(seconds.count() < 10);  // a quadratic reader takes minutes
}

}  // namespace hashlab::grid_test
