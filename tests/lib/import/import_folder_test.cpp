#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/images/image_file.h"
#include "lib/import/format.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::import_folder_test {

using namespace testing;

namespace {

/// A grey PGM of side x side pixels, all of one value.
std::string grey(std::size_t side, char value) {
  return fmt::format("P5 {0} {0} 255\n", side) + std::string(side * side, value);
}

/// A 1 x 1 colour picture.
std::string dot(const std::string& rgb) {
  return "P6 1 1 255\n" + rgb;
}

class Tree {
 public:
  Tree& add(const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories(std::filesystem::path(root() + "/" + name).parent_path());
    write_file(root() + "/" + name, bytes);
    return *this;
  }
  std::string root() const { return folder_ / "set"; }

 private:
  TemporaryFolder folder_;
};

ForeignData opened(const std::string& folder, std::size_t side = 0, std::size_t threads = 1) {
  ImportOptions options;
  options.picture_side = side;
  options.threads = threads;
  return format_named("folder").open({folder}, options);
}

/// All rows of a part, read `at_most` at a time.
std::vector<double> values(const ForeignData& data, const std::string& name,
                           std::size_t at_most = 2) {
  for (const ForeignPart& part : data.parts) {
    if (part.name != name) continue;
    std::vector<double> all, block(at_most * part.table->columns());
    while (const std::size_t count = part.table->read(at_most, block.data())) {
      all.insert(all.end(), block.begin(),
                 block.begin() + static_cast<std::ptrdiff_t>(count * part.table->columns()));
    }
    return all;
  }
  return {-1};
}

std::vector<std::string> names(const ForeignData& data) {
  std::vector<std::string> result;
  for (const ForeignPart& part : data.parts) result.push_back(part.name);
  return result;
}

std::string refused(const Tree& tree) {
  const std::string message = error_of([&] {
    const ForeignData data = opened(tree.root());
    values(data, "/images");
  });
  CHECK(message.find('\n') == std::string::npos);
  REQUIRE(message.starts_with(tree.root()));
  return message.substr(tree.root().size());
}

}  // namespace

TEST_CASE("folder: sub-folders are the classes, in the order of their names' bytes") {
  Tree tree;
  tree.add("b/2.ppm", dot("abc")).add("b/10.ppm", dot("def")).add("B/x.pgm", grey(1, '\7'));
  tree.add("\xC3\xA9t\xC3\xA9/y.ppm", dot("ghi")).add(".git/config", "").add("b/.hidden", "no");
  CHECK(format_of(sniff(tree.root())).name == "folder");
  const ForeignData data = opened(tree.root());
  CHECK(data.class_names == std::vector<std::string>{"B", "b", "\xC3\xA9t\xC3\xA9"});
  CHECK(names(data) == std::vector<std::string>{"/images", "/labels"});
  CHECK(data.parts[0].row_shape == std::vector<std::size_t>{1, 1, 3});
  CHECK(data.parts[0].table->rows() == 4);
  CHECK(data.parts[1].table->element() == Element::int32);
  CHECK(values(data, "/labels") == std::vector<double>{0, 1, 1, 2});
  // Grey is repeated; "10" comes before "2".
  CHECK(values(data, "/images") ==
        std::vector<double>{7, 7, 7, 'd', 'e', 'f', 'a', 'b', 'c', 'g', 'h', 'i'});
}

TEST_CASE("folder: the folders train and test give the split, with classes one level below") {
  Tree tree;
  tree.add("train/cat/1.ppm", dot("abc")).add("train/dog/1.ppm", dot("def"));
  tree.add("test/dog/1.ppm", dot("ghi")).add("test/emu/1.ppm", dot("jkl"));
  const ForeignData data = opened(tree.root());
  CHECK(data.class_names == std::vector<std::string>{"cat", "dog", "emu"});
  CHECK(names(data) == std::vector<std::string>{"/images", "/labels", "/split"});
  CHECK(values(data, "/labels") == std::vector<double>{0, 1, 1, 2});
  CHECK(values(data, "/split") == std::vector<double>{0, 0, 1, 1});
  CHECK(values(data, "/images")[6] == 'g');
}

TEST_CASE("folder: pictures that lie directly in a folder have no classes") {
  Tree tree;
  tree.add("1.ppm", dot("abc")).add("2.ppm", dot("def"));
  const ForeignData data = opened(tree.root() + "/");
  CHECK(names(data) == std::vector<std::string>{"/images"});
  CHECK(data.class_names.empty());
  CHECK(values(data, "/images") == std::vector<double>{'a', 'b', 'c', 'd', 'e', 'f'});
}

TEST_CASE("folder: the side of the pictures is asked for, or the first one's, at most 256") {
  Tree tree;
  tree.add("1.pgm", grey(5, '\1')).add("2.pgm", grey(3, '\2'));
  CHECK(opened(tree.root()).parts[0].row_shape == std::vector<std::size_t>{5, 5, 3});
  CHECK(opened(tree.root(), 4).parts[0].row_shape == std::vector<std::size_t>{4, 4, 3});
  CHECK(values(opened(tree.root(), 4), "/images").size() == 2 * 4 * 4 * 3);
  tree.add("0.pgm", grey(300, '\0'));
  CHECK(opened(tree.root()).parts[0].row_shape == std::vector<std::size_t>{256, 256, 3});
}

TEST_CASE("folder: the same pictures for any number of threads and rows at once") {
  Tree tree;
  for (int i = 0; i < 40; ++i) {
    tree.add(fmt::format("{}/{}.pgm", i % 3, i), grey(2, static_cast<char>(i)));
  }
  const std::vector<double> expected = values(opened(tree.root()), "/images");
  CHECK(values(opened(tree.root(), 0, 3), "/images", 7) == expected);
  CHECK(values(opened(tree.root(), 0, 2), "/images", 100) == expected);
}

TEST_CASE("folder: several folders are stacked, and their classes are united") {
  Tree one, two;
  one.add("b/1.ppm", dot("abc"));
  two.add("a/1.ppm", dot("def")).add("b/1.ppm", dot("ghi"));
  const ForeignData data = format_named("folder").open({one.root(), two.root()}, {});
  CHECK(data.class_names == std::vector<std::string>{"a", "b"});
  CHECK(values(data, "/labels") == std::vector<double>{1, 0, 1});
  Tree flat;
  flat.add("1.ppm", dot("abc"));
  CHECK(error_of([&] {
          format_named("folder").open({one.root(), flat.root()}, {});
        }) == Contains(flat.root() + ": has pictures with and without classes or parts"));
}

TEST_CASE("folder: what is no picture is named") {
  CHECK(refused(Tree().add("a/1.ppm", dot("abc")).add("a/Thumbs.db", "x")) ==
        "/a/Thumbs.db: is no picture, expected PNG, JPEG or binary PPM or PGM");
  CHECK(refused(Tree().add("a/1.ppm", dot("abc")).add("b/cut.ppm", "P6 1 1 255\na")) ==
        Contains("/b/cut.ppm: is a PPM or PGM of 1 x 1 pixels"));
  CHECK(refused(Tree().add("a/1\n2.ppm", "no")) == Contains("/a/1?2.ppm: is no picture"));
}

TEST_CASE("folder: layouts that are not folders of classes are refused with what to do") {
  CHECK(refused(Tree().add("a/1.ppm", dot("abc")).add("readme.txt", "")) ==
        ": holds files, such as 'readme.txt', beside folders, such as 'a': a class is a folder; "
        "move the files into one or away");
  CHECK(refused(Tree().add("a/1.ppm", dot("abc")).add("b/.hidden", "")) ==
        "/b: is the folder of a class, but holds no pictures");
  CHECK(refused(Tree().add(".hidden", "")) == ": holds no pictures");
  CHECK(refused(Tree().add("a/b/1.ppm", dot("abc"))) ==
        "/a: is the folder of a class, but holds the folder 'b': classes have no folders within, "
        "unless the outermost are train and test");
  CHECK(refused(Tree().add("train/a/1.ppm", dot("abc")).add("test/1.ppm", dot("abc"))) ==
        ": has pictures with and without classes or parts, or is unlike the folder before it: "
        "import folders of one layout");
  CHECK(error_of([] { opened("nowhere"); }) == "nowhere: is no folder");
}

TEST_CASE("folder: the name of a class that is not UTF-8 is refused, shown without its bytes") {
  CHECK(refused(Tree().add("caf\xE9/1.ppm", dot("abc"))) ==
        "/caf?: is a folder whose name is a class, but its name is not printable UTF-8: rename it");
  CHECK(refused(Tree().add("a\tb/1.ppm", dot("abc"))) == Contains("/a?b: is a folder whose name"));
}

TEST_CASE("folder: a folder without pictures is not recognised") {
  CHECK_FALSE(format_named("folder").recognises(sniff(Tree().add("a/b.txt", "x").root())));
  Tree tree;
  tree.add("1.ppm", dot("abc"));
  CHECK_FALSE(format_named("folder").recognises(sniff(tree.root() + "/1.ppm")));
}

TEST_SUITE("slow") {
  TEST_CASE("folder: JPEGs of CIFAR-10 give the pixels that the data set of images has") {
    const std::string data = real_data({"native/images/cifar10", "cifar10_images_test10k.h5"});
    if (data.empty()) return;
    const std::string all_path = data + "/cifar10_images_test10k.h5";
    const std::string folder = data + "/native/images/cifar10";
    constexpr std::size_t pixels = 32 * 32 * 3, images_a_class = 1000;
    const std::vector<double> imported = values(opened(folder), "/images");
    REQUIRE(imported.size() == 10 * pixels);
    const H5File all = H5File::open(all_path);
    for (std::size_t i = 0; i < 10; ++i) {  // the first picture of each class
      std::vector<double> expected(pixels);
      all.read_rows("/images", i * images_a_class, 1, expected.data());
      const auto first = imported.begin() + static_cast<std::ptrdiff_t>(i * pixels);
      CHECK(std::equal(expected.begin(), expected.end(), first));
    }
  }
}

}  // namespace hashlab::import_folder_test
