// The recipes of scripts/datasets: what they import is tried on small stand-ins, packed and named
// as the published files are. Addresses, sizes and checksums cannot be tried without a network.

#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/fetch_study.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::fetch_recipes_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

using Size = std::vector<std::size_t>;

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// n rows of d numbers in the format of TEXMEX.
template <typename T>
std::string vecs(std::size_t n, std::size_t d) {
  std::string bytes;
  for (std::size_t i = 0; i < n; ++i) {
    bytes += bytes_of<std::int32_t>({static_cast<std::int32_t>(d)});
    for (std::size_t j = 0; j < d; ++j) bytes += bytes_of<T>({static_cast<T>((i + j) % n)});
  }
  return bytes;
}

std::string idx(const std::vector<std::uint32_t>& size) {
  std::string bytes{'\0', '\0', '\x08', static_cast<char>(size.size())};
  std::size_t numbers = 1;
  for (const std::uint32_t extent : size) {
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(extent >> shift);
    numbers *= extent;
  }
  for (std::size_t i = 0; i < numbers; ++i) bytes += static_cast<char>(i % 7);
  return bytes;
}

/// A MATLAB 5 file with one real matrix.
std::string mat5(const std::string& name, std::size_t rows, std::size_t columns) {
  const auto element = [](std::uint32_t type, std::string data) {
    const auto size = static_cast<std::uint32_t>(data.size());
    data.resize((data.size() + 7) / 8 * 8);
    return bytes_of<std::uint32_t>({type, size}) + data;
  };
  std::vector<double> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  std::string head = "MATLAB 5.0 MAT-file";
  head.resize(124, ' ');
  return head + std::string("\x00\x01IM", 4) +
         element(14, element(6, bytes_of<std::uint32_t>({6, 0})) +
                         element(5, bytes_of<std::int32_t>({static_cast<std::int32_t>(rows),
                                                            static_cast<std::int32_t>(columns)})) +
                         element(1, name) + element(9, bytes_of(values)));
}

/// A folder of files that become an archive.
class Pack {
 public:
  explicit Pack(const FetchStudy& study) : study_(study) {}
  void add(const std::string& name, const std::string& bytes) const {
    fs::create_directories(fs::path(study_.at("pack/" + name)).parent_path());
    write_file(study_.at("pack/" + name), bytes);
  }
  /// All of it is served as an archive, and forgotten.
  void serve(const std::string& archive) const {
    const bool is_zip = !archive.ends_with(".tar.gz");  // nothing free writes .rar
    REQUIRE(shell(fmt::format("cd '{}' && bsdtar -c {} -f '{}' *", study_.at("pack"),
                              is_zip ? "--format zip" : "-z", study_.at("www/" + archive)))
                .status == 0);
    fs::remove_all(study_.at("pack"));
  }

 private:
  const FetchStudy& study_;
};

/// Fetches by the project's recipe from the study's server, without sizes and checksums, and
/// imports with the real program.
Outcome fetch_stand_in(const FetchStudy& study, const std::string& name) {
  std::string recipe;
  const std::string path = fmt::format("{}/scripts/datasets/{}.recipe", HASHLAB_SOURCE_DIR, name);
  for (const std::string& line : lines_of(read_file(path))) {
    const std::string key = line.substr(0, line.find(' '));
    if (key != "size" && key != "checksum" && key != "url") recipe += line + "\n";
    if (key == "file") recipe += "url = " + study.url(line.substr(line.rfind(' ') + 1)) + "\n";
  }
  write_file(study.at("recipes/" + name + ".recipe"), recipe);
  return study.fetch(name, "HASHLAB='" HASHLAB_PROGRAM "'");
}

}  // namespace

TEST_CASE("fetch recipes: SIFT1M becomes features, split and ground truth") {
  const FetchStudy study;
  const Pack pack(study);
  pack.add("sift/sift_base.fvecs", vecs<float>(9, 4));
  pack.add("sift/sift_learn.fvecs", vecs<float>(5, 4));
  pack.add("sift/sift_query.fvecs", vecs<float>(3, 4));
  pack.add("sift/sift_groundtruth.ivecs", vecs<std::int32_t>(3, 2));
  pack.serve("sift.tar.gz");
  const Outcome run = fetch_stand_in(study, "sift1m");
  CHECK(run.error == Contains("importing sift/sift_base.fvecs as fvecs"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/sift1m.h5"));
  CHECK(file.shape("/features").size == Size{12, 4});
  CHECK(file.shape("/split").size == Size{12});
  CHECK(file.shape("/groundtruth").size == Size{3, 2});
}

TEST_CASE("fetch recipes: MNIST becomes pixels with labels and split") {
  const FetchStudy study;
  const auto serve = [&](const std::string& name, const std::vector<std::uint32_t>& size) {
    study.serve(name, idx(size));
    REQUIRE(shell("gzip '" + study.at("www/" + name) + "'").status == 0);
  };
  serve("train-images-idx3-ubyte", {5, 28, 28});
  serve("train-labels-idx1-ubyte", {5});
  serve("t10k-images-idx3-ubyte", {3, 28, 28});
  serve("t10k-labels-idx1-ubyte", {3});
  const Outcome run = fetch_stand_in(study, "mnist");
  CHECK(run.error == Contains("as idx"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/mnist.h5"));
  CHECK(file.shape("/features").size == Size{8, 784});
  CHECK(file.shape("/features").element_bytes == 1);
  std::vector<std::int32_t> labels(8);
  file.read("/labels", labels.data());
  CHECK(labels == std::vector<std::int32_t>{0, 1, 2, 3, 4, 0, 1, 2});
  CHECK(file.shape("/split").size == Size{8});
}

TEST_CASE("fetch recipes: CIFAR-10 becomes GIST with its pictures, labels and split") {
  const FetchStudy study;
  const Pack pack(study);
  std::string batch;
  for (int i = 0; i < 3072 + 1; ++i) batch += static_cast<char>(i == 0 ? 3 : i * i % 251);
  for (int i = 1; i <= 5; ++i) {
    pack.add(fmt::format("cifar-10-batches-bin/data_batch_{}.bin", i), batch + batch);
  }
  pack.add("cifar-10-batches-bin/test_batch.bin", batch);
  pack.add("cifar-10-batches-bin/batches.meta.txt", "airplane\n");
  pack.serve("cifar-10-binary.tar.gz");
  const Outcome run = fetch_stand_in(study, "cifar10");
  CHECK(run.error == Contains("as cifar10"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/cifar10_gist512.h5"));
  CHECK(file.shape("/features").size == Size{11, 512});
  CHECK(file.shape("/images").size == Size{11, 32, 32, 3});
  CHECK(file.shape("/labels").size == Size{11});
  std::vector<std::uint8_t> split(11);
  file.read("/split", split.data());
  CHECK(split == std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("fetch recipes: LabelMe's descriptors are taken by their name, a row each") {
  const FetchStudy study;
  // More features than samples: which is which has to be said by the recipe.
  study.serve("LabelMe_gist.mat", mat5("gist", 4, 6));
  const Outcome run = fetch_stand_in(study, "labelme");
  CHECK(run.error == Contains("as matlab"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/labelme_gist512.h5"));
  REQUIRE(file.shape("/features").size == Size{4, 6});
  std::vector<float> row(6);
  file.read_rows("/features", 1, 1, row.data());
  CHECK(row == std::vector<float>{1, 5, 9, 13, 17, 21});  // MATLAB stores columns
}

TEST_CASE("fetch recipes: Wiki becomes two views with categories") {
  const FetchStudy study;
  const Pack pack(study);
  pack.add("wikipedia_dataset/raw_features.mat",
           read_file(HASHLAB_SOURCE_DIR "/tests/data/matlab/wiki.mat"));
  pack.add("wikipedia_dataset/trainset_txt_img_cat.list", "a\tb\t1\nc\td\t10\ne\tf\t3\n");
  pack.add("wikipedia_dataset/testset_txt_img_cat.list", "g\th\t2\ni\tj\t4\n");
  pack.serve("wikipedia_dataset.zip");
  const Outcome run = fetch_stand_in(study, "wiki");
  CHECK(run.error == Contains("as wiki"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/wiki_crossmodal.h5"));
  CHECK(file.shape("/image/features").size == Size{5, 2});
  CHECK(file.shape("/text/features").size == Size{5, 1});
  std::vector<std::int32_t> labels(5);
  file.read("/labels", labels.data());
  CHECK(labels == std::vector<std::int32_t>{0, 9, 2, 1, 3});
  CHECK(file.shape("/split").size == Size{5});
}

TEST_CASE("fetch recipes: NUS-WIDE's archives become two views with concepts") {
  const FetchStudy study;
  const Pack pack(study);
  pack.add("Low_Level_Features/BoW_int.dat", "1 2 2 \n0 3 4 \n5 0 0 \n");
  pack.serve("NUS_WID_Low_Level_Features.rar");
  pack.add("AllLabels/Labels_animal.txt", "1\n0\n0\n");
  pack.add("AllLabels/Labels_water.txt", "1\n1\n0\n");
  pack.add("TrainTestLabels/Labels_animal_Train.txt", "1\n0\n");
  pack.add("TrainTestLabels/Labels_animal_Test.txt", "0\n");
  pack.serve("Groundtruth.zip");
  pack.add("All_Tags.txt", "11      sea dog \n12      sea \n13      \n");
  pack.add("Final_Tag_List.txt", "dog\nsea\n");
  pack.add("AllTags1k.txt", "1\t1\t\n0\t1\t\n0\t0\t\n");
  pack.serve("NUS_WID_Tags.zip");
  pack.add("Concepts81.txt", "animal\nwater\n");
  pack.serve("ConceptsList.zip");
  pack.add("Imagelist.txt", "a\\0001_11.jpg\n");
  pack.serve("ImageList.zip");
  const Outcome run = fetch_stand_in(study, "nus-wide");
  CHECK(run.error == Contains("as nus-wide"));
  REQUIRE(run.status == 0);
  const H5File file = H5File::open(study.at("data/nus-wide.h5"));
  CHECK(file.shape("/image/features").size == Size{3, 3});
  CHECK(file.shape("/text/features").size == Size{3, 2});
  CHECK(file.shape("/labels").size == Size{3, 2});
}

}  // namespace hashlab::fetch_recipes_test
