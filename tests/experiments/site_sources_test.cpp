#include "experiments/gather/named_parts.h"
#include "experiments/site/gather_site.h"
#include "experiments/site/kept_source.h"
#include "experiments/site/suite_facts.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::site_sources_test {

using namespace experiments;
using namespace testing;
using doctest::Approx;

TEST_CASE("site sources: a note gives its question and its answer, without markup") {
  const NoteText note = note_text(
      "# Does `itq` **win**?\n\nText.\n\n**Answer.** Yes, see [the\ntable](x.md).\nIt "
      "does.\n\nMore.\n");
  CHECK(note.title == "Does itq win?");
  CHECK(note.answer == "Yes, see the table. It does.");
  CHECK(note_text("no heading").title.empty());
  CHECK(note_text("# Only this").title == "Only this");
}

TEST_CASE("site sources: the commands of a note are the first block of its section on repeating") {
  const std::string before = "# Title\n\n```bash\nother\n```\n\n## Repeat the study\n\nRun this.\n";
  CHECK(note_text(before + "\n```bash\nfirst\nsecond\n```\n\n```\nthird\n```\n").commands ==
        "first\nsecond");
  CHECK(note_text(before).commands.empty());
  CHECK(note_text(before + "\n```bash\nnot closed\n").commands.empty());
  CHECK(note_text(before + "\n## Data\n\n```text\nof another section\n```\n").commands.empty());
  CHECK(note_text("# Title\n\n```bash\nother\n```\n").commands.empty());
}

TEST_CASE("site sources: a study shows the command that prints its CSV, or those of its note") {
  const TemporaryFolder folder;
  for (const char* inside : {"csvs", "suites", "notes"}) {
    std::filesystem::create_directory(folder / inside);
  }
  const std::string compared =
      "metric,kind,bits,split_a,hasher_a,split_b,hasher_b,mean_a,mean_b,p\n";
  write_file(folder / "csvs/means.csv",
             "metric,hasher,bits,split,mean\nmap,lsh+sbq,8,improved,.5\n");
  write_file(folder / "csvs/splits.csv",
             compared + "map,strategy,8,literature,lsh+sbq,improved,lsh+sbq,.5,.6,.1\n");
  write_file(folder / "csvs/methods.csv",
             compared + "map,hasher,8,improved,lsh+sbq,improved,itq+sbq,.5,.6,.1\n");
  write_file(folder / "csvs/noted-by-class.csv",
             compared + "map,hasher,8,improved,lsh+sbq,improved,itq+sbq,.5,.6,.1\n");
  write_file(folder / "notes/noted.md",
             "# Noted\n\n## Repeat the study\n\n```bash\nscripts/study noted\n```\n");
  for (const char* name : {"means", "splits", "methods", "noted-by-class"}) {
    write_file(folder / (std::string("suites/") + name + ".ini"), tiny_suite());
  }
  results::SiteData site;
  add_kept({folder / "csvs/means.csv", folder / "csvs/splits.csv", folder / "csvs/methods.csv",
            folder / "csvs/noted-by-class.csv"},
           folder / "suites", folder / "notes", site);
  const auto last_line_of = [&](const std::string& study) {
    for (const results::SiteStudy& one : site.studies) {
      if (one.name == study) return one.command.substr(one.command.rfind('\n') + 1);
    }
    return std::string("no such study");
  };
  CHECK(last_line_of("means") == "hashlab table results/runs/means --format csv");
  CHECK(last_line_of("splits") == "hashlab compare --by split results/runs/splits --format csv");
  CHECK(last_line_of("methods") == "hashlab compare --by hasher results/runs/methods --format csv");
  CHECK(last_line_of("noted-by-class") == "scripts/study noted");
}

TEST_CASE("site sources: file names of CSVs lose what is no part of a plain name") {
  CHECK(safe_file_name("own-method_2.b") == "own-method_2.b");
  CHECK(safe_file_name("../x/<y>") == "file..-x--y-");
  CHECK(safe_file_name("") == "file");
}

TEST_CASE("site sources: conditions are equal if the same rows are drawn, and differ otherwise") {
  const std::string text = tiny_suite();
  const Suite suite = parse_suite(text, "a.ini", {});
  CHECK(conditions_words(suite) == conditions_words(parse_suite(text, "b.ini", {"bits=16"})));
  for (const char* other : {"seed=2", "training=90", "test-queries=39", "validation-database=49"}) {
    CAPTURE(other);
    CHECK(conditions_words(suite) != conditions_words(parse_suite(text, "b.ini", {other})));
  }
  const results::SiteSuite facts = site_suite("s", "", suite, {600, 16, "00"});
  // 40 queries and 100 training rows of 600: rho is their harmonic mean, 400/7, over 600.
  CHECK(facts.ratio.value() == Approx(400. / 7 / (600 - 400. / 7)));
  CHECK(facts.ground_truth.starts_with("epsilon"));
  CHECK_FALSE(site_suite("s", "", suite, {}).ratio.has_value());
}

TEST_CASE("site sources: rows are equal if everything that draws them is, and else they differ") {
  const std::string text = tiny_suite();
  const auto rows = [&](const std::vector<std::string>& settings, const KnownData& data,
                        const std::string& split = "improved") {
    return site_suite("s", "", parse_suite(text, "a.ini", settings), data).rows.at(split);
  };
  const KnownData data{600, 16, std::string(64, 'a')};
  const std::string first = rows({}, data);
  CHECK(first.size() == 16);
  // Kept audits hold 16 digits of a checksum; methods, lengths and runs draw no rows.
  CHECK(rows({}, {600, 16, std::string(16, 'a')}) == first);
  CHECK(rows({"bits=8 64", "runs=9", "hasher=pca+sbq"}, data) == first);
  CHECK(rows({}, {600, 16, std::string(64, 'b')}) != first);
  CHECK(rows({"seed=2"}, data) != first);
  CHECK(rows({"training=90"}, data) != first);
  CHECK(rows({"groundtruth=epsilon:neighbours=7"}, data) != first);
  CHECK(rows({"split=improved", "split=literature"}, data, "literature") != first);
  CHECK(site_suite("s", "", parse_suite(text, "a.ini", {}), {}).rows.empty());
  CHECK(site_suite("s", "", parse_suite(text, "a.ini", {"groundtruth=lists"}), data).rows.empty());
  const Suite foreign = parse_suite(text, "a.ini", {"split=foreign:lists=/nowhere"});
  CHECK(site_suite("s", "", foreign, data).rows.empty());
}

TEST_CASE("site sources: class balance that a file leaves open is what the data make of it") {
  const std::string text = tiny_suite();
  const auto facts = [&](const std::string& balance, std::size_t evenly_drawable) {
    std::vector<std::string> settings = {"groundtruth=class"};
    if (!balance.empty()) settings.push_back("balance=" + balance);
    KnownData data{600, 16, "aa"};
    data.evenly_drawable = evenly_drawable;
    return site_suite("s", "", parse_suite(text, "a.ini", settings), data);
  };
  CHECK(facts("", 600).rows == facts("class", 0).rows);
  CHECK(facts("", 600).conditions == facts("class", 0).conditions);
  CHECK(facts("", 20).rows == facts("none", 0).rows);
  CHECK(facts("", 0).rows != facts("class", 0).rows);
  CHECK(facts("", 0).rows != facts("none", 0).rows);
}

TEST_CASE("site sources: paths are results folders, CSVs, or folders of CSVs") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "csvs");
  write_file(folder / "csvs/b.csv", "a\n");
  write_file(folder / "csvs/a.csv", "a\n");
  write_file(folder / "csvs/notes.md", "a\n");
  const SitePaths paths = site_paths({folder / "csvs"});
  CHECK(paths.folders.empty());
  CHECK(paths.csvs == std::vector<std::string>{folder / "csvs/a.csv", folder / "csvs/b.csv"});
  CHECK(error_of([&] { site_paths({folder / "csvs/notes.md"}); }) ==
        Contains("expected a results folder, a CSV"));
  std::filesystem::create_directory(folder / "empty");
  CHECK(error_of([&] { site_paths({folder / "empty"}); }) == Contains("holds no results"));
}

TEST_CASE(
    "named parts: each projection, quantiser and split is explained once, others are left out") {
  const auto parts = named_parts({"itq+npq:beta=2", "itq+sbq", "codes:mine", "cvh+sbq"});
  std::string names;
  for (const results::ReportPart& part : parts) {
    names += part.name + " ";
    CHECK_FALSE(part.summary.empty());
    CHECK_FALSE(part.paper.empty());
  }
  CHECK(names == "itq npq sbq cvh ");
  CHECK(named_splits({"improved", "given:training=all", "improved"}).size() == 2);
}

}  // namespace hashlab::site_sources_test
