#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/h5/h5.h"
#include "lib/import/format.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::import_hdf5_test {

using namespace testing;

namespace {

using Values = std::vector<double>;

}  // namespace

TEST_CASE("import hdf5: train and test become one table, neighbours stay rows of it") {
  CHECK(format_of(sniff(golden("hdf5/ann.h5"))).name == "hdf5");
  const ForeignData data = format_named("hdf5").open({golden("hdf5/ann.h5")}, {});
  CHECK(values_of(*part_of(data, "/features").table) ==
        Values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0.25, 1.25, 2.25, 3.25, 4.25, 5.25});
  CHECK(values_of(*part_of(data, "/split").table) == Values{0, 0, 0, 0, 1, 1});
  const ForeignPart& neighbours = part_of(data, "/groundtruth");
  CHECK(neighbours.table->element() == Element::int32);
  CHECK(neighbours.row_shape == std::vector<std::size_t>{3});
  CHECK(values_of(*neighbours.table) == Values{0, 1, 2, 1, 0, 3});
  CHECK(values_of(*part_of(data, "/groundtruth_distances").table) == Values{.5, 4, 9, .5, 4, 9});
  CHECK(data.attributes.at("distance") == "euclidean");
}

TEST_CASE("import hdf5: a neighbour that is no row of the base is named") {
  const TemporaryFolder folder;
  const std::vector<float> base(6), query(3);
  const auto refused = [&](const std::vector<std::int32_t>& neighbours, std::size_t queries) {
    H5File file = H5File::create("made");
    file.write("/base", base.data(), {2, 3});
    file.write("/query", query.data(), {1, 3});
    file.write("/groundtruth", neighbours.data(), {queries, neighbours.size() / queries});
    write_file(folder / "a.h5", file.image());
    return import_error("hdf5", {folder / "a.h5"});
  };
  CHECK(refused({0, 1}, 1) == "no error");
  CHECK(refused({0, 2}, 1) == Contains("'/groundtruth': row 0 names neighbour 2, expected 0 .. 1"));
  CHECK(refused({-1, 1}, 1) == Contains("names neighbour -1"));
  CHECK(refused({0, 1}, 2) == Contains("'/groundtruth' has 2 rows for 1 queries in '/query'"));
  CHECK(import_error("hdf5", {golden("hdf5/ann.h5"), golden("hdf5/ann.h5")}) ==
        Contains("one by one"));
}

TEST_CASE("import hdf5: a matrix of any name is read by rows or columns, with its labels") {
  CHECK(
      import_error("hdf5", {golden("hdf5/named.h5")}) ==
      "has neither 'features' or 'images' nor 'train' and 'test': give --features-variable, one of "
      "/deep/fc7 (3 x 4), /paths (4), /y (4)");
  ImportOptions options = named_variables("deep/fc7", "y");
  CHECK(import_error("hdf5", {golden("hdf5/named.h5")}, options) ==
        Contains("'/deep/fc7' has 3 samples, but '/y' has 4 labels"));
  options.samples_are_columns = true;
  for (const std::size_t block : {1U, 3U, 9U}) {
    CHECK(imported("hdf5", {golden("hdf5/named.h5")}, "/features", options, block) ==
          Values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  }
  CHECK(imported("hdf5", {golden("hdf5/named.h5")}, "/labels", options) == Values{3, 1, 2, 3});
  CHECK(imported("hdf5", {golden("hdf5/named.h5")}, "/features", named_variables("/deep/fc7")) ==
        Values{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11});
  CHECK(imported("hdf5", {golden("hdf5/named.h5"), golden("hdf5/named.h5")}, "/labels", options)
            .size() == 8);
  CHECK(import_error("hdf5", {golden("hdf5/named.h5")}, named_variables("fc7")) ==
        Contains("has no dataset 'fc7' for --features-variable; it has /deep/fc7 (3 x 4)"));
  CHECK(import_error("hdf5", {golden("hdf5/named.h5")}, named_variables("deep")) ==
        Contains("no dataset 'deep'"));
  CHECK(import_error("hdf5", {golden("hdf5/named.h5")}, named_variables("paths")) ==
        Contains("'/paths' holds strings, expected real numbers or integers"));
  ImportOptions split = named_variables("deep/fc7");
  split.columns.labels = label_columns("1");
  CHECK(imported("hdf5", {golden("hdf5/named.h5")}, "/features", split) ==
        Values{3, 6, 9, 4, 7, 10, 5, 8, 11});
}

TEST_CASE("import hdf5: our own layout is copied as it is, pictures and views included") {
  const TemporaryFolder folder;
  H5File file = H5File::create("made");
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<float> text = {0.5F, 1.5F};
  const std::vector<std::int32_t> labels = {4, 0};
  file.write("/image/features", bytes.data(), {2, 6});
  file.write("/text/features", text.data(), {2, 1});
  file.write("/images", bytes.data(), {2, 1, 2, 3});
  file.write("/labels", labels.data(), {2});
  file.set("name", "made up");
  file.set("classes", "cat\ndog");
  file.set("source", "elsewhere");
  write_file(folder / "a.h5", file.image());
  {
    const ForeignData data = format_named("hdf5").open({folder / "a.h5"}, {});
    CHECK(data.parts.size() == 4);
    CHECK(part_of(data, "/images").row_shape == std::vector<std::size_t>{1, 2, 3});
    CHECK(part_of(data, "/images").table->element() == Element::uint8);
    CHECK(values_of(*part_of(data, "/images").table) == Values(bytes.begin(), bytes.end()));
    CHECK(values_of(*part_of(data, "/text/features").table) == Values{0.5, 1.5});
    CHECK(part_of(data, "/labels").row_shape.empty());
    CHECK(values_of(*part_of(data, "/labels").table) == Values{4, 0});
    CHECK(data.attributes.at("source") == "elsewhere");
    // The new file gets a name and a list of classes of its own.
    CHECK(data.attributes.count("name") == 0);
    CHECK(data.attributes.count("classes") == 0);
    CHECK(data.class_names == std::vector<std::string>{"cat", "dog"});
  }
  CHECK(imported("hdf5", {folder / "a.h5", folder / "a.h5"}, "/labels") == Values{4, 0, 4, 0});
}

TEST_CASE("import hdf5: what is no table of numbers is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.h5";
  const InputFile whole(golden("hdf5/ann.h5"));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{8}, std::size_t{60}, whole.size() / 2, whole.size() - 1}) {
    write_file(path, whole.text(0, size));
    CAPTURE(size);
    CHECK(import_error("hdf5", {path}) != "no error");
  }
  H5File file = H5File::create("made");
  const float zero = 0;
  file.write("/features", &zero, {0, 3});
  write_file(path, file.image());
  CHECK(import_error("hdf5", {path}) == Contains("'/features' is 0 x 3"));
}

TEST_CASE("import hdf5: sizes that only the header claims are refused before memory is taken") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import h5py\n"
             "def make(name, shape, **options):\n"
             "    with h5py.File(name, 'w', userblock_size=512) as file:\n"
             "        file.create_dataset('features', shape, 'f4', **options)\n"
             "    with open(name, 'r+b') as file:\n"
             "        file.write(b'MATLAB 7.3 MAT-file'.ljust(124) + b'\\x00\\x02IM')\n"
             "make('wide.mat', (100, 2**31), chunks=(100, 1000))\n"
             "make('long.mat', (2**40, 4), chunks=(1000, 4))\n"
             "make('empty.mat', (100, 8), chunks=(100, 8))\n"
             "make('chunk.mat', (2**20, 32), chunks=(2**20, 32))\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  ImportOptions options = named_variables("features");
  options.samples_are_columns = false;
  for (const std::string format : {"hdf5", "matlab73"}) {
    CAPTURE(format);
    CHECK(import_error(format, {folder / "wide.mat"}, options) == Contains("expected at most"));
    CHECK(import_error(format, {folder / "long.mat"}, options) == Contains("expected at most"));
    CHECK(import_error(format, {folder / "empty.mat"}, options) ==
          Contains("is declared but not all of it is stored"));
    CHECK(import_error(format, {folder / "chunk.mat"}, options) == Contains("stored in chunks of"));
  }
}

namespace {

/// An HDF5 file of datasets of these sizes, which count up.
struct Parts {
  using Sizes = std::vector<std::pair<std::string, std::vector<std::size_t>>>;
  Parts(const Sizes& sizes, const std::string& distance) : path(folder / "a.h5") {
    H5File file = H5File::create("made");
    for (const auto& [name, size] : sizes) {
      std::vector<float> values(size.size() == 1 ? size[0] : size[0] * size[1]);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
      file.write(name, values.data(), size);
    }
    if (!distance.empty()) file.set("distance", distance);
    write_file(path, file.image());
  }
  ForeignData opened(const ImportOptions& options = {}) const {
    return format_named("hdf5").open({path}, options);
  }
  TemporaryFolder folder;
  std::string path;
};

const Parts::Sizes four = {
    {"/X_train", {3, 2}}, {"/X_test", {2, 2}}, {"/y_train", {3}}, {"/y_test", {2}}};

}  // namespace

TEST_CASE("import hdf5: training and test samples are told by names, and the split is kept") {
  const Parts parts(four, "");
  for (const ImportOptions& options :
       {ImportOptions{}, named_variables("X_train,X_test", "y_train,y_test")}) {
    const ForeignData data = parts.opened(options);
    CHECK(values_of(*part_of(data, "/features").table) == Values{0, 1, 2, 3, 4, 5, 0, 1, 2, 3});
    CHECK(values_of(*part_of(data, "/split").table) == Values{0, 0, 0, 1, 1});
    CHECK(part_of(data, "/labels").table->rows() == 5);
    CHECK(data.notes.at(0) == Contains("/X_test is the test set, /X_train the database"));
  }
  const Parts groups({{"/train/features", {3, 2}}, {"/test/features", {2, 2}}}, "");
  CHECK(values_of(*part_of(groups.opened(), "/split").table) == Values{0, 0, 0, 1, 1});
  const Parts views({{"/train/features", {3, 2}}, {"/test/features", {3, 2}}}, "");
  CHECK(views.opened().part("/split") == nullptr);
}

TEST_CASE("import hdf5: labels beside train and test are kept, unless there are neighbours") {
  const Parts::Sizes sizes = {
      {"/train", {3, 2}}, {"/test", {2, 2}}, {"/train_labels", {3}}, {"/test_labels", {2}}};
  const Parts labelled(sizes, "");
  for (const ImportOptions& options :
       {ImportOptions{}, named_variables("", "train_labels,test_labels")}) {
    const ForeignData data = labelled.opened(options);
    CHECK(values_of(*part_of(data, "/labels").table) == Values{0, 1, 2, 0, 1});
    CHECK(values_of(*part_of(data, "/split").table) == Values{0, 0, 0, 1, 1});
  }
  Parts::Sizes searched = sizes;
  searched.emplace_back("/neighbors", std::vector<std::size_t>{2, 1});
  const Parts lists(searched, "");
  CHECK(part_of(lists.opened(), "/groundtruth").table->rows() == 2);
  CHECK(import_error("hdf5", {lists.path}, named_variables("", "train_labels,test_labels")) ==
        Contains("give --features-variable /train,/test, which leaves them out"));
}

TEST_CASE("import hdf5: sets for Jaccard distance are no vectors") {
  const Parts sets({{"/train", {6}}, {"/test", {4}}, {"/size_train", {2}}, {"/size_test", {2}}},
                   "jaccard");
  CHECK(import_error("hdf5", {sets.path}) == Contains("sets of numbers for Jaccard distance"));
}

TEST_CASE("import hdf5: a part that is left out, or not told by its name, is a note") {
  const Parts parts(four, "");
  CHECK(parts.opened(named_variables("X_train")).notes.at(0) ==
        Contains("--features-variable /X_train,/X_test reads both"));
  const Parts others({{"/a", {3, 2}}, {"/b", {2, 2}}}, "");
  CHECK(others.opened(named_variables("a,b")).notes.at(0) == Contains("train=FILE test=FILE"));
  CHECK(import_error("hdf5", {parts.path}, named_variables("X_train,X_test", "y_train")) ==
        Contains("1 datasets of labels are given for 2 of features"));
  CHECK(import_error("hdf5", {parts.path}, named_variables("X_train,X")) ==
        Contains("has no dataset 'X' for --features-variable"));
}

TEST_CASE("import hdf5: rows of a file whose distance is angular get length 1, unless refused") {
  const Parts::Sizes sizes = {{"/train", {2, 2}}, {"/test", {1, 2}}};
  const Parts angular(sizes, "angular");
  const ForeignData data = angular.opened();
  const Values rows = values_of(*part_of(data, "/features").table);
  CHECK(rows.at(0) == 0);
  CHECK(rows.at(1) == 1);
  CHECK(rows.at(2) * rows.at(2) + rows.at(3) * rows.at(3) == doctest::Approx(1));
  CHECK(data.attributes.at("preprocessing") == "rows scaled to length 1");
  CHECK(data.notes.at(0) == Contains("--unit-rows no keeps their lengths"));
  ImportOptions as_they_are;
  as_they_are.unit_rows = false;
  const ForeignData kept = angular.opened(as_they_are);
  CHECK(values_of(*part_of(kept, "/features").table) == Values{0, 1, 2, 3, 0, 1});
  CHECK(kept.notes.at(0) == Contains("rows keep their lengths"));
  const Parts cosine(sizes, "Cosine");
  const ForeignData named = cosine.opened(named_variables("train,test"));
  CHECK(values_of(*part_of(named, "/features").table) == rows);
  CHECK(Parts(sizes, "euclidean").opened().notes.empty());
  CHECK(Parts(sizes, "jaccard").opened().notes.at(0) == Contains("its distance is 'jaccard'"));
}

}  // namespace hashlab::import_hdf5_test
