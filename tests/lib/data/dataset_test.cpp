#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::dataset_test {

using hashlab::testing::Contains;
using hashlab::testing::small_dataset;
using hashlab::testing::TemporaryFolder;

namespace {

constexpr std::size_t n = 4, d = 3;
const std::vector<float> features = {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32};

Dataset tiny() {
  Dataset dataset;
  dataset.name = "tiny";
  dataset.features = arma::fmat(features.data(), d, n);
  dataset.labels.single = {0, 2, 1, 2147483647};
  return dataset;
}

Dataset tiny_multi() {
  Dataset dataset = tiny();
  dataset.labels.single.clear();
  dataset.labels.multi = {{1, 0, 0, 1}, {0, 0, 1, 1}};
  return dataset;
}

Dataset through_a_file(const Dataset& dataset) {
  const TemporaryFolder folder;
  write_dataset(folder / "some.name.h5", dataset);
  return read_dataset(folder / "some.name.h5");
}

/// The message with which a file of the given content is refused, without its path.
template <typename Fill>
std::string refusal(Fill fill) {
  const TemporaryFolder folder;
  H5File file = H5File::create("hostile");
  fill(file);
  write_file(folder / "f.h5", file.image());
  try {
    read_dataset(folder / "f.h5");
  } catch (const Error& error) {
    const std::string message = error.what(), start = folder / "f.h5: ";
    CHECK(error.code() == ErrorCode::corrupt_file);
    CHECK(message.starts_with(start));
    return message.substr(start.size());
  }
  return "no error";
}

void write_features(H5File& file) {
  file.write("/features", features.data(), {n, d});
}

/// The tiny data set as another program might write it: big-endian, contiguous, labels as int64.
void write_foreign(const std::string& path) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t shape[2] = {n, d};
  const hid_t table = H5Screate_simple(2, shape, nullptr);
  const hid_t list = H5Screate_simple(1, shape, nullptr);
  const hid_t X =
      H5Dcreate2(file, "features", H5T_IEEE_F32BE, table, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(X, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, features.data());
  const std::int64_t labels[n] = {0, 2, 1, 2147483647};
  const hid_t y =
      H5Dcreate2(file, "labels", H5T_STD_I64LE, list, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(y, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, labels);
  for (const hid_t id : {X, y}) H5Dclose(id);
  for (const hid_t id : {table, list}) H5Sclose(id);
  H5Fclose(file);
}

/// Writes a data set that declares `size` elements of a type but stores only what `chunk` says:
/// nothing if it is empty, else the first chunk.
void declare(const std::string& path, const std::string& name, hid_t type,
             const std::vector<hsize_t>& size, const std::vector<hsize_t>& chunk) {
  const bool exists = std::filesystem::exists(path);
  const hid_t file = exists ? H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)
                            : H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const int rank = static_cast<int>(size.size());
  const hid_t space = H5Screate_simple(rank, size.data(), nullptr);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  if (!chunk.empty()) H5Pset_chunk(layout, rank, chunk.data());
  const hid_t dataset =
      H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  if (!chunk.empty()) {
    const std::vector<hsize_t> start(size.size(), 0);
    const hid_t memory = H5Screate_simple(rank, chunk.data(), nullptr);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, chunk.data(), nullptr);
    hsize_t count = 1;
    for (const hsize_t c : chunk) count *= c;
    const std::vector<std::uint8_t> zeros(count * H5Tget_size(type), 0);
    H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, zeros.data());
    H5Sclose(memory);
  }
  H5Dclose(dataset);
  H5Pclose(layout);
  H5Sclose(space);
  H5Fclose(file);
}

std::string error_reading(const std::string& path) {
  const std::string message = testing::error_of([&] { read_dataset(path); });
  return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

}  // namespace

TEST_CASE("dataset: features and labels survive a file, the name is the file's") {
  const Dataset read = through_a_file(tiny());
  CHECK(read.name == "some.name");
  CHECK(read.size() == n);
  CHECK(read.dimensions() == d);
  CHECK(arma::approx_equal(read.features, tiny().features, "absdiff", 0));
  CHECK(read.labels.single == tiny().labels.single);
  CHECK(read.labels.multi.is_empty());
  CHECK(read.checksum == content_checksum(tiny()));
}

TEST_CASE("dataset: multi-label classes survive a file") {
  const Dataset read = through_a_file(tiny_multi());
  CHECK(read.labels.single.empty());
  CHECK(arma::all(arma::vectorise(read.labels.multi == tiny_multi().labels.multi)));
  CHECK(read.checksum == content_checksum(tiny_multi()));
}

TEST_CASE("dataset: labels may be absent") {
  Dataset dataset = tiny();
  dataset.labels = {};
  CHECK(through_a_file(dataset).labels.empty());
}

TEST_CASE("dataset: uint8 features are converted") {
  CHECK(refusal([](H5File& file) {
          const std::vector<std::uint8_t> bytes = {0, 1, 128, 255};
          file.write("/features", bytes.data(), {2, 2});
        }) == "no error");
  const TemporaryFolder folder;
  H5File file = H5File::create("bytes");
  const std::vector<std::uint8_t> bytes = {0, 1, 128, 255};
  file.write("/features", bytes.data(), {2, 2});
  write_file(folder / "f.h5", file.image());
  const arma::fmat expected = {{0, 128}, {1, 255}};
  CHECK(arma::approx_equal(read_dataset(folder / "f.h5").features, expected, "absdiff", 0));
}

TEST_CASE("dataset: the checksum is of the content, not of the file") {
  const TemporaryFolder folder;
  write_dataset(folder / "a.h5", tiny());
  write_foreign(folder / "b.h5");
  const Dataset ours = read_dataset(folder / "a.h5"), other = read_dataset(folder / "b.h5");
  CHECK(ours.checksum == other.checksum);
  CHECK(ours.name != other.name);
  CHECK(read_file(folder / "a.h5") != read_file(folder / "b.h5"));
}

TEST_CASE("dataset: the checksum changes with any value, label or shape") {
  std::vector<std::string> sums = {content_checksum(tiny()), content_checksum(tiny_multi())};
  Dataset value = tiny(), zero = tiny(), label = tiny(), none = tiny(), shape = tiny(),
          multi = tiny_multi();
  value.features(2, 3) = std::nextafter(32.0f, 33.0f);
  zero.features(0, 0) = -0.0f;
  label.labels.single[3] -= 1;
  none.labels = {};
  shape.features.reshape(n, d);
  multi.labels.multi(0, 1) = 1;
  for (const Dataset* other : {&value, &zero, &label, &none, &shape, &multi}) {
    sums.push_back(content_checksum(*other));
  }
  for (const std::string& sum : sums) CHECK(sum.size() == 64);
  std::sort(sums.begin(), sums.end());
  CHECK(std::adjacent_find(sums.begin(), sums.end()) == sums.end());
}

TEST_CASE("dataset: a file that is missing, a folder or no HDF5 is refused") {
  const TemporaryFolder folder;
  CHECK(error_reading(folder / "none.h5") == "there is no such file");
  CHECK(error_reading(folder.path()) == "cannot be read as a file: it is a folder");
  write_file(folder / "f.h5", "features");
  CHECK(error_reading(folder / "f.h5") ==
        Contains("is not an HDF5 file: 'hashlab import' makes a data set"));
}

TEST_CASE("dataset: a file cut off anywhere is refused, ours and others'") {
  const TemporaryFolder folder;
  write_dataset(folder / "ours.h5", tiny());
  write_foreign(folder / "other.h5");
  for (const char* name : {"ours.h5", "other.h5"}) {
    const std::string bytes = read_file(folder / name);
    for (std::size_t part = 0; part < 40; ++part) {
      write_file(folder / "cut.h5", bytes.substr(0, bytes.size() * part / 40));
      const std::string message = error_reading(folder / "cut.h5");
      CAPTURE(message);
      CHECK((message.starts_with("is not an HDF5 file: ") ||
             message == "is a truncated or damaged HDF5 file" ||
             message == "is truncated or damaged: its checksum does not fit"));
    }
  }
}

TEST_CASE("dataset: without '/features' the error says what is there") {
  CHECK(refusal([](H5File&) {}) ==
        "has no dataset '/features' (N x D, float32 or uint8); it holds none");
  CHECK(refusal([](H5File& file) {
          file.write("/train", features.data(), {n, d});
          file.write("/group/test", features.data(), {n, d});
        }) == "has no dataset '/features' (N x D, float32 or uint8); it holds /group/test, /train");
}

TEST_CASE("dataset: features of another type or rank are refused") {
  const std::vector<double> reals(12, 1.0);
  const std::vector<std::int32_t> integers(12, 1);
  CHECK(refusal([&](H5File& file) {
          file.write("/features", reals.data(), {n, d});
        }) ==
        "'/features' has elements of 8 bytes of another type, expected float32 or uint8: convert "
        "it");
  CHECK(refusal([&](H5File& file) {
          file.write("/features", integers.data(), {n, d});
        }) ==
        "'/features' has elements of 4 bytes of another type, expected float32 or uint8: convert "
        "it");
  const std::string expected = ", expected N x D with one sample a row";
  CHECK(refusal([](H5File& file) { file.write("/features", features.data(), {12}); }) ==
        "'/features' is 12" + expected);
  CHECK(refusal([](H5File& file) {
          file.write("/features", features.data(), {2, 2, 3});
        }) == "'/features' is 2 x 2 x 3" + expected);
  CHECK(refusal([](H5File& file) {
          file.write("/features", features.data(), {0, 3});
        }) == "'/features' is 0 x 3" + expected);
  CHECK(refusal([](H5File& file) {
          file.write("/features", features.data(), {3, 0});
        }) == "'/features' is 3 x 0" + expected);
  CHECK(refusal([](H5File& file) {
          file.write("/features/x", features.data(), {n, d});
        }) == "has no readable dataset '/features'");
}

TEST_CASE("dataset: a value that is not finite is refused by row and column") {
  using Limits = std::numeric_limits<float>;
  const std::vector<std::pair<float, std::string>> bad = {
      {Limits::quiet_NaN(), "nan"}, {Limits::infinity(), "inf"}, {-Limits::infinity(), "-inf"}};
  for (const auto& [value, text] : bad) {
    std::vector<float> X = features;
    X[2 * d + 1] = value;
    CHECK(refusal([&X](H5File& file) {
            file.write("/features", X.data(), {n, d});
          }) == "'/features' row 2, column 1 is " + text + ", expected a finite number");
  }
}

TEST_CASE("dataset: a column of labels is class numbers, and whole real numbers are labels") {
  const TemporaryFolder folder;
  const Dataset dataset = small_dataset(4, 2);
  const auto labels_of = [&](const auto& values, const std::vector<std::size_t>& size) {
    H5File file = H5File::create("new");
    file.write("/features", dataset.features.memptr(), {4, 2});
    file.write("/labels", values.data(), size);
    write_file(folder / "d.h5", file.image());
    return read_dataset(folder / "d.h5").labels;
  };
  const std::vector<std::int32_t> classes = {0, 1, 1, 0};
  CHECK(labels_of(classes, {4, 1}).single == classes);
  CHECK(labels_of(std::vector<float>{0, 1, 1, 0}, {4, 1}).single == classes);
  CHECK(labels_of(std::vector<double>{0, 1, 1, 0}, {4}).single == classes);
  const Labels one_hot = labels_of(std::vector<float>{1, 0, 0, 1, 0, 1, 1, 0}, {4, 2});
  CHECK(std::vector<int>(one_hot.multi.begin(), one_hot.multi.end()) ==
        std::vector<int>{1, 0, 0, 1, 0, 1, 1, 0});
}

TEST_CASE("dataset: labels out of range or of another length are refused") {
  const auto with_labels = [](const auto& values, const std::vector<std::size_t>& size) {
    return refusal([&](H5File& file) {
      write_features(file);
      file.write("/labels", values.data(), size);
    });
  };
  using Integers = std::vector<std::int64_t>;
  CHECK(with_labels(Integers{0, 1, 2, 3}, {4}) == "no error");
  CHECK(with_labels(Integers{0, 1, -1, 3}, {4}) ==
        "'/labels' row 2 is -1, expected 0 .. 2147483647");
  CHECK(with_labels(Integers{0, 1, 2, 2147483648}, {4}) ==
        "'/labels' row 3 is 2147483648, expected 0 .. 2147483647");
  CHECK(with_labels(std::vector<std::uint64_t>{0, 1, 2, std::uint64_t{1} << 63}, {4})
            .starts_with("'/labels' row 3 is "));
  CHECK(with_labels(Integers{0, 1, 2}, {3}) ==
        "'/labels' is 3, expected 4 or 4 x C like '/features'");
  CHECK(with_labels(Integers(8, 0), {2, 4}) ==
        "'/labels' is 2 x 4, expected 4 or 4 x C like '/features'");
  CHECK(with_labels(Integers(4, 0), {4, 1, 1}) ==
        "'/labels' is 4 x 1 x 1, expected 4 or 4 x C like '/features'");
  CHECK(with_labels(std::vector<float>{0, 1, 0.5F, 3}, {4}) ==
        "label of row 2 is 0.5, expected a whole number: of scores save scores.argmax(1), or "
        "scores > t");
}

TEST_CASE("dataset: a multi-label value other than 0 and 1 is refused, whatever its type") {
  const auto with_value = [](auto bad) {
    std::vector<decltype(bad)> values(8, 0);
    values[5] = bad;
    return refusal([&](H5File& file) {
      write_features(file);
      file.write("/labels", values.data(), {4, 2});
    });
  };
  CHECK(with_value(std::uint8_t{1}) == "no error");
  CHECK(with_value(std::int32_t{1}) == "no error");
  CHECK(with_value(std::uint8_t{2}) == "'/labels' row 2, class 1 is 2, expected 0 or 1");
  CHECK(with_value(std::int32_t{-1}).starts_with("'/labels' row 2, class 1 is "));
  CHECK(with_value(std::int64_t{256}).starts_with("'/labels' row 2, class 1 is "));
}

TEST_CASE("dataset: data that are declared but not stored are refused") {
  const TemporaryFolder folder;
  declare(folder / "features.h5", "features", H5T_IEEE_F32LE, {10, 3}, {});
  CHECK(error_reading(folder / "features.h5") == "'/features' is declared but holds no data");
  declare(folder / "labels.h5", "features", H5T_IEEE_F32LE, {4, 3}, {4, 3});
  declare(folder / "labels.h5", "labels", H5T_STD_I32LE, {4}, {});
  CHECK(error_reading(folder / "labels.h5") == "'/labels' is declared but holds no data");
}

TEST_CASE("dataset: data of which pieces are not stored are refused, not read as zeros") {
  const TemporaryFolder folder;
  declare(folder / "features.h5", "features", H5T_IEEE_F32LE, {10, 3}, {5, 3});
  CHECK(error_reading(folder / "features.h5") ==
        "'/features' is declared but not all of it is stored: the file was not written to its end");
  declare(folder / "labels.h5", "features", H5T_IEEE_F32LE, {4, 3}, {4, 3});
  declare(folder / "labels.h5", "labels", H5T_STD_I32LE, {4}, {2});
  CHECK(error_reading(folder / "labels.h5") ==
        "'/labels' is declared but not all of it is stored: the file was not written to its end");
}

TEST_CASE("dataset: a small file that declares more than the machine's memory is refused") {
  const TemporaryFolder folder;
  declare(folder / "huge.h5", "features", H5T_IEEE_F32LE, {1u << 31, 1u << 20}, {1, 16});
  const std::string message = error_reading(folder / "huge.h5");
  CHECK_MESSAGE(message.starts_with("'/features' is 2147483648 x 1048576, which needs 8589934592 "
                                    "MiB; this machine has "),
                message);
  declare(folder / "long.h5", "features", H5T_STD_U8LE, {hsize_t{1} << 33, 1}, {16, 1});
  CHECK(
      error_reading(folder / "long.h5").starts_with("'/features' is 8589934592 x 1, which needs"));
  declare(folder / "labels.h5", "features", H5T_IEEE_F32LE, {1u << 22, 1}, {1u << 22, 1});
  declare(folder / "labels.h5", "labels", H5T_STD_U8LE, {1u << 22, 1u << 20}, {1, 1});
  CHECK(error_reading(folder / "labels.h5")
            .starts_with("'/labels' is 4194304 x 1048576, which needs 4194304 MiB"));
}

TEST_CASE("dataset: features that go to scratch are those in memory, of whatever kind") {
  const TemporaryFolder folder;
  std::vector<std::uint8_t> bytes(300 * 40);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * i % 251);
  std::vector<float> reals(300 * 7);
  for (std::size_t i = 0; i < reals.size(); ++i) reals[i] = static_cast<float>(i) / 3 - 100;
  std::vector<std::int32_t> classes(300);
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<std::int32_t>(i % 7);
  H5File file = H5File::create("mixed");
  file.write("/image/features", bytes.data(), {300, 40});
  file.write("/text/features", reals.data(), {300, 7});
  file.write("/labels", classes.data(), {300});
  write_file(folder / "m.h5", file.image());
  const FeatureRoom none{folder.path(), /*max_bytes=*/0, 1 << 20};
  const auto check = [](const Dataset& a, const Dataset& b) {
    CHECK(a.storage == nullptr);
    CHECK(b.storage != nullptr);
    CHECK(arma::approx_equal(a.features, b.features, "absdiff", 0));
    CHECK(a.labels.single == b.labels.single);
    CHECK(a.checksum == b.checksum);
    CHECK(a.name == b.name);
    CHECK(a.views.size() == b.views.size());
  };
  const GivenMarks marks = GivenMarks::ignored;
  const GivenLists lists = GivenLists::ignored;
  for (const char* view : {"image", "text"}) {
    check(read_dataset(folder / "m.h5", view),
          read_dataset(folder / "m.h5", view, marks, lists, none));
  }
  const std::vector<std::string> both = {"text", "image"};
  check(read_views(folder / "m.h5", both), read_views(folder / "m.h5", both, marks, lists, none));
  // With room enough they stay in memory.
  const FeatureRoom room{folder.path(), 300 * 7 * sizeof(float), 1 << 20};
  CHECK(read_dataset(folder / "m.h5", "text", marks, lists, room).storage == nullptr);
  CHECK(read_dataset(folder / "m.h5", "image", marks, lists, room).storage != nullptr);
  CHECK(testing::entries_of(folder.path()) == 1);
}

TEST_CASE("dataset: what is wrong with features is said before they go to scratch, too") {
  const TemporaryFolder folder;
  std::vector<float> values(1000, 1);
  values[777] = std::numeric_limits<float>::infinity();
  H5File file = H5File::create("bad");
  file.write("/features", values.data(), {100, 10});
  write_file(folder / "bad.h5", file.image());
  const auto read = [&](const std::string& scratch) {
    return testing::error_of([&] {
      read_dataset(folder / "bad.h5", "", GivenMarks::ignored, GivenLists::ignored,
                   {scratch, /*max_bytes=*/0, 1 << 20});
    });
  };
  CHECK(read(folder.path()) ==
        folder / "bad.h5" + ": '/features' row 77, column 7 is inf, expected a finite number");
  CHECK(read(folder / "none") == testing::Contains("cannot take 1 MiB of scratch there"));
  CHECK(testing::entries_of(folder.path()) == 1);
}

}  // namespace hashlab::dataset_test
