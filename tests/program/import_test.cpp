#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::import_test {

using namespace testing;

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

TEST_CASE("import: views may have any names and formats, and be as many as there are files") {
  const Sources sources;
  REQUIRE(sources
              .import("sound=@base.fvecs image=@base.fvecs words_2=@words.csv --labels "
                      "@labels.txt")
              .status == 0);
  CHECK(values_of<float>(sources / "out.h5", "/sound/features") ==
        values_of<float>(sources / "out.h5", "/image/features"));
  CHECK(values_of<float>(sources / "out.h5", "/words_2/features")[3] == 3.5F);
  CHECK(H5File::open(sources / "out.h5").text_attributes().at("format") == "fvecs and text");
  CHECK(sources.refused("sound=@base.fvecs @base.fvecs") == Contains("exclude each other"));
  CHECK(sources.refused("sound=@none.fvecs image=@base.fvecs") == Contains("none.fvecs: "));
}

TEST_CASE("import: a file whose name looks like a view is read as the file that it is") {
  const Sources sources;
  write_file(sources / "sound=base.fvecs", fvecs(2, 3, 0.5F));
  const auto import_here = [&](const std::string& words) {
    return shell(fmt::format("cd '{}' && '{}' import {} --out out.h5 --force", sources / "",
                             HASHLAB_PROGRAM, words));
  };
  CHECK(import_here("sound=base.fvecs").status == 0);
  CHECK(sources.imported().features.n_cols == 2);
  CHECK(import_here("sound=query.fvecs image=query.fvecs").status == 0);
  CHECK(values_of<float>(sources / "out.h5", "/sound/features").size() == 6);
}

TEST_CASE("import: a view cannot have the name of what a data set has beside its views") {
  const Sources sources;
  CHECK(sources.refused("image=@base.fvecs labels=@labels.txt") ==
        Contains("'labels' cannot be a view, since a data set has '/labels' beside its views: call "
                 "it otherwise, or give --labels FILE"));
  for (const char* name : {"features", "images", "split"}) {
    CHECK(sources.refused(fmt::format("image=@base.fvecs {}=@base.fvecs", name)) ==
          Contains(fmt::format("'{}' cannot be a view", name)));
  }
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
  CHECK(sources.refused("image=@base.fvecs") == Contains("there is only 'image'"));
  CHECK(
      sources.refused("@query.fvecs --labels @labels.txt") ==
      Contains("labels.txt: has 4 labels for the 2 samples of query.fvecs: each sample needs one"));
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
        "--features sift: expected pixels, gist, gist-colour or torchscript:MODEL.pt");
  CHECK(sources.refused("@base.fvecs --features gist") ==
        Contains("base.fvecs: holds no pictures to describe"));
  CHECK(sources.refused("@base.fvecs --samples both") == Contains("expected rows or columns"));
  CHECK(sources.refused("@base.fvecs --views text") == "--views text: expected image or both");
  CHECK(sources.refused("@base.fvecs --labels-column 0") == Contains("--labels-column"));
  const Outcome onto_itself =
      hashlab::testing::hashlab(fmt::format("import {0} --out {0}", sources / "base.fvecs"));
  CHECK(onto_itself.status == 2);
  CHECK(read_file(sources / "base.fvecs") == fvecs(4, 3, 0.5F));
}

TEST_CASE("import: notes name the columns of the file, whichever of them are features") {
  const Sources sources;
  std::string text = "name,nr,a,b,kind\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("w{},{},{}.5,{}.25,{}\n", i, i, i * 7 % 40, i * 11 % 40, i % 3);
  }
  write_file(sources / "t.csv", text);
  CHECK(sources.import("@t.csv --id-column 1").out ==
        Contains("column 2 of the features counts the samples, as their numbers or dates would: if "
                 "so, import again with --features-columns 3-5"));
  CHECK(sources.import("@t.csv --id-column 1-2").out ==
        Contains("column 5 of the features holds few integers beside real numbers, as classes "
                 "would: if so, import again with --labels-column 5"));
  const Outcome right = sources.import("@t.csv --id-column 1-2 --labels-column 5");
  CHECK(right.out.find("note:") == right.out.npos);
}

TEST_CASE("import: classes of test samples that no training sample has are told") {
  const Sources sources;
  write_file(sources / "train.txt", "0\n1\n2\n0\n");
  write_file(sources / "test.txt", "1\n3\n");
  const std::string files =
      "train=@base.fvecs test=@query.fvecs --labels train=@train.txt --labels test=@test.txt";
  const char* note = "1 of the 2 classes of the queries is of no row of the database: 3";
  CHECK(sources.import(files).out == Contains(note));
  CHECK(hashlab::testing::hashlab("inspect " + (sources / "out.h5")).out == Contains(note));
  write_file(sources / "test.txt", "1\n2\n");
  CHECK(sources.import(files).out.find("classes of the queries") == std::string::npos);
}

TEST_CASE("import: a table's columns are features, labels or ids, as the user says") {
  const Sources sources;
  write_file(sources / "t.csv", "name,x,y,class,a,b\nn1,1,2,cat,0,1\nn2,3,4,dog,1,1\n");
  REQUIRE(sources.import("@t.csv --id-column 1 --labels-column 4 --features-columns 2-3").status ==
          0);
  CHECK(sources.imported().features.n_rows == 2);
  CHECK(sources.imported().features(1, 1) == 4);
  CHECK(sources.imported().labels.single == std::vector<std::int32_t>{0, 1});
  REQUIRE(sources.import("@t.csv --features-columns 2,3 --labels-column 5-").status == 0);
  CHECK(sources.imported().labels.multi(0, 1) == 1);
  CHECK(sources.imported().labels.multi(0, 0) == 0);
  CHECK(H5File::open(sources / "out.h5").text_attributes().at("columns") ==
        "columns of the source: features 2,3, labels 5-");
  // What of a format that is no text.
  REQUIRE(sources.import("@wide.fvecs --features-columns 2-3,5").status == 0);
  CHECK(sources.imported().features(2, 1) == 14.5F);
  CHECK(sources.imported().features.n_rows == 3);

  CHECK(sources.refused("@t.csv --labels-column 4") ==
        "t.csv: line 2, column 1 is 'n1', expected a number: --id-column leaves out a column of "
        "names, --labels-column makes labels of it");
  CHECK(sources.refused("@base.fvecs --features-columns 2-4") ==
        "base.fvecs: has 3 columns, but --features-columns names column 4");
  CHECK(sources.refused("@base.fvecs --features-columns 2-3 --id-column 1-2") ==
        "base.fvecs: --features-columns and --id-column both name column 2");
  CHECK(sources.refused("@base.fvecs --id-column 1-") ==
        "base.fvecs: none of its 3 columns is left for the features");
  CHECK(sources.refused("@base.fvecs --labels-column 1") ==
        Contains("row 0, column 0 is 0.5, expected a whole number"));
  for (const char* columns : {"0", "a", "3-2", "1,1-3", "2-,4", "1--2", "99999999999"}) {
    CAPTURE(columns);
    CHECK(sources.refused(fmt::format("@base.fvecs --features-columns '{}'", columns)) ==
          Contains("expected columns counted from 1, such as"));
  }
}

TEST_CASE("import: variables of one file become views") {
  const Sources sources;
  const std::string file = HASHLAB_SOURCE_DIR "/tests/data/matlab/nested.mat";
  const Outcome done =
      sources.import(file + " --view 'a=views{1}' --view 'b=views{2}' --labels-variable data.y");
  REQUIRE(done.status == 0);
  CHECK(values_of<float>(sources / "out.h5", "/a/features").size() == 15);
  CHECK(values_of<float>(sources / "out.h5", "/b/features")[3] == 23.F);
  CHECK(values_of<std::int32_t>(sources / "out.h5", "/labels").size() == 5);
  const auto attributes = H5File::open(sources / "out.h5").text_attributes();
  CHECK(attributes.at("format") == "matlab");
  CHECK(attributes.at("a-variable") == "views{1}");
  CHECK(attributes.at("b-transposition") == Contains("samples are rows of views{2} 5 x 2"));
  CHECK(sources.refused(file + " --view 'a=views{1}' --view 'a=views{2}' --samples rows") ==
        "view 'a' is named twice");
  CHECK(sources.refused(file + " --view a") == Contains("expected NAME=VARIABLE"));
  CHECK(sources.refused(file + " --view 'a/b=data.X'") == Contains("expected NAME=VARIABLE"));
  CHECK(sources.refused("@base.fvecs --view a=b") == Contains("have no variables"));
  CHECK(sources.refused(file + " --view 'a=data.X' --features-columns 1") ==
        Contains("leave --features-variable and columns out"));
}

TEST_CASE("import: on request, features of any format are scaled to length 1") {
  const Sources sources;
  REQUIRE(sources.import("train=@base.fvecs test=@query.fvecs --unit-rows yes").status == 0);
  const Dataset dataset = sources.imported();
  CHECK(dataset.size() == 6);
  for (arma::uword i = 0; i < dataset.features.n_cols; ++i) {
    CHECK(arma::norm(dataset.features.col(i)) == doctest::Approx(1));
  }
  CHECK(dataset.features(1, 0) / dataset.features(0, 0) == doctest::Approx(1.5 / .5));
  REQUIRE(sources.import("image=@base.fvecs text=@words.csv --unit-rows yes --force").status == 0);
  for (const std::string view : {"image", "text"}) {
    CHECK(arma::norm(read_dataset(sources / "out.h5", view).features.col(0)) == doctest::Approx(1));
  }
}

TEST_CASE("import: two views say the format of both") {
  const Sources sources;
  const Outcome done = sources.import("image=@base.fvecs text=@words.csv");
  CHECK(done.status == 0);
  CHECK(done.error == Contains("as fvecs and text"));
  CHECK(H5File::open(sources / "out.h5").text_attributes().at("format") == "fvecs and text");
}

TEST_CASE("import: a matrix of one sample a column is turned, as the number of labels tells") {
  const Sources sources;
  const std::string folder = HASHLAB_SOURCE_DIR "/tests/data/";  // plain_*.npy are 4 x 3
  write_file(sources / "three.txt", "0\n1\n0\n");
  for (const char* name : {"plain_i4_C.npy", "plain_i4_F.npy"}) {
    CAPTURE(name);
    const Outcome turned = sources.import(folder + name + " --labels @three.txt");
    REQUIRE(turned.status == 0);
    CHECK(turned.out == Contains("which was transposed: there are as many as labels"));
    CHECK(sources.imported().features.n_rows == 4);
    CHECK(sources.imported().features(3, 1) == -34);
    REQUIRE(sources.import(folder + name + " --samples columns").status == 0);
    CHECK(sources.imported().features(3, 1) == -34);
    REQUIRE(sources.import(folder + name + " --labels @labels.txt").status == 0);
    CHECK(sources.imported().features.n_rows == 3);
  }
  // Labels of several classes, a class a row.
  REQUIRE(sources.import("@query.fvecs --labels " + folder + "plain_b1_C.npy").status == 2);
  CHECK(sources.refused("@words.csv --samples columns") ==
        Contains("--samples columns is for MATLAB, HDF5 and NumPy"));
  CHECK(sources.refused(folder + "pictures_C.npy --samples columns") ==
        Contains("--samples columns is for a table D x N"));
}

TEST_CASE("import: grey pictures that are stored as colours are told, and made grey") {
  const Sources sources;
  std::string picture(3072, '\0');
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<char>(i % 1024 % 251);
  write_file(sources / "data_batch_1.bin", std::string(1, '\1') + picture);
  const Outcome told = sources.import("@data_batch_1.bin --features pixels");
  REQUIRE(told.status == 0);
  CHECK(told.out == Contains("/features          1 x 3072"));
  CHECK(told.out == Contains("note: the pictures are grey, but stored as red, green and blue"));
  const Outcome grey = sources.import("@data_batch_1.bin --features pixels --grey");
  REQUIRE(grey.status == 0);
  CHECK(grey.out == Contains("/features          1 x 1024 uint8"));
  CHECK(grey.out != Contains("note: the pictures"));
  CHECK(H5File::open(sources / "out.h5").text_attributes().at("image-shape") == "32 x 32");
  for (const std::size_t i : {0U, 5U, 1023U}) {
    CHECK(sources.imported().features(i, 0) == static_cast<float>(i % 251));
  }
  REQUIRE(sources.import("@data_batch_1.bin --grey").status == 0);
  CHECK(H5File::open(sources / "out.h5").shape("/images").size ==
        std::vector<std::size_t>{1, 32, 32});
  // Colours: as Pillow's convert("L") has it.
  picture[0] = static_cast<char>(200);
  picture[1024] = 100;
  picture[2048] = 50;
  write_file(sources / "data_batch_1.bin", std::string(1, '\1') + picture);
  REQUIRE(sources.import("@data_batch_1.bin --features pixels --grey").status == 0);
  CHECK(sources.imported().features(0, 0) == 124);
  CHECK(sources.refused("@base.fvecs --grey") == Contains("holds no pictures of red, green"));
}

TEST_CASE("import: a pipe is a source like a file") {
  const Sources sources;
  const std::string program = HASHLAB_PROGRAM, out = sources / "out.h5";
  const auto piped = [&](const std::string& command, const std::string& options) {
    return shell(
        fmt::format("{} | {} import /dev/stdin --out {} {}", command, program, out, options));
  };
  for (const char* name : {"base.fvecs", "words.csv"}) {
    CAPTURE(name);
    REQUIRE(sources.import(std::string("@") + name).status == 0);
    const std::string expected = sources.imported().checksum;
    REQUIRE(piped("cat " + (sources / name), "").status == 0);
    CHECK(sources.imported().checksum == expected);
    REQUIRE(piped("gzip -c " + (sources / name), "").status == 0);
    CHECK(sources.imported().checksum == expected);
  }
  const std::string before = read_file(out);
  CHECK(piped("true", "").error ==
        "error: /dev/stdin: is a pipe to which nobody writes: start the program that does, or name "
        "a file\n");
  CHECK(piped("printf '1,2\\n3\\n'", "").error ==
        Contains("error: /dev/stdin: line 2 has 1 fields, but line 1 has 2"));
  CHECK(piped("cat " + out, "").error == Contains("is HDF5, which is not read from a pipe"));
  CHECK(read_file(out) == before);
}

TEST_CASE("import: labels belong to the samples of their role, whatever order they are named in") {
  const Sources sources;
  write_file(sources / "two.txt", "8\n9\n");
  const std::vector<std::int32_t> expected = {1, 2, 2, 3, 8, 9};
  for (const char* arguments :
       {"test=@query.fvecs train=@base.fvecs --labels test=@two.txt --labels train=@labels.txt",
        "train=@base.fvecs test=@query.fvecs --labels test=@two.txt --labels train=@labels.txt",
        "@base.fvecs @query.fvecs --labels @labels.txt --labels @two.txt"}) {
    CAPTURE(arguments);
    REQUIRE(sources.import(arguments).status == 0);
    CHECK(sources.imported().labels.single == expected);
  }
  const std::string parts = "test=@query.fvecs train=@base.fvecs ";
  CHECK(sources.refused(parts + "--labels @two.txt --labels @labels.txt") ==
        "--labels two.txt: which of train= and test= are these labels of? give --labels train=FILE "
        "--labels test=FILE");
  CHECK(sources.refused(parts + "--labels test=@labels.txt --labels train=@two.txt") ==
        Contains("two.txt: has 2 labels for the 4 samples of base.fvecs: each sample needs one"));
  CHECK(sources.refused(parts + "--labels test=@two.txt") ==
        Contains("give --labels train=FILE too"));
  CHECK(sources.refused(parts + "--labels test=@two.txt --labels @labels.txt") ==
        Contains("which of train= and test= are these labels of?"));
  CHECK(sources.refused("@base.fvecs --labels train=@labels.txt") ==
        Contains("there is no train=FILE with samples"));
  CHECK(sources.refused("image=@base.fvecs text=@words.csv --labels image=@labels.txt") ==
        Contains("views are of the same samples"));
  CHECK(
      sources.refused("@query.fvecs @base.fvecs --labels @labels.txt --labels @two.txt") ==
      Contains("labels.txt: has 4 labels for the 2 samples of query.fvecs: each sample needs one"));
}

TEST_CASE("import: one file of labels for training and test samples is told to be in their order") {
  const Sources sources;
  write_file(sources / "six.txt", "1\n2\n2\n3\n8\n9\n");
  const Outcome done = sources.import("test=@query.fvecs train=@base.fvecs --labels @six.txt");
  REQUIRE(done.status == 0);
  CHECK(done.out == Contains("six.txt: first those of train=, then those of test="));
  CHECK(sources.imported().labels.single == std::vector<std::int32_t>{1, 2, 2, 3, 8, 9});
  write_file(sources / "five.txt", "1\n2\n2\n3\n8\n");
  CHECK(sources.refused("test=@query.fvecs train=@base.fvecs --labels @five.txt") ==
        Contains(
            "five.txt: has 5 labels for the 6 samples of base.fvecs and query.fvecs: each sample "
            "needs one"));
}

TEST_CASE("import: names of classes get one numbering for training and test samples") {
  const Sources sources;
  write_file(sources / "a.txt", "cat\neel\ncat\ndog\n");
  write_file(sources / "b.txt", "eel\ncat\n");
  REQUIRE(sources
              .import("test=@query.fvecs train=@base.fvecs --labels test=@b.txt --labels "
                      "train=@a.txt")
              .status == 0);
  CHECK(sources.imported().labels.single == std::vector<std::int32_t>{0, 2, 0, 1, 2, 0});
  CHECK(H5File::open(sources / "out.h5").text_attributes().at("classes") == "cat\ndog\neel");
}

TEST_CASE("import: a list of names with labels gives both") {
  const Sources sources;
  write_file(sources / "list.txt", "a/1.jpg 1 0\na/2.jpg 0 1\nb/1.jpg 1 1\nb/2.jpg 0 0\n");
  REQUIRE(sources.import("@base.fvecs --labels @list.txt").status == 0);
  CHECK(sources.imported().labels.multi(1, 2) == 1);
  CHECK(H5File::open(sources / "out.h5").read_texts("/names") ==
        std::vector<std::string>{"a/1.jpg", "a/2.jpg", "b/1.jpg", "b/2.jpg"});
  // They stay with the data set.
  REQUIRE(hashlab::testing::hashlab("import " + (sources / "out.h5") + " --out " +
                                    (sources / "again.h5"))
              .status == 0);
  CHECK(H5File::open(sources / "again.h5").read_texts("/names").size() == 4);
}

TEST_CASE("import: the most frequent labels are kept, ties by column, and rows without any stay") {
  const Sources sources;
  write_file(sources / "tags.csv", "1,1,0,0\n1,0,1,0\n0,0,0,1\n1,0,0,0\n");
  const Outcome done = sources.import("@base.fvecs --labels @tags.csv --most-frequent-labels 2");
  REQUIRE(done.status == 0);
  CHECK(done.out == Contains("note: the 2 most frequent of 4 labels are kept, columns 1-2; 1 of 4 "
                             "samples have none of them and stay, without a label\n"));
  const Labels labels = sources.imported().labels;
  CHECK(std::vector<int>(labels.multi.begin(), labels.multi.end()) ==
        std::vector<int>{1, 1, 1, 0, 0, 0, 1, 0});
  REQUIRE(sources.import("@base.fvecs --labels @tags.csv --most-frequent-labels 4").status == 0);
  CHECK(sources.imported().labels.multi.n_rows == 4);
  CHECK(sources.refused("@base.fvecs --labels @tags.csv --most-frequent-labels 5") ==
        Contains("has labels in 4 columns"));
  CHECK(sources.refused("@base.fvecs --labels @labels.txt --most-frequent-labels 2") ==
        Contains("has one class a sample"));
  CHECK(sources.refused("@base.fvecs --most-frequent-labels 2") == Contains("there are no labels"));
}

TEST_CASE("import: what is left out or deduced is told in notes") {
  const Sources sources;
  write_file(sources / "pandas.csv", ",0,1,2\n0,.5,1,2\n1,3,4,5\n");
  const Outcome pandas = sources.import("@pandas.csv");
  REQUIRE(pandas.status == 0);
  CHECK(pandas.out == Contains("note: " + (sources / "pandas.csv") + ": the first column has no "));
  CHECK(sources.imported().dimensions() == 3);
  write_file(sources / "numbers.csv", "0,1,2\n3,4,5\n");
  CHECK(sources.import("@numbers.csv --header no --force").out.find("note: ") == std::string::npos);
  CHECK(sources.imported().size() == 2);
  CHECK(sources.refused("@numbers.csv --header maybe --force") ==
        Contains("--header maybe: expected yes or no"));
}

TEST_CASE("import: a list of words is no data set, and the message says what it may be") {
  const Sources sources;
  write_file(sources / "hashes.txt", "f8a1\nc0de\n");
  CHECK(sources.refused("@hashes.txt") ==
        Contains("hashes.txt: holds labels or names alone, a word a line, and no features"));
}

TEST_CASE("import: sparse text of training and test samples has the columns of both") {
  const Sources sources;
  write_file(sources / "a", "1 1:.5 2:1\n2 2:3\n");
  write_file(sources / "a.t", "2 4:1\n");
  REQUIRE(sources.import("train=@a test=@a.t --first-class 1").status == 0);
  CHECK(sources.imported().dimensions() == 4);
  CHECK(sources.imported().labels.single == std::vector<std::int32_t>{0, 1, 1});
}

}  // namespace hashlab::import_test
