#include "experiments/learn/context.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/stopwatch.h"
#include "results/site/csv_table.h"
#include "tests/support/foreign_lists.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>

namespace hashlab::site_program_test {

using namespace testing;

namespace {

const std::string kept_numbers = HASHLAB_SOURCE_DIR "/results/kept";

Outcome site(const std::string& arguments) {
  return hashlab::testing::hashlab("site " + arguments);
}

/// A study with codes of another program beside it, learned from the rows of a list.
struct Submission {
  SmallStudy study;

  Submission() {
    const Dataset dataset = read_dataset(study / "small.h5");
    write_file(study / "deep.npy", npy_packed(random_codes({.bits = 8}, dataset.size(), 5), false));
    const experiments::Suite suite = experiments::read_suite(study / "tiny.ini", {});
    const splits::Split split =
        experiments::make_run_context({dataset, suite}, "improved", 1).split;
    write_file(study / "training.txt", text_of_rows(split.training));
    write_file(study / "queries.txt", text_of_rows(split.test_queries));
  }
  Outcome run(const std::string& learned_from) const {
    return study.run(
        fmt::format("--set runs=1 --set hasher=itq+sbq --set baseline=itq+sbq "
                    "--set 'hasher=codes:name=deep,file={},training={},bit-order=little'",
                    study / "deep.npy", study / learned_from));
  }
  std::string data() const { return fmt::format("--data '{}'", study / ""); }
};

std::size_t size_below(const std::string& folder) {
  std::size_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

/// Compares every number of the pages with the line of the CSV that it names; returns how many.
std::size_t check_numbers(const std::string& folder) {
  std::map<std::string, results::CsvTable> tables;
  const std::regex value("data-origin=\"([^\":]+):([0-9]+)\">([^<]+)<");
  std::size_t numbers = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".html") continue;
    const std::string page = read_file(entry.path());
    for (std::sregex_iterator it(page.begin(), page.end(), value), end; it != end; ++it) {
      const std::string name = (*it)[1], shown = (*it)[3];
      if (!tables.contains(name)) {
        tables[name] = results::parse_csv_table(read_file(folder + "/data/" + name), name);
      }
      const results::CsvTable& table = tables[name];
      bool found = false;
      for (const std::string& field : table.rows.at(std::stoul((*it)[2]) - 2)) {
        char* last = nullptr;
        const double number = std::strtod(field.c_str(), &last);
        found = found ||
                (last != field.c_str() && *last == '\0' && fmt::format("{:.4f}", number) == shown);
      }
      if (!found)
        FAIL_CHECK(fmt::format("{}: {} is not in {}", entry.path().string(), shown, name));
      ++numbers;
    }
  }
  return numbers;
}

}  // namespace

TEST_CASE("site: a results folder becomes pages, the same ones every time") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string first = study / "first", second = study / "second";
  const Outcome made = site(fmt::format("{} --out {}", study.results(), first));
  CHECK(made.status == 0);
  CHECK(made.out == Contains("first/index.html: "));
  REQUIRE(site(fmt::format("{} --out {}", study.results(), second)).status == 0);
  CHECK(shell(fmt::format("diff -r {} {}", first, second)).status == 0);
  CHECK(check_numbers(first) > 10);

  // An earlier site is replaced, and pages that it no longer has are removed.
  write_file(first + "/methods/gone.html", "old");
  REQUIRE(site(fmt::format("{} --out {} --title 'T < U'", study.results(), first)).status == 0);
  CHECK_FALSE(std::filesystem::exists(first + "/methods/gone.html"));
  CHECK(read_file(first + "/index.html") == Contains("<title>T &lt; U</title>"));
}

TEST_CASE("site: a folder in which it was interrupted is finished, one of other files is refused") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string whole = study / "whole", out = study / "site";
  const auto command = [&](const std::string& folder) {
    return fmt::format("{} --out {}", study.results(), folder);
  };
  REQUIRE(site(command(whole)).status == 0);

  // Killed before the first file had its name, and after it.
  std::filesystem::create_directories(out + "/assets");
  std::filesystem::create_directories(out + "/methods");
  write_file(out + "/assets/.site.js.hashlab-0123456789ab.tmp", "'use strict");
  REQUIRE(site(command(out)).status == 0);
  CHECK(shell(fmt::format("diff -r {} {}", whole, out)).status == 0);
  std::filesystem::remove(out + "/index.html");
  REQUIRE(site(command(out)).status == 0);
  CHECK(shell(fmt::format("diff -r {} {}", whole, out)).status == 0);

  // Somebody else's site has a script of that name, too.
  rewrite_file(out + "/assets/site.js", "alert('mine');\n");
  const std::string before = fingerprint(out);
  CHECK(refusal(site(command(out))) == Contains("holds other files"));
  CHECK(fingerprint(out) == before);
}

TEST_CASE("site: what it cannot use is said, and nothing is written") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string out = study / "site";
  CHECK(refusal(site(study.results())) == Contains("option '--out' is missing"));
  CHECK(refusal(site(fmt::format("{} --out {}", study / "nowhere", out))) ==
        Contains("expected a results folder, a CSV"));
  CHECK(refusal(site(fmt::format("{} --out {}", study.results(), study / "."))) ==
        Contains("holds other files"));
  CHECK(refusal(site(fmt::format("{} --out {}", study.results(), study / "tiny.ini"))) ==
        Contains("is no folder"));
  CHECK(refusal(site(fmt::format("--check {} --out {}", study.results(), out))) ==
        Contains("does not go with '--check'"));
  write_file(study / "bad.csv", "metric,hasher,bits,split,mean\nmap,x,32,improved,high\n");
  CHECK(refusal(site(fmt::format("{} --out {}", study / "bad.csv", out))) ==
        Contains("bad.csv:2: mean = 'high', expected a finite number"));
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("site: a broken seal is refused, and the site of before stays") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const std::string out = study / "site";
  const std::string command = fmt::format("{} --out {}", study.results(), out);
  REQUIRE(site(command).status == 0);
  const std::string before = fingerprint(out);
  const std::string cell = study.cells().front();
  std::string bytes = read_file(cell);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  rewrite_file(cell, bytes);
  const Outcome check = site("--check " + study.results());
  CHECK(check.status == 1);
  CHECK(check.out == Contains("refused: " + cell));
  CHECK(check.out == Contains("the site refuses it"));
  CHECK(refusal(site(command)) == Contains(cell));
  CHECK(fingerprint(out) == before);
}

TEST_CASE("site: a result in the place of another one is refused") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const Outcome check = site("--check " + study.results());
  CHECK(check.out == Contains("12 of 12 results are whole, with their seals"));
  const std::string cell = study.cells().front();
  REQUIRE(shell(fmt::format("cp {} {}", study.cells().back(), cell)).status == 0);
  const Outcome other = site("--check " + study.results());
  CHECK(other.status == 1);
  CHECK(other.out == Contains("holds another cell than the manifest says"));
}

TEST_CASE("site: codes of another program are ranked, and a planted leak is marked") {
  const Submission honest;
  REQUIRE(honest.run("training.txt").status == 0);
  const Outcome clean = site(fmt::format("--check {} {}", honest.study.results(), honest.data()));
  CHECK(clean.status == 0);
  CHECK(clean.out == Contains("the site takes it\n"));
  const std::string out = honest.study / "site";
  REQUIRE(site(fmt::format("{} {} --out {}", honest.study.results(), honest.data(), out)).status ==
          0);
  const std::string page = read_file(out + "/methods/codes-deep.html");
  CHECK(page == Contains("were computed by another program"));
  CHECK_FALSE(page == Contains("<strong> leak</strong>"));

  const Submission leaking;
  REQUIRE(leaking.run("queries.txt").status == 0);
  const Outcome check = site(fmt::format("--check {} {}", leaking.study.results(), leaking.data()));
  CHECK(check.status == 1);
  CHECK(check.out == Contains("marked as leak: codes:deep 8 bits of improved"));
  CHECK(check.out == Contains("the site takes it, and marks the leaks"));
  const std::string marked = leaking.study / "site";
  REQUIRE(
      site(fmt::format("{} {} --out {}", leaking.study.results(), leaking.data(), marked)).status ==
      0);
  CHECK(read_file(marked + "/methods/codes-deep.html") == Contains("<strong> leak</strong>"));
  CHECK_FALSE(read_file(marked + "/methods/itq-sbq.html") == Contains("<strong> leak</strong>"));
}

TEST_CASE("site: hostile names in a CSV do not become markup or script") {
  const TemporaryFolder folder;
  const std::string evil = "</script><script>window.hostile=1</script>";
  write_file(folder / "a.csv",
             fmt::format("study,suite,dataset,metric,hasher,bits,split,runs,mean,sd\n"
                         "{0},{0},{0},{0},{0},32,{0},10,0.5,0.1\n"
                         "{0},{0},{0},{0},x,32,{0},10,0.4,0.1\n"
                         "../../{0},,=1+1,map,\"<img src=x onerror=1>\",32,improved,10,0.4,0.1\n",
                         evil));
  const std::string out = folder / "site";
  REQUIRE(site(fmt::format("{} --out {}", folder / "a.csv", out)).status == 0);
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out)) {
    if (entry.path().extension() != ".html") continue;
    ++pages;
    const std::string page = read_file(entry.path());
    CAPTURE(entry.path().string());
    CHECK_FALSE(page == Contains("<script>window"));
    CHECK_FALSE(page == Contains("<img"));
  }
  CHECK(pages > 8);
  CHECK(entries_of(folder.path()) == 2);  // the CSV and the site: nothing was written elsewhere
}

TEST_CASE("site: of all kept results it is made in seconds, and every number is that of its CSV") {
  const TemporaryFolder folder;
  const std::string out = folder / "site";
  const Stopwatch watch;
  const Outcome made = site(fmt::format("{} --out {}", kept_numbers, out));
  REQUIRE_MESSAGE(made.status == 0, made.error);
  MESSAGE(made.out, fmt::format("{:.1f} s", watch.seconds()));
  CHECK(size_below(out) <= 60'000'000);
  CHECK(std::filesystem::file_size(out + "/index.html") + size_below(out + "/assets") <= 5'000'000);
  CHECK(check_numbers(out) > 10'000);
  CHECK(read_file(out + "/methods/itq-sbq.html") == Contains("Gong"));
  CHECK(read_file(out + "/datasets/mnist.html") == Contains("70000 samples of 784 features"));
  CHECK(read_file(out + "/studies/landmarks.html") == Contains("quantiles-fitted-on-queries"));
  for (const auto& entry : std::filesystem::directory_iterator(out + "/datasets")) {
    CAPTURE(entry.path().string());
    const std::string page = read_file(entry.path());
    CHECK(page == Contains("<dt>Licence</dt>"));
    CHECK_FALSE(page == Contains("not known to this site"));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("site: in a real browser the leaderboard is filtered, sorted, shared, exported") {
    const TemporaryFolder folder;
    const std::string out = folder / "site";
    REQUIRE(site(fmt::format("{} --out {}", kept_numbers, out)).status == 0);
    const Outcome browser = shell(fmt::format(
        "/usr/bin/python3 {}/tests/program/site_browser.py {}", HASHLAB_SOURCE_DIR, out));
    if (browser.status == 77 || browser.status == 127) {
      const std::vector<std::string> said = lines_of(browser.out + browser.error);
      skip(said.empty() ? "there is no Python" : said.front());
      return;
    }
    INFO(browser.out, browser.error);
    CHECK(browser.status == 0);
  }
}

}  // namespace hashlab::site_program_test
