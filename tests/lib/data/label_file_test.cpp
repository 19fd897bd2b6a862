#include "lib/data/label_file.h"
#include "lib/data/dataset.h"
#include "lib/data/feature_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/relevance/ivecs.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::label_file_test {

using namespace testing;

namespace {

using Ints = std::vector<std::int32_t>;

/// The message about the file, without its name.
template <typename Action>
std::string refusal_of(const std::string& path, Action action) {
  const std::string message = error_of(action);
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.starts_with(path + ": "));
  return message.substr(std::min(message.size(), path.size() + 2));
}

std::string labels_refused(const std::string& path, const std::string& bytes) {
  write_file(path, bytes);
  return refusal_of(path, [&] {
    const auto labels = open_labels(path);
    labels->read(0, labels->size());
  });
}

Ints all_single(const std::string& path) {
  const auto labels = open_labels(path);
  CHECK(labels->columns() == 0);
  return labels->read(0, labels->size()).single;
}

std::string ivecs(const std::vector<Ints>& lists) {
  Ints all;
  for (const Ints& list : lists) {
    all.push_back(static_cast<std::int32_t>(list.size()));
    all.insert(all.end(), list.begin(), list.end());
  }
  return {reinterpret_cast<const char*>(all.data()), all.size() * sizeof(std::int32_t)};
}

}  // namespace

TEST_CASE("label file: classes are the same from HDF5, NumPy and text") {
  const TemporaryFolder folder;
  const Ints classes = {3, 0, 2147483647, 7, 7};
  Dataset dataset = small_dataset(5, 4);
  dataset.labels.single = classes;
  write_dataset(folder / "a.h5", dataset);
  write_file(folder / "a.npy", npy<std::int64_t>("<i8", "(5,)", {3, 0, 2147483647, 7, 7}));
  write_file(folder / "b.npy", npy<std::uint32_t>("<u4", "(5,)", {3, 0, 2147483647, 7, 7}));
  write_file(folder / "a.txt", "3\n0\n2147483647\n7\n7\n");
  write_file(folder / "b.txt", "3\r\n0 \r\n 2147483647\r\n7\r\n7");
  for (const char* name : {"a.h5", "a.npy", "b.npy", "a.txt", "b.txt"}) {
    CAPTURE(name);
    CHECK(all_single(folder / name) == classes);
    CHECK(open_labels(folder / name)->read(1, 3).single == Ints{0, 2147483647, 7});
  }
  CHECK(open_labels(folder / "a.txt")->description() == "text, 5 lines");
}

TEST_CASE("label file: columns of 0 and 1 are the same from HDF5 and NumPy") {
  const TemporaryFolder folder;
  const std::vector<std::uint8_t> table = {1, 0, 0, 1, 1, 1, 0, 0};
  H5File file = H5File::create("new");
  file.write("/labels", table.data(), {4, 2});
  write_file(folder / "a.h5", file.image());
  write_file(folder / "a.npy", npy("|b1", "(4, 2)", table));
  write_file(folder / "b.npy", npy<std::int64_t>("<i8", "(4, 2)", {1, 0, 0, 1, 1, 1, 0, 0}));
  for (const char* name : {"a.h5", "a.npy", "b.npy"}) {
    CAPTURE(name);
    const auto labels = open_labels(folder / name);
    CHECK(labels->columns() == 2);
    CHECK(labels->size() == 4);
    const Labels part = labels->read(1, 3);
    CHECK(std::equal(table.begin() + 2, table.end(), part.multi.begin(), part.multi.end()));
  }
}

TEST_CASE("label file: a long text is read from any line on") {
  const TemporaryFolder folder;
  Rng rng(1);
  Ints classes;
  std::string text;
  for (std::size_t i = 0; i < 300000; ++i) {
    classes.push_back(static_cast<std::int32_t>(rng.below(rng.below(2) == 0 ? 10 : 2000000000)));
    text += fmt::format("{}\n", classes.back());
  }
  write_file(folder / "a.txt", text);
  const auto labels = open_labels(folder / "a.txt");
  REQUIRE(labels->size() == classes.size());
  for (const std::size_t first : {0u, 1u, 65535u, 65536u, 65537u, 131072u, 299999u}) {
    const std::size_t count = std::min<std::size_t>(150000, classes.size() - first);
    const auto begin = classes.begin() + static_cast<std::ptrdiff_t>(first);
    CAPTURE(first);
    CHECK(labels->read(first, count).single ==
          Ints(begin, begin + static_cast<std::ptrdiff_t>(count)));
  }
}

TEST_CASE("label file: blanks and tabs around a number do not matter") {
  const TemporaryFolder folder;
  write_file(folder / "l", "3\t\n \t4\t \r\n5");
  CHECK(open_labels(folder / "l")->read(0, 3).single == Ints{3, 4, 5});
}

TEST_CASE("label file: a list is one class a row, also where one label is expected") {
  const TemporaryFolder folder;
  write_file(folder / "l", npy<std::int32_t>("<i4", "(3,)", {1, 0, 1}));
  const auto labels = open_labels(folder / "l", 0, 1);
  CHECK(labels->size() == 3);
  CHECK(labels->read(0, 3).single == Ints{1, 0, 1});
}

TEST_CASE("label file: a label that is none is refused with its place") {
  const TemporaryFolder folder;
  const std::string path = folder / "l";
  CHECK(labels_refused(path, "1\n-1\n") ==
        Contains("line 2 is '-1', expected one integer in 0 .. 2147483647: of rows without a"));
  CHECK(labels_refused(path, "1\n\n2\n") ==
        "line 2 is '', expected one integer in 0 .. 2147483647");
  CHECK(labels_refused(path, "1 2\n") ==
        "line 1 is '1 2', expected one integer in 0 .. 2147483647");
  CHECK(labels_refused(path, "1\n2.5\n") == Contains("line 2 is '2.5', expected"));
  CHECK(labels_refused(path, "1\nnan\n") == Contains("line 2 is 'nan', expected"));
  CHECK(labels_refused(path, "2147483648\n") == Contains("line 1 is '2147483648', expected"));
  CHECK(labels_refused(path, "cat\x1b[31m\n") == Contains("line 1 is 'cat?[31m', expected"));
  for (const char c : {'7', '0', ' '}) {
    CHECK(labels_refused(path, "1\n" + std::string(3000000, c) + "1\n") ==
          Contains("line 2 has more than "));
  }
  CHECK(labels_refused(path, "") == "is empty, expected one integer a line");
  CHECK(
      labels_refused(path, std::string("1\n\0\n", 4)) ==
      "holds labels in no known form: expected HDF5, NumPy .npy, or text with one integer a line");
  CHECK(labels_refused(path, npy<std::int8_t>("|i1", "(3,)", {0, 1, -1})) ==
        Contains("label of row 2 is -1, expected 0 .. 2147483647: of rows without a class write"));
  CHECK(labels_refused(path, npy<std::int64_t>("<i8", "(1,)", {2147483648})) ==
        "label of row 0 is 2147483648, expected 0 .. 2147483647");
  CHECK(labels_refused(path, npy<std::uint64_t>("<u8", "(1,)", {~std::uint64_t{0}})) ==
        Contains("label of row 0 is -1, expected"));
  CHECK(labels_refused(path, npy<std::int8_t>("|i1", "(2, 2)", {0, 1, 1, 2})) ==
        "label of row 1, class 1 is 2, expected 0 or 1");
  CHECK(labels_refused(path, npy<float>("<f4", "(2,)", {0, 0.5F})) ==
        "label of row 1 is 0.5, expected a whole number: of scores save scores.argmax(1), or "
        "scores > t");
  H5File file = H5File::create("new");
  file.write_texts("/labels", {"cat", "dog"});
  CHECK(labels_refused(path, file.image()) ==
        "'/labels' are strings, expected numbers: 'hashlab import' makes numbers of words");
  CHECK(labels_refused(path, H5File::create("bare").image()) ==
        "has no dataset '/labels'; it holds none");
  CHECK(error_of([&] { open_labels(folder / "none"); }) ==
        (folder / "none") + ": there is no such file");
}

TEST_CASE("feature file: features are the same from HDF5 and NumPy") {
  const TemporaryFolder folder;
  const Dataset dataset = small_dataset(50, 6);
  const std::vector<float> floats(dataset.features.begin(), dataset.features.end());
  const std::vector<double> doubles(floats.begin(), floats.end());
  write_dataset(folder / "a.h5", dataset);
  write_file(folder / "a.npy", npy("<f4", "(50, 6)", floats));
  write_file(folder / "b.npy", npy("<f8", "(50, 6)", doubles));
  for (const char* name : {"a.h5", "a.npy", "b.npy"}) {
    CAPTURE(name);
    const auto features = open_features(folder / name);
    CHECK(features->size() == 50);
    CHECK(features->columns() == 6);
    CHECK(arma::approx_equal(features->read(7, 40), dataset.features.cols(7, 46), "absdiff", 0));
  }
  write_file(folder / "u.npy", npy<std::uint8_t>("|u1", "(1, 3)", {0, 7, 255}));
  CHECK(arma::approx_equal(open_features(folder / "u.npy")->read(0, 1),
                           Features(arma::fvec{0, 7, 255}), "absdiff", 0));
}

TEST_CASE("feature file: what is no table of finite numbers is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "f";
  const auto refused = [&](const std::string& bytes) {
    write_file(path, bytes);
    return refusal_of(path, [&] {
      const auto features = open_features(path);
      features->read(0, features->size());
    });
  };
  CHECK(refused("x") == "is not an HDF5 file");
  CHECK(refused(npy<float>("<f4", "(2, 2)", {0, 1, 2, std::nanf("")})) ==
        "row 1, column 1 is nan, expected a finite number");
  CHECK(refused(npy<double>("<f8", "(1, 2)", {0, 1e300})) ==
        "row 0, column 1 is inf, expected a finite number");
  CHECK(refused(npy<float>("<f4", "(2,)", {0, 1})) ==
        "is <f4 2 numbers, expected N x D of float32, float64 or uint8");
  CHECK(refused(npy<std::int8_t>("|i1", "(1, 2)", {0, 1})) ==
        Contains("expected N x D of float32"));
  H5File file = H5File::create("new");
  const std::vector<double> x(4);
  file.write("/features", x.data(), {2, 2});
  CHECK(refused(file.image()) ==
        "'/features' is 2 x 2 of elements of 8 bytes, expected N x D of float32 or uint8");
}

TEST_CASE("ivecs: lists are read, sorted, of any length") {
  const TemporaryFolder folder;
  write_file(folder / "r.ivecs", ivecs({{5, 0, 9}, {}, {3}}));
  const Relevance relevance = read_ivecs(folder / "r.ivecs", 3, 10);
  CHECK(relevance.n_database == 10);
  CHECK(relevance.list_of_query == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(relevance.lists.items == std::vector<std::uint32_t>{0, 5, 9, 3});
  CHECK(relevance.lists.offsets == std::vector<std::size_t>{0, 3, 3, 4});
}

TEST_CASE("ivecs: lists that are cut, too many, too few or wrong are refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "r.ivecs";
  const auto refused = [&](const std::string& bytes) {
    write_file(path, bytes);
    return refusal_of(path, [&] { read_ivecs(path, 2, 10); });
  };
  const std::string good = ivecs({{1, 2}, {3}});
  CHECK(refused("") == "holds 0 lists, expected one for each of 2 queries");
  CHECK(refused(ivecs({{1}})) == "holds 1 lists, expected one for each of 2 queries");
  CHECK(refused(ivecs({{1}, {1}, {1}})) ==
        "goes on after 2 lists at byte 16, expected one a query");
  CHECK(refused(good.substr(0, 15)) ==
        "list 1 claims 0 rows, 3 bytes are left: it is truncated or no .ivecs");
  CHECK(refused(good.substr(0, 18)) ==
        "list 1 claims 1 rows, 2 bytes are left: it is truncated or no .ivecs");
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    CHECK(refused(good.substr(0, cut)) != "");
  }
  CHECK(refused(ivecs({{1, 10}, {3}})) ==
        "list 0 names row 10, expected 0 .. 9: rows of the database, from 0 on");
  CHECK(refused(ivecs({{1}, {-1}})) == Contains("list 1 names row -1, expected 0 .. 9"));
  CHECK(refused(ivecs({{1}, {7, 3, 7}})) == "list 1 names row 7 twice");
  CHECK(refused(std::string("\xff\xff\xff\xff", 4)) == Contains("list 0 claims -1 rows"));
  CHECK(refused(std::string("\xff\xff\xff\x7f", 4)) ==
        "list 0 claims 2147483647 rows, 0 bytes are left: it is truncated or no .ivecs");
}

TEST_CASE("label file: one class a row may be as low as is allowed, columns may not") {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "4\n-1\n0\n");
  CHECK(open_labels(folder / "a.txt", -1)->read(0, 3).single == Ints{4, -1, 0});
  write_file(folder / "a.npy", npy<std::int8_t>("|i1", "(3,)", {0, 1, -1}));
  CHECK(open_labels(folder / "a.npy", -1)->read(1, 2).single == Ints{1, -1});
  write_file(folder / "b.txt", "-1\n-2\n");
  CHECK(error_of([&] { open_labels(folder / "b.txt", -1)->read(0, 2); }) ==
        folder / "b.txt: line 2 is '-2', expected one integer in -1 .. 2147483647");
  write_file(folder / "b.npy", npy<std::int8_t>("|i1", "(1, 2)", {1, -2}));
  CHECK(error_of([&] { open_labels(folder / "b.npy", -1)->read(0, 1); }) ==
        folder / "b.npy: label of row 0, class 1 is -2, expected 0 or 1");
}

}  // namespace hashlab::label_file_test
