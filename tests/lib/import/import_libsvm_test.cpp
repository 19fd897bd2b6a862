#include "lib/files/files.h"
#include "lib/import/gather.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::import_libsvm_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

struct Sparse {
  explicit Sparse(const std::string& text) : path(folder / "a.txt") { write_file(path, text); }
  bool is_told() const { return format_of(sniff(path)).name == "libsvm"; }
  Numbers numbers(const std::string& part = "/features", std::size_t block = 3) const {
    return imported("libsvm", {path}, part, {}, block);
  }
  ForeignData opened() const { return format_named("libsvm").open({path}, {}); }
  std::string refusal() const { return import_error("libsvm", {path}); }
  TemporaryFolder folder;
  std::string path;
};

}  // namespace

TEST_CASE("import_libsvm: the table that all formats hold is read") {
  CHECK(imported("libsvm", {golden("plain.libsvm")}) == golden_table(1.0 / 8, -3));
}

TEST_CASE("import_libsvm: labels and dense features, indices from 1, in any order") {
  const std::string text = "1 1:0.5 3:-2\n2 2:1e1\n# none\n\n1 3:4 1:3 # why\n+2 qid:7 1:1\r\n";
  for (const std::string& bytes : {text, gzipped(text)}) {
    const Sparse s(bytes);
    CHECK(s.is_told());
    for (const std::size_t block : {1U, 2U, 9U}) {
      CHECK(s.numbers("/features", block) == Numbers{0.5, 0, -2, 0, 10, 0, 3, 0, 4, 1, 0, 0});
      CHECK(s.numbers("/labels", block) == Numbers{1, 2, 1, 2});
    }
    CHECK(s.opened().notes.empty());
  }
}

TEST_CASE("import_libsvm: an index 0 says that indices count from 0") {
  const Sparse s("1 0:5 1:6\n2 1:7\n");
  CHECK(s.numbers() == Numbers{5, 6, 0, 7});
  CHECK(s.opened().notes.at(0) == Contains("indices are counted from 0"));
}

TEST_CASE("import_libsvm: signs become classes with names") {
  const Sparse s("-1 1:1\n+1 1:2\n-1 1:3\n");
  CHECK(s.numbers("/labels") == Numbers{0, 1, 0});
  CHECK(s.opened().class_names == std::vector<std::string>{"-1", "1"});
}

TEST_CASE("import_libsvm: lists of labels become a column for each class, and may be empty") {
  const Sparse s("0,2 1:1\n 2:3\n1 1:4\n");
  CHECK(s.is_told());
  CHECK(s.numbers("/labels") == Numbers{1, 0, 1, 0, 0, 0, 0, 1, 0});
  CHECK(part_of(s.opened(), "/labels").row_shape == std::vector<std::size_t>{3});
  ImportOptions from_1;
  from_1.first_class = 1;
  const Sparse one("1,3 1:1\n2 1:1\n");
  CHECK(imported("libsvm", {one.path}, "/labels", from_1) == Numbers{1, 0, 1, 0, 1, 0});
  CHECK(import_error("libsvm", {s.path}, from_1) ==
        Contains("has labels 0 .. 2, expected lists of classes from 1"));
}

TEST_CASE("import_libsvm: without labels, or with values of a regression, there are none") {
  CHECK(Sparse("1:1 2:2\n1:3\n").opened().part("/labels") == nullptr);
  const Sparse s("0.5 1:1\n1 1:2\n");
  ForeignData data = s.opened();
  CHECK(data.part("/labels") == nullptr);
  CHECK(data.notes.at(0) == Contains("is no class"));
}

TEST_CASE("import_libsvm: files of training and test samples have the same columns") {
  const TemporaryFolder folder;
  write_file(folder / "train", "1 0:1 2:1\n2 1:1\n");
  write_file(folder / "test", "2 1:7\n");
  for (const bool test_is_wider : {false, true}) {
    ImportRequest request;
    request.sources = {{"train", folder / (test_is_wider ? "test" : "train")},
                       {"test", folder / (test_is_wider ? "train" : "test")}};
    ForeignData data = gather(request);
    const Numbers expected =
        test_is_wider ? Numbers{0, 7, 0, 1, 0, 1, 0, 1, 0} : Numbers{1, 0, 1, 0, 1, 0, 0, 7, 0};
    CHECK(values_of(*data.part("/features")->table) == expected);
    CHECK(values_of(*data.part("/split")->table).size() == 3);
    CHECK(data.notes.size() == 2);
  }
}

TEST_CASE("import_libsvm: identities are classes, however many there are") {
  std::string text;
  Numbers expected;
  for (int i = 0; i < 70000; ++i) {
    text += std::to_string(i) + " 1:1\n";
    expected.push_back(i);
  }
  const Sparse many(text);
  CHECK(many.opened().notes.empty());
  CHECK(many.numbers("/labels", 4096) == expected);
  CHECK(Sparse("-1 1:1\n" + text).refusal() == Contains("has negative labels and more than 65536"));
}

TEST_CASE("import_libsvm: what is wrong is named by its line") {
  CHECK(Sparse("1 1:1\nx 1:1\n").refusal() ==
        "line 2 begins with 'x', expected a label, such as 1, -1 or 2,5");
  CHECK(Sparse("1 1:1\n1 1:x\n").refusal() ==
        "line 2 has '1:x', expected INDEX:VALUE, such as 17:0.5");
  CHECK(Sparse("1 1:1\n1 -1:2\n").refusal() == Contains("line 2 has '-1:2'"));
  CHECK(Sparse("1 2:1 1:3 2:5\n").refusal() == "line 1 has index 2 twice");
  CHECK(Sparse("1\n2\n").refusal() == Contains("holds no INDEX:VALUE"));
  CHECK(Sparse("1 99999999:1\n").refusal() == Contains("TruncatedSVD"));
  CHECK(!Sparse("1 2 3\n4 5 6\n").is_told());
  CHECK(!Sparse("a:b\n").is_told());
}

}  // namespace hashlab::import_libsvm_test
