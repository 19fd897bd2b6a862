#include "lib/import/label_files.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/import/class_texts.h"
#include "tests/support/code_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::label_files_test {

using namespace testing;

namespace {

using Ints = std::vector<std::int32_t>;
using Names = std::vector<std::string>;

/// One file of labels of any form.
class LabelsIn {
 public:
  explicit LabelsIn(const std::string& bytes, std::size_t samples = 0) : samples_(samples) {
    write_file(path(), bytes);
  }
  std::string path() const { return folder_ / "labels"; }
  Labels all() const {
    const LabelFiles files = open_label_files({path()}, {samples_});
    const LabelSource& source = *files.sources.front();
    return source.read(0, source.size());
  }
  Ints single() const { return all().single; }
  /// As evaluate reads it, and as import does.
  std::vector<double> rows() const {
    const Labels labels = all();
    const std::vector<double> evaluated =
        labels.single.empty() ? std::vector<double>(labels.multi.begin(), labels.multi.end())
                              : std::vector<double>(labels.single.begin(), labels.single.end());
    LabelTable table = open_label_table(path(), samples_);
    std::vector<double> imported = values_of(*table.table);
    for (double& value : imported) value = value == -1 ? 0 : value;
    CHECK(imported == evaluated);
    return evaluated;
  }
  std::size_t columns() const { return all().multi.n_rows; }
  std::string refusal() const {
    const std::string message = error_of([&] { all(); });
    REQUIRE(message.starts_with(path() + ": "));
    return message.substr(path().size() + 2);
  }

 private:
  TemporaryFolder folder_;
  std::size_t samples_;
};

const std::string mark = "\xef\xbb\xbf";

}  // namespace

TEST_CASE("label files: one class a line, however the number is written") {
  for (const std::string text :
       {"2\n0\n1\n", "2\r\n0\r\n1", "2\n0\n1\n\n\n", "2.0\n0.0\n1.0\n", "+2\n0\n1\n",
        "2.000000000000000000e+00\n0.000000000000000000e+00\n1.000000000000000000e+00\n",
        "# classes\n2\n0\n1\n", "label\n2\n0\n1\n", "a.jpg 2\nb.jpg 0\nc.jpg 1\n",
        "file,label\na.jpg,2\nb.jpg,0\nc.jpg,1\n", "Id,Label\n0,2\n1,0\n2,1\n"}) {
    CAPTURE(text);
    CHECK(LabelsIn(text).rows() == std::vector<double>{2, 0, 1});
    CHECK(LabelsIn(mark + text).rows() == std::vector<double>{2, 0, 1});
    CHECK(LabelsIn(gzipped(text)).rows() == std::vector<double>{2, 0, 1});
  }
}

TEST_CASE("label files: a column of 0 and 1 for each class, after names or not") {
  const std::vector<double> expected = {0, 1, 0, 1, 0, 1};
  for (const std::string text :
       {"0 1 0\n1 0 1\n", "0,1,0\r\n1,0,1\r\n\r\n", "0.0 1.0 0.0\n1.0 0.0 1.0\n",
        "-1 1 -1\n1 -1 1\n", "images/1.jpg 0 1 0\nimages/2.jpg 1 0 1\n",
        "a b/1.jpg;0;1;0\na b/2.jpg;1;0;1\n", "name,cat,dog,sky\nx,0,1,0\ny,1,0,1\n",
        "17 0 1 0\n4 1 0 1\n", "1 0 1 0\n2 1 0 1\n", "\"a b\" 0 1 0\n\"c\" 1 0 1\n",
        "0000123.png\t0\t1\t0\n0000124.png\t1\t0\t1\n", ",a,b,c\n0,0,1,0\n1,1,0,1\n",
        ",0,1,2\n0,0,1,0\n1,1,0,1\n"}) {
    CAPTURE(text);
    CHECK(LabelsIn(text).rows() == expected);
    CHECK(LabelsIn(text).columns() == 3);
    CHECK(LabelsIn(mark + text).rows() == expected);
  }
}

TEST_CASE("label files: names of the samples are kept") {
  const LabelsIn list("images/1.jpg 0 1\nimages/2.jpg 1 0\n");
  CHECK(open_label_table(list.path()).row_names == Names{"images/1.jpg", "images/2.jpg"});
  const LabelsIn words("file,class\n1.png,cat\n2.png,dog\n");
  CHECK(open_label_table(words.path()).row_names == Names{"1.png", "2.png"});
  CHECK(open_label_table(LabelsIn("0 1\n1 0\n").path()).row_names.empty());
}

TEST_CASE("label files: NumPy's columns, rows and real numbers are class numbers") {
  CHECK(LabelsIn(npy<std::int32_t>("<i4", "(3, 1)", {1, 0, 1})).rows() ==
        std::vector<double>{1, 0, 1});
  CHECK(LabelsIn(npy<float>("<f4", "(3,)", {2, 0, 1})).rows() == std::vector<double>{2, 0, 1});
  CHECK(LabelsIn(npy<double>("<f8", "(3, 1)", {2, 0, 1})).rows() == std::vector<double>{2, 0, 1});
  CHECK(LabelsIn(npy<std::uint8_t>("|u1", "(1, 3)", {1, 0, 1}), 3).rows() ==
        std::vector<double>{1, 0, 1});
  const LabelsIn one_hot(npy<float>("<f4", "(2, 3)", {0, 1, 0, 1, 0, 1}));
  CHECK(one_hot.rows() == std::vector<double>{0, 1, 0, 1, 0, 1});
  CHECK(one_hot.columns() == 3);
  // A class a row, as is seen by the number of samples.
  const LabelsIn turned(npy<float>("<f4", "(2, 3)", {0, 1, 0, 1, 0, 1}), 3);
  CHECK(turned.rows() == std::vector<double>{0, 1, 1, 0, 0, 1});
  CHECK(LabelsIn(npy<float>("<f4", "(2,)", {0, 0.25F})).refusal() ==
        "label of row 1 is 0.25, expected a whole number: of scores save scores.argmax(1), or "
        "scores > t");
  CHECK(LabelsIn(npy<std::int8_t>("|i1", "(2, 2)", {1, -1, -1, 1})).rows() ==
        std::vector<double>{1, 0, 0, 1});
  CHECK(LabelsIn(npy<std::int32_t>("<i4", "(2, 2)", {1, -1, 0, 1})).refusal() ==
        "label of row 1, class 0 is 0, expected -1 as before or 1");
  CHECK(LabelsIn(npy<std::int32_t>("<i4", "(1, 2)", {1, -2})).refusal() ==
        "label of row 0, class 1 is -2, expected 0 or 1");
}

TEST_CASE("label files: texts of NumPy and HDF5 are names of classes") {
  const TemporaryFolder folder;
  const auto unicode = [](const std::string& text) {
    std::vector<std::uint32_t> units(text.begin(), text.end());
    units.resize(3);
    return units;
  };
  std::vector<std::uint32_t> stored;
  for (const std::string word : {"dog", "ox", "dog"}) {
    for (const std::uint32_t unit : unicode(word)) stored.push_back(unit);
  }
  stored[3] = 0xF8;  // an o with a stroke
  std::string array = npy<std::uint32_t>("<U3", "(3,)", stored);
  write_file(folder / "u.npy", array);
  write_file(folder / "s.npy",
             npy<char>("|S3", "(3, 1)", {'d', 'o', 'g', 'o', 'x', 0, 'd', 'o', 'g'}));
  H5File file = H5File::create("new");
  file.write_texts("/labels", {"ox", "dog"});
  file.write_texts("/b", {"cat", "ox"});
  write_file(folder / "t.h5", file.image());
  const LabelFiles files = open_label_files(
      {folder / "u.npy", folder / "s.npy", folder / "t.h5", (folder / "t.h5") + ":/b"},
      {3, 3, 2, 2});
  CHECK(files.class_names == Names{"cat", "dog", "ox", "\xc3\xb8x"});
  CHECK(files.sources[0]->read(0, 3).single == Ints{1, 3, 1});
  CHECK(files.sources[1]->read(0, 3).single == Ints{1, 2, 1});
  CHECK(files.sources[2]->read(0, 2).single == Ints{2, 1});
  CHECK(files.sources[3]->read(0, 2).single == Ints{0, 2});
  array.pop_back();
  CHECK(LabelsIn(array).refusal() == Contains("expected 3 times 12: it is truncated or damaged"));
}

TEST_CASE("label files: a dataset of HDF5 may be named") {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  const std::vector<float> y = {2, 0, 1};
  file.write("/y", y.data(), {3, 1});
  write_file(folder / "y.h5", file.image());
  const std::string place = (folder / "y.h5") + ":/y";
  CHECK(open_label_files({place}, {3}).sources[0]->read(0, 3).single == Ints{2, 0, 1});
  CHECK(values_of(*open_label_table(place).table) == std::vector<double>{2, 0, 1});
  CHECK(error_of([&] { open_label_files({(folder / "y.h5") + ":/z"}, {3}); }) ==
        folder / "y.h5: has no dataset '/z'; it holds /y");
  write_file(folder / "y.txt", "1\n");
  CHECK(error_of([&] { open_label_files({(folder / "y.txt") + ":/z"}, {1}); }) ==
        folder / "y.txt: is no HDF5 file, so it has no '/z'");
}

TEST_CASE("label files: HDF5's columns and real numbers are class numbers") {
  const std::vector<double> values = {1, 0, 1};
  for (const std::vector<std::size_t>& shape :
       {std::vector<std::size_t>{3}, std::vector<std::size_t>{3, 1},
        std::vector<std::size_t>{1, 3}}) {
    H5File file = H5File::create("new");
    file.write("/labels", values.data(), shape);
    CHECK(LabelsIn(file.image(), 3).single() == Ints{1, 0, 1});
  }
}

TEST_CASE("label files: names of classes have the same numbers in all files") {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "dog\ncat\ndog\n");
  write_file(folder / "b.csv", "x/1.jpg,eel\nx/2.jpg,dog\n");
  write_file(folder / "c.txt", "0\n1\n");
  const LabelFiles files = open_label_files({folder / "a.txt", folder / "b.csv"}, {3, 2});
  CHECK(files.class_names == Names{"cat", "dog", "eel"});
  CHECK(files.sources[0]->read(0, 3).single == Ints{1, 0, 1});
  CHECK(files.sources[1]->read(0, 2).single == Ints{2, 1});
  CHECK(files.sources[1]->read(1, 1).single == Ints{1});
  CHECK(error_of([&] {
          open_label_files({folder / "a.txt", folder / "c.txt"}, {3, 2});
        }) == folder / "a.txt has names of classes, " + (folder / "c.txt") +
                  " has numbers: give both in one form");
  CHECK(error_of([&] {
          open_label_files({folder / "c.txt", folder / "a.txt"}, {2, 3});
        }) == folder / "c.txt has numbers of classes, " + (folder / "a.txt") +
                  " has names: give both in one form");
}

TEST_CASE("label files: columns that are divided in another way than the names are refused") {
  for (const char* text : {"a.jpg\t0,1,0\nb.jpg\t1,0,0\n", "a.jpg 0,1,0\nb.jpg 1,0,1\n",
                           "a.jpg:0,1,0\nb.jpg:1,0,1\n", "a.jpg|1,1,0\nb.jpg|1,0,1\n"}) {
    CAPTURE(text);
    CHECK(LabelsIn(text).refusal() == Contains("a name and the first column: write one kind of"));
  }
  for (const char* text : {"a.jpg,0 1 0\nb.jpg,1 0 0\n", "a.jpg;0,1,0\nb.jpg;1,0,1\n",
                           "a.jpg\t0 1 0\nb.jpg\t1 0 1\n", "a.jpg,\"0,1,0\"\nb.jpg,\"1,0,1\"\n"}) {
    CAPTURE(text);
    CHECK(LabelsIn(text).refusal() == Contains("which may be columns of 0 and 1"));
  }
  for (const char* text : {"a.jpg 0100\nb.jpg 1000\n", "a.jpg,100\nb.jpg,010\nc.jpg,110\n"}) {
    CAPTURE(text);
    CHECK(LabelsIn(text).refusal() == Contains("put a blank between them"));
  }
  CHECK(LabelsIn("photo 1.jpg,3\nphoto 2.jpg,4\n").single() == Ints{3, 4});
  CHECK(LabelsIn("a.jpg 10\nb.jpg 11\n").single() == Ints{10, 11});
  CHECK(LabelsIn("a.jpg 100\nb.jpg 101\n").single() == Ints{100, 101});
}

TEST_CASE("label files: names that seem to be several classes each are told") {
  CHECK(combined_classes_note({"Action", "Action|Comedy", "Comedy", "Comedy|Action"}) ==
        Contains("'Action|Comedy' is one class, but its parts"));
  CHECK(combined_classes_note({"car", "cat, dog", "dog, car", "cat, car"}) ==
        Contains("get_dummies(',')"));
  CHECK(combined_classes_note({"dog sky", "sky sea", "sea dog"}) == Contains("get_dummies(' ')"));
  for (const Names& names :
       {Names{}, Names{"cat", "dog"}, Names{"killer whale", "blue whale", "dog"},
        Names{"001.Black_footed_Albatross", "002.Laysan_Albatross"}, Names{"a/b", "a/c", "d"}}) {
    CHECK(combined_classes_note(names).empty());
  }
}

TEST_CASE("label files: an array of an archive of NumPy's is named, or the only one") {
  if (!has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np\n"
             "y = np.array([[2], [0], [1]])\n"
             "np.savez('y', y=y)\n"
             "np.savez_compressed('both', y=y, Y=np.array([[1, 0, 1], [0, 1, 0]], 'u1'))\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  for (const std::string& path : {folder / "y.npz", (folder / "both.npz") + ":/y"}) {
    CHECK(open_label_files({path}, {3}).sources[0]->read(0, 3).single == Ints{2, 0, 1});
  }
  const LabelFiles turned = open_label_files({(folder / "both.npz") + ":/Y"}, {3});
  CHECK(turned.sources[0]->columns() == 2);
  CHECK(turned.sources[0]->size() == 3);
  CHECK(error_of([&] { open_label_files({folder / "both.npz"}, {3}); }) ==
        Contains("holds several arrays: name the labels as "));
  CHECK(error_of([&] { open_label_files({(folder / "both.npz") + ":/z"}, {3}); }) ==
        Contains("has no 'z.npy'"));
}

TEST_CASE("label files: the number of a sample may stand before the name of its class") {
  CHECK(LabelsIn("id,label\n1,frog\n2,cat\n3,frog\n").single() == Ints{1, 0, 1});
  CHECK(LabelsIn("1\tfrog\n2\tcat\n").single() == Ints{1, 0});
  CHECK(LabelsIn("killer whale\nblue whale\n").refusal() == Contains("names with blanks need"));
  CHECK(LabelsIn("\"killer whale\"\n\"blue whale\"\n").single() == Ints{1, 0});
}

TEST_CASE(
    "label files: numbers of samples that do not ascend are told, with the order that counts") {
  const auto notes_of = [](const std::string& text) {
    const LabelsIn labels(text);
    std::string notes;
    for (const std::string& note : open_label_files({labels.path()}, {0}).notes) notes += note;
    return notes;
  };
  for (const char* text : {"id,label\n2,5\n0,3\n1,4\n", "id,label\n2,cat\n0,dog\n1,cat\n",
                           "index,a,b\n2,0,1\n0,1,0\n1,1,1\n"}) {
    CAPTURE(text);
    CHECK(notes_of(text) == Contains("does not ascend (2 is followed by 0), and line i is taken"));
  }
  CHECK(notes_of("id,label\n0,5\n1,3\n2,4\n") == "");
  CHECK(notes_of("id,label\n10,5\n12,3\n20,4\n") == "");
  CHECK(notes_of("b.jpg 1\na.jpg 0\n") == "");
  CHECK(notes_of("5\n3\n4\n") == "");
}

TEST_CASE("label files: a class without a name beside named ones is refused with its row") {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const char* classes, double second) {
    H5File file = H5File::create("new");
    file.set("classes", std::string(classes));
    const std::vector<float> features(4, 1);
    file.write("/features", features.data(), {2, 2});
    const std::vector<double> labels = {0, second};
    file.write("/labels", labels.data(), {2});
    write_file(folder / name, file.image());
    return folder / name;
  };
  const auto refusal = [&](double second) {
    const std::vector<std::string> paths = {write("a.h5", "cat\ndog", 1),
                                            write("b.h5", "cat\neel", second)};
    return error_of([&] {
      for (LabelTable& labels : open_label_tables(paths, {2, 2})) values_of(*labels.table);
    });
  };
  CHECK(refusal(1) == "no error");
  for (const double wrong : {2.0, -1.0, 0.5}) {
    CHECK(refusal(wrong) == Contains("row 1 has class "));
  }
}

TEST_CASE("label files: a cell array of no cells is refused") {
  std::string bytes = read_file(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/words.mat");
  bytes[160] = 0;  // its number of rows
  CHECK(LabelsIn(bytes, 4).refusal() == Contains("has an empty cell array of labels"));
}

TEST_CASE("label files: MATLAB's cell arrays and rows of characters are names of classes") {
  const std::string folder = std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/";
  const LabelFiles files =
      open_label_files({folder + "words.mat", folder + "word_rows.mat"}, {4, 3});
  CHECK(files.class_names == Names{"crow", "dog", "eel",
                                   "\xc3\xa7"
                                   "at"});
  CHECK(files.sources[0]->read(0, 4).single == Ints{1, 3, 1, 2});
  CHECK(files.sources[1]->read(0, 3).single == Ints{1, 2, 0});
  CHECK(open_label_files({folder + "vector.mat"}, {3}).sources[0]->read(0, 3).single ==
        Ints{2, 0, 1});
  CHECK(error_of([&] { open_label_files({folder + "words_and_numbers.mat"}, {2}); }) ==
        folder +
            "words_and_numbers.mat variable y{2}: is no text, expected the name of a class in "
            "each element");
  CHECK(error_of([&] { open_label_files({folder + "plain.mat"}, {5}); }) ==
        Contains("of its variables can be the labels, expected one: name it, FILE:/NAME, or save"));
  CHECK(open_label_files({folder + "words_beside.mat:/y"}, {4}).sources[0]->read(0, 4).single ==
        Ints{0, 2, 0, 1});
  CHECK(error_of([&] { open_label_files({folder + "words_beside.mat:/z"}, {4}); }) ==
        Contains("'z'"));
  // Beside the features of a file.
  const ForeignData data =
      format_named("matlab").open({folder + "words_beside.mat"}, named_variables("X", "y"));
  CHECK(data.class_names == Names{"dog", "eel",
                                  "\xc3\xa7"
                                  "at"});
  CHECK(values_of(*part_of(data, "/labels").table) == std::vector<double>{0, 2, 0, 1});
  ImportOptions nested = named_variables("data.X", "data.names");
  CHECK(error_of([&] { format_named("matlab").open({folder + "only_struct.mat"}, nested); }) ==
        Contains("labels data.names (cell 2 x 1) do not fit features"));
}

TEST_CASE("label files: what holds no labels is refused with its place") {
  CHECK(LabelsIn("").refusal() == Contains("is empty"));
  CHECK(LabelsIn("a.jpg 0 1\nb.jpg 0 2\n").refusal() ==
        "row 1, column 1 is 2, expected a label of 0 or 1");
  CHECK(LabelsIn("a.jpg 0 1\nb.jpg 0\n").refusal() ==
        "line 2 has 2 fields, but line 1 has 3: expected as many in each line");
  CHECK(LabelsIn("one two three\nfour five six\n").refusal() ==
        "a line begins with 'four': expected a class, a column of 0 and 1 for each class, or "
        "either after the name of the sample; names with blanks need quotes");
  CHECK(LabelsIn(std::string("\xff\xfe"
                             "1\0\n\0",
                             6))
            .refusal() == "is text in UTF-16, as PowerShell writes it: save it in UTF-8");
  CHECK(LabelsIn("cat\ndog\n3\n").refusal() == Contains("labels are all numbers or all names"));
  CHECK(LabelsIn("0.5\n1\n").refusal() == Contains("line 1 is '0.5', expected one"));
}

}  // namespace hashlab::label_files_test
