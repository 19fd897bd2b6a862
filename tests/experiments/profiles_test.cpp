// Profiles: settings of a data set that are written once, and that suites name.
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace hashlab::profiles_test {

using namespace experiments;
using namespace testing;

namespace {

/// A folder with the profiles 'small' and 'other'.
class WithProfiles {
 public:
  WithProfiles() {
    write("datasets/small.ini",
          "# Small.\ndataset = small\ntest-queries = 40\nvalidation-queries = 10\n"
          "validation-database = 50\ntraining = 100\nbits = 8 16\nduplicates = exclude\n");
    write("datasets/other.ini",
          "dataset = small\ntest-queries = 30\nvalidation-queries = 10\n"
          "validation-database = 40\ntraining = 90\n");
  }
  void write(const std::string& name, const std::string& text) const {
    const auto path = std::filesystem::path(folder_ / name);
    std::filesystem::create_directories(path.parent_path());
    write_file(path.string(), text);
  }
  std::vector<Member> read(const std::string& name,
                           const std::vector<std::string>& overrides = {}) const {
    return read_suites(folder_ / name, overrides, "");
  }
  /// The message that a suite of this text is refused with; "DIR" is the folder.
  std::string refusal_of(const std::string& text,
                         const std::vector<std::string>& overrides = {}) const {
    write("s.ini", text);
    std::string error = error_of([&] { read("s.ini", overrides); });
    const std::string folder = folder_ / "";
    for (std::size_t at = 0; (at = error.find(folder, at)) != std::string::npos;) {
      error.replace(at, folder.size(), "DIR/");
    }
    return error;
  }

 private:
  TemporaryFolder folder_;
};

/// Of each member its folder and all of its settings.
std::vector<std::string> written_out(const std::vector<Member>& members) {
  std::vector<std::string> texts;
  for (const auto& [suite, folder] : members)
    texts.push_back(folder.path + "\n" + suite_text(suite));
  return texts;
}

std::vector<std::string> keys_of_cells(const std::vector<Member>& members) {
  std::vector<std::string> keys;
  for (const Member& member : members) {
    for (const Cell& cell : list_cells(member.suite)) keys.push_back(cell.file);
  }
  return keys;
}

const std::string methods = "hasher = lsh+sbq\nhasher = pca+sbq\nruns = 2\n";

}  // namespace

TEST_CASE("profiles: a suite that names data sets is the suite that writes them out") {
  const WithProfiles folder;
  folder.write("short.ini", "name = both\ndatasets = small other\n" + methods + "training = 80\n");
  folder.write("long.ini",
               "name = both\nsuite = small.ini\nsuite = other.ini\n" + methods + "training = 80\n");
  folder.write("small.ini",
               "name = small\ndataset = small\ntest-queries = 40\nvalidation-queries = 10\n"
               "validation-database = 50\nbits = 8 16\nduplicates = exclude\n");
  folder.write("other.ini",
               "name = other\ndataset = small\ntest-queries = 30\nvalidation-queries = 10\n"
               "validation-database = 40\n");
  const std::vector<Member> members = folder.read("short.ini");
  CHECK(written_out(members) == written_out(folder.read("long.ini")));
  CHECK(keys_of_cells(members) == keys_of_cells(folder.read("long.ini")));
  REQUIRE(members.size() == 2);
  CHECK(members[0].folder.path == "results/runs/both/small");
  CHECK(members[1].folder.path == "results/runs/both/other");
  CHECK(members[1].suite.bits == std::vector<std::size_t>{32});
}

TEST_CASE("profiles: the suite's own settings replace those of a profile, lists as a whole") {
  const WithProfiles folder;
  folder.write("s.ini", "name = s\nprofile = small\n" + methods + "training = 80\nbits = 32\n");
  const auto read = [&](const std::vector<std::string>& overrides) {
    return folder.read("s.ini", overrides).at(0).suite;
  };
  CHECK(read({}).name == "s");
  CHECK(read({}).dataset == "small");
  CHECK(read({}).sizes.test_queries == 40);
  CHECK(read({}).sizes.training == 80);
  CHECK(read({}).bits == std::vector<std::size_t>{32});
  CHECK(read({}).exclude_duplicates);
  CHECK(read({"bits=64", "test-queries=20"}).bits == std::vector<std::size_t>{64});
  CHECK(read({"bits=64", "test-queries=20"}).sizes.test_queries == 20);
  CHECK(read({"profile=other"}).sizes.test_queries == 30);
  CHECK_FALSE(read({"profile=other"}).exclude_duplicates);
}

TEST_CASE("profiles: members keep the order of their lines, of whichever kind") {
  const WithProfiles folder;
  folder.write("all.ini",
               "name = all\nsuite = m/more.ini\ndatasets = other\nsuite = m/own.ini\n" + methods);
  folder.write("m/more.ini", "datasets = small, third\nseed = 5\n");
  folder.write("m/own.ini", "name = own\nprofile = small\ntraining = 70\n");
  folder.write("datasets/third.ini", "dataset = third\n");
  std::vector<std::string> folders;
  for (const auto& [suite, results] : folder.read("all.ini")) {
    folders.push_back(fmt::format("{} {} {}", results.path, suite.dataset, suite.seed));
  }
  CHECK(folders ==
        std::vector<std::string>{"results/runs/all/small small 5", "results/runs/all/third third 5",
                                 "results/runs/all/other small 1", "results/runs/all/own small 1"});
}

TEST_CASE("profiles: --set datasets chooses among them, or others, and keeps other members") {
  const WithProfiles folder;
  folder.write(
      "all.ini",
      "name = all\nsuite = m/first.ini\ndatasets = small other\nsuite = m/last.ini\n" + methods);
  folder.write("m/first.ini", "name = first\nprofile = small\n");
  folder.write("m/last.ini", "name = last\nprofile = small\n");
  const auto names = [&](const std::vector<std::string>& overrides) {
    std::string text;
    for (const Member& member : folder.read("all.ini", overrides)) {
      text += member.folder.path.substr(std::string("results/runs/").size()) + " ";
    }
    return text;
  };
  CHECK(names({}) == "all/first all/small all/other all/last ");
  CHECK(names({"datasets=other"}) == "all/first all/other all/last ");
  CHECK(names({"datasets=other", "seed=3", "datasets=small"}) ==
        "all/first all/other all/small all/last ");
  CHECK(error_of([&] { names({"datasets="}); }) == "--set: key 'datasets' has no value");
  CHECK(folder.refusal_of("name = s\nprofile = small\n" + methods, {"datasets=other"}) ==
        "--set: key 'datasets' chooses others than a suite file, and DIR/s.ini has none");
}

TEST_CASE("profiles: one beside the file that names it comes before one beside the whole suite") {
  const WithProfiles folder;
  folder.write("all.ini", "name = all\nsuite = m/one.ini\nsuite = m/two.ini\n" + methods);
  folder.write("m/one.ini", "name = one\nprofile = small\n");
  folder.write("m/two.ini", "name = two\nprofile = other\n");
  folder.write("m/datasets/other.ini", "dataset = beside-the-member\n");
  const std::vector<Member> members = folder.read("all.ini");
  CHECK(members.at(0).suite.dataset == "small");
  CHECK(members.at(1).suite.dataset == "beside-the-member");
}

TEST_CASE("profiles: what is missing is named with the places where it was looked for") {
  const WithProfiles folder;
  const std::string remedy = "with settings of a data set such as 'dataset = FILE')";
  CHECK(folder.refusal_of("name = s\nprofile = smal\n" + methods) ==
        "DIR/s.ini: there is no profile 'smal', did you mean 'small'? (expected "
        "DIR/datasets/smal.ini, " +
            remedy);
  CHECK(folder.refusal_of("name = s\ndatasets = small unlike-any\n" + methods) ==
        "DIR/s.ini: there is no profile 'unlike-any' (expected DIR/datasets/unlike-any.ini, " +
            remedy);
  folder.write("m/one.ini", "name = one\nprofile = unlike-any\n");
  CHECK(folder.refusal_of("name = s\nsuite = m/one.ini\n" + methods) ==
        "DIR/m/one.ini in DIR/s.ini: there is no profile 'unlike-any' (expected "
        "DIR/m/datasets/unlike-any.ini or DIR/datasets/unlike-any.ini, " +
            remedy);
  CHECK(folder.refusal_of("name = s\nprofile =\ndataset = d\n" + methods) ==
        "DIR/s.ini: key 'profile' has no value");
  CHECK(folder.refusal_of("name = s\ndatasets = ,\n" + methods) ==
        "DIR/s.ini: key 'datasets' has no value");
}

TEST_CASE("profiles: a name that leads out of the folder is refused") {
  const WithProfiles folder;
  folder.write("secret.ini", "dataset = secret\n");
  for (const char* name : {"../secret", "/etc/passwd", "a/b", ".", "..", ".hidden", "=x", "\x01"}) {
    CAPTURE(std::string(name));
    for (const char* key : {"profile", "datasets"}) {
      const std::string error =
          folder.refusal_of(fmt::format("name = s\n{} = {}\n", key, name) + methods);
      CHECK(error == Contains(": expected the name of a file in the folder 'datasets' beside the "
                              "suite, without folder and '.ini', such as cifar10"));
      CHECK(error.starts_with("DIR/s.ini: profile '"));
    }
  }
  CHECK(folder.refusal_of("name = s\n" + methods, {"profile=../secret"}) ==
        Contains("profile '../secret': expected the name of a file"));
}

TEST_CASE("profiles: what says twice which data set is meant is refused") {
  const WithProfiles folder;
  CHECK(folder.refusal_of("name = s\nprofile = small\nprofile = other\n" + methods) ==
        "DIR/s.ini: key 'profile' is given 2 times, expected once");
  CHECK(folder.refusal_of("name = s\ndatasets = small\nprofile = other\n" + methods) ==
        "DIR/s.ini: key 'profile' is given 2 times, expected once");
  CHECK(folder.refusal_of("name = s\ndatasets = small\ndataset = d\n" + methods) ==
        "DIR/s.ini: keys 'dataset' and 'datasets' exclude each other: leave one out");
  CHECK(folder.refusal_of("name = s\ndatasets = small\ndatasets = other small\n" + methods) ==
        "DIR/s.ini: two of its suites are called 'small': give each a name of its own");
}

TEST_CASE("profiles: nothing names itself, in however many steps") {
  const WithProfiles folder;
  for (const char* key : {"profile", "datasets", "name"}) {
    folder.write("datasets/round.ini", fmt::format("dataset = d\n{} = round\n", key));
    CHECK(folder.refusal_of("name = s\nprofile = round\n" + methods) ==
          fmt::format("DIR/datasets/round.ini: key '{}' belongs in a suite, and this is a profile: "
                      "leave it out",
                      key));
  }
  folder.write("datasets/round.ini", "dataset = d\nsuite = round.ini\n");
  CHECK(folder.refusal_of("name = s\nprofile = round\n" + methods) ==
        Contains("DIR/datasets/round.ini: unknown key 'suite'"));
  CHECK(folder.refusal_of("name = s\nsuite = s.ini\n" + methods) ==
        "DIR/s.ini in DIR/s.ini: names a suite itself, but a member can name data sets alone");
}

TEST_CASE("profiles: what is wrong in one is told with its file") {
  const WithProfiles folder;
  folder.write("datasets/bad.ini", "dataset = d\ntrainig = 3\n");
  CHECK(folder.refusal_of("name = s\ndatasets = small bad\n" + methods) ==
        "DIR/datasets/bad.ini: unknown key 'trainig', did you mean 'training'? ('hashlab run "
        "--help' shows all)");
  folder.write("datasets/bad.ini", "dataset = d\nno setting\n");
  CHECK(folder.refusal_of("name = s\nprofile = bad\n" + methods) ==
        "DIR/datasets/bad.ini:2: 'no setting' is no setting, expected 'key = value'");
  folder.write("datasets/bad.ini", "test-queries = 3\n");
  CHECK(folder.refusal_of("name = s\nprofile = bad\n" + methods) ==
        "DIR/s.ini: key 'dataset' is missing");
}

TEST_CASE("profiles: text that is in no suite file names none") {
  // That of a manifest, say: whoever reads results reads no other file of its choice.
  CHECK(error_of([] { parse_suite("name = s\nprofile = small\n" + methods, "text", {}); }) ==
        "text: key 'profile' has its place in suite files alone");
  CHECK(error_of([] { parse_suite("name = s\ndatasets = small\n" + methods, "text", {}); }) ==
        "text: key 'datasets' has its place in the file of a suite, or of one that it names");
}

TEST_CASE("profiles: every profile that ships is named by a suite") {
  namespace fs = std::filesystem;
  const std::string suites = std::string(HASHLAB_SOURCE_DIR) + "/experiments/suites";
  std::set<std::string> named, there;
  for (const auto& entry : fs::recursive_directory_iterator(suites)) {
    if (entry.path().extension() != ".ini") continue;
    if (entry.path().parent_path().filename() == "datasets") {
      there.insert(entry.path().stem().string());
      continue;
    }
    std::istringstream text(read_file(entry.path().string()));
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("profile = ") && !line.starts_with("datasets = ")) continue;
      std::istringstream words(line.substr(line.find('=') + 1));
      for (std::string word; words >> word;) named.insert(word);
    }
  }
  CHECK(there == named);
  CHECK(there.contains("cifar10-thesis"));
}

}  // namespace hashlab::profiles_test
