#include "lib/files/files.h"
#include "lib/import/format.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::import_wiki_test {

using namespace testing;

namespace {

using Values = std::vector<double>;

/// tests/data/make_matlab.py's stand-in: 3 training pairs and 2 test pairs, and their lists.
class StandIn {
 public:
  StandIn() {
    std::filesystem::copy_file(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/wiki.mat",
                               features());
    put(train(), "a-1\tb1\t6\na-2\tb2\t10\na-3\tb3\t1\n");
    put(test(), "c-1\td1\t2\r\nc-2\td2\t10\r\n");
  }
  std::string features() const { return folder_ / "raw_features.mat"; }
  std::string train() const { return folder_ / "trainset_txt_img_cat.list"; }
  std::string test() const { return folder_ / "testset_txt_img_cat.list"; }
  const std::string& folder() const { return folder_.path(); }
  static void put(const std::string& path, const std::string& text) { write_file(path, text); }
  std::string error() const { return import_error("wiki", {train(), features(), test()}); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("import wiki: pictures, texts, categories and parts, whatever the order of the sources") {
  const StandIn set;
  std::vector<std::string> sources = {set.features(), set.test(), set.train()};
  std::vector<std::vector<std::string>> orders = {{set.folder()}};
  do orders.push_back(sources);
  while (std::next_permutation(sources.begin(), sources.end()));
  for (const auto& order : orders) {
    CHECK(format_of(sniff(order.front())).name == "wiki");
    const ForeignData data = format_named("wiki").open(order, {});
    CHECK(values_of(*part_of(data, "/image/features").table) ==
          Values{0, 1, 2, 3, 4, 5, 0.5, 1.5, 2.5, 3.5});
    CHECK(values_of(*part_of(data, "/text/features").table) == Values{7, 8, 9, 5, 6});
    CHECK(values_of(*part_of(data, "/labels").table) == Values{5, 9, 0, 1, 9});
    CHECK(values_of(*part_of(data, "/split").table) == Values{0, 0, 0, 1, 1});
    CHECK(data.class_names.at(9) == "warfare");
  }
}

TEST_CASE("import wiki: counts have to match, categories to be 1 to 10, sources to be three") {
  const StandIn set;
  const std::string good = "a\tb\t6\na\tb\t10\na\tb\t1\n";
  StandIn::put(set.train(), good + "a\tb\t2\n");
  CHECK(set.error() == Contains("variable I_tr has 3 rows, but the list of its categories has 4"));
  StandIn::put(set.train(), "a\tb\t6\na\tb\t11\na\tb\t1\n");
  CHECK(set.error() == Contains("line 2, column 3 is 11, expected a category in 1 .. 10"));
  StandIn::put(set.train(), "a\tb\t6\na\tb\t0.5\na\tb\t1\n");
  CHECK(set.error() == Contains("line 2, column 3 is 0.5"));
  StandIn::put(set.train(), "a\tb\t6\na\tb\tart\na\tb\t1\n");
  CHECK(set.error() == Contains("line 2, column 3 is 'art', expected a number"));
  StandIn::put(set.train(), "a\t6\na\t10\na\t1\n");
  CHECK(set.error() == Contains("has 2 fields a line"));
  StandIn::put(set.train(), good);
  CHECK(set.error() == "no error");
  CHECK(import_error("wiki", {set.features(), set.train()}) == Contains("takes three files"));
  CHECK(import_error("wiki", {set.train(), set.test(), set.train()}) ==
        Contains("is of the same kind as"));
  std::filesystem::copy_file(set.train(), set.folder() + "/other");
  CHECK(import_error("wiki", {set.folder() + "/other"}) ==
        Contains("'train' or 'test' in its name"));
  std::filesystem::copy_file(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/plain.mat",
                             set.features(), std::filesystem::copy_options::overwrite_existing);
  CHECK(set.error() == Contains("has no variable 'I_tr'"));
}

TEST_CASE("import wiki: other MATLAB files and other lists are not taken for it") {
  const TemporaryFolder folder;
  CHECK(format_of(sniff(std::string(HASHLAB_SOURCE_DIR) + "/tests/data/matlab/plain.mat")).name ==
        "matlab");
  const Format& wiki = format_named("wiki");
  for (const std::string text :
       {"1\t2\t3\n", "a\tb\t11\n", "a\tb\tc\n", "a b 3\n", "a\tb\t3\t4\n", "\n", "\t\t1\n", ""}) {
    write_file(folder / "a", text);
    CAPTURE(text);
    CHECK_FALSE(wiki.recognises(sniff(folder / "a")));
  }
  CHECK_FALSE(wiki.recognises(sniff(folder.path())));
}

}  // namespace hashlab::import_wiki_test
