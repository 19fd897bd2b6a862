#include "lib/files/files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

namespace hashlab::import_word2vec_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

std::string word(const std::string& name, const std::vector<float>& values, const char* end) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return name + " " + bytes + end;
}

struct File {
  explicit File(const std::string& bytes) : path(folder / "a.bin") { write_file(path, bytes); }
  std::string refusal() const { return import_error("word2vec", {path}); }
  TemporaryFolder folder;
  std::string path;
};

const std::vector<float> first = {0.5F, -1, 2}, second = {3, 4, 1e-3F};

}  // namespace

TEST_CASE("import_word2vec: the table that all formats hold is read") {
  CHECK(imported("word2vec", {golden("plain.w2v")}) == golden_table(1.0 / 8, -3));
}

TEST_CASE("import_word2vec: numbers are read with and without the ends of lines") {
  const Numbers expected = {0.5, -1, 2, 3, 4, 1e-3F};
  for (const char* end : {"", "\n"}) {
    const std::string bytes = "2 3\n" + word("</s>", first, end) + word("in the", second, end);
    // A word has no blank: what follows the first is a number.
    const std::string whole = "2 3\n" + word("</s>", first, end) + word("w", second, end);
    CHECK(format_of(sniff(File(whole).path)).name == "word2vec");
    CHECK(File(bytes).refusal() != "no error");
    for (const std::size_t block : {1U, 2U, 5U}) {
      CHECK(imported("word2vec", {File(whole).path}, "/features", {}, block) == expected);
    }
    CHECK(imported("word2vec", {File(gzipped(whole)).path}) == expected);
  }
  const File two("2 3\n" + word("</s>", first, "\n") + word("b\xff", second, "\n"));
  ForeignData data = format_named("word2vec").open({two.path}, {});
  values_of(*data.part("/features")->table);
  data.when_read(data);
  CHECK(data.row_names == std::vector<std::string>{"</s>", "word 2"});
  const File file("1 3\n" + word("w", first, ""));
  CHECK(format_named("word2vec").open({file.path}, {}).notes.at(0) ==
        Contains("the names of the rows (/names)"));
}

TEST_CASE("import_word2vec: what does not fit its counts is named") {
  const std::string whole = "2 3\n" + word("a", first, "\n") + word("b", second, "\n");
  CHECK(File(whole.substr(0, whole.size() - 4)).refusal() ==
        Contains("ends within word 1 of 2: it is truncated"));
  CHECK(File(whole + word("c", first, "\n")).refusal() ==
        Contains("goes on after the 2 words that it says it has"));
  CHECK(File("a b\n").refusal() == Contains("does not begin with a line of the numbers"));
  CHECK(File("2 0\nx").refusal() == Contains("does not begin"));
}

}  // namespace hashlab::import_word2vec_test
