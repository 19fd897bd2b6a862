#include "lib/data/views.h"

#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/feature_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::views_test {

using namespace testing;

namespace {

const std::vector<float> pixels = {1, 2, 3, 4, 5, 6, 7, 8}, words = {9, 10, 11, 12};
const std::vector<std::int32_t> classes = {0, 1, 1, 0};

/// 4 samples: image 4 x 2, text 4 x 1, labels.
void add_views(H5File& file) {
  file.write("/image/features", pixels.data(), {4, 2});
  file.write("/text/features", words.data(), {4, 1});
  file.write("/labels", classes.data(), {4});
}

template <typename Fill>
std::string path_of(const TemporaryFolder& folder, const std::string& name, Fill fill) {
  H5File file = H5File::create(name);
  fill(file);
  write_file(folder / name, file.image());
  return folder / name;
}

std::string without_path(const std::string& message, const std::string& path) {
  return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

/// The message with which the marks of a data set of 4 samples are refused.
template <typename T>
std::string refused_marks(const std::vector<T>& marks, const std::vector<std::size_t>& shape) {
  const TemporaryFolder folder;
  const std::string path = path_of(folder, "m.h5", [&](H5File& file) {
    add_views(file);
    file.write("/split", marks.data(), shape);
  });
  CHECK(error_of([&] { read_dataset(path, "text"); }) == "no error");  // nobody asked for them
  return without_path(error_of([&] { read_dataset(path, "text", GivenMarks::read); }), path);
}

}  // namespace

TEST_CASE("views: each is a data set with a name and a checksum of its own") {
  const TemporaryFolder folder;
  const std::string path = path_of(folder, "two.h5", add_views);
  CHECK(views_of(H5File::open(path)) == std::vector<std::string>{"image", "text"});
  const Dataset image = read_dataset(path, "image"), text = read_dataset(path, "text");
  CHECK(image.name == "two:image");
  CHECK(dataset_name(path, "image") == "two:image");
  CHECK(image.dimensions() == 2);
  CHECK(image.features(1, 3) == 8);
  CHECK(text.features(0, 3) == 12);
  CHECK(image.labels.single == text.labels.single);
  CHECK(image.checksum != text.checksum);
  CHECK(content_checksum(DatasetFile(path, "text")) == text.checksum);
  // The same as of a file that has nothing else.
  const std::string alone = path_of(folder, "alone.h5", [](H5File& file) {
    file.write("/features", words.data(), {4, 1});
    file.write("/labels", classes.data(), {4});
  });
  CHECK(read_dataset(alone).checksum == text.checksum);
  CHECK(open_features(path, "image")->read(2, 1)(1, 0) == 6);
  CHECK(open_features(path, "text")->description() == "HDF5 '/text/features' 4 x 1");
}

TEST_CASE("views: /features beside views is what is read without a name") {
  const TemporaryFolder folder;
  const std::string path = path_of(folder, "f.h5", [](H5File& file) {
    add_views(file);
    file.write("/features", words.data(), {2, 2});
    file.write("/deep/er/features", words.data(), {2, 2});
    file.write("/=1+1/features", words.data(), {2, 2});  // no name that tables can hold
  });
  const H5File file = H5File::open(path);
  CHECK(views_of(file) == std::vector<std::string>{"image", "text"});
  CHECK(features_table(file, "") == "/features");
  CHECK(features_table(file, "text") == "/text/features");
}

TEST_CASE("views: who names none, or one that is not there, is told which there are and how") {
  const TemporaryFolder folder;
  const std::string path = path_of(folder, "two.h5", add_views);
  const std::string none =
      "has no '/features', but the views image, text: choose one, by 'view = image' in a suite or "
      "'--view image' on the command line";
  CHECK(without_path(error_of([&] { read_dataset(path); }), path) == none);
  CHECK(without_path(error_of([&] { open_features(path); }), path) == none);
  CHECK(without_path(error_of([&] { read_dataset(path, "imag"); }), path) ==
        "has no view 'imag', did you mean 'image'?; its views are image, text: choose one, by "
        "'view = NAME' in a suite or '--view NAME' on the command line");
  const std::string plain = path_of(folder, "plain.h5", [](H5File& file) {
    file.write("/features", words.data(), {4, 1});
  });
  CHECK(without_path(error_of([&] { read_dataset(plain, "text"); }), plain) ==
        "has no view 'text', nor any other: leave 'view' or '--view' out");
  write_file(folder / "x.npy", npy("<f4", "(2, 2)", words));
  CHECK(error_of([&] { open_features(folder / "x.npy", "text"); }) ==
        folder / "x.npy" + ": is a NumPy array, which has no view 'text': leave '--view' out");
}

TEST_CASE("views: what is wrong with one is said with its name") {
  const TemporaryFolder folder;
  const std::vector<double> reals = {1, 2, 3, 4};
  const std::string path = path_of(folder, "v.h5", [&](H5File& file) {
    file.write("/image/features", pixels.data(), {8, 1});
    file.write("/text/features", reals.data(), {4, 1});
    file.write("/labels", classes.data(), {4});
  });
  CHECK(error_of([&] { read_dataset(path, "text"); }) ==
        Contains("'/text/features' has elements of 8 bytes of another type"));
  CHECK(error_of([&] { read_dataset(path, "image"); }) ==
        Contains("'/labels' is 4, expected 8 or 8 x C like '/image/features'"));
}

TEST_CASE("marks: the split that comes with a data set is read where it is asked for") {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> marks = {2, 1, 0, 3};
  const std::string path = path_of(folder, "m.h5", [&](H5File& file) {
    add_views(file);
    file.write("/split", marks.data(), {4});
  });
  CHECK(read_dataset(path, "text").marks.empty());
  const Dataset read = read_dataset(path, "text", GivenMarks::read);
  CHECK(read.marks ==
        RowMarks{RowMark::training_database, RowMark::query, RowMark::database, RowMark::training});
  CHECK(read.checksum == read_dataset(path, "text").checksum);
  const std::string without = path_of(folder, "without.h5", add_views);
  CHECK(read_dataset(without, "text", GivenMarks::read).marks.empty());
}

TEST_CASE("marks: what stands for nothing, or for no split, is refused") {
  using Bytes = std::vector<std::uint8_t>;
  CHECK(refused_marks(Bytes{0, 1, 4, 0}, {4}) ==
        "'/split' row 2 is 4, expected 0 (database), 1 (query), 2 (database and training) or 3 "
        "(training alone)");
  CHECK(refused_marks(std::vector<std::int32_t>{0, 1, 1, -1}, {4}) ==
        Contains("'/split' row 3 is -1, expected 0 (database)"));
  CHECK(refused_marks(Bytes{0, 1, 0}, {3}) ==
        "'/split' is 3 integers, expected 4 integers, one for each row of '/text/features'");
  CHECK(refused_marks(Bytes{0, 1, 0, 0}, {4, 1}) == Contains("'/split' is 4 x 1 integers"));
  CHECK(refused_marks(std::vector<float>{0, 1, 0, 0}, {4}) ==
        Contains("'/split' is 4 real numbers, expected 4 integers"));
  CHECK(refused_marks(Bytes{0, 2, 3, 0}, {4}) ==
        "'/split' marks no queries: expected rows that are 1; mark some, or leave '/split' out");
  CHECK(refused_marks(Bytes{1, 3, 1, 1}, {4}) ==
        "'/split' marks no database: expected rows that are 0 or 2; mark some, or leave '/split' "
        "out");
}

TEST_CASE(
    "views: several are read side by side, in the order asked for, and named in the checksum") {
  const TemporaryFolder folder;
  const std::string path = path_of(folder, "two.h5", add_views);
  const Dataset both = read_views(path, {std::string("image"), std::string("text")});
  CHECK(both.name == "two");
  CHECK(both.size() == 4);
  CHECK(both.dimensions() == 3);
  REQUIRE(both.views.size() == 2);
  CHECK(both.views[0].name == "image");
  CHECK(both.views[1].first == 2);
  CHECK(both.views[1].dimensions == 1);
  CHECK(arma::approx_equal(both.features, arma::fmat{{1, 3, 5, 7}, {2, 4, 6, 8}, {9, 10, 11, 12}},
                           "absdiff", 0));
  CHECK(both.labels.single == classes);
  const std::vector<std::string> turned = {"text", "image"};
  CHECK(read_views(path, turned).checksum != both.checksum);
  CHECK(content_checksum(DatasetFile(path, std::vector<std::string>{"image", "text"})) ==
        both.checksum);
  CHECK(arma::approx_equal(DatasetFile(path, turned).read(1, 2),
                           arma::fmat{{10, 11}, {3, 5}, {4, 6}}, "absdiff", 0));
}

TEST_CASE("views: those with different numbers of samples are refused, and values that are none") {
  const TemporaryFolder folder;
  const std::string uneven = path_of(folder, "uneven.h5", [](H5File& file) {
    file.write("/image/features", pixels.data(), {4, 2});
    file.write("/text/features", words.data(), {2, 2});
  });
  const std::vector<std::string> both = {"image", "text"};
  CHECK(error_of([&] { read_views(uneven, both); }) ==
        uneven +
            ": '/text/features' has 2 rows, but '/image/features' has 4: expected the same "
            "samples in each view");
  const std::string bad = path_of(folder, "bad.h5", [](H5File& file) {
    file.write("/image/features", pixels.data(), {4, 2});
    const std::vector<float> nothing = {1, 2, std::nanf(""), 4};
    file.write("/text/features", nothing.data(), {4, 1});
  });
  CHECK(error_of([&] { read_views(bad, both); }) ==
        Contains("'/text/features' row 2, column 0 is nan, expected a finite number"));
  CHECK(error_of([&] {
          read_views(bad, {std::string("image"), std::string("sound")});
        }) == Contains("has no view 'sound'"));
}

}  // namespace hashlab::views_test
