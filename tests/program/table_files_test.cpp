#include "experiments/gather/table_files.h"
#include "lib/files/files.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/mount.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::table_files_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> names = {"everything.csv", "long.csv",   "tables.csv",
                                        "tables.md",      "tables.tex", "tables.txt"};

/// Every file of a folder, hidden ones too, with its content.
std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    files[entry.path().filename().string()] = read_file(entry.path().string());
  }
  return files;
}

/// Kills a writer of tables at random moments: every file that bears its name must be one of the
/// two versions, and what is written next is the same as without any kill.
void kill_writers(std::size_t rounds, unsigned seed) {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const auto write = [&](const std::string& options) {
    return fmt::format("table '{}' {} --all-formats --out '{}'", study.results(), options,
                       study / "t");
  };
  const auto started = std::chrono::steady_clock::now();
  REQUIRE(hashlab::testing::hashlab(write("--precision 3")).status == 0);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started);
  const auto old_files = files_in(study / "t");
  REQUIRE(hashlab::testing::hashlab(write("--letters")).status == 0);
  const auto new_files = files_in(study / "t");
  REQUIRE(new_files.size() == names.size());

  std::mt19937 random(seed);
  std::size_t killed = 0, mixed = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    if (round % 2 == 0) {
      fs::remove_all(study / "t");
    } else {
      REQUIRE(hashlab::testing::hashlab(write("--precision 3")).status == 0);
      REQUIRE(files_in(study / "t") == old_files);
    }
    Background writer(write("--letters"));
    std::this_thread::sleep_for(took * static_cast<int>(random() % 1000) / 900);
    writer.send(SIGKILL);
    killed += writer.wait() == 128 + SIGKILL ? 1 : 0;
    std::size_t fresh = 0;
    const auto now = files_in(study / "t");
    for (const std::string& name : names) {
      CAPTURE(name);
      if (!now.contains(name)) {
        CHECK(round % 2 == 0);
        continue;
      }
      const std::string& text = now.at(name);
      CHECK((text == new_files.at(name) || (round % 2 == 1 && text == old_files.at(name))));
      fresh += text == new_files.at(name) ? 1 : 0;
    }
    mixed += fresh > 0 && fresh < names.size() ? 1 : 0;
    REQUIRE(hashlab::testing::hashlab(write("--letters")).status == 0);
    REQUIRE(files_in(study / "t") == new_files);  // leftovers of the killed are gone too
  }
  CHECK(killed > rounds / 4);
  MESSAGE(fmt::format("{} of {} writers were killed, {} left some of the files new", killed, rounds,
                      mixed));
}

}  // namespace

TEST_CASE("table files: a run leaves its tables in every format beside its cells") {
  const SmallStudy study;
  const Outcome run = study.run();
  REQUIRE(run.status == 0);
  const auto files = files_in(study.results() + "/tables");
  REQUIRE(files.size() == names.size());
  CHECK(files.at("tables.txt") == run.out);
  CHECK(files.at("tables.txt") == study.table().out);
  CHECK(files.at("tables.md") == study.table("--format md").out);
  CHECK(files.at("tables.csv") == study.table("--format csv").out);
  CHECK(files.at("tables.tex") == study.table("--format tex").out);
  CHECK(files.at("long.csv") == study.numbers());
  CHECK(files.at("everything.csv") == study.table("--everything").out);
}

TEST_CASE("table files: --out writes what would be printed, its ending says the format") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  for (const std::string name : {"t.md", "t.csv", "t.tex", "t.txt", "t"}) {
    CAPTURE(name);
    const Outcome written = study.table("--out '" + study / name + "'");
    CHECK(written.status == 0);
    CHECK(written.out == study / name + ": written\n");
    std::string as = fs::path(name).extension().string();
    as = as.empty() || as == ".txt" ? "text" : as.substr(1);
    CHECK(read_file(study / name) == study.table("--format " + as).out);
  }
  CHECK(study.table("--format csv --out '" + study / "u.md" + "'").status == 0);
  CHECK(read_file(study / "u.md") == read_file(study / "t.csv"));
  CHECK(study.table("--long --out '" + study / "long.csv" + "'").status == 0);
  CHECK(read_file(study / "long.csv") == study.numbers());
  CHECK(study.table("--everything --out '" + study / "all" + "'").status == 0);
  CHECK(read_file(study / "all") == study.table("--everything").out);
  CHECK(study.table("--letters --out '" + study / "folder/" + "'").status == 0);
  CHECK(read_file(study / "folder/tables.tex") == study.table("--letters --format tex").out);
}

TEST_CASE("table files: a part of a table, and LaTeX for a paper") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=2").status == 0);
  const std::string part =
      study.table("--metric auprc --split improved --bits 8 --hasher lsh+sbq").out;
  CHECK(part == Contains("\nlsh+sbq "));
  CHECK_FALSE(part == Contains("\npca+npq "));
  CHECK_FALSE(part == Contains("literature - improved split"));
  CHECK(part == Contains("shown: 1 of "));
  CHECK(part == Contains("\nimproved: "));
  CHECK_FALSE(part == Contains("\nliterature: "));
  const std::string tex = study.table("--metric auprc --label tab:a --format tex").out;
  CHECK(tex == Contains("\\begin{table}[t]"));
  CHECK(tex == Contains("\\label{tab:a}"));
  CHECK(tex == Contains("LSH + SBQ"));
  CHECK_FALSE(tex == Contains("literature - improved"));
  CHECK(study.table("--metric auprc --differences --format tex").out ==
        Contains("% auprc on small, literature - improved split"));
  CHECK(refusal(study.table("--label tab:a --format tex")) ==
        Contains("--caption and --label are of one table"));
  CHECK(refusal(study.table("--caption A")) == Contains("--caption is for LaTeX"));
  CHECK(refusal(study.table("--hasher ITQ+SBQ")) == Contains("--hasher ITQ+SBQ: the results have"));
}

TEST_CASE("table files: a metric that programs define differently says whose definition it has") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  CHECK(study.table("--metric map@3").out ==
        Contains("; the same as convention:ranx-map@3; other programs divide by other counts, see "
                 "'hashlab list conventions'\n"));
  const std::string hashnet = study.table("--metric convention:hashnet@3").out;
  CHECK(hashnet == Contains("; the same as convention:hashnet@3\n"));
  CHECK_FALSE(study.table("--metric auprc").out == Contains("convention"));
}

TEST_CASE("table files: nothing is written over results or where it cannot be") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string before = fingerprint(study / "");
  const auto refused = [&](const std::string& options) {
    const Outcome outcome = study.table(options);
    CHECK(outcome.status == 2);
    CHECK(fingerprint(study / "") == before);
    return refusal(outcome);
  };
  CHECK(refused("--out table.pdf") ==
        "--out 'table.pdf': no table is written as .pdf; use .txt, .md, .csv or .tex, or add "
        "--format");
  for (const std::string& file : {study.results() + "/manifest.tsv", study.cells()[0]}) {
    CHECK(refused("--out '" + file + "'") == Contains("is no table that hashlab wrote"));
    CHECK(refused("--force --out '" + file + "'") == Contains("is read from"));
  }
  CHECK(refused("--out '" + study.results() + "'") == Contains("is no ordinary file"));
  CHECK(refused("--out '" + study / "tiny.ini/t.md" + "'") == Contains("is no folder"));
  CHECK(refused("--out /dev/null") == Contains("is no ordinary file"));
  CHECK(refused("--all-formats --out '" + study / "tiny.ini" + "'") == Contains("is no folder"));
  CHECK(refused("--all-formats") == Contains("add '--out FOLDER'"));
  CHECK(refused("--all-formats --format md --out t") == Contains("leave out --format"));
  CHECK(refused("--all-formats --long --out t") == Contains("ask for one at a time"));
  CHECK(refused("--metric nonsense --out '" + study / "new/" + "'") == Contains("does not exist"));
}

TEST_CASE("table files: a full disk leaves the earlier files as they were") {
  const TemporaryFolder disk;
  if (mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=80k") != 0) {
    skip(std::string("mounting a small file system is not permitted: ") + std::strerror(errno));
    return;
  }
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string out = "--all-formats --out '" + disk / "t" + "' ";
  REQUIRE(study.table(out + "--precision 2 --metric map").status == 0);
  const auto before = files_in(disk / "t");
  CHECK(before.size() == names.size());
  const Outcome full = study.table(out + "--precision 17 --letters");
  CHECK(full.status != 0);
  CHECK(refusal(full) == Contains("cannot be written: No space left on device"));
  CHECK(files_in(disk / "t") == before);
  CHECK(umount(disk.path().c_str()) == 0);
}

TEST_CASE("table files: a run whose tables cannot be written says so and keeps its cells") {
  const SmallStudy study;
  fs::create_directory(study.results());
  write_file(study.results() + "/tables", "in the way");
  const Outcome run = study.run();
  CHECK(run.status == 1);
  CHECK(run.out == Contains("auprc on small"));
  CHECK(run.error == Contains("/tables: the folder cannot be made"));
  CHECK(study.status() == Contains("12 done"));
  fs::remove(study.results() + "/tables");
  CHECK(study.run().status == 0);
  CHECK(files_in(study.results() + "/tables").size() == names.size());
}

TEST_CASE("table files: a writer that is killed leaves each file whole or absent") {
  kill_writers(12, 1);
}

TEST_SUITE("slow") {
  TEST_CASE("table files: two hundred writers that are killed leave each file whole or absent") {
    kill_writers(200, 2);
  }
}

TEST_CASE("table files: results of several data sets follow each other, csv tells them apart") {
  const SmallStudy study;
  fs::create_directory(study / "all");
  fs::copy(study / "small.h5", study / "other.h5");
  const std::string suite = study / "tiny.ini";
  for (const std::string name : {"small", "other"}) {
    REQUIRE(hashlab::testing::hashlab(
                fmt::format("run '{}' --data '{}' --out '{}' --set runs=2 --set dataset={}", suite,
                            study / "", study / ("all/of-" + name), name))
                .status == 0);
  }
  const auto table = [&](const std::string& options) {
    return hashlab::testing::hashlab(fmt::format("table '{}' {}", study / "all", options));
  };
  const std::string text = table("").out;
  CHECK(text.starts_with("==== of-other ====\n\nauprc on other\n"));
  CHECK(text == Contains("\n\n==== of-small ====\n\nauprc on small\n"));
  CHECK(table("--format md").out.starts_with("## of-other\n\n**auprc on other**"));
  CHECK(table("--format tex").out.starts_with("% ==== of-other ====\n"));
  const std::vector<std::string> csv = lines_of(table("--format csv").out);
  CHECK(csv.at(0).starts_with("dataset,metric,hasher,"));
  CHECK(csv.at(1).starts_with("other,auprc,lsh+sbq,"));
  CHECK(csv.back().starts_with("small,map,chance,"));
  CHECK(csv.size() == 1 + 2 * 2 * 10);
  const std::vector<std::string> numbers = lines_of(table("--long --format csv").out);
  CHECK(numbers.size() == 1 + 2 * 24);
  CHECK(std::count(numbers.begin(), numbers.end(), numbers[0]) == 1);
  CHECK(table("--everything").out == Contains("other,improved,pca+npq,8,1,metric,map,"));

  fs::copy(study / "all/of-small", study / "all/once-more", fs::copy_options::recursive);
  CHECK(table("").out == Contains("==== once-more ===="));
  for (const char* options : {"--format csv", "--long --format csv", "--everything"}) {
    CHECK(refusal(table(options)) ==
          Contains("two of these results folders are of data set 'small'"));
  }
}

}  // namespace hashlab::table_files_test
