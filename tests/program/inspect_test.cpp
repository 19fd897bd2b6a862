#include "experiments/program/json_line.h"
#include "lib/data/dataset.h"
#include "lib/data/label_facts.h"
#include "lib/data/row_digests.h"
#include "lib/data/table_facts.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/near_rows.h"
#include "lib/rng.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::inspect_test {

using namespace experiments;
using namespace testing;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

/// A file that `write` fills.
template <typename Write>
std::string make_file(const std::string& path, Write write) {
  H5File file = H5File::create(path);
  write(file);
  write_file(path, file.image());
  return path;
}

Outcome inspect(const std::string& arguments) {
  return hashlab::testing::hashlab("inspect " + arguments);
}

RowDigests digests_of(const std::vector<std::string>& rows) {
  RowDigests digests;
  for (const std::string& row : rows) digests.add(row.data(), row.size());
  return digests;
}

/// n x d of a few distinct values, so that some rows lie near each other.
Features lumpy(std::size_t n, std::size_t d) {
  Rng rng = Rng(7).stream("lumpy");
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.below(4)) / 4;
  return X;
}

NearRows near(const Features& X, double distance, std::size_t threads, std::size_t examples = 10) {
  NearSearch search;
  search.distance = distance;
  search.threads = threads;
  search.examples = examples;
  return near_rows(
      X.n_cols,
      [&](std::size_t first, std::size_t count) -> Features {
        return X.cols(first, first + count - 1);
      },
      search);
}

}  // namespace

TEST_CASE("row digests: rows that repeat others are grouped, in order") {
  const RepeatedRows rows = digests_of({"b", "a", "b", "c", "a", "b", "ab"}).repeated();
  CHECK(rows.groups == std::vector<Rows>{{0, 2, 5}, {1, 4}});
  CHECK(rows.repeats() == 3);
  CHECK(rows.largest() == 3);
  const RepeatedRows none = digests_of({"a", "b"}).repeated();
  CHECK(none.groups.empty());
  CHECK(none.repeats() == 0);
  CHECK(none.largest() == 0);
  CHECK(RowDigests().repeated().groups.empty());
  CHECK(digests_of({"a", "b", "b"}).count_found(digests_of({"b", "x", "b", "a", ""})) == 3);
}

TEST_CASE(
    "near rows: all pairs within a distance, found as by definition, on any number of threads") {
  const Features X = lumpy(700, 6);
  const double distance = 0.5;  // on the values' grid, so that some pairs lie exactly on it
  std::uint64_t pairs = 0;
  std::vector<bool> is_near(X.n_cols);
  std::vector<NearPair> first;
  for (std::uint32_t i = 0; i < X.n_cols; ++i) {
    for (std::uint32_t j = i + 1; j < X.n_cols; ++j) {
      if (squared_distance(X, i, j) > distance * distance) continue;
      ++pairs;
      is_near[i] = is_near[j] = true;
      if (first.size() < 10) first.push_back({i, j, std::sqrt(squared_distance(X, i, j))});
    }
  }
  REQUIRE(pairs > 100);
  for (const std::size_t threads : {1u, 3u}) {
    const NearRows found = near(X, distance, threads);
    CHECK(found.pairs == pairs);
    CHECK(found.rows == static_cast<std::size_t>(std::count(is_near.begin(), is_near.end(), true)));
    REQUIRE(found.examples.size() == first.size());
    for (std::size_t k = 0; k < first.size(); ++k) {
      CHECK(found.examples[k].first == first[k].first);
      CHECK(found.examples[k].second == first[k].second);
      CHECK(found.examples[k].distance == first[k].distance);
    }
  }
  CHECK(near(X, distance, 1, 0).examples.empty());
  CHECK(near(X.cols(0, 0), 1, 1).pairs == 0);
}

TEST_CASE("near rows: at distance 0 they are the rows that repeat others, across blocks too") {
  Features X = Features(3, 9000, arma::fill::randu);
  X.col(8500) = X.col(10);
  X.col(4095) = X.col(4096);
  X.col(20) = X.col(10);
  std::vector<std::size_t> steps;
  NearSearch search;
  search.progress = [&](std::size_t done, std::size_t n) {
    CHECK(n == 6);  // 3 blocks of rows
    steps.push_back(done);
  };
  const NearRows found = near_rows(
      X.n_cols,
      [&](std::size_t first, std::size_t count) -> Features {
        return X.cols(first, first + count - 1);
      },
      search);
  CHECK(steps == std::vector<std::size_t>{1, 2, 3, 4, 5, 6});
  CHECK(found.pairs == 4);
  CHECK(found.rows == 5);
  REQUIRE(found.examples.size() == 4);
  CHECK(found.examples[0].second == 20);
  CHECK(found.examples[1].second == 8500);
  CHECK(found.examples[2].first == 20);
  CHECK(found.examples[3].first == 4095);
}

TEST_CASE("label facts: samples of each class, and labels of each sample") {
  const LabelFacts single = label_facts({{2, 0, 2, 7}, {}});
  CHECK_FALSE(single.multi);
  CHECK(single.samples == std::map<std::int64_t, std::size_t>{{0, 1}, {2, 2}, {7, 1}});
  CHECK(single.mean_count == 1);
  Labels several;
  several.multi = {{1, 0, 1}, {0, 0, 1}, {0, 0, 0}};
  const LabelFacts multi = label_facts(several);
  CHECK(multi.multi);
  CHECK(multi.samples == std::map<std::int64_t, std::size_t>{{0, 2}, {1, 1}, {2, 0}});
  CHECK(multi.with_count == std::map<std::size_t, std::size_t>{{0, 1}, {1, 1}, {2, 1}});
  CHECK(multi.mean_count == 1);
  CHECK(label_facts({}).samples.empty());
  CHECK(same_labels({{1, 2, 1}, {}}, 0, 2));
  CHECK_FALSE(same_labels({{1, 2, 1}, {}}, 0, 1));
  CHECK_FALSE(same_labels(several, 0, 2));
  CHECK(same_labels({}, 0, 1));
}

TEST_CASE("inspect: values that are not finite are counted and located, not refused") {
  const TemporaryFolder folder;
  const std::string path = make_file(folder / "holes.h5", [](H5File& file) {
    const std::vector<float> X = {1, 2, 3, no_number, 5, -6, 7, INFINITY};
    file.write("/features", X.data(), {4, 2});
  });
  const Outcome text = inspect("'" + path + "'");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("data set holes: 4 samples x 2 features\n"));
  CHECK(text.out == Contains("-6 .. 7, 2 values are not finite, the first in row 1, column 1\n"));
  CHECK(text.out == Contains("suites cannot read it: " + path +
                             ": '/features' row 1, column 1 is nan, expected a finite number\n"));
  CHECK(text.out == Contains("checksum of the file " + sha256(read_file(path)) + "\n"));
  CHECK_FALSE(text.out == Contains("ground truth"));
  CHECK(refusal(inspect("'" + path + "' --groundtruth epsilon:neighbours=1")) != "");
  const std::string none = make_file(folder / "none.h5", [](H5File& file) {
    const std::vector<float> X = {no_number, no_number};
    file.write("/features", X.data(), {1, 2});
  });
  CHECK(inspect("'" + none + "'").out ==
        Contains("float32  2 values are not finite, the first in row 0, column 0\n"));
}

TEST_CASE("inspect: tables of every kind are shown, with and without /features") {
  const TemporaryFolder folder;
  const std::string path = make_file(folder / "pairs.h5", [](H5File& file) {
    file.set("classes", "cat\ndog");
    file.set("preprocessing", "none \"at\" all\\");
    file.set("vocabulary", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl");
    file.set("version", 2.0);
    const std::vector<float> image = {1, 2, 1, 2, 3, 4, 1, 2};
    const std::vector<std::uint8_t> pixels(4 * 2 * 3 * 3, 9);
    const std::vector<double> text = {1, 2, 3, 4};
    const std::vector<std::int32_t> labels = {0, 1, 1, 0}, lists = {3, 1};
    const std::vector<std::uint8_t> split = {0, 0, 1, 1};
    file.write("/image/features", image.data(), {4, 2});
    file.write("/images", pixels.data(), {4, 2, 3, 3});
    file.write("/text/features", text.data(), {4, 1});
    file.write("/labels", labels.data(), {4});
    file.write("/split", split.data(), {4});
    file.write("/groundtruth", lists.data(), {1, 2});
  });
  const Outcome text = inspect("'" + path + "'");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("data set pairs: views image (4 x 2), text (4 x 1)\n"));
  CHECK(text.out == Contains("\nchecksum of view image " + read_dataset(path, "image").checksum +
                             "\nsuites cannot read view "
                             "text: " +
                             path + ": '/text/features' has elements of 8 bytes"));
  CHECK(text.out == Contains("ground truth: not looked at, --view NAME says of which view\n"));
  CHECK(text.out ==
        Contains("\n  /image/features           4 x 2               float32  1 .. 4, all "
                 "finite\n"));
  CHECK(text.out ==
        Contains("\n  /images                   4 x 2 x 3 x 3       uint8    9 .. 9\n"));
  CHECK(text.out ==
        Contains("\n  /text/features            4 x 1               float64  1 .. 4, all"));
  CHECK(text.out == Contains("labels: 2 classes, 2 to 2 samples a class (median 2)\n"
                             "           2 samples of class 0 cat\n"
                             "           2 samples of class 1 dog\n"));
  CHECK(text.out == Contains("split: 2 queries, 2 database\n"));
  CHECK(text.out == Contains("repeated rows of /image/features: 2, in 1 groups of at most 3\n"
                             "  rows 0 = 1 = 3\n"
                             "  1 groups are spread over the parts of the split\n"
                             "  1 groups have different labels\n"));
  CHECK(text.out == Contains("repeated rows of /images: 3, in 1 groups of at most 4\n"));
  CHECK(text.out == Contains("repeated rows of /text/features: none\n"));
  CHECK_FALSE(text.out == Contains("rows of /groundtruth"));
  CHECK(text.out == Contains("preprocessing: none \"at\" all\\\nversion: 2\n"));
  CHECK(text.out == Contains("vocabulary: a, b, c, d, e, f, g, h, i, j, ... (12 in all)\n"));
  CHECK(refusal(inspect("'" + path + "' --near 0.5")) ==
        Contains("has several tables of samples or none; its tables of samples are "
                 "/image/features, /images, /text/features: name one by --table"));
  const Outcome near_text = inspect("'" + path + "' --near 1 --table /text/features");
  CHECK(near_text.out ==
        Contains("near rows of /text/features: 3 pairs at a distance of at most 1, of "
                 "4 rows\n  0 and 1: 1\n  1 and 2: 1\n  2 and 3: 1\n"));
}

TEST_CASE("inspect: queries that are in the base, and files that hold nothing, are said to be so") {
  const TemporaryFolder folder;
  const std::string path = make_file(folder / "base.h5", [](H5File& file) {
    const std::vector<std::uint8_t> base = {1, 2, 3, 4, 5, 6}, query = {3, 4, 9, 9, 5, 6};
    file.write("/base", base.data(), {3, 2});
    file.write("/query", query.data(), {3, 2});
  });
  CHECK(inspect("'" + path + "'").out ==
        Contains("repeated rows of /query: none\n  2 rows of /query are in /base\n"));
  const std::string empty = make_file(folder / "empty.h5", [](H5File&) {});
  const Outcome nothing = inspect("'" + empty + "'");
  CHECK(nothing.status == 0);
  CHECK(nothing.out == Contains("data set empty: 0 tables, no /features\n"));
  const std::string no_rows = make_file(folder / "no_rows.h5", [](H5File& file) {
    file.write("/features", static_cast<const float*>(nullptr), {0, 4});
  });
  CHECK(inspect("'" + no_rows + "'").out == Contains("not looked at: " + no_rows));
}

TEST_CASE("inspect: labels that are no labels are named") {
  const TemporaryFolder folder;
  const std::string path = make_file(folder / "bad.h5", [](H5File& file) {
    const std::vector<float> X = {1, 2};
    const std::vector<std::int32_t> labels = {0, -1};
    file.write("/features", X.data(), {2, 1});
    file.write("/labels", labels.data(), {2});
  });
  const Outcome text = inspect("'" + path + "'");
  CHECK(text.status == 0);
  CHECK(text.out ==
        Contains("suites cannot read it: " + path + ": '/labels' row 1 is -1, expected "));
  CHECK(text.out == Contains("labels: none\n"));
}

TEST_CASE("inspect: --format json says the same and can be parsed") {
  const TemporaryFolder folder;
  Dataset dataset = small_dataset(60, 5);
  dataset.features.col(50) = dataset.features.col(3);
  write_dataset(folder / "d.h5", dataset);
  const std::string checksum = read_dataset(folder / "d.h5").checksum;
  const Outcome json = inspect("'" + folder / "d.h5" + "' --near 0 --format json");
  CHECK(json.status == 0);
  CHECK(json.out == Contains("\"checksum\": \"" + checksum + "\""));
  CHECK(json.out == Contains("\"groups\": [[3, 50]]"));
  CHECK(json.out ==
        Contains("\"near_rows\": {\"table\": \"/features\", \"distance\": 0.0, \"pairs\": 1, "
                 "\"rows\": 2, \"examples\": [[3, 50, 0.0]]}"));
  CHECK(json.out ==
        Contains("{\"name\": \"/features\", \"shape\": [60, 5], \"type\": \"float32\""));
  if (std::filesystem::exists("/usr/bin/python3")) {
    write_file(folder / "d.json", json.out);
    CHECK(shell("/usr/bin/python3 -m json.tool '" + folder / "d.json" + "'").status == 0);
  }
  CHECK(refusal(inspect("'" + folder / "d.h5" + "' --format xml")) ==
        "option '--format' = 'xml', must be text or json");
  for (const char* bad : {"-1", "near", "nan", "inf", "1x"}) {
    CHECK(refusal(inspect("'" + folder / "d.h5" + "' --near " + bad)) ==
          Contains("must be a number >= 0"));
  }
  CHECK(refusal(inspect("'" + folder / "d.h5" + "' --near 1 --table /labels")) ==
        Contains("has no samples in '/labels'; its tables of samples are /features"));
}

TEST_CASE("inspect: --format json holds names of any bytes") {
  const TemporaryFolder folder;
  const std::string path = make_file(folder / "a\"b\xFF.h5", [](H5File& file) {
    const std::vector<float> X = {1, 2};
    file.write("/features", X.data(), {2, 1});
    file.set("who \"\\\n", "caf\xE9");
  });
  const Outcome outcome = inspect("'" + path + "' --format json");
  CHECK(outcome.status == 0);
  const Json json = Json::parse(outcome.out);
  CHECK(json.at("name") == "a\"b\xEF\xBF\xBD");
  CHECK(json.at("attributes").at("who \"\\\n") == "caf\xEF\xBF\xBD");
}

TEST_SUITE("slow") {
  TEST_CASE("inspect: the repeated rows of real data sets are those that their README counts") {
    const std::string data =
        real_data({"scene15_gist512.h5", "sift100k_webthumbs.h5", "wiki_crossmodal.h5",
                   "mfeat_multiview.h5", "office_caltech_surf800.h5", "oxford5k_fc7pca128.h5"});
    if (data.empty()) return;
    struct Known {
      const char* file;
      const char* text;
    };
    for (const Known& known :
         {Known{"scene15_gist512", "of /features: 18, in 18 groups of at most 2"},
          Known{"sift100k_webthumbs", "of /base: 118, in "},
          Known{"wiki_crossmodal", "of /image/features: 10, in "},
          Known{"mfeat_multiview", "of /pixel/features: 6, in "},
          Known{"office_caltech_surf800", "of /features: 26, in "},
          Known{"oxford5k_fc7pca128", "of /features: none"}}) {
      const std::string path = fmt::format("{}/{}.h5", data, known.file);
      CAPTURE(known.file);
      CHECK(inspect("'" + path + "' --runs 1").out ==
            Contains("repeated rows " + std::string(known.text)));
    }
  }

  TEST_CASE("inspect: rows at distance 0 of real data are those that repeat others") {
    const std::string data = real_data({"scene15_gist512.h5"});
    if (data.empty()) return;
    const std::string path = data + "/scene15_gist512.h5";
    CHECK(inspect("'" + path + "' --near 0 --runs 1").out ==
          Contains("near rows of /features: 18 pairs at a distance of at most 0, of 36 rows\n"));
  }
}

TEST_CASE("inspect: models and codes are not data sets that lack features") {
  const TemporaryFolder folder;
  for (const std::string kind : {"model", "codes"}) {
    const std::string path = make_file(folder / kind + ".h5", [&](H5File& file) {
      file.set("kind", "hashlab " + kind);
      file.set("hasher", std::string("itq+sbq"));
      const std::vector<std::uint8_t> bytes = {1, 2};
      file.write("/codes", bytes.data(), {2, 1});
    });
    const std::string text = inspect("'" + path + "'").out;
    CHECK(text == Contains(kind + " " + kind + ": 1 table\n"));
    CHECK_FALSE(text == Contains("suites cannot read it"));
    CHECK_FALSE(text == Contains("labels: none"));
  }
}

}  // namespace hashlab::inspect_test
