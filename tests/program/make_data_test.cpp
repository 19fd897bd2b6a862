#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/images/gist.h"
#include "lib/images/pictures.h"
#include "lib/images/tags.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::make_data_test {

using namespace testing;

namespace {

/// Runs `hashlab make-data`, which must end well.
Outcome make(const std::string& arguments) {
  const Outcome outcome = hashlab::testing::hashlab("make-data " + arguments);
  CAPTURE(outcome.error);
  REQUIRE(outcome.status == 0);
  return outcome;
}

template <typename T>
std::vector<T> all_of(const H5File& file, const std::string& name) {
  std::size_t count = 1;
  for (const std::size_t n : file.shape(name).size) count *= n;
  std::vector<T> values(count);
  file.read(name, values.data());
  return values;
}

using Size = std::vector<std::size_t>;

}  // namespace

TEST_CASE("make-data: without a kind it writes pictures, their classes and their GIST") {
  const TemporaryFolder folder;
  const Outcome made = make("--samples 40 --data '" + folder / "sub" + "'");
  CHECK(made.out ==
        Contains("sub/pictures.h5: 40 pictures of 32 x 32 x 3 in 10 classes, 512 features, "
                 "checksum "));
  const std::string path = folder / "sub/pictures.h5";
  const Dataset dataset = read_dataset(path);
  CHECK(made.out == Contains(dataset.checksum.substr(0, 16)));
  const Pictures pictures = make_pictures({.n = 40}, 1);
  CHECK(dataset.labels.single == pictures.labels.single);

  const H5File file = H5File::open(path);
  CHECK(file.members() == std::vector<std::string>{"/features", "/images", "/labels"});
  CHECK(file.shape("/images").size == Size{40, 32, 32, 3});
  CHECK(all_of<std::uint8_t>(file, "/images") == pictures.pixels);
  GistSettings settings;
  settings.channels = 3;
  const Features gist = Gist(settings).describe(pictures.pixels.data(), 40, 1);
  CHECK(arma::approx_equal(dataset.features, gist, "absdiff", 0.0));

  CHECK(file.text_attributes().at("name") == "pictures");
  CHECK(file.text_attributes().at("kind") == "pictures");
  CHECK(file.text_attributes().at("classes") ==
        "stripes\ncheckers\ndots\nrings\npolygons\nskyline\nsea\nmountains\nforest\nroad");
  CHECK(file.text_attributes().at("preprocessing") == settings.text());
  CHECK(file.number_attributes().at("seed") == 2016);
}

TEST_CASE("make-data: the same bytes each time, whatever the threads; another seed, other data") {
  const TemporaryFolder folder;
  const auto bytes = [&](const std::string& options, const std::string& file) {
    make(options + " --samples 1010 '" + folder / file + "'");  // more than a block
    return sha256(read_file(folder / file));
  };
  const std::string first = bytes("--threads 1", "a/x.h5");
  CHECK(bytes("--threads 3", "b/x.h5") == first);
  CHECK(bytes("--seed 2016 pictures", "c/x.h5") == first);
  CHECK(bytes("--seed 7", "d/x.h5") != first);
}

TEST_CASE("make-data: several classes a picture are labels of 0 and 1") {
  const TemporaryFolder folder;
  make("pictures-multi --samples 30 --data '" + folder.path() + "'");
  const Dataset dataset = read_dataset(folder / "pictures-multi.h5");
  CHECK(dataset.labels.single.empty());
  const Pictures pictures = make_pictures({.n = 30, .several_classes = true}, 1);
  CHECK(arma::all(arma::vectorise(dataset.labels.multi == pictures.labels.multi)));
  CHECK(all_of<std::uint8_t>(H5File::open(folder / "pictures-multi.h5"), "/images") ==
        pictures.pixels);
}

TEST_CASE("make-data: tags are a second view, with their vocabulary") {
  const TemporaryFolder folder;
  const Outcome made = make("pictures-tags --samples 30 '" + folder / "t.h5" + "'");
  const Pictures pictures = make_pictures({.n = 30}, 1);
  const arma::Mat<std::uint8_t> tags = make_tags(pictures, 2016);
  const H5File file = H5File::open(folder / "t.h5");
  CHECK(file.members() ==
        std::vector<std::string>{"/image/features", "/images", "/labels", "/text/features"});
  CHECK(file.shape("/image/features").size == Size{30, 512});
  CHECK(file.shape("/text/features").size == Size{30, tag_vocabulary().size()});
  CHECK(all_of<std::uint8_t>(file, "/text/features") ==
        std::vector<std::uint8_t>(tags.begin(), tags.end()));
  CHECK(all_of<std::int32_t>(file, "/labels") == pictures.labels.single);
  CHECK(fields_of(file.text_attributes().at("vocabulary"), '\n') == tag_vocabulary());
  CHECK(hashlab::testing::hashlab("list datasets --data '" + folder.path() + "'").out ==
        Contains("views image 30 x 512, text 30 x "));
}

TEST_CASE("make-data: made-up descriptors are those that were ever made") {
  const TemporaryFolder folder;
  const Outcome first = make("synthetic --data '" + folder.path() + "'");
  CHECK(first.out == Contains("synthetic.h5: 24000 samples x 128 features, checksum "));
  CHECK(first.error.empty());
  CHECK(read_dataset(folder / "synthetic.h5").checksum ==
        "de0477aad1b9cbaeb533b33e8d1270a6b53ca8da3edc19112c9aa7b3ff87a0bc");
}

TEST_CASE("make-data: what it writes is what the embedded suites ask for") {
  const TemporaryFolder folder;
  make("--samples 900 --data '" + folder.path() + "'");
  const Outcome run = hashlab::testing::hashlab(
      "run '" HASHLAB_SOURCE_DIR "/experiments/suites/quickstart.ini' --data '" + folder.path() +
      "' --out '" + folder / "out" +
      "' --set runs=1 --set bits=16 --set hasher=itq+npq --set test-queries=50 --set "
      "validation-queries=50 --set validation-database=200 --set training=200");
  CAPTURE(run.error);
  CHECK(run.status == 0);
  CHECK(run.out == Contains("auprc on pictures"));
}

}  // namespace hashlab::make_data_test
