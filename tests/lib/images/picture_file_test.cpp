#include "lib/images/picture_file.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::picture_file_test {

using namespace testing;

namespace {

/// A file with one dataset of bytes 0, 1, 2, ...
class OneTable {
 public:
  OneTable(const std::string& name, const std::vector<std::size_t>& shape,
           const std::string& image_shape = "") {
    H5File file = H5File::create(path());
    add(file, name, shape);
    if (!image_shape.empty()) file.set("image-shape", image_shape);
    write_file(path(), file.image());
  }
  static void add(H5File& file, const std::string& name, const std::vector<std::size_t>& shape) {
    std::size_t n = 1;
    for (const std::size_t extent : shape) n *= extent;
    std::vector<std::uint8_t> values(n);
    std::iota(values.begin(), values.end(), std::uint8_t{0});
    file.write(name, values.data(), shape);
  }
  std::string path() const { return folder_ / "a.h5"; }
  std::string refused() const {
    const std::string message = error_of([&] { PictureFile file(path()); });
    REQUIRE(message.starts_with(path() + ": "));
    return message.substr(path().size() + 2);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("picture_file: pictures are read one at a time, grey or in colour") {
  const OneTable grey("/images", {5, 2, 3});
  const PictureFile file(grey.path());
  CHECK(file.size() == 5);
  const Image second = file.read(1);
  CHECK(second.height == 2);
  CHECK(second.width == 3);
  CHECK(second.channels == 1);
  CHECK(second.pixels == std::vector<std::uint8_t>{6, 7, 8, 9, 10, 11});
  const OneTable colour("/images", {2, 1, 2, 3});
  const Image last = PictureFile(colour.path()).read(1);
  CHECK(last.channels == 3);
  CHECK(last.pixels == std::vector<std::uint8_t>{6, 7, 8, 9, 10, 11});
}

TEST_CASE("picture_file: features are pixels where the attribute image-shape says so") {
  const OneTable digits("/features", {3, 6}, "2 x 3");
  const Image image = PictureFile(digits.path()).read(2);
  CHECK(image.height == 2);
  CHECK(image.width == 3);
  CHECK(image.pixels == std::vector<std::uint8_t>{12, 13, 14, 15, 16, 17});
  const OneTable dots("/features", {3, 6}, "1 x 2 x 3");
  CHECK(PictureFile(dots.path()).read(0).channels == 3);
}

TEST_CASE("picture_file: the names of the classes are lines of the attribute classes") {
  const OneTable unnamed("/images", {2, 1, 1});
  CHECK(PictureFile(unnamed.path()).class_names().empty());
  const TemporaryFolder folder;
  H5File file = H5File::create("x");
  OneTable::add(file, "/images", {2, 1, 1});
  file.set("classes", "cat\ndog, wolf");
  write_file(folder / "a.h5", file.image());
  CHECK(PictureFile(folder / "a.h5").class_names() == std::vector<std::string>{"cat", "dog, wolf"});
}

TEST_CASE("picture_file: a file without pictures, or with what cannot be any, is refused") {
  CHECK(OneTable("/features", {3, 6}).refused() ==
        "keeps no pictures: it has neither '/images' nor pixels as '/features' with the attribute "
        "image-shape; import the pictures themselves");
  CHECK(OneTable("/features", {3, 6}, "2 x 4").refused() ==
        "'/features' is 3 x 6, which the attribute image-shape '2 x 4' does not fit");
  CHECK(OneTable("/features", {3, 6}, "2x3").refused() ==
        Contains("image-shape '2x3' does not fit"));
  CHECK(OneTable("/images", {3, 6}).refused() == Contains("has rows of '6', expected pictures"));
  CHECK(OneTable("/images", {3, 2, 2, 4}).refused() == Contains("has rows of '2 x 2 x 4'"));
  const TemporaryFolder folder;
  H5File file = H5File::create("x");
  OneTable::add(file, "/images", {3, 2, 2});
  OneTable::add(file, "/features", {4, 2});
  write_file(folder / "a.h5", file.image());
  CHECK(error_of([&] { PictureFile pictures(folder / "a.h5"); }) ==
        Contains("'/images' are 3, but '/features' 4"));
  H5File real = H5File::create("y");
  const std::vector<float> values(8);
  real.write("/images", values.data(), {2, 2, 2});
  write_file(folder / "b.h5", real.image());
  CHECK(error_of([&] { PictureFile pictures(folder / "b.h5"); }) ==
        Contains("'/images' are pictures, but not of uint8"));
}

}  // namespace hashlab::picture_file_test
