// Learned hash functions that are kept in files: each test of every method walks the registry.

#include "hashers/model.h"

#include "hashers/project_rows.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_handle.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/model_parts.h"
#include "tests/support/pairs.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::model_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 90, d = 24;

const Dataset& data() {
  static const Dataset dataset = small_dataset(n, d);
  return dataset;
}

Model learn(const std::string& name, std::size_t bits) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  const arma::fvec mean = arma::mean(data().features, 1);
  TrainingSet training{data().features, class_neighbours(data().labels, rows), data().labels};
  training.X.each_col() -= mean;
  Model model = learn_model(make_hasher(name), bits, training, mean, Rng(1), Rng(2));
  model.origin = {"small", "c0ffee", "5eed", "class", n, 18446744073709551615u};
  return model;
}

/// The message that a model of `name` at 8 bits is refused with once `change` is done to its file,
/// without the path.
std::string refused(const std::string& name, const std::function<void(ModelParts&)>& change) {
  const TemporaryFolder folder;
  const std::string path = folder / "m.h5";
  write_model(path, learn(name, 8));
  ModelParts parts = model_parts(path);
  change(parts);
  write_model_parts(path, parts);
  try {
    read_model(path);
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(error.code() == ErrorCode::corrupt_file);
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.starts_with(path + ": "));
    return message.substr(path.size() + 2);
  }
  return "no error";
}

void check_same_from_file(const std::string& name, std::size_t bits) {
  CAPTURE(name);
  CAPTURE(bits);
  static const Features others = small_dataset(300, d).features * 1.7f;
  const TemporaryFolder folder;
  const Model model = learn(name, bits);
  write_model(folder / "model.h5", model);
  const Model again = read_model(folder / "model.h5");
  const Codes codes = model.encode(others), same = again.encode(others);
  CHECK(codes.n == others.n_cols);
  CHECK(codes.format == model.quantisation.format());
  CHECK(same.format == codes.format);
  CHECK(same.words == codes.words);
  CHECK(again.hasher == name);
  CHECK(again.bits == bits);
  CHECK(again.quantisation.thresholds == model.quantisation.thresholds);
  CHECK(arma::approx_equal(again.mean, model.mean, "absdiff", 0));
}

}  // namespace

TEST_CASE("model: every projection with every quantiser gives the same codes from a file") {
  std::size_t p = 0;
  for (const auto& projection : projections::learnable()) {
    for (const auto& quantiser : quantisers_beside(p++)) {
      if (16 / quantiser->bits_per_dimension() > projection->max_dimensions(d, n)) continue;
      check_same_from_file(projection->info().name + "+" + quantiser->info().name, 16);
    }
  }
}

TEST_CASE("model: codes of any length are the same from a file") {
  for (const std::size_t bits : {3u, 37u}) {
    for (const auto& projection : projections::learnable()) {
      if (bits > projection->max_dimensions(d, n)) continue;
      check_same_from_file(projection->info().name + "+sbq", bits);
    }
    for (const auto& quantiser : quantisers::all()) {
      if (bits < quantiser->bits_per_dimension()) continue;
      check_same_from_file("lsh+" + quantiser->info().name, bits);
    }
  }
}

TEST_CASE("model: what is learned from tiny features is written, read and encodes") {
  const TemporaryFolder folder;
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  for (const float scale : {1e-19f, 1e-21f, 1e-22f}) {
    const arma::fmat X = data().features * scale;
    const arma::fvec mean = arma::mean(X, 1);
    TrainingSet training{X, class_neighbours(data().labels, rows), data().labels};
    training.X.each_col() -= mean;
    for (const auto& projection : projections::learnable()) {
      const std::string name = projection->info().name + "+sbq";
      CAPTURE(name);
      CAPTURE(scale);
      Model model;
      try {
        model = learn_model(make_hasher(name), 8, training, mean, Rng(1), Rng(2));
      } catch (const Error& error) {  // that learning refuses them is for the conformance tests
        CHECK(error.code() == ErrorCode::numerical);
        continue;
      }
      model.origin = {"small", "c0ffee", "5eed", "class", n, 1};
      write_model(folder / "model.h5", model);
      const Model again = read_model(folder / "model.h5");
      CHECK(again.encode(X).words == model.encode(X).words);
    }
  }
}

TEST_CASE(
    "model: a restored projector has the state it was made of, and equal models equal files") {
  const TemporaryFolder folder;
  for (const auto& projection : projections::learnable()) {
    CAPTURE(projection->info().name);
    const Model model = learn(projection->info().name + "+sbq", 12);
    write_model(folder / "a.h5", model);
    write_model(folder / "b.h5", read_model(folder / "a.h5"));
    CHECK(read_file(folder / "a.h5") == read_file(folder / "b.h5"));
    const ProjectorState state = model.projector->state();
    CHECK(state.size() >= 1);
    const auto restored = projection->restore(state, d, 12);
    const arma::fmat Y = model.projector->project(data().features);
    CHECK(arma::approx_equal(restored->project(data().features), Y, "absdiff", 0));
    ProjectorState without = state;
    without.erase(state.begin()->first);
    CHECK_THROWS_AS(projection->restore(without, d, 12), Error);
    CHECK_THROWS_AS(projection->restore(state, d + 1, 12), Error);
    CHECK_THROWS_AS(projection->restore(state, d, 13), Error);
  }
}

TEST_CASE("model: what only some settings learn is kept as well") {
  const TemporaryFolder folder;
  for (const char* name :
       {"grh+sbq:svm=rbf", "grh+npq:start=itq-cca,bias=yes", "sth+sbq:svm=rbf", "sth+sbq:bias=yes",
        "sth+sbq:svm=least-squares,bias=yes", "grh+sbq:svm=least-squares-rbf", "agh+sbq:layers=2",
        "isoh+sbq:flow=gf"}) {
    CAPTURE(name);
    const Model model = learn(name, 8);
    write_model(folder / "m.h5", model);
    const Codes codes = read_model(folder / "m.h5").encode(data().features);
    CHECK(codes.words == model.encode(data().features).words);
  }
}

TEST_CASE("model: settings and origin are kept") {
  const TemporaryFolder folder;
  write_model(folder / "m.h5", learn("itq+npq:iterations=7,thresholds=7", 24));
  const Model model = read_model(folder / "m.h5");
  CHECK(model.hasher == "itq+npq:iterations=7,thresholds=7");
  CHECK(model.quantisation.thresholds.size() == 8);
  CHECK(model.quantisation.thresholds[0].size() == 7);
  CHECK(model.origin.dataset == "small");
  CHECK(model.origin.dataset_checksum == "c0ffee");
  CHECK(model.origin.training_checksum == "5eed");
  CHECK(model.origin.groundtruth == "class");
  CHECK(model.origin.samples == n);
  CHECK(model.origin.seed == 18446744073709551615u);
}

TEST_CASE("model: one whose origin nobody has set is read back") {
  const TemporaryFolder folder;
  Model model = learn("pca+npq", 16);
  model.origin = {};
  write_model(folder / "m.h5", model);
  const Model again = read_model(folder / "m.h5");
  CHECK(again.origin.samples == 0);
  CHECK(again.origin.dataset.empty());
  CHECK(again.encode(data().features).words == model.encode(data().features).words);
}

TEST_CASE("model: rows projected in pieces of whole blocks are as projected together") {
  const Features X = small_dataset(1000, d).features;
  const Model model = learn("itq+npq", 32);
  Rows rows(1000);
  std::iota(rows.begin(), rows.end(), 0u);
  const std::size_t dims = model.quantisation.thresholds.size();
  const arma::fmat together = project_rows(*model.projector, X, rows, model.mean, dims);
  CHECK(together.n_rows == 1000);
  for (const std::size_t blocks : {1u, 2u, 3u}) {
    for (std::size_t first = 0; first < 1000; first += blocks * projection_block) {
      const std::size_t count = std::min<std::size_t>(blocks * projection_block, 1000 - first);
      const arma::fmat piece = project_rows(
          *model.projector, X, std::span(rows).subspan(first, count), model.mean, dims);
      CHECK(arma::approx_equal(piece, together.rows(first, first + count - 1), "absdiff", 0));
    }
  }
  const arma::fmat plain = model.projector->project(X.each_col() - model.mean);
  CHECK(arma::abs(plain - together).max() < 1e-4f);
}

TEST_CASE("model: a method that says it does not look at neighbours learns the same without them") {
  NeighbourGraph none;
  for (std::size_t i = 0; i < n; ++i) none.append({});
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  const NeighbourGraph S = class_neighbours(data().labels, rows);
  const arma::fmat X = data().features;
  for (const auto& projection : projections::learnable()) {
    if (projection->supervision() == Supervision::neighbours) continue;
    const auto with = projection->learn({X, S, data().labels}, 8, Rng(1)),
               without = projection->learn({X, none, data().labels}, 8, Rng(1));
    CHECK(arma::approx_equal(with->project(X), without->project(X), "absdiff", 0));
  }
  const arma::fmat Y = projections::lsh()->learn({X, S, {}}, 8, Rng(1))->project(X);
  std::size_t looking = 0;
  for (const auto& quantiser : quantisers::all()) {
    const bool same = quantiser->learn({Y, S}, Rng(1)).thresholds ==
                      quantiser->learn({Y, none}, Rng(1)).thresholds;
    CAPTURE(quantiser->info().name);
    CHECK(same == (quantiser->supervision() == Supervision::none));
    looking += quantiser->supervision() == Supervision::none ? 0 : 1;
  }
  CHECK(looking >= 1);
}

TEST_CASE("model: a method that does not need classes learns the same with other ones") {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  const NeighbourGraph S = class_neighbours(data().labels, rows);
  const arma::fmat X = data().features;
  Labels others = data().labels;
  std::reverse(others.single.begin(), others.single.begin() + n / 2);
  REQUIRE(others.single != data().labels.single);
  for (const auto& projection : projections::learnable()) {
    CAPTURE(projection->info().name);
    const auto one = projection->learn({X, S, data().labels}, 8, Rng(1)),
               other = projection->learn({X, S, others}, 8, Rng(1));
    const bool same = arma::approx_equal(one->project(X), other->project(X), "absdiff", 0);
    CHECK(same != projection->needs_labels());
  }
}

TEST_CASE("model: samples of any strides and numbers give the codes of samples of our own") {
  const Model model = learn("itq+npq", 8);
  const Features X = arma::round(data().features * 10);
  const Codes codes = model.encode(X);
  const arma::mat transposed = arma::conv_to<arma::mat>::from(X.t());  // a feature per column
  constexpr auto stride = static_cast<std::ptrdiff_t>(sizeof(double));
  const StridedFeatures of_doubles{transposed.memptr(),
                                   StridedFeatures::Number::float64,
                                   n,
                                   d,
                                   stride,
                                   stride * static_cast<std::ptrdiff_t>(n)};
  CHECK(model.encode(of_doubles).words == codes.words);
  StridedFeatures reversed = strided(X);
  reversed.first = X.colptr(n - 1);
  reversed.sample_stride = -reversed.sample_stride;
  CHECK(model.encode(reversed).words == model.encode(arma::fliplr(X)).words);

  StridedFeatures other = strided(X);
  other.d = d - 1;
  CHECK(error_of([&] { model.encode(other); }) != "no error");
}

TEST_CASE("model: a method of two views is not learned from samples of one") {
  const TrainingSet training{data().features, {}, data().labels};
  const arma::fvec mean(d, arma::fill::zeros);
  CHECK(error_of([&] { learn_model(make_hasher("cvh+sbq"), 8, training, mean, Rng(1), Rng(2)); }) ==
        Contains("two views"));
}

TEST_CASE("model: no samples give no codes") {
  const Codes none = learn("pca+npq", 8).encode(Features(d, 0));
  CHECK(none.n == 0);
  CHECK(none.words.empty());
}

TEST_CASE("model: a file that is no whole model is refused") {
  const TemporaryFolder folder;
  const auto refusal_of = [&] { return error_of([&] { read_model(folder / "m.h5"); }); };
  CHECK(refusal_of() == folder / "m.h5: there is no such file");
  write_file(folder / "m.h5", "W = 1");
  CHECK(refusal_of() == folder / "m.h5: is not an HDF5 file");
  H5File other = H5File::create("other");
  other.set("kind", "another thing");
  write_file(folder / "m.h5", other.image());
  CHECK(refusal_of() == folder / "m.h5: is not a model: make one with 'hashlab train'");
  write_model(folder / "m.h5", learn("sh+npq", 16));
  const std::string whole = read_file(folder / "m.h5");
  for (const std::size_t cut : {std::size_t{513}, whole.size() / 2, whole.size() - 1}) {
    write_file(folder / "m.h5", whole.substr(0, cut));
    CHECK(refusal_of() == Contains(folder / "m.h5: is truncated or damaged"));
  }
}

TEST_CASE("model: what another version or an unknown method learned is refused") {
  CHECK(refused("itq+npq", [](ModelParts& p) { p.texts["projection"] = "itq/2 iterations=100"; }) ==
        "was learned by 'itq/2 iterations=100', this program has 'itq/1 iterations=100': train it "
        "again");
  CHECK(refused("itq+npq", [](ModelParts& p) { p.texts["quantiser"] = "npq/0"; }) ==
        Contains("was learned by 'npq/0', this program has 'npq/"));
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.texts["hasher"] = "pcq+sbq"; }) ==
        Contains("unknown projection 'pcq' in hasher 'pcq+sbq', did you mean 'pca'?"));
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.texts["hasher"] = ""; }) != "no error");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.texts.erase("hasher"); }) ==
        "is a model without 'hasher'");
}

TEST_CASE("model: values that are not finite are refused") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity, 1e300}) {
    CAPTURE(bad);
    for (const char* name : {"lsh+dbq", "sh+sbq", "sklsh+npq"}) {
      const TemporaryFolder folder;
      write_model(folder / "m.h5", learn(name, 8));
      for (const auto& entry : model_parts(folder / "m.h5").arrays) {
        const std::string array = entry.first;
        CAPTURE(array);
        CHECK(refused(name, [&](ModelParts& p) { p.arrays[array].back() = bad; }) ==
              Contains(fmt::format("'{}' holds ", array)));
      }
    }
  }
}

TEST_CASE("model: sizes that do not fit each other are refused") {
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays.erase("/mean"); }) ==
        "is a model without '/mean'");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays["/mean"].shed_row(3); }) ==
        "the projection's array 'W' is 24 x 8, expected 23 x 8");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays["/mean"] = arma::mat(24, 2).zeros(); }) ==
        "'/mean' is not a single list");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays.erase("/projection/W"); }) ==
        "the projection has no array 'W'");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays["/projection/W"].shed_col(0); }) ==
        "the projection's array 'W' is 24 x 7, expected 24 x 8");
  CHECK(refused("sklsh+sbq", [](ModelParts& p) { p.arrays["/projection/b"].shed_row(0); }) ==
        "the projection's array 'b' is 7 x 1, expected 8 x 1");
  CHECK(refused("sh+sbq", [](ModelParts& p) { p.arrays["/projection/W"].reset(); }) != "no error");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.arrays["/thresholds"].shed_col(2); }) ==
        "'/thresholds' is 7 x 1, expected 8 x 1 for natural code of 1 bits a dimension");
  CHECK(refused("pca+npq", [](ModelParts& p) { p.arrays["/thresholds"].shed_row(2); }) ==
        "'/thresholds' is 4 x 2, expected 4 x 3 for natural code of 2 bits a dimension");
  CHECK(refused("pca+npq", [](ModelParts& p) { p.numbers["bits"] = 10; }) ==
        "'/thresholds' is 4 x 3, expected 5 x 3 for natural code of 2 bits a dimension");
  CHECK(refused("pca+npq", [](ModelParts& p) { p.numbers["bits"] = 1; }) ==
        "'bits' is 1, but 'pca+npq' spends 2 on each dimension");
  for (const double bits : {0.0, -8.0, 8.5, 1025.0, 1e300}) {
    CHECK(refused("pca+npq", [&](ModelParts& p) { p.numbers["bits"] = bits; }) ==
          Contains("expected a whole number in 1 .. 1024"));
  }
  CHECK(refused("pca+npq", [](ModelParts& p) { p.numbers.erase("bits"); }) ==
        Contains("'bits' is nan"));
  CHECK(refused("pca+npq", [](ModelParts& p) { p.numbers["digit-bits"] = 1; }) ==
        "'digit-bits' is 1, expected 2");
  CHECK(refused("pca+npq", [](ModelParts& p) { p.texts["codebook"] = "double-bit"; }) !=
        Contains("no error"));
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.texts["codebook"] = "gray"; }) ==
        "codebook 'gray' is unknown, expected natural or double-bit");
  CHECK(refused("pca+sbq", [](ModelParts& p) { p.texts["seed"] = "-1"; }) ==
        "'seed' is '-1', expected a whole number");
}

TEST_CASE("model: allocated bits are kept, and refused if they do not fit") {
  const TemporaryFolder folder;
  const Model model = learn("pca+joint", 8);
  write_model(folder / "m.h5", model);
  const ModelParts parts = model_parts(folder / "m.h5");
  const arma::mat bits = parts.arrays.at("/bits");
  REQUIRE(bits.n_elem == 8);
  CHECK(model.quantisation.format().digit_bits == 0);  // or the rest of this would say nothing
  CHECK(parts.numbers.contains("digit-bits") == false);
  CHECK(arma::accu(bits) == static_cast<double>(model.quantisation.format().bits));
  const arma::uword most = bits.col(0).index_max(), least = bits.col(0).index_min();
  REQUIRE(bits(least) < bits(most));
  CHECK(refused("pca+joint", [](ModelParts& p) { p.arrays.erase("/bits"); }) ==
        "is a model without '/bits'");
  CHECK(refused("pca+joint", [](ModelParts& p) { p.arrays["/bits"].shed_row(0); }) ==
        "'/bits' is 1 x 7, expected a list of 8");
  for (const double b : {-1.0, 5.0, 0.5}) {
    CHECK(refused("pca+joint", [&](ModelParts& p) { p.arrays["/bits"](0) = b; }) ==
          fmt::format("'/bits' holds {}, expected whole numbers in 0 .. 4", b));
  }
  CHECK(refused("pca+joint", [](ModelParts& p) { p.arrays["/bits"].fill(4); }) ==
        "'/bits' are 32 together, expected 1 .. 8");
  CHECK(refused("pca+joint", [](ModelParts& p) { p.arrays["/bits"].zeros(); }) ==
        "'/bits' are 0 together, expected 1 .. 8");
  CHECK(refused("pca+joint", [&](ModelParts& p) { p.arrays["/bits"](most) = 0; }) != "no error");
  CHECK(refused("pca+joint", [](ModelParts& p) { p.texts["codebook"] = "double-bit"; }) ==
        "allocates bits in a double-bit code");
  CHECK(refused("pca+joint", [&](ModelParts& p) { p.arrays["/thresholds"](0, least) -= 1e30; }) !=
        "no error");
  CHECK(refused("pca+joint", [](ModelParts& p) { p.numbers["digit-bits"] = 1; }) ==
        "'digit-bits' is 1, but '/bits' differ: expected none");
}

TEST_CASE("model: thresholds that are not ascending are refused, with their row") {
  CHECK(refused("pca+npq", [](ModelParts& p) {
          std::swap(p.arrays["/thresholds"](0, 2), p.arrays["/thresholds"](2, 2));
        }) == "'/thresholds' row 2 is not ascending");
}

TEST_CASE("model: a mode of spectral hashing along an axis that is not there is refused") {
  for (const double axis : {-1.0, 8.0, 0.5}) {
    CHECK(refused("sh+sbq", [&](ModelParts& p) { p.arrays["/projection/modes"](0, 5) = axis; }) ==
          fmt::format("the projection's mode 5 lies along axis {} of 8", axis));
  }
}

TEST_CASE("model: a small file that declares arrays without end is refused") {
  const TemporaryFolder folder;
  write_model(folder / "m.h5", learn("pca+sbq", 8));
  const std::string sealed = read_file(folder / "m.h5");
  for (const bool large : {true, false}) {
    write_file(folder / "open.h5", sealed.substr(512));  // as HDF5 alone sees it: without our seal
    const hid_t file = H5Fopen((folder / "open.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    H5Ldelete(file, "/projection/W", H5P_DEFAULT);
    const hsize_t size[2] = {large ? hsize_t{1} << 40 : 8, d};
    const hid_t space = H5Screate_simple(2, size, nullptr);
    const hid_t array = H5Dcreate2(file, "/projection/W", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                   H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(array);
    H5Sclose(space);
    H5Fclose(file);
    CHECK(error_of([&] { read_model(folder / "open.h5"); }) == Contains("its checksum is missing"));
    seal(folder / "open.h5");
    CHECK(
        error_of([&] { read_model(folder / "open.h5"); }) ==
        Contains(fmt::format("'/projection/W' is {} x 24 stored real numbers, expected one or two "
                             "dimensions and at most 268435456",
                             size[0])));
  }
}

TEST_CASE("model: more arrays than any method has, and arrays of other types, are refused") {
  CHECK(refused("pca+sbq", [](ModelParts& p) {
          for (int i = 0; i < 100; ++i) {
            p.arrays[fmt::format("/projection/{}", i)] = arma::mat(1, 1).ones();
          }
        }) == "holds more than 64 arrays");
  const TemporaryFolder folder;
  write_model(folder / "m.h5", learn("pca+sbq", 8));
  ModelParts parts = model_parts(folder / "m.h5");
  parts.arrays.erase("/thresholds");
  H5File file = H5File::create("m.h5");
  for (const auto& [name, text] : parts.texts) file.set(name, text);
  for (const auto& [name, number] : parts.numbers) file.set(name, number);
  for (const auto& [name, array] : parts.arrays) {
    file.write(name, array.memptr(), {array.n_elem});
  }
  const std::vector<std::int32_t> whole(8, 1);
  file.write("/thresholds", whole.data(), {8, 1});
  write_file(folder / "m.h5", file.image());
  CHECK(error_of([&] { read_model(folder / "m.h5"); }) ==
        Contains("'/thresholds' is 8 x 1 stored real numbers, expected"));
}

}  // namespace hashlab::model_test
