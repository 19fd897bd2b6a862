// scripts/fetch_datasets against a web server on this machine, with small stand-ins for the files.

#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "tests/support/fetch_study.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::fetch_datasets_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// Bytes that no two places of a file share.
std::string stand_in(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += fmt::format("line {} of a file\n", i);
  text.resize(bytes);
  return text;
}

std::string size_and_sum(const std::string& bytes) {
  return fmt::format("size = {}\nchecksum = sha256:{}\n", bytes.size(), sha256(bytes));
}

}  // namespace

TEST_CASE("fetch: a file is downloaded, verified, imported, and then left alone") {
  const FetchStudy study;
  const std::string bytes = stand_in(20000);
  study.serve("toy.bin", bytes);
  study.recipe("toy", "toy.bin", size_and_sum(bytes) + "url = " + study.url("toy.bin") + "\n");
  const Outcome first = study.fetch("toy");
  CHECK(first.error == "");
  CHECK(first.status == 0);
  CHECK(first.out == Contains("toy: A stand-in. Free\ntoy: please cite Nobody, 1999\n"));
  CHECK(first.out == Contains("toy: toy.bin is right by its sha256\n"));
  CHECK(first.out == Contains("asked: import toy.bin --out " + study.at("data/toy.h5") + "\n"));
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
  CHECK(read_file(study.download("toy.bin")) == bytes);
  CHECK_FALSE(fs::exists(study.download("unpacked")));
  CHECK(study.answers_given() == "200 ");

  const Outcome again = study.fetch("toy");
  CHECK(again.status == 0);
  CHECK(again.out == Contains("toy.h5 is there already"));
  const Outcome forced = study.fetch("--force --keep toy");
  CHECK(forced.out == Contains("toy: toy.bin is there and right\n"));
  CHECK(forced.out == Contains("asked: import"));
  CHECK(fs::exists(study.download("unpacked/toy.bin")));
  CHECK(study.answers_given() == "200 ");  // nothing was fetched a second time

  write_file(study.download("toy.bin"), stand_in(19999));  // damaged meanwhile
  CHECK(study.fetch("--fetch-only toy").out ==
        Contains("has 19999 bytes, expected 20000; kept as"));
  CHECK(read_file(study.download("toy.bin")) == bytes);
}

TEST_CASE("fetch: a download that was interrupted is continued where it stopped") {
  const FetchStudy study;
  const std::string bytes = stand_in(50000);
  study.serve("toy.bin", bytes);
  study.recipe("toy", "toy.bin", size_and_sum(bytes) + "url = " + study.url("toy.bin") + "\n");
  fs::create_directories(study.at("data/downloads/toy"));
  write_file(study.download("toy.bin.part"), bytes.substr(0, 30000));
  const Outcome rest = study.fetch("toy");
  CHECK(rest.status == 0);
  CHECK(rest.out == Contains("toy: continuing toy.bin at byte 30000 from"));
  CHECK(study.answers_given() == "206 ");  // partial content: only the rest was asked for
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
  CHECK_FALSE(fs::exists(study.download("toy.bin.part")));
}

TEST_CASE("fetch: if what was there before is wrong, the file is fetched from its first byte") {
  const FetchStudy study;
  const std::string bytes = stand_in(50000);
  study.serve("toy.bin", bytes);
  study.recipe("toy", "toy.bin", size_and_sum(bytes) + "url = " + study.url("toy.bin") + "\n");
  fs::create_directories(study.at("data/downloads/toy"));
  for (const std::size_t had : {30000u, 50000u, 60000u}) {
    CAPTURE(had);
    write_file(study.download("toy.bin.part"), std::string(had, 'x'));
    const Outcome run = study.fetch("--force toy");
    CHECK(run.status == 0);
    CHECK(read_file(study.download("toy.bin")) == bytes);
    if (had <= bytes.size()) CHECK(read_file(study.download("toy.bin.bad")).starts_with("xxx"));
    fs::remove(study.download("toy.bin"));
  }
}

TEST_CASE("fetch: a connection that breaks off is taken up again") {
  const FetchStudy study;
  const std::string bytes = stand_in(40000);
  study.serve("whole", bytes);
  const std::string whole = study.at("www/whole"), flag = study.at("called");
  study.serve_script(
      "toy.bin", fmt::format("if [ -e '{1}' ]; then\n"
                             "  printf 'HTTP/1.1 206 Partial Content\\r\\nContent-Length: 15000"
                             "\\r\\nContent-Range: bytes 25000-39999/40000\\r\\n\\r\\n'\n"
                             "  tail -c 15000 '{0}'\n"
                             "else\n"
                             "  touch '{1}'\n"
                             "  printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 40000\\r\\n\\r\\n'\n"
                             "  head -c 25000 '{0}'\n"
                             "fi\n",
                             whole, flag));
  study.recipe("toy", "toy.bin",
               size_and_sum(bytes) + "url = " + study.url("cgi-bin/toy.bin") + "\n");
  const Outcome run = study.fetch("toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("the connection broke off (have 25000 of 40000 bytes)"));
  CHECK(run.out == Contains("toy: continuing toy.bin at byte 25000 from"));
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
}

TEST_CASE("fetch: a server that cannot continue a file sends it whole again") {
  const FetchStudy study;
  const std::string bytes = stand_in(40000);
  study.serve("whole", bytes);
  study.serve_script("toy.bin", fmt::format("printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 40000"
                                            "\\r\\n\\r\\n'\ncat '{}'\n",
                                            study.at("www/whole")));
  study.recipe("toy", "toy.bin",
               size_and_sum(bytes) + "url = " + study.url("cgi-bin/toy.bin") + "\n");
  fs::create_directories(study.at("data/downloads/toy"));
  write_file(study.download("toy.bin.part"), bytes.substr(0, 100));
  const Outcome run = study.fetch("toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("toy: the server cannot continue a file, starting over\n"));
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
}

TEST_CASE("fetch: a file that is too short is said to be so, kept, and completed later") {
  const FetchStudy study;
  const std::string bytes = stand_in(40000);
  study.serve("toy.bin", bytes.substr(0, 12345));
  study.recipe("toy", "toy.bin", size_and_sum(bytes) + "url = " + study.url("toy.bin") + "\n");
  const Outcome cut = study.fetch("toy");
  CHECK(cut.status == 1);
  CHECK(cut.out == Contains("toy: that file ends after 12345 of 40000 bytes\n"));
  CHECK(refusal({1, "", cut.error}) ==
        Contains("toy: toy.bin could not be fetched from any address; 12345 bytes of it are kept"));
  CHECK_FALSE(fs::exists(study.at("data/toy.h5")));
  study.serve("toy.bin", bytes);
  const Outcome rest = study.fetch("toy");
  CHECK(rest.status == 0);
  CHECK(rest.out == Contains("continuing toy.bin at byte 12345"));
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
}

TEST_CASE("fetch: a wrong checksum sets the file aside and tries the next address") {
  const FetchStudy study;
  const std::string bytes = stand_in(20000), wrong(20000, 'w');
  study.serve("a/toy.bin", wrong);
  study.serve("b/toy.bin", bytes);
  const std::string sums = size_and_sum(bytes);
  study.recipe(
      "toy", "toy.bin",
      sums + "url = " + study.url("a/toy.bin") + "\nurl = " + study.url("b/toy.bin") + "\n");
  const Outcome run = study.fetch("toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains(fmt::format("toy: toy.bin has sha256 {}, expected {}; kept as "
                                        "toy.bin.bad\n",
                                        sha256(wrong), sha256(bytes))));
  CHECK(read_file(study.download("toy.bin.bad")) == wrong);
  CHECK(read_file(study.at("data/toy.h5")) == bytes);

  study.recipe("toy", "toy.bin", sums + "url = " + study.url("a/toy.bin") + "\n");
  fs::remove(study.at("data/toy.h5"));
  fs::remove(study.download("toy.bin"));
  const Outcome alone = study.fetch("toy");
  CHECK(alone.status == 1);
  CHECK(alone.error == Contains("could not be fetched from any address"));
  CHECK_FALSE(fs::exists(study.download("toy.bin")));
  CHECK_FALSE(fs::exists(study.at("data/toy.h5")));
}

TEST_CASE("fetch: mirrors are tried in order; with none left it fails and says why") {
  const FetchStudy study;
  const std::string bytes = stand_in(20000);
  study.serve("second/toy.bin", bytes);
  const std::string gone = "url = " + study.url("first/toy.bin") + "\n";
  const std::string down = fmt::format("url = http://127.0.0.1:{}/toy.bin\n", free_port());
  study.recipe("toy", "toy.bin",
               size_and_sum(bytes) + down + gone + "url = " + study.url("second/toy.bin") + "\n");
  const Outcome run = study.fetch("--fetch-only toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("toy: not from there: nobody answers there"));
  CHECK(run.out == Contains("toy: not from there: the server answers 404"));
  CHECK(run.out == Contains("toy: fetched into"));
  CHECK_FALSE(run.out == Contains("asked:"));

  study.recipe("toy", "toy.bin", size_and_sum(bytes) + down + gone);
  fs::remove(study.download("toy.bin"));
  const Outcome none = study.fetch("toy");
  CHECK(none.status == 1);
  CHECK(none.error == Contains("toy: toy.bin could not be fetched from any address; 0 bytes"));
  // A mirror of one's own comes first, here a folder.
  const Outcome own = study.fetch("toy --mirror 'file://" + study.at("www/second/") + "'");
  CHECK(own.status == 0);
  CHECK(own.out == Contains("fetching toy.bin from file:///"));
  CHECK(read_file(study.at("data/toy.h5")) == bytes);
}

TEST_CASE("fetch: where no checksum is published, it says so and prints the one it got") {
  const FetchStudy study;
  const std::string bytes = stand_in(20000);
  study.serve("toy.bin", bytes);
  study.serve("page.bin", " <!DOCTYPE html><html>Moved</html>");
  study.recipe("toy", "toy.bin",
               "url = " + study.url("page.bin") + "\nurl = " + study.url("toy.bin") + "\n");
  const Outcome run = study.fetch("toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("toy.bin is a web page, not the file"));
  CHECK(run.out == Contains("toy: toy.bin: no checksum is published, so it is not verified; got "
                            "20000 bytes, sha256 " +
                            sha256(bytes) + "\n"));
  CHECK_FALSE(run.out == Contains("is right by"));
  // From then on it is known.
  CHECK(study.fetch("--fetch-only toy").out == Contains("toy.bin is there and right"));
  write_file(study.download("toy.bin"), stand_in(19999) + "?");
  CHECK(study.fetch("--fetch-only toy").out == Contains("has sha256"));
  CHECK(read_file(study.download("toy.bin")) == bytes);

  // Half a file from elsewhere is not completed: nothing would show that it is of another.
  fs::remove(study.download("toy.bin"));
  write_file(study.download("toy.bin.part"), std::string(9000, 'x'));
  write_file(study.download("toy.bin.part.from"), "http://elsewhere/toy.bin\n");
  const Outcome other = study.fetch("--fetch-only toy");
  CHECK_FALSE(other.out == Contains("continuing"));
  CHECK(read_file(study.download("toy.bin")) == bytes);
}

TEST_CASE("fetch: archives are unpacked, their files found where they are, and none gets out") {
  const FetchStudy study;
  fs::create_directories(study.at("pack/deep/inside"));
  write_file(study.at("pack/deep/inside/a.dat"), "first");
  write_file(study.at("pack/deep/b.dat"), "second");
  write_file(study.at("outside"), "escaped");
  REQUIRE(
      shell(fmt::format("cd '{0}/pack' && bsdtar -c --format zip -f '{0}/www/a.zip' deep/inside "
                        "&& bsdtar -czPf '{0}/www/b.tar.gz' deep/b.dat && "
                        "bsdtar -cPf '{0}/www/evil.tar' ../outside",
                        study.at("")))
          .status == 0);
  const auto recipe = [&](const std::string& third) {
    write_file(
        study.at("recipes/toy.recipe"),
        "title = T\noutput = toy.h5\nfile = a.zip\nunpack-into = .\nurl = " + study.url("a.zip") +
            "\nfile = b.tar.gz\nunpack-into = sub\nurl = " + study.url("b.tar.gz") + "\n" + third +
            "import = **/a.dat test=**/b.dat\n");
  };
  recipe("");
  const Outcome run = study.fetch("toy");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("asked: import deep/inside/a.dat test=sub/deep/b.dat --out "));
  CHECK(read_file(study.at("data/toy.h5")) == "first");

  recipe("file = evil.tar\nunpack-into = .\nurl = " + study.url("evil.tar") + "\n");
  const Outcome evil = study.fetch("--force toy");
  CHECK(evil.status == 1);
  CHECK(evil.error == Contains("evil.tar cannot be unpacked"));
  CHECK_FALSE(fs::exists(study.download("outside")));

  write_file(study.at("recipes/toy.recipe"),
             "title = T\noutput = other.h5\nfile = a.zip\nunpack-into = .\nurl = " +
                 study.url("a.zip") + "\nimport = **/missing.dat\n");
  const Outcome missing = study.fetch("toy");
  CHECK(missing.status == 1);
  CHECK(missing.error == Contains("there is no missing.dat in what was unpacked"));
}

TEST_CASE("fetch: a failed import, a program that is not there and wrong usage are told apart") {
  const FetchStudy study;
  const std::string bytes = stand_in(2000);
  study.serve("toy.bin", bytes);
  study.recipe("toy", "toy.bin", size_and_sum(bytes) + "url = " + study.url("toy.bin") + "\n");
  const Outcome no_program = study.fetch("toy", "HASHLAB=/nowhere/hashlab");
  CHECK(no_program.status == 1);
  CHECK(refusal(no_program) ==
        "/nowhere/hashlab: there is no such program; build it with "
        "scripts/quickstart, name it by HASHLAB, or give --fetch-only");
  study.program("echo 'error: bad file' >&2; exit 1\n");
  const Outcome failed = study.fetch("toy");
  CHECK(failed.status == 1);
  CHECK(failed.error ==
        Contains("error: bad file\nerror: toy: the import failed; the downloads are"));

  const Outcome unknown = study.fetch("tyo");
  CHECK(unknown.status == 2);
  CHECK(refusal(unknown) == "there is no recipe for 'tyo', did you mean 'toy'?; there are toy");
  CHECK(refusal(study.fetch("zebra-crossing")) ==
        "there is no recipe for 'zebra-crossing'; there are toy");
  CHECK(study.fetch("../recipes/toy").status == 2);
  CHECK(study.fetch("").status == 2);
  CHECK(study.fetch("--mirror").status == 2);
  CHECK(refusal(study.fetch("--frobnicate toy")) == "there is no option --frobnicate; see --help");
  CHECK(study.fetch("--help").out == Contains("usage: scripts/fetch_datasets"));

  write_file(study.at("recipes/bad.recipe"), "title = T\nsize = 3\n");
  CHECK(refusal(study.fetch("bad")) ==
        Contains("bad.recipe: line 2: 'size' comes before any 'file'"));
  write_file(study.at("recipes/bad.recipe"), "titel = T\n");
  CHECK(refusal(study.fetch("bad")) == Contains("bad.recipe: line 1: no recipe has a 'titel'"));
  write_file(study.at("recipes/bad.recipe"), "title = T\n");
  CHECK(refusal(study.fetch("bad")) ==
        Contains("bad.recipe: lacks 'output', 'import' or a 'file'"));
}

TEST_CASE("fetch: every recipe of the project can be read and lists what it gives") {
  const Outcome list = shell(fmt::format("'{}/scripts/fetch_datasets' --list", HASHLAB_SOURCE_DIR));
  CHECK(list.status == 0);
  CHECK(list.error == "");
  for (const char* name : {"cifar10", "labelme", "mnist", "nus-wide", "sift1m", "wiki"}) {
    CHECK(list.out == Contains(fmt::format("{:<10} ", name)));
  }
  CHECK(lines_of(list.out).size() == 12);
}

}  // namespace hashlab::fetch_datasets_test
