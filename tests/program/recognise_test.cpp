// Recognition of landmarks, through the program as a user would.

#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::recognise_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// The bytes of a NumPy array of float32, a row a picture.
std::string npy_text(const std::vector<std::vector<float>>& rows) {
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows.size(),
                  rows.front().size());
  header.resize(117, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += header;
  for (const auto& row : rows) {
    bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return bytes;
}

/// Rows of length 1 at these angles.
std::string at_degrees(const std::vector<double>& degrees) {
  std::vector<std::vector<float>> rows;
  for (const double degree : degrees) {
    const double angle = degree * 3.14159265358979323846 / 180;
    rows.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
  }
  return npy_text(rows);
}

/// A folder with a small task: two queries near two landmarks, one near neither.
class Landmarks {
 public:
  Landmarks() {
    write_file(folder / "q.npy", at_degrees({0, 100, 200}));
    write_file(folder / "g.npy", at_degrees({10, 20, 110}));
    write_file(folder / "z.npy", at_degrees({200, 120}));
    write_file(folder / "g.txt", "4\n4\n7\n");
    write_file(folder / "truth.txt", "4\n7\n-1\n");
    write_file(folder / "rows.txt", "2\n");
  }
  Outcome run(std::string arguments, const std::string& data = usual) const {
    arguments = "recognise " + data + " " + arguments;
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;) {
      arguments.replace(at, 1, folder.path() + "/");
    }
    return hashlab::testing::hashlab(arguments);
  }
  /// The line with which it is refused, without the folder.
  std::string refused(const std::string& arguments, const std::string& data = usual) const {
    const Outcome outcome = run(arguments, data);
    CHECK(outcome.status == 2);
    std::string text = refusal(outcome);
    for (std::size_t at; (at = text.find(folder.path() + "/")) != std::string::npos;) {
      text.erase(at, folder.path().size() + 1);
    }
    return text;
  }

  static constexpr const char* usual = "--queries @q.npy --gallery @g.npy --labels @g.txt";
  TemporaryFolder folder;
};

/// Labels and confidences of a CSV of predictions.
std::vector<std::pair<int, double>> predictions_in(const std::string& csv) {
  std::vector<std::pair<int, double>> all;
  const std::vector<std::string> lines = lines_of(csv);
  REQUIRE(lines.at(0) == "query,label,confidence");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = fields_of(lines[i], ',');
    CHECK(fields.at(0) == std::to_string(i - 1));
    all.emplace_back(std::stoi(fields.at(1)), std::stod(fields.at(2)));
  }
  return all;
}

double cosine_of(double degrees) {
  return std::cos(degrees * 3.14159265358979323846 / 180);
}

}  // namespace

TEST_CASE("recognise: three queries by hand, with penalties and without") {
  const Landmarks here;
  const Outcome plain = here.run("--fit none");
  CHECK(plain.status == 0);
  CHECK(plain.error == "note: without '--others' penalties B and C are 0\n");
  const auto bare = predictions_in(plain.out);
  REQUIRE(bare.size() == 3);
  CHECK(bare[0].first == 4);
  CHECK(bare[0].second == doctest::Approx(cosine_of(10) + cosine_of(20)).epsilon(1e-6));
  CHECK(bare[1].first == 7);
  CHECK(bare[1].second == doctest::Approx(cosine_of(10)).epsilon(1e-6));
  CHECK(bare[2].first == 7);
  CHECK(bare[2].second == doctest::Approx(cosine_of(90)).epsilon(1e-6));

  const Outcome outcome =
      here.run("--fit none --others @z.npy --penalty-b 1 --penalty-c 1 --top 1");
  CHECK(outcome.error.empty());
  const auto less = predictions_in(outcome.out);
  CHECK(less[0].first == 4);
  CHECK(less[0].second ==
        doctest::Approx(cosine_of(10) - cosine_of(110) - cosine_of(120)).epsilon(1e-6));
  CHECK(less[2].first == 4);  // the item at 110 resembles one that shows none
  CHECK(less[2].second == doctest::Approx(cosine_of(190) - cosine_of(110) - 1).epsilon(1e-6));
}

TEST_CASE("recognise: with --truth the score is printed, as text or as JSON") {
  const Landmarks here;
  const Outcome text = here.run("--fit none --truth @truth.txt");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("3 queries, 2 of them with a landmark; 3 items in the gallery"));
  CHECK(text.out == Contains("GAP        1.000000  "));
  const std::string json = "--fit none --format json --truth @truth.txt ";
  CHECK(here.run(json).out ==
        "{\"queries\": 3, \"queries_with_landmark\": 2, \"gallery\": 3, \"models\": 1, "
        "\"gap\": 1.0, \"gap_landmarks_only\": 1.0}\n");

  // The query without landmark is the surest; then it is told that its landmark is none.
  write_file(here.folder / "q.npy", at_degrees({190, 100, 15}));
  write_file(here.folder / "truth.txt", "7\n7\n9\n");
  CHECK(here.run(json).out == Contains("\"gap\": 0.388888888888888"));
  write_file(here.folder / "truth.txt", "7\n7\n-1\n");
  CHECK(here.run(json).out == Contains("\"gap\": 0.583333333333333"));
  CHECK(here.run(json).out == Contains("\"gap_landmarks_only\": 1.0"));
  write_file(here.folder / "truth.txt", "7\n7\n4\n");
  CHECK(here.run(json + "--no-landmark 4").out == Contains("\"gap\": 1.0,"));  // it abstains
  const std::vector<std::uint8_t> classes = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
                                             1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  H5File several = H5File::create("several");  // none; 4 and 7; none
  several.write("/labels", classes.data(), {3, 8});
  write_file(here.folder / "truth.h5", several.image());
  CHECK(here.run("--fit none --format json --truth @truth.h5").out ==
        Contains("\"queries_with_landmark\": 2,"));
  write_file(here.folder / "truth.txt", "-1\n-1\n-1\n");
  CHECK(here.run(json).out == Contains("\"gap\": 0.0,"));
}

TEST_CASE("recognise: an ablation has a row for each step that is there, and one for none") {
  const Landmarks here;
  const auto left_out = [&](const std::string& options) {
    const Outcome outcome =
        here.run("--truth @truth.txt --ablation --format json --fit gallery " + options);
    CHECK(outcome.status == 0);
    std::string names;
    for (const std::string& line : lines_of(outcome.out)) {
      CHECK(line == Contains("\"gap\": "));
      const std::size_t at = line.find(": \"") + 3;
      names += line.substr(at, line.find('"', at) - at) + " ";
    }
    return names;
  };
  CHECK(left_out("--others @z.npy") == "none length quantile B votes C all ");
  CHECK(left_out("") == "none length quantile votes all ");
  CHECK(left_out("--others @z.npy --without B --without length --top 1") == "none quantile C all ");
  const Outcome text = here.run("--truth @truth.txt --ablation");
  CHECK(text.out == Contains("left out         GAP  landmarks only\nnone      "));
  const std::string bare =
      here.run(
              "--truth @truth.txt --format json --without length --without quantile --without B "
              "--without votes --without C")
          .out;
  const std::string gap = bare.substr(bare.find("\"gap\""));
  CHECK(here.run("--truth @truth.txt --ablation --format json").out ==
        Contains("{\"left_out\": \"all\", " + gap));
}

TEST_CASE("recognise: predictions go to a file, an earlier one is replaced, nothing else") {
  const Landmarks here;
  const std::string csv = here.run("--fit none").out;
  CHECK(here.run("--fit none --out @new/p.csv").out ==
        Contains("p.csv: predictions for 3 queries"));
  CHECK(read_file(here.folder / "new/p.csv") == csv);
  CHECK(here.run("--out @new/p.csv --truth @truth.txt").out == Contains("GAP "));
  CHECK(read_file(here.folder / "new/p.csv") != csv);
  CHECK(here.refused("--out @truth.txt") ==
        "truth.txt: is there already and is no list of predictions that hashlab wrote: name "
        "another file, or replace it with --force");
  CHECK(here.refused("--force --truth @truth.txt --out @truth.txt") ==
        "truth.txt: is read from: name another file to write to");
  CHECK(here.refused("--force --out @g.npy") ==
        "g.npy: is read from: name another file to write to");
  CHECK(read_file(here.folder / "truth.txt") == "4\n7\n-1\n");
}

TEST_CASE("recognise: models are one embedding or vote, and any number of threads says the same") {
  const Landmarks here;
  std::vector<std::vector<float>> q, g, z;
  for (int i = 0; i < 70; ++i) {
    const auto x = [i](int k) { return static_cast<float>((i * 37 + k * 101) % 64) / 8 - 4; };
    q.push_back({x(1), x(2), x(3)});
    g.push_back({x(4), x(5), x(6)});
    z.push_back({x(7), x(8), x(9)});
  }
  std::string labels;
  for (int i = 0; i < 70; ++i) labels += fmt::format("{}\n", i % 6);
  write_file(here.folder / "q3.npy", npy_text(q));
  write_file(here.folder / "g3.npy", npy_text(g));
  write_file(here.folder / "z3.npy", npy_text(z));
  write_file(here.folder / "labels.txt", labels);
  const std::string one = "--queries @q3.npy --gallery @g3.npy --others @z3.npy ";
  const std::string two = "--labels @labels.txt " + one +
                          "--queries @g3.npy --gallery @q3.npy --others @z3.npy --threads ";
  for (const char* ensemble : {"together", "votes"}) {
    const std::string options = fmt::format("--ensemble {}", ensemble);
    const Outcome first = here.run(options, two + "1");
    CHECK(first.status == 0);
    CHECK(predictions_in(first.out).size() == 70);
    for (const int threads : {2, 5}) {
      CHECK(here.run(options, two + std::to_string(threads)).out == first.out);
    }
  }
  CHECK(here.run("--ensemble votes", two + "2").out != here.run("", two + "2").out);
}

TEST_CASE("recognise: the views of data sets are models") {
  const Landmarks here;
  const std::vector<float> picture = {1, 0, 0, 1, 1, 1}, words = {0, 1, 0, 0, 0, 1, 1, 0, 0};
  const std::vector<std::int32_t> labels = {5, 6, 7};
  H5File file = H5File::create("two");
  file.write("/picture/features", picture.data(), {3, 2});
  file.write("/words/features", words.data(), {3, 3});
  file.write("/labels", labels.data(), {3});
  write_file(here.folder / "two.h5", file.image());
  const std::string one = "--queries @two.h5 --gallery @two.h5 ";
  const Outcome both = here.run("--view picture --view words --fit none --top 1 --ensemble votes",
                                one + one + "--labels @two.h5");
  CAPTURE(both.error);
  REQUIRE(both.status == 0);
  const auto predictions = predictions_in(both.out);
  CHECK(predictions[0].first == 5);
  CHECK(predictions[0].second == doctest::Approx(2));
  CHECK(predictions[1].first == 6);
  CHECK(predictions[2].first == 7);
  CHECK(here.refused("", one + "--labels @two.h5") == Contains("choose one"));
  CHECK(here.refused("--view words", one + one + "--labels @two.h5") ==
        "there are 2 '--queries', but 1 '--view': give one a model, in one order");
}

TEST_CASE("recognise: what learns from queries is told to be a leak") {
  const Landmarks here;
  CHECK(here.run("--others @z.npy --fit queries").error ==
        "warning: a leak: the quantile transform is fitted on queries\n");
  const Outcome drawn = here.run("--others-rows @rows.txt --fit none --top 1 --without B");
  CHECK(drawn.error ==
        "warning: a leak: penalties come from queries that are known to show no landmark\n");
  const auto predictions = predictions_in(drawn.out);
  CHECK(predictions[0].second == doctest::Approx(cosine_of(10) - cosine_of(200)).epsilon(1e-6));
  CHECK(std::abs(predictions[2].second) < 1e-6);  // not compared with itself; cos 90 is 0
  CHECK(here.run("--others-rows @rows.txt --fit others").error ==
        Contains("fitted on queries\nwarning: a leak: penalties"));
  CHECK(here.run("--others-rows @rows.txt --without B --without C").error.empty());
}

TEST_CASE("recognise: what cannot be is refused in one line, before anything is written") {
  const Landmarks here;
  write_file(here.folder / "wide.npy", npy_text({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
  write_file(here.folder / "four.npy", at_degrees({1, 2, 3, 4}));
  write_file(here.folder / "nan.npy", npy_text({{1, 2}, {1, std::nanf("")}, {3, 4}}));
  write_file(here.folder / "two.txt", "1\n2\n");
  write_file(here.folder / "none.txt", "-1\n2\n3\n");
  write_file(here.folder / "far.txt", "3\n");
  const std::string labels = "--labels @g.txt ";
  CHECK(here.refused("", "--queries @q.npy --gallery @g.npy") ==
        "option '--labels' is missing ('hashlab recognise --help' explains)");
  CHECK(here.refused("", labels + "--queries @q.npy") == Contains("'--gallery' is missing"));
  CHECK(here.refused("", labels + "--gallery @g.npy") == Contains("'--queries' is missing"));
  CHECK(here.refused("--out @p.csv", labels + "--queries @wide.npy --gallery @g.npy") ==
        "wide.npy has 3 features a row, g.npy has 2: embeddings of one model are as wide");
  CHECK(here.refused("--others @wide.npy") == Contains("wide.npy has 3 features a row"));
  CHECK(here.refused("--queries @four.npy --gallery @g.npy") ==
        "four.npy has 4 rows, q.npy has 3: they are to be of the same pictures");
  CHECK(here.refused("--queries @q.npy --gallery @four.npy") ==
        "four.npy has 4 rows, g.npy has 3: they are to be of the same pictures");
  CHECK(here.refused("--queries @q.npy") ==
        "there are 2 '--queries', but 1 '--gallery': give one a model, in one order");
  CHECK(here.refused("--others @z.npy --others @z.npy") ==
        "there are 1 '--queries', but 2 '--others': give one a model, in one order");
  CHECK(here.refused("", "--queries @q.npy --gallery @g.npy --labels @two.txt") ==
        "two.txt has 2 rows, g.npy has 3: they are to be of the same pictures");
  CHECK(here.refused("", "--queries @q.npy --gallery @g.npy --labels @none.txt") ==
        Contains("none.txt: line 1 is '-1', expected one integer in 0 .. "));
  CHECK(here.refused("--truth @two.txt") == Contains("two.txt has 2 rows, q.npy has 3"));
  CHECK(here.refused("", labels + "--queries @nan.npy --gallery @g.npy") ==
        Contains("nan.npy: row 1, column 1 is nan, expected a finite number"));
  CHECK(here.refused("", labels + "--queries @no.npy --gallery @g.npy") == Contains("no.npy"));
  CHECK(here.refused("--others-rows @far.txt") == Contains("far.txt"));
  CHECK(here.refused("--others @z.npy --others-rows @rows.txt") ==
        "'--others' and '--others-rows' both say which pictures show no landmark: give one");
  CHECK(here.refused("--fit others") ==
        "'--fit others' needs pictures that show no landmark: give '--others' or '--others-rows'");
  CHECK(here.refused("--fit galery") ==
        "option '--fit' = 'galery', did you mean 'gallery'?, expected gallery, queries, others, "
        "none");
  CHECK(
      here.refused("--without vote") ==
      Contains("option '--without' = 'vote', did you mean 'votes'?, expected length, quantile, B"));
  CHECK(here.refused("--without votes --top 2") == "option '--top' is of no use '--without votes'");
  CHECK(here.refused("--fit none --quantiles 9") ==
        "option '--quantiles' is of no use without the quantile transform");
  CHECK(here.refused("--ablation") ==
        "'--ablation' compares scores, which need the labels of the queries: give '--truth'");
  CHECK(here.refused("--ablation --truth @truth.txt --out @p.csv") ==
        Contains("'--out' names a file of predictions: give one of them"));
  CHECK(here.refused("--no-landmark 3") ==
        "option '--no-landmark' says what '--truth' means, which is not given");
  CHECK(here.refused("--top 0") == Contains("option '--top' = '0', must be a whole number in 1"));
  CHECK_FALSE(fs::exists(here.folder / "p.csv"));
}

TEST_CASE("recognise: predictions of another classifier get the score of the same predictions") {
  const Landmarks landmarks;
  const Outcome own =
      landmarks.run("--others @z.npy --truth @truth.txt --out @p.csv --format json");
  REQUIRE(own.status == 0);
  const std::string gap = own.out.substr(own.out.find("\"gap\""));
  const Outcome scored = landmarks.run("--predictions @p.csv --truth @truth.txt --format json", "");
  CHECK(scored.status == 0);
  CHECK(scored.out == Contains(gap));
  CHECK(scored.out == Contains("\"predictions\": 3"));

  // Confidences .9 (right), .8 (no landmark) and .7 (right): precisions 1 and 2/3 of two landmarks.
  write_file(landmarks.folder / "s.csv", "query,label,confidence\n1,7,0.7\n2,4,0.8\n0,4,0.9\n");
  const Outcome by_hand = landmarks.run("--predictions @s.csv --truth @truth.txt", "");
  CHECK(by_hand.out == Contains("predictions for 3"));
  CHECK(by_hand.out == Contains("GAP        0.833333"));
  CHECK(by_hand.out == Contains("1.000000  of the queries with a landmark alone"));

  CHECK(landmarks.refused("--predictions @p.csv --truth @truth.txt") ==
        Contains("option '--queries' says how to predict"));
  CHECK(landmarks.refused("--predictions @p.csv", "") == Contains("option '--truth' is missing"));
}

}  // namespace hashlab::recognise_test
