#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/files/sealed_text.h"
#include "lib/h5/h5.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/mount.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace hashlab::bad_input_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A study with results that no bad command may touch. Every case checks status, message and that.
class Guarded {
 public:
  Guarded() {
    REQUIRE(study.run("--set runs=1").status == 0);
    before_ = fingerprint(study.results());
  }

  /// The message with which `hashlab run` refuses these options: status 2, one line.
  std::string run(const std::string& options) const { return refused(study.run(options)); }
  std::string command(const std::string& arguments, const std::string& environment = "") const {
    return refused(hashlab::testing::hashlab(arguments, environment));
  }
  /// What `hashlab run` says of a data file of these bytes.
  std::string data(const std::string& bytes) const {
    write_file(study / "bad.h5", bytes);
    return run("--set dataset=bad");
  }
  template <typename Fill>
  std::string data_with(Fill fill) const {
    H5File file = H5File::create("bad.h5");
    fill(file);
    return data(file.image());
  }

  SmallStudy study;

 private:
  std::string refused(const Outcome& outcome) const {
    CHECK(outcome.status == 2);
    CHECK(fingerprint(study.results()) == before_);
    return refusal(outcome);
  }

  std::string before_;
};

std::vector<float> features(std::size_t n, std::size_t d) {
  return std::vector<float>(n * d, 1.0f);
}

}  // namespace

TEST_CASE("bad input: a data set that is not there is named, with what to do") {
  const Guarded g;
  CHECK(g.run("--set dataset=smal") ==
        fmt::format(
            "{}: there is no such data set, did you mean 'small'?; name its folder with "
            "--data, make one of your files with 'hashlab import', or make an embedded one with "
            "'hashlab make-data'",
            g.study / "smal"));
  CHECK(g.run("--set dataset=pictures") ==
        Contains("there is no such data set; name its folder with --data, make one of your files "
                 "with 'hashlab import', or make it with 'hashlab make-data'"));
  CHECK(g.run("--set dataset=pictures-multi") ==
        Contains("or make it with 'hashlab make-data pictures-multi'"));
  CHECK(g.command(fmt::format("plan '{}' --data /nowhere", g.study / "tiny.ini")) ==
        Contains("/nowhere/small: there is no such data set; name its folder with --data"));
  CHECK(g.command("inspect nothing.h5") == "nothing.h5: there is no such file");
}

TEST_CASE("bad input: a data file that is cut, damaged or foreign is named") {
  const Guarded g;
  const std::string path = g.study / "bad.h5";
  const std::string whole = read_file(g.study / "small.h5");
  const std::string imported =
      path +
      ": is not an HDF5 file: 'hashlab import' makes a data set of features in files of other "
      "kinds";
  CHECK(g.data("") == imported);
  CHECK(g.data("x,y\n1,2\n") == imported);
  CHECK(g.data("\x93NUMPY") == Contains(path + ": is a NumPy array, not an HDF5 file: 'hashlab "
                                               "import' makes a data set of features, and"));
  CHECK(g.data(whole.substr(0, 700)) == Contains(path + ": is truncated or damaged"));
  CHECK(g.data(whole.substr(0, whole.size() - 1)) == Contains(path + ": is truncated or damaged"));
  std::string changed = whole;
  changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 4);
  CHECK(g.data(changed) == Contains(path + ": is truncated or damaged"));
  CHECK(g.data(whole.substr(512, whole.size() / 2)) ==
        Contains(path + ": is"));  // without our checksum
}

TEST_CASE("bad input: a data file of the wrong content is refused with what was expected") {
  const Guarded g;
  const std::string path = g.study / "bad.h5";
  const std::vector<float> X = features(200, 4);
  CHECK(g.data_with([&](H5File& f) {
    f.write("/other", X.data(), {200, 4});
  }) == path + ": has no dataset '/features' (N x D, float32 or uint8); it holds /other");
  CHECK(g.data_with([&](H5File& f) { f.write("/features", X.data(), {800}); }) ==
        path + ": '/features' is 800, expected N x D with one sample a row");
  CHECK(g.data_with([&](H5File& f) {
    f.write("/features", X.data(), {20, 10, 4});
  }) == path + ": '/features' is 20 x 10 x 4, expected N x D with one sample a row");
  CHECK(g.data_with([&](H5File& f) {
    const std::vector<double> doubles(800, 1.0);
    f.write("/features", doubles.data(), {200, 4});
  }) == Contains("'/features' has elements of 8 bytes of another type, expected float32 or uint8"));
  CHECK(g.data_with([&](H5File& f) {
    std::vector<float> bad = X;
    bad[4 * 17 + 2] = std::numeric_limits<float>::quiet_NaN();
    f.write("/features", bad.data(), {200, 4});
  }) == path + ": '/features' row 17, column 2 is nan, expected a finite number");
  CHECK(g.data_with([&](H5File& f) {
    f.write("/features", X.data(), {200, 4});
    const std::vector<std::int32_t> labels(199, 0);
    f.write("/labels", labels.data(), {199});
  }) == Contains(path + ": '/labels' is 199, expected 200 or 200 x C"));
}

TEST_CASE("bad input: ground truth by class without labels is refused before any work") {
  const Guarded g;
  Dataset dataset = small_dataset(600, 16);
  dataset.labels = {};
  write_dataset(g.study / "bare.h5", dataset);
  const std::string message =
      g.study / "bare.h5" +
      ": has no '/labels', which groundtruth = class needs: import it again with --labels FILE, or "
      "use groundtruth = epsilon";
  CHECK(g.run("--set dataset=bare --set groundtruth=class") == message);
  CHECK(refusal(hashlab::testing::hashlab(
            g.study.arguments("plan", "--set dataset=bare --set groundtruth=class"))) == message);
}

TEST_CASE("bad input: more bits than the data have dimensions, where the method cannot") {
  const Guarded g;
  CHECK(g.run("--set bits=64 --set hasher=pca+sbq") ==
        "bits = 64: 'pca+sbq' needs 64 hash dimensions, but pca finds at most 16 with 16 features "
        "and training = 100: use fewer bits or another projection");
  CHECK(g.run("--set bits=1 --set hasher=pca+npq") ==
        "bits = 1: 'pca+npq' spends 2 bits on each dimension, so it needs at least 2 bits");
  CHECK(g.run("--set bits=0") == Contains("option 'bits' = '0', must be a whole number in 1 .. "));
  CHECK(g.run("--set bits=1025") == Contains("option 'bits' = '1025'"));
}

TEST_CASE("bad input: sizes that do not fit the data set name the size") {
  const Guarded g;
  CHECK(g.run("--set test-queries=600") ==
        Contains("option 'test-queries' = 600 does not fit: the data set has 600 rows: set "
                 "test-queries = 60"));
  CHECK(g.run("--set training=0") == "option 'training' = 0, must be >= 1");
  CHECK(g.run("--set training=500") ==
        Contains("leaves nothing to rank of 600 rows: set training = 120"));
  CHECK(g.run("--set training=-1") == Contains("option 'training' = '-1', must be a whole number"));
}

TEST_CASE("bad input: unknown names come with a suggestion") {
  const Guarded g;
  CHECK(g.run("--set hasher=itk+sbq") == Contains("did you mean 'itq'?"));
  CHECK(g.run("--set hasher=itq+sqb") == Contains("did you mean 'sbq'?"));
  CHECK(g.run("--set hasher=itq+npq:treshold=2") == Contains("did you mean 'thresholds'?"));
  CHECK(g.run("--set hasher=itq") == Contains("itq"));
  CHECK(g.run("--set trainin=5") == Contains("--set: unknown key 'trainin', did you mean "
                                             "'training'?"));
  CHECK(g.run("--set metric=aprc") == Contains("did you mean 'auprc'?"));
  CHECK(g.run("--set split=improve") == Contains("unknown split 'improve', did you mean "
                                                 "'improved'?"));
  CHECK(g.run("--set groundtruth=epsilom") == Contains("did you mean 'epsilon'?"));
  CHECK(g.run("--set groundtruth=epsilon:neighbors=3") == Contains("did you mean 'neighbours'?"));
  CHECK(g.command("table '" + g.study.results() + "' --metric aprc") ==
        Contains("did you mean 'auprc'?"));
  CHECK(g.command("table '" + g.study.results() + "' --format latex") == Contains("'latex'"));
}

TEST_CASE("bad input: a grid that cannot be tried is refused before any work") {
  const Guarded g;
  const auto grid = [&](const std::string& text) { return g.run("--set 'grid=" + text + "'"); };
  CHECK(grid("itq+npq") == Contains("names no settings to choose from"));
  CHECK(grid("itq+npq: alpha=") == Contains("key 'alpha' has an empty value"));
  CHECK(grid("itq+npq: alfa=0,1") == Contains("did you mean 'alpha'?"));
  CHECK(grid("itq+npq: alpha=0,2") == Contains("option 'alpha' = '2', must be"));
  CHECK(grid("itk+npq: alpha=0,1") == Contains("did you mean 'itq'?"));
  CHECK(grid("pca+npq: thresholds=3,1' --set 'bits=32") ==
        Contains("'pca+npq:thresholds=1' needs 32 hash dimensions"));
  CHECK(grid("pca+npq: beta=1,2' --set 'validation-queries=0") ==
        Contains("option 'validation-queries' = 0, but 'pca+npq:tuned' chooses its settings"));
  CHECK(grid("pca+npq: beta=1,2' --set 'select-by=aprc") == Contains("did you mean 'auprc'?"));
  CHECK(g.run("--set 'grid=pca+npq: beta=1,2' --set 'grid=pca+npq: alpha=0,1'") ==
        Contains("option 'grid' names 'pca+npq:tuned' twice"));
}

TEST_CASE("bad input: options that make no sense are refused") {
  const Guarded g;
  CHECK(g.run("--set runs") == "--set 'runs': expected key=value");
  CHECK(g.run("--set =3") == "--set '=3': expected key=value");
  CHECK(g.run("--set runs=") == Contains("key 'runs' has no value"));
  CHECK(g.run("--set runs=1e3") == Contains("option 'runs' = '1e3', must be a whole number"));
  CHECK(g.run("--jobs 0") == "option '--jobs' = '0', must be a whole number in 1 .. 1024");
  CHECK(g.run("--jobs two") == Contains("option '--jobs' = 'two'"));
  CHECK(g.command("run '" + g.study / "tiny.ini" + "' --out ''") ==
        Contains("option '--out' has no value"));
  CHECK(g.command("import x.npy --labels --out y.h5") ==
        "option '--labels' has no value, '--out' follows it ('hashlab import --help' explains)");
  CHECK(g.command("evaluate db.npy q.npy") ==
        "unexpected argument 'db.npy', expected options such as '--database CODES' ('hashlab "
        "evaluate --help' explains)");
  CHECK(g.command("evaluate --queries q.npy") ==
        Contains("unknown option '--queries', did you mean 'query'?"));
  CHECK(g.command("evaluate --labels q.npy") == Contains("did you mean 'database-labels'?"));
}

TEST_CASE("bad input: a suite that cannot be read is named") {
  const Guarded g;
  const auto suite = [&](const std::string& bytes) {
    write_file(g.study / "bad.ini", bytes);
    return g.command("run '" + g.study / "bad.ini" + "'");
  };
  const std::string bad = g.study / "bad.ini";
  const std::string not_text =
      ": is not a text file, expected an experiment file of 'key = value' lines";
  CHECK(g.command("run none.ini") == "none.ini: there is no such file");
  CHECK(g.command("run '" + g.study / "" + "'") == Contains("cannot be read as a file"));
  CHECK(suite("") == bad + ": key 'name' is missing");
  CHECK(suite(std::string("name = a\0b\n", 11)) == bad + not_text);
  CHECK(suite(read_file(g.study / "small.h5")) == bad + not_text);
  CHECK(suite("\x7f\x45\x4c\x46\xff\xfe") == Contains(bad + ":1: '?ELF"));
  CHECK(suite("name = a\nhashers = itq+sbq\n") ==
        Contains(bad + ": unknown key 'hashers', did you mean 'hasher'?"));
  CHECK(suite("name = a\nname = b\n") == Contains(bad + ": key 'name' is given 2 times"));
  CHECK(suite("name = ../a\ndataset = small\nhasher = itq+sbq\n") == Contains("folder's name"));
}

TEST_CASE("bad input: an unknown kernel is refused with those there are") {
  const Guarded g;
  const std::string message =
      g.command(g.study.arguments("run", "--set runs=3"), "HASHLAB_KERNEL=mmx");
  CHECK(message == Contains("HASHLAB_KERNEL: kernel 'mmx' does not exist; choose one of: "));
  CHECK(message == Contains("scalar"));
}

TEST_CASE("bad input: an output folder that cannot be made is named and nothing is left") {
  const Guarded g;
  const auto to = [&](const std::string& folder) {
    return g.command(
        fmt::format("run '{}' --data '{}' --out '{}'", g.study / "tiny.ini", g.study / "", folder));
  };
  CHECK(to(g.study / "tiny.ini") == Contains("tiny.ini: the folder cannot be made"));
  CHECK(to(g.study / "tiny.ini/below") == Contains("the folder cannot be made"));
  CHECK(to("/proc/hashlab") == Contains("/proc/hashlab: the folder cannot be made"));
  CHECK(g.command("make-data '" + g.study / "tiny.ini/x.h5'") ==
        Contains("the folder cannot be made"));
  CHECK(g.command("make-data '" + g.study / "'") == Contains("is no ordinary file"));
  CHECK(g.command("make-data pictres") ==
        "no data of kind 'pictres' can be made, did you mean 'pictures'?; expected pictures, "
        "pictures-multi, pictures-tags, synthetic, or a file that ends in '.h5'");
  CHECK(g.command("make-data synthetic pictures") ==
        "'synthetic' and 'pictures': expected one kind of data");
  CHECK(g.command("make-data a.h5 b.h5") == "'a.h5' and 'b.h5': expected one file");
  CHECK(g.command("make-data --samples 0") ==
        "option '--samples' = '0', must be a whole number in 1 .. 1000000");
  CHECK(g.command("make-data --seed -1") == Contains("option '--seed' = '-1'"));
  CHECK(g.command("make-data --threads 0") == Contains("option '--threads' = '0'"));
  CHECK(read_file(g.study / "tiny.ini") == Contains("name = tiny"));
}

TEST_CASE("bad input: a folder without results, or with a damaged list of them, is named") {
  const Guarded g;
  const TemporaryFolder empty;
  for (const char* verb : {"table", "status"}) {
    CAPTURE(verb);
    CHECK(g.command(fmt::format("{} '{}'", verb, empty.path())) ==
          Contains(empty.path() + ": holds no results (no manifest.tsv); make some with 'hashlab "
                                  "run SUITE.ini --out "));
  }
  const std::string manifest = g.study.results() + "/manifest.tsv";
  const std::string whole = read_file(manifest);
  const auto table_with = [&](const std::string& text) {
    write_file(empty / "manifest.tsv", text);
    return g.command("table '" + empty.path() + "'");
  };
  const std::string name = empty / "manifest.tsv: ";
  const std::string damaged =
      name + "is damaged: it does not fit its checksum; run the suite again";
  const std::string head = whole.substr(0, whole.find('\n') + 1);
  const std::string other_head =
      name + "is of another version of hashlab, or damaged; run the suite again";
  CHECK(table_with("") == other_head);
  CHECK(table_with("a\tb\n") == other_head);
  CHECK(table_with(whole.substr(0, whole.size() / 2)) == damaged);
  CHECK(table_with(whole + "cell\tx\ty\n") == damaged);
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    CAPTURE(at);
    CHECK(table_with(flipped) == (at < head.size() ? other_head : damaged));
  }
  // With a checksum that fits, as nobody but an attacker makes it.
  const std::string body = whole.substr(0, whole.find("sha256\t"));
  CHECK(table_with(sealed_text("hashlab results\t3\n" + body.substr(head.size()))) == other_head);
  CHECK(table_with(sealed_text(body.substr(head.size()))) == other_head);
  CHECK(table_with(sealed_text(body.substr(0, body.find("dataset\t")))) ==
        Contains(name + "has '' where the data set is expected"));
  CHECK(table_with(sealed_text(body.substr(0, body.size() - 20) + "\n")) ==
        Contains(name + "does not list the cells of its suite"));
  CHECK(table_with(sealed_text(body + "cell\tx\ty\n")) ==
        Contains(name + "lists more than the cells of its suite"));
  CHECK(table_with(sealed_text(std::string(body).replace(
            body.find("hasher = "), 9, "hashed = "))) == Contains(name + "unknown key 'hashed'"));
  CHECK(table_with(whole) ==
        empty.path() + ": no cell is done yet; 'hashlab status " + empty.path() + "' tells more");
}

TEST_CASE("bad input: a list of cells that belongs to another suite gives no wrong table") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string path = study.results() + "/manifest.tsv";
  std::string text = read_file(path);
  const std::size_t at = text.find("hasher = lsh+sbq\n");
  REQUIRE(at != std::string::npos);
  // Swapped hashers: as many cells, of the same names.
  text.replace(at, std::strlen("hasher = lsh+sbq\nsuite\thasher = pca+npq"),
               "hasher = pca+npq\nsuite\thasher = lsh+sbq");
  write_file(path, sealed_text(text.substr(0, text.find("sha256\t"))));
  CHECK(refusal(study.table()) == Contains("holds another cell than the manifest says"));
}

TEST_CASE("bad input: a list of cells with two lines swapped is told by every verb that reads it") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1 --set 'grid=pca+npq: beta=1,2'").status == 0);
  const std::string path = study.results() + "/manifest.tsv";
  const std::string whole = read_file(path);
  std::vector<std::string> lines = lines_of(whole.substr(0, whole.find("sha256\t")));
  std::size_t tuned = 0, other = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("cell\t")) continue;
    (lines[i].find("tuned") != std::string::npos ? tuned : other) = i;
  }
  REQUIRE(tuned > 0);
  REQUIRE(other > 0);
  std::swap(lines[tuned], lines[other]);
  write_file(path, sealed_text(fmt::format("{}\n", fmt::join(lines, "\n"))));
  for (const std::string& command :
       {"table '" + study.results() + "'", "compare '" + study.results() + "'",
        "report '" + study.results() + "' --out '" + study / "page.html" + "'"}) {
    CAPTURE(command);
    const Outcome outcome = hashlab::testing::hashlab(command);
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains("holds another cell than the manifest says"));
  }
  CHECK_FALSE(fs::exists(study / "page.html"));
  const Outcome status = hashlab::testing::hashlab("status '" + study.results() + "'");
  CHECK(status.status == 1);
  CHECK(status.out == Contains("damaged: the file holds another cell"));
  CHECK(status.out == Contains(", 2 damaged"));
}

TEST_CASE("bad input: a table never leaves out a damaged cell in silence") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string cell = study.cells()[2];
  SUBCASE("cut") {
    write_file(cell, read_file(cell).substr(0, 3000));
  }
  SUBCASE("foreign") {
    write_file(cell, read_file(study / "small.h5"));
  }
  SUBCASE("a folder") {
    fs::remove(cell);
    fs::create_directory(cell);
  }
  const Outcome table = study.table();
  CHECK(table.status == 2);
  CHECK(refusal(table) == Contains(cell + ": "));
  CHECK(refusal(study.table("--long --format csv")) == Contains(cell + ": "));
  const Outcome status = hashlab::testing::hashlab("status '" + study.results() + "'");
  CHECK(status.status == 1);
  CHECK(status.out == Contains(fs::path(cell).filename().string() + "  damaged: " + cell));
  CHECK(status.out == Contains("5 done, 0 missing, 0 failed, 1 damaged"));
}

TEST_CASE("bad input: published numbers that cannot be read name file and line") {
  const Guarded g;
  const auto compare = [&](const std::string& text) {
    write_file(g.study / "p.csv", text);
    return g.command(
        fmt::format("table '{}' --compare-published '{}'", g.study.results(), g.study / "p.csv"));
  };
  const std::string head = "source,dataset,groundtruth,split,hasher,bits,metric,value\n";
  CHECK(g.command("table '" + g.study.results() + "' --compare-published none.csv") ==
        Contains("none.csv: there is no such file"));
  CHECK(compare("a,b\n1,2\n") == Contains(g.study / "p.csv"));
  CHECK(compare(head + "s,small,epsilon,literature,lsh+sbq,8,auprc,much\n") == Contains("much"));
  CHECK(compare(head + "s,small,epsilon,literature,lsh+sbq,8,auprc\n") == Contains("p.csv"));
  CHECK(compare(head + "s,elsewhere,epsilon,literature,lsh+sbq,8,auprc,0.5\n") ==
        Contains("small"));
  write_file(g.study / "good.csv", head + "s,small,epsilon,literature,lsh+sbq,8,auprc,0.5\n");
  write_file(g.study / "c.csv", "factor\n2\n");
  CHECK(g.command(fmt::format("table '{}' --compare-published '{}' --correction '{}'",
                              g.study.results(), g.study / "good.csv", g.study / "c.csv")) ==
        Contains("c.csv:1: the header is not source,dataset"));
}

TEST_CASE("bad input: a standard stream that is full or closed is an error, never a crash") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string program = fmt::format("'{}'", HASHLAB_PROGRAM);
  const std::string table = fmt::format("{} table '{}'", program, study.results());
  const std::string message = "standard output cannot be written; results on disk are not affected";
  for (const std::string& command :
       {table, table + " --long --format csv", program + " list", program + " run --help"}) {
    CAPTURE(command);
    for (const char* target : {"> /dev/full", ">&-"}) {
      const Outcome outcome = shell(command + target);
      CHECK(outcome.status == 1);
      CHECK(refusal(outcome) == message);
    }
  }
  // Without standard error there is nobody to tell, but the status remains.
  for (const char* target : {" 2> /dev/full", " 2>&-"}) {
    CHECK(shell(table + " --format nothing" + target).status == 2);
    CHECK(study.run(std::string("--set runs=2 --jobs 2") + target).status == 0);
    CHECK(study.status() == Contains("12 done, 0 missing, 0 failed, 0 damaged"));
    fs::remove_all(study.results());
  }
}

TEST_CASE(
    "bad input: a limit on file sizes ends a run like a full disk, and a later run completes") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string table = study.table().out;
  const std::string command = fmt::format("'{}' {}", HASHLAB_PROGRAM, study.arguments("run"));
  SUBCASE("that no cell fits") {
    const Outcome run = shell("ulimit -f 16; " + command);  // units of 512 or 1024 bytes
    CHECK(run.status == 1);
    CHECK(run.error == Contains(".h5: cannot be written: File too large\n"));
    CHECK(study.cells().size() == 6);
    CHECK(study.status() == Contains("6 done, 6 missing, 0 failed, 0 damaged"));
    CHECK(study.table().out == Contains("incomplete: 6 of 12 cells are missing"));
  }
  SUBCASE("that not even the list of cells fits") {
    const Outcome run = shell("ulimit -f 1; " + command);
    CHECK(run.status == 1);
    CHECK(refusal(run) == study.results() + "/manifest.tsv: cannot be written: File too large");
    CHECK(study.table().out == table);
  }
  for (const auto& entry : fs::recursive_directory_iterator(study.results())) {
    CHECK_FALSE(entry.path().string() == Contains(".tmp"));
  }
  CHECK(study.run().error == Contains("6 done before, 6 to run"));
  CHECK(study.status() == Contains("12 done"));
}

TEST_CASE("bad input: a full disk ends the run with status 1 and keeps what is done") {
  const TemporaryFolder disk;
  if (mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=200k") != 0) {
    skip(std::string("mounting a small file system is not permitted: ") + std::strerror(errno));
    return;
  }
  const SmallStudy study;
  fs::create_directory_symlink(disk.path(), study.results());
  const Outcome run = study.run();
  CHECK(run.status == 1);
  CHECK(run.error == Contains(".h5: cannot be written: No space left on device\n"));
  const std::size_t there = study.cells().size();
  CHECK(there >= 1);
  CHECK(there < 12);
  CHECK(study.status() ==
        Contains(fmt::format("{} done, {} missing, 0 failed, 0 damaged", there, 12 - there)));
  const std::string before = fingerprint(disk / "cells");
  CHECK(study.run().status == 1);  // still full
  CHECK(fingerprint(disk / "cells") == before);
  CHECK(mount("tmpfs", disk.path().c_str(), "tmpfs", MS_REMOUNT, "size=2m") == 0);
  const Outcome later = study.run();
  CHECK(later.status == 0);
  CHECK(later.error == Contains(fmt::format("{} done before", there)));
  CHECK(study.status() == Contains("12 done"));
  CHECK(umount(disk.path().c_str()) == 0);
}

}  // namespace hashlab::bad_input_test
