#include "lib/files/files.h"
#include "lib/import/format.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::import_nus_wide_test {

using namespace testing;

namespace {

/// Three pictures, two visual words, two concepts and tags, by hand.
class HandMade {
 public:
  HandMade() {
    put("BoW_int.dat", "3 4 \n0 0 \n1 0 \n");
    put("Labels_sky.txt", "1\n0\n1\n");
    put("Labels_dog.txt", "0\r\n0\r\n1\r\n");
    put("Concepts81.txt", "sky\ndog\n");
  }
  void put(const std::string& name, const std::string& text) const {
    write_file(folder_ / name, text);
  }
  std::string error(const ImportOptions& options = {}) const {
    return import_error("nus-wide", {folder_.path()}, options);
  }
  ForeignData open(const ImportOptions& options = {}) const {
    return format_named("nus-wide").open({folder_.path()}, options);
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  const std::string& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

using Values = std::vector<double>;

}  // namespace

TEST_CASE(
    "import NUS-WIDE: words become rows of unit length, concepts columns in the list's order") {
  const HandMade set;
  CHECK(format_of(sniff(set.path())).name == "nus-wide");
  const ForeignData data = set.open();
  CHECK(data.parts.size() == 2);
  CHECK(data.class_names == std::vector<std::string>{"sky", "dog"});
  CHECK(values_of(*part_of(data, "/features").table) == Values{0.6, 0.8, 0, 0, 1, 0});
  CHECK(part_of(data, "/features").table->element() == Element::float32);
  const ForeignPart& labels = part_of(data, "/labels");
  CHECK(labels.row_shape == std::vector<std::size_t>{2});
  CHECK(labels.table->element() == Element::uint8);
  CHECK(values_of(*labels.table) == Values{1, 0, 0, 0, 1, 1});
  CHECK(data.attributes.at("preprocessing") ==
        "2 visual words, each row scaled to unit Euclidean length");
}

TEST_CASE("import NUS-WIDE: without the list of concepts, their files name them") {
  const HandMade set;
  std::filesystem::remove(set / "Concepts81.txt");
  set.put("Labels_cat_Train.txt", "0\n");  // of another order
  CHECK(set.open().class_names == std::vector<std::string>{"dog", "sky"});
}

TEST_CASE("import NUS-WIDE: tags make a second view, in words or as the release's table") {
  const HandMade set;
  ImportOptions as_they_are;
  as_they_are.tag_dimensions = 0;
  set.put("AllTags1k.txt", "1\t0\t0\t\n0\t0\t0\t\n0\t1\t1\t\n");
  {
    const ForeignData data = set.open();
    CHECK(data.parts.size() == 3);
    CHECK(values_of(*part_of(data, "/image/features").table) == Values{0.6, 0.8, 0, 0, 1, 0});
    CHECK(values_of(*part_of(data, "/text/features").table) == Values{1, 0, 0, 0, 0, 0, 0, 1, 1});
    CHECK(part_of(data, "/text/features").table->element() == Element::uint8);
  }
  set.put("Final_Tag_List.txt", "sun\nsea\n");
  set.put("All_Tags.txt", "11      sea sea boat\n12\n13 sun\tsea \n");
  {
    const ForeignData data = set.open(as_they_are);
    CHECK(values_of(*part_of(data, "/text/features").table) == Values{0, 1, 0, 0, 1, 1});
    CHECK(data.attributes.at("preprocessing") == Contains("text: which of 2 tags a picture has"));
  }
  ImportOptions one;
  one.tag_dimensions = 1;
  const ForeignData data = set.open(one);
  // Means 1/3 and 2/3, covariance 2/9 and 1/9: the component is (1, 1) / sqrt 2.
  const Values y = values_of(*part_of(data, "/text/features").table);
  REQUIRE(y.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(y[i] == doctest::Approx((static_cast<double>(std::vector<int>{1, 0, 2}[i]) - 1) /
                                  std::sqrt(2.0)));
  }
  CHECK(data.attributes.at("preprocessing") ==
        Contains("reduced to 1 principal components, fitted on all 3 rows"));
  ImportOptions picture;
  picture.cross_modal = false;
  CHECK(set.open(picture).parts.front().name == "/features");
  CHECK(set.open(picture).parts.size() == 2);
}

TEST_CASE("import NUS-WIDE: what is missing or does not fit together is named") {
  const HandMade set;
  ImportOptions both;
  both.cross_modal = true;
  CHECK(set.error(both) == Contains("no tags are found below it"));
  const auto changed = [&](const std::string& name, const std::string& text,
                           const std::string& good) {
    set.put(name, text);
    const std::string message = set.error();
    set.put(name, good);
    return message;
  };
  const std::string words = "3 4 \n0 0 \n1 0 \n", sky = "1\n0\n1\n", list = "sky\ndog\n";
  CHECK(changed("BoW_int.dat", "3 4 \n0 0 \n", words) ==
        Contains("BoW_int.dat: has only 2 rows, but the concepts have 3 labels"));
  CHECK(changed("BoW_int.dat", words + words, words) == Contains("rows, but the concepts have 3"));
  CHECK(changed("BoW_int.dat", "3 4\n0 x\n1 0\n", words) == Contains("line 2, column 2 is 'x'"));
  CHECK(changed("BoW_int.dat", "3 4\n0\n1 0\n", words) == Contains("line 2 has 1 fields"));
  CHECK(changed("Labels_sky.txt", "1\n-1130179\n1\n", sky) ==
        Contains("Labels_sky.txt: line 2 is '-1130179', expected 0 or 1"));
  CHECK(changed("Labels_sky.txt", "1\n0\n", sky) == Contains("has 3 lines, expected 2 as in"));
  CHECK(changed("Labels_sky.txt", "", sky) == Contains("has 0 lines"));
  CHECK(changed("Concepts81.txt", "sky\ncat\n", list) == Contains("no Labels_cat.txt is found"));
  CHECK(changed("Concepts81.txt", "sky\n../dog\n", list) ==
        Contains("expected the name of a concept"));
  CHECK(changed("Concepts81.txt", "", list) == Contains("no Labels_CONCEPT.txt is found"));
  set.put("Final_Tag_List.txt", "sun\nsun\n");
  set.put("All_Tags.txt", "1 sun\n2 sun\n3 sun\n");
  CHECK(set.error() == Contains("line 2 names a tag for the second time"));
  set.put("Final_Tag_List.txt", "\n");
  CHECK(set.error() == Contains("is empty, expected one tag a line"));
  set.put("Final_Tag_List.txt", "sun\n");
  set.put("All_Tags.txt", "1 sun\n2 sun\n");
  CHECK(set.error() == Contains("All_Tags.txt: has only 2 rows"));
  std::filesystem::remove(set / "BoW_int.dat");
  CHECK(set.error() == Contains("no BoW_int.dat is found below it"));
  std::filesystem::create_directory(set / "copy");
  set.put("copy/Labels_sky.txt", sky);
  CHECK(set.error() == Contains("there is a second"));
}

TEST_CASE("import NUS-WIDE: a stand-in that NumPy writes becomes what NumPy computes") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  REQUIRE(shell(fmt::format("/usr/bin/python3 '{}/tests/data/make_nus_wide.py' '{}'",
                            HASHLAB_SOURCE_DIR, folder.path()))
              .status == 0);
  const auto expected = [&](const std::string& name) {
    return imported("text", {folder / name}, "/features");
  };
  const auto close = [](const Values& a, const Values& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most < 1e-12;
  };
  for (const std::string order : {"all", "parts"}) {
    CAPTURE(order);
    const ForeignData data = format_named("nus-wide").open({folder / order}, {});
    CHECK(data.class_names.size() == 4);
    CHECK(close(values_of(*part_of(data, "/image/features").table), expected("unit." + order)));
    CHECK(values_of(*part_of(data, "/text/features").table) == expected("table." + order));
    CHECK(values_of(*part_of(data, "/labels").table) == expected("labels." + order));
    if (order == "all") continue;
    const Values split = values_of(*part_of(data, "/split").table);
    CHECK(std::count(split.begin(), split.end(), 0.0) == 40);
    CHECK(split.back() == 1);
  }
  ImportOptions four;
  four.tag_dimensions = 4;
  const Values whole = expected("components.all");
  for (const std::size_t block : {1U, 7U, 100U}) {
    CHECK(close(
        imported("nus-wide", {folder / "all", folder / "words"}, "/text/features", four, block),
        whole));
  }
}

}  // namespace hashlab::import_nus_wide_test
