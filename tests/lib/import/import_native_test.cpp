// The files of others in HASHLAB_DATA/native, held to the same data in HDF5 or to what NumPy reads.
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::import_native_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

/// The last `rows` rows of a dataset, or all.
Numbers stored(const std::string& path, const std::string& name, std::size_t rows = 0) {
  const H5File file = H5File::open(path);
  const H5File::Shape shape = file.shape(name);
  const std::size_t n = shape.size[0], columns = shape.size.size() == 2 ? shape.size[1] : 1;
  const std::size_t count = rows == 0 ? n : rows;
  Numbers values(count * columns);
  file.read_rows(name, n - count, count, values.data());
  return values;
}

/// What the content of a file is imported as.
Numbers numbers_of(const std::string& path, const std::string& format,
                   const std::string& part = "/features") {
  CHECK(format_of(sniff(path)).name == format);
  return imported(format, {path}, part, {}, 1000);
}

/// An array that NumPy makes by an expression.
Numbers from_numpy(const std::string& expression) {
  const TemporaryFolder folder;
  const Outcome made =
      shell(fmt::format("/usr/bin/python3 -c \"import numpy as np; np.save('{0}', {1})\"",
                        folder / "a.npy", expression));
  REQUIRE(made.status == 0);
  return imported("npy", {folder / "a.npy"}, "/features", {}, 1000);
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("import_native: files are imported to the numbers of their counterparts") {
    const std::string folder = real_data(
        {"native/flann_dataset.dat", "sift10k_flann.h5", "mnist.h5", "oxford5k_fc7pca128.h5"});
    if (folder.empty()) return;
    const std::string native = folder + "/native/", converted = native + "converted/sift10k_flann_",
                      sift = folder + "/sift10k_flann.h5", mnist = folder + "/mnist.h5";
    const Numbers base = stored(sift, "/base"), query = stored(sift, "/query"),
                  truth = stored(sift, "/groundtruth");
    CHECK(numbers_of(native + "oxford_features.fvecs", "fvecs") ==
          stored(folder + "/oxford5k_fc7pca128.h5", "/features"));
    CHECK(numbers_of(native + "flann_dataset.dat", "text") == base);
    CHECK(numbers_of(native + "flann_testset.dat", "text") == query);
    CHECK(numbers_of(native + "flann_match.dat", "text") == truth);
    CHECK(numbers_of(converted + "base.bvecs", "bvecs") == base);
    CHECK(numbers_of(converted + "query.bvecs", "bvecs") == query);
    CHECK(numbers_of(converted + "query.fvecs", "fvecs") == query);
    CHECK(numbers_of(converted + "groundtruth.ivecs", "ivecs") == truth);
    const Numbers labels = stored(mnist, "/labels", 10000);
    CHECK(numbers_of(native + "mnist_t10k-images-idx3-ubyte.gz", "idx") ==
          stored(mnist, "/features", 10000));
    CHECK(numbers_of(native + "mnist_t10k-labels-idx1-ubyte.gz", "idx", "/labels") == labels);
    CHECK(numbers_of(native + "mnist_t10k-labels-idx1-ubyte", "idx", "/labels") == labels);
  }

  TEST_CASE("import_native: files without a counterpart are what NumPy reads") {
    const std::string folder =
        real_data({"native/siftsmall_query.fvecs", "native/oxford5k_queries_resnet_2048.npy"});
    if (folder.empty() || !has_python()) return;
    const std::string native = folder + "/native/";
    const auto vecs = [&](const std::string& name, const std::string& type, int columns) {
      return from_numpy(fmt::format("np.fromfile('{}', '{}').reshape(-1, {})[:, 1:]", native + name,
                                    type, columns + 1));
    };
    CHECK(numbers_of(native + "siftsmall_query.fvecs", "fvecs") ==
          vecs("siftsmall_query.fvecs", "<f4", 128));
    CHECK(numbers_of(native + "siftsmall_groundtruth.ivecs", "ivecs") ==
          vecs("siftsmall_groundtruth.ivecs", "<i4", 100));
    const Numbers gist = numbers_of(native + "corel5k_test_Gist.fvec", "fvecs");
    CHECK(gist.size() == 499 * 512);
    CHECK(gist == vecs("corel5k_test_Gist.fvec", "<f4", 512));
    const std::string resnet = native + "oxford5k_queries_resnet_2048.npy";
    const Numbers rows = numbers_of(resnet, "npy");
    CHECK(rows.size() == 55 * 2048);
    CHECK(rows ==
          from_numpy("np.fromfile('" + resnet + "', '<f4', 55 * 2048, offset=128).astype('f8')"));
    CHECK(rows == from_numpy("np.asfortranarray(np.load('" + resnet + "'))"));
  }

  TEST_CASE("import_native: only the right one of the plain formats is told of each file") {
    const std::string folder = real_data({"native"});
    if (folder.empty()) return;
    for (const char* name :
         {"oxford_features.fvecs", "siftsmall_query.fvecs", "siftsmall_groundtruth.ivecs",
          "corel5k_test_Gist.fvec", "oxford5k_queries_resnet_2048.npy", "flann_match.dat",
          "mnist_t10k-labels-idx1-ubyte", "converted/sift10k_flann_base.bvecs",
          "converted/sift10k_flann_query.fvecs", "converted/sift10k_flann_groundtruth.ivecs"}) {
      CAPTURE(name);
      const Sniff file = sniff(folder + "/native/" + name);
      const auto recognises = [&](const Format& f) { return f.recognises(file); };
      CHECK(std::count_if(all_formats().begin(), all_formats().end(), recognises) == 1);
    }
  }
}

}  // namespace hashlab::import_native_test
