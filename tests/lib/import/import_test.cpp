#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

/// The bytes of an .fvecs file of n vectors: component j of vector i is start + 10 i + j.
std::string fvecs(std::size_t n, std::int32_t d, float start) {
  std::string bytes;
  for (std::size_t i = 0; i < n; ++i) {
    bytes.append(reinterpret_cast<const char*>(&d), 4);
    for (std::int32_t j = 0; j < d; ++j) {
      const float value = start + 10 * static_cast<float>(i) + static_cast<float>(j);
      bytes.append(reinterpret_cast<const char*>(&value), 4);
    }
  }
  return bytes;
}

/// A folder with small files to import.
class Sources {
 public:
  Sources() {
    write_file(folder_ / "base.fvecs", fvecs(4, 3, 0.5F));
    write_file(folder_ / "query.fvecs", fvecs(2, 3, 100.5F));
    write_file(folder_ / "wide.fvecs", fvecs(2, 5, 0.5F));
    write_file(folder_ / "nearest.txt", "0 1\n3 2\n");
    write_file(folder_ / "labels.txt", "1\n2\n2\n3\n");
    write_file(folder_ / "topics.csv", "1,0\n0,1\n1,1\n0,0\n");
    write_file(folder_ / "words.csv", "0.5,1.5\n2.5,3.5\n4.5,5.5\n6.5,7.5\n");
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  /// `hashlab import` of files in the folder to out.h5, "@" before each name.
  Outcome import(std::string arguments) const {
    for (std::size_t at = 0; (at = arguments.find('@', at)) != std::string::npos;) {
      arguments.replace(at, 1, folder_.path() + "/");
    }
    return hashlab::testing::hashlab("import " + arguments + " --out " + (folder_ / "out.h5"));
  }
  Dataset imported() const { return read_dataset(folder_ / "out.h5"); }
  std::string refused(const std::string& arguments) const {
    const std::string before = fingerprint(folder_.path());
    const Outcome outcome = import(arguments);
    CHECK(outcome.status == 2);
    CHECK(fingerprint(folder_.path()) == before);
    std::string message = refusal(outcome);
    for (std::size_t at = 0; (at = message.find(folder_.path() + "/", at)) != std::string::npos;) {
      message.erase(at, folder_.path().size() + 1);
    }
    return message;
  }

 private:
  TemporaryFolder folder_;
};

template <typename T>
std::vector<T> values_of(const std::string& path, const std::string& name) {
  const H5File file = H5File::open(path);
  std::size_t count = 1;
  for (const std::size_t extent : file.shape(name).size) count *= extent;
  std::vector<T> values(count);
  file.read(name, values.data());
  return values;
}

}  // namespace

TEST_CASE("import: files without a role are stacked in the order given") {
  const Sources sources;
  const Outcome outcome = sources.import("@query.fvecs @base.fvecs");
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out == Contains("/features"));
  CHECK(outcome.out == Contains("6 x 3 float32"));
  const Dataset data = sources.imported();
  CHECK(data.features(0, 0) == 100.5F);
  CHECK(data.features(2, 5) == 32.5F);
  CHECK(outcome.out == Contains("checksum " + data.checksum.substr(0, 16)));
  const auto attributes = H5File::open(sources / "out.h5").text_attributes();
  CHECK(attributes.at("format") == "fvecs");
  CHECK(attributes.at("name") == "out");
  // As sha256sum prints it.
  const Outcome sums =
      shell(fmt::format("cd {} && sha256sum query.fvecs base.fvecs",
                        std::filesystem::path(sources / "out.h5").parent_path().string()));
  CHECK(attributes.at("sources") + "\n" == sums.out);
}

TEST_CASE("import: training and test samples become one table with marks, neighbours are kept") {
  const Sources sources;
  REQUIRE(sources.import("test=@query.fvecs groundtruth=@nearest.txt train=@base.fvecs").status ==
          0);
  CHECK(sources.imported().features(0, 4) == 100.5F);
  CHECK(values_of<std::uint8_t>(sources / "out.h5", "/split") ==
        std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1});
  CHECK(values_of<std::int32_t>(sources / "out.h5", "/groundtruth") ==
        std::vector<std::int32_t>{0, 1, 3, 2});
}

TEST_CASE("import: roles count for more than the split that a format makes of file names") {
  const Sources sources;
  const std::string picture = std::string(1, '\3') + std::string(3072, '\7');
  write_file(sources / "data_batch_1.bin", picture + picture);
  write_file(sources / "test_batch.bin", picture);
  REQUIRE(sources.import("train=@test_batch.bin test=@data_batch_1.bin").status == 0);
  CHECK(values_of<std::uint8_t>(sources / "out.h5", "/split") ==
        std::vector<std::uint8_t>{0, 1, 1});
}

TEST_CASE("import: two views of the same items are kept apart") {
  const Sources sources;
  REQUIRE(sources.import("image=@base.fvecs text=@words.csv --labels @labels.txt --first-class 1")
              .status == 0);
  CHECK(values_of<float>(sources / "out.h5", "/image/features").size() == 12);
  CHECK(values_of<float>(sources / "out.h5", "/text/features")[3] == 3.5F);
  CHECK(values_of<std::int32_t>(sources / "out.h5", "/labels") ==
        std::vector<std::int32_t>{0, 1, 1, 2});
}

TEST_CASE("import: labels may be class numbers or a column for each class") {
  const Sources sources;
  REQUIRE(sources.import("@base.fvecs --labels @labels.txt").status == 0);
  CHECK(sources.imported().labels.single == std::vector<std::int32_t>{1, 2, 2, 3});
  REQUIRE(sources.import("@base.fvecs --labels @topics.csv").status == 0);
  CHECK(sources.imported().labels.multi(0, 2) == 1);
  CHECK(sources.imported().labels.multi.n_rows == 2);
}

TEST_CASE("import: the same sources give the same bytes") {
  const Sources sources;
  const std::string arguments = "@base.fvecs --labels @labels.txt";
  REQUIRE(sources.import(arguments).status == 0);
  const std::string first = read_file(sources / "out.h5");
  REQUIRE(sources.import(arguments + " --threads 1").status == 0);
  CHECK(read_file(sources / "out.h5") == first);
}

TEST_CASE("import: what does not fit together is refused, and an earlier file stays") {
  const Sources sources;
  REQUIRE(sources.import("@query.fvecs").status == 0);
  const std::string earlier = read_file(sources / "out.h5");
  CHECK(sources.refused("@base.fvecs @wide.fvecs") == Contains("wide.fvecs: has 5 numbers a row"));
  CHECK(sources.refused("train=@base.fvecs test=@wide.fvecs") == Contains("wide.fvecs: has 5"));
  CHECK(sources.refused("train=@base.fvecs") == Contains("train=FILE and test=FILE go together"));
  CHECK(sources.refused("@base.fvecs groundtruth=@nearest.txt") == Contains("name train=FILE"));
  CHECK(sources.refused("@base.fvecs image=@base.fvecs") == Contains("exclude each other"));
  CHECK(sources.refused("image=@base.fvecs") == Contains("'text' is missing"));
  CHECK(sources.refused("@query.fvecs --labels @labels.txt") ==
        Contains("'/labels' has 4 rows, but '/features' has 2"));
  CHECK(sources.refused("image=@base.fvecs text=@query.fvecs") == Contains("has 2 rows"));
  CHECK(sources.refused("@base.fvecs --labels @labels.txt --first-class 2") ==
        Contains("labels.txt: row 0, column 0 is 1, expected a class number from 2 on"));
  CHECK(sources.refused("train=@query.fvecs test=@base.fvecs groundtruth=@nearest.txt") ==
        Contains("nearest.txt: row 1, column 0 is 3, expected a row of the 2 training samples"));
  CHECK(sources.refused("train=@base.fvecs test=@base.fvecs groundtruth=@nearest.txt") ==
        Contains("nearest.txt: has 2 rows of neighbours, expected one for each of 4"));
  CHECK(read_file(sources / "out.h5") == earlier);
}

TEST_CASE("import: wrong arguments are refused with what to do") {
  const Sources sources;
  CHECK(sources.refused("@none.fvecs") == Contains("none.fvecs: "));
  CHECK(sources.refused("@base.fvecs --format fvec") == Contains("did you mean 'fvecs'"));
  CHECK(sources.refused("@base.fvecs --features sift") ==
        "--features sift: expected pixels, gist or gist-colour");
  CHECK(sources.refused("@base.fvecs --features gist") ==
        Contains("base.fvecs: holds no pictures to compute GIST of"));
  CHECK(sources.refused("@base.fvecs --samples both") == Contains("expected rows or columns"));
  CHECK(sources.refused("@base.fvecs --views text") == "--views text: expected image or both");
  CHECK(sources.refused("@base.fvecs --labels-column 0") == Contains("--labels-column"));
  const Outcome onto_itself =
      hashlab::testing::hashlab(fmt::format("import {0} --out {0}", sources / "base.fvecs"));
  CHECK(onto_itself.status == 2);
  CHECK(read_file(sources / "base.fvecs") == fvecs(4, 3, 0.5F));
}
