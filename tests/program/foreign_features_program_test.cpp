// Features as other programs write them, and what is said of them, through the program.

#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::foreign_features_program_test {

using namespace testing;

namespace {

/// A folder of files that arguments name as @name.
class Folder {
 public:
  std::string operator/(const std::string& name) const { return folder_ / name; }
  Outcome run(std::string arguments) const {
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;) {
      arguments.replace(at, 1, folder_.path() + "/");
    }
    return hashlab::testing::hashlab(arguments);
  }
  std::string refused(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    CHECK(outcome.status == 2);
    return refusal(outcome);
  }

 private:
  TemporaryFolder folder_;
};

/// Rows that sum to one, so that they do not vary along their last principal axis.
Dataset histograms() {
  Dataset data = small_dataset(400, 8);
  data.features = arma::abs(data.features) + 0.1F;
  data.features.each_row() /= arma::sum(data.features, 0);
  return data;
}

}  // namespace

TEST_CASE("foreign features: bits without variance are told by train, made constant, or refused") {
  const Folder folder;
  write_dataset(folder / "d.h5", histograms());
  const std::string train =
      "train --data @d.h5 --hasher pca+sbq --bits 8 --groundtruth epsilon --force --out ";
  const Outcome told = folder.run(train + "@a.h5");
  REQUIRE(told.status == 0);
  CHECK(told.out == Contains("note: dimension 8 of 8 holds rounding"));
  CHECK(folder.refused(train + "@b.h5 --rounding-bits refuse") ==
        Contains("dimension 8 of 8 holds rounding"));
  CHECK(folder.run(train + "@c.h5 --rounding-bits fix").out ==
        Contains("all samples were given the same digit there"));
  CHECK(folder.refused(train + "@d2.h5 --rounding-bits none") ==
        Contains("expected keep, fix or refuse"));
  const Outcome fewer =
      folder.run("train --data @d.h5 --hasher pca+sbq --bits 7 --groundtruth epsilon --out @e.h5");
  CHECK(fewer.status == 0);
  CHECK(fewer.out.find("note: ") == std::string::npos);
}

TEST_CASE("foreign features: tables of results say which methods have bits without variance") {
  const Folder folder;
  write_dataset(folder / "d.h5", histograms());
  write_file(folder / "s.ini",
             "name = s\ndataset = d.h5\ngroundtruth = epsilon\nhasher = pca+sbq\nhasher = lsh+sbq\n"
             "bits = 8\nsplit = literature\nruns = 1\ntest-queries = 50\ntraining = 100\n"
             "validation-queries = 20\nvalidation-database = 50\n");
  const Outcome run = folder.run("run @s.ini --data @ --out @o");
  REQUIRE_MESSAGE(run.status == 0, run.error);
  CHECK(run.out == Contains("hash dimensions without variance in the samples"));
  CHECK(run.out == Contains("pca+sbq at 8 bits: 1"));
  CHECK(run.out.find("lsh+sbq at 8 bits: 1") == std::string::npos);
}

TEST_CASE("foreign features: verbs that take data sets name the one that makes them") {
  const Folder folder;
  write_file(folder / "x.npy", read_file(HASHLAB_SOURCE_DIR "/tests/data/plain_f4_C.npy"));
  write_file(folder / "x.csv", "1,2\n3,4\n");
  const std::string array =
      folder /
      "x.npy: is a NumPy array, not an HDF5 file: 'hashlab import' makes a data set of "
      "features, and 'hashlab evaluate' scores codes";
  CHECK(folder.refused("inspect @x.npy") == array);
  const Outcome train =
      folder.run("train --data @x.npy --hasher itq+sbq --groundtruth epsilon --out @m.h5");
  CHECK(train.status == 2);
  CHECK(train.error == Contains(array));
  CHECK(folder.refused("inspect @x.csv") == Contains("'hashlab import' makes a data set"));
  CHECK(folder.refused("compare @x.npy") ==
        Contains("is a file, expected a folder of results that 'hashlab run' wrote"));
}

TEST_CASE("foreign features: relevant rows are lists of .ivecs, arrays of NumPy or of HDF5") {
  const Folder folder;
  H5File neighbours = H5File::create("made");
  const std::vector<std::int32_t> rows = {0, 1, 2, 1, 0, 3};
  neighbours.write("/neighbors", rows.data(), {2, 3});
  write_file(folder / "n.h5", neighbours.image());
  write_file(folder / "d.txt", "0 0 1 1\n0 1 1 1\n1 1 1 1\n0 0 0 0\n");
  write_file(folder / "q.txt", "0 0 1 1\n1 1 1 1\n");
  const std::string evaluate = "evaluate --database @d.txt --query @q.txt --metric map --relevant ";
  const Outcome outcome = folder.run(evaluate + "@n.h5");
  CHECK_MESSAGE(outcome.status == 0, outcome.error);
  H5File real = H5File::create("real");
  const std::vector<float> distances(6);
  real.write("/neighbors", distances.data(), {2, 3});
  write_file(folder / "r.h5", real.image());
  CHECK(folder.refused(evaluate + "@r.h5") == Contains("expected integers, a row for each query"));
  H5File other = H5File::create("other");
  other.write("/rows", rows.data(), {2, 3});
  write_file(folder / "o.h5", other.image());
  CHECK(folder.refused(evaluate + "@o.h5") == Contains("has neither '/neighbors'"));
}

}  // namespace hashlab::foreign_features_program_test
