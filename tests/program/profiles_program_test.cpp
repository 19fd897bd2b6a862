// Suites of several data sets with profiles, from the command line.
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::profiles_program_test {

using namespace testing;

namespace {

/// A suite 'both' of two data sets, 'one' and 'two', whose settings are in profiles.
class TwoProfiles {
 public:
  TwoProfiles() {
    std::filesystem::create_directory(study_ / "datasets");
    for (const auto& [name, queries] : {std::pair{"one", 40}, {"two", 30}}) {
      write_file(
          study_ / fmt::format("datasets/{}.ini", name),
          fmt::format(
              "dataset = small\ngroundtruth = epsilon\ntest-queries = {}\nvalidation-queries = 10\n"
              "validation-database = 50\ntraining = 100\n",
              queries));
    }
    write_file(study_ / "both.ini",
               "name = both\ndatasets = one two\nhasher = lsh+sbq\nhasher = pca+sbq\nbits = 8\n"
               "split = improved\nruns = 2\n");
  }
  /// In the folder of the study.
  Outcome hashlab(const std::string& arguments) const {
    return shell(fmt::format("cd '{}' && HASHLAB_SITE= '{}' {} --data .", study_ / "",
                             HASHLAB_PROGRAM, arguments));
  }
  std::string operator/(const std::string& name) const { return study_ / name; }

 private:
  SmallStudy study_;
};

}  // namespace

TEST_CASE("profiles: results know all settings themselves, when suite and profiles are gone") {
  const TwoProfiles study;
  CHECK(study.hashlab("run both.ini").status == 0);
  std::filesystem::remove_all(study / "datasets");
  std::filesystem::remove(study / "both.ini");
  CHECK(hashlab::testing::hashlab("status " + study / "results/runs/both").out ==
        "one on small: 4 cells, 4 done, 0 missing, 0 failed, 0 damaged\n"
        "two on small: 4 cells, 4 done, 0 missing, 0 failed, 0 damaged\n");
  const std::string one = "results/runs/both/one";
  CHECK(read_file(study / one + "/suite.ini").find("profile") == std::string::npos);
  CHECK(study.hashlab(fmt::format("plan {}/suite.ini --out {}", one, one)).out ==
        Contains("4 cells in " + one + ": 0 to run, 4 done"));
  for (const auto& cell : std::filesystem::directory_iterator(study / one + "/cells")) {
    if (cell.path().extension() != ".h5") continue;
    CHECK(study.hashlab("rerun " + cell.path().string()).status == 0);
    break;
  }
}

TEST_CASE("profiles: of one data set alone 'run' and 'submit' leave results in the same folder") {
  const TwoProfiles study;
  CHECK(study.hashlab("run both.ini --set datasets=two --set runs=1").status == 0);
  CHECK(entries_of(study / "results/runs/both") == 1);
  CHECK(std::filesystem::exists(study / "results/runs/both/two/manifest.tsv"));
  CHECK(study.hashlab("submit both.ini --slurm --dry-run --set datasets=two").status == 0);
  CHECK(read_file(study / "results/runs/both/slurm/run.sh") ==
        Contains(fmt::format("'--out' '{}' ", study / "results/runs/both")));
}

TEST_CASE("profiles: splits of one data set are exported if it is chosen") {
  const TwoProfiles study;
  CHECK(refusal(study.hashlab("splits export both.ini --out s.h5")) ==
        Contains("both.ini: is of 2 data sets, and splits of one are exported at a time: name its "
                 "file, or one of 'datasets' by '--set datasets=NAME'; there are one, two"));
  CHECK(study.hashlab("splits export both.ini --out s.h5 --set datasets=two").out ==
        Contains("2 splits of small (600 rows): improved"));
}

}  // namespace hashlab::profiles_program_test
