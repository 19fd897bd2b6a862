#include "lib/files/files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::import_word_vectors_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

struct Words {
  explicit Words(const std::string& text) : path(folder / "a.txt") { write_file(path, text); }
  std::string format() const { return format_of(sniff(path)).name; }
  Numbers numbers(const ImportOptions& options = {}, std::size_t block = 3) const {
    return imported("word-vectors", {path}, "/features", options, block);
  }
  std::string refusal(const ImportOptions& options = {}) const {
    return import_error("word-vectors", {path}, options);
  }
  TemporaryFolder folder;
  std::string path;
};

ImportOptions roles(const ColumnRoles& columns) {
  ImportOptions options;
  options.columns = columns;
  return options;
}

}  // namespace

TEST_CASE("import_word_vectors: the table that all formats hold is read") {
  CHECK(imported("word-vectors", {golden("plain.glove")}) == golden_table(1.0 / 8, -3));
}

TEST_CASE("import_word_vectors: GloVe's, word2vec's and fastText's text hold the same numbers") {
  const Numbers expected = {.1, -2, 3, 4, 5, 6.5};
  for (const char* text :
       {"the .1 -2 3\n, 4 5 6.5\n", ", .1 -2 3\n\" 4 5 6.5\n", "2 3\nthe .1 -2 3\nw 4 5 6.5\n",
        "2 3\n</s> .1 -2 3 \nw 4 5 6.5 \n", "the\t.1\t-2\t3\nw\t4\t5\t6.5",
        "'' .1 -2 3\r\n# 4 5 6.5\r\n", "a .1 -2 3\nat name@domain 4 5 6.5\n",
        "a .1 -2 3\n. . . 4 5 6.5\n", "2 3\n7 .1 -2 3\n8 4 5 6.5\n", "a .1 -2 3\n1990 4 5 6.5\n"}) {
    CAPTURE(text);
    const Words words(text);
    CHECK(words.format() == "word-vectors");
    CHECK(words.numbers() == expected);
    CHECK(words.numbers({}, 1) == expected);
    CHECK(Words(gzipped(text)).numbers() == expected);
  }
}

TEST_CASE("import_word_vectors: tables and lists of pictures are no vectors of words") {
  for (const char* text :
       {"1.5 2 3\n4 5 6\n", "a,b\n1.5,2\n", "a b c\n1.5 2 3\n",
        "img/a.jpg 0 1 0\nimg/b.jpg 1 0 0\n", "2 3\n4 5\n", "one\ntwo\n", "a,.5,.25\nb,.5,1\n"}) {
    CAPTURE(text);
    CHECK(Words(text).format() == "text");
  }
}

TEST_CASE("import_word_vectors: column 1 is that of the words, which name the rows") {
  const Words words("a .1 2 3\nb 4 5 6\n");
  ForeignData data = format_named("word-vectors").open({words.path}, {});
  CHECK(data.notes.at(0) == Contains("the words are no features, but the names of the rows"));
  values_of(*data.part("/features")->table);
  data.when_read(data);
  CHECK(data.row_names == std::vector<std::string>{"a", "b"});
  CHECK(words.numbers(roles({{}, {}, {"--id-column", "1"}})) == Numbers{.1, 2, 3, 4, 5, 6});
  CHECK(words.numbers(roles({{}, {}, {"--id-column", "1,3"}})) == Numbers{.1, 3, 4, 6});
  CHECK(words.numbers(roles({{"--features-columns", "3-"}, {}, {}})) == Numbers{2, 3, 5, 6});
  CHECK(words.refusal(roles({{"--features-columns", "1-2"}, {}, {}})) ==
        Contains("column 1 holds words"));
  CHECK(words.refusal(roles({{"--features-columns", "5"}, {}, {}})) ==
        Contains("has 4 columns, but --features-columns names column 5"));
}

TEST_CASE("import_word_vectors: words are classes if the user says so") {
  const Words words("b .1 2\na 4 5\nb 7 8\n");
  const ImportOptions options = roles({{}, label_columns("1"), {}});
  CHECK(words.numbers(options) == Numbers{.1, 2, 4, 5, 7, 8});
  CHECK(imported("word-vectors", {words.path}, "/labels", options) == Numbers{1, 0, 1});
}

TEST_CASE("import_word_vectors: lines that do not fit are named") {
  CHECK(Words("a .1 2 3\nb 4 5\n").refusal() ==
        "line 2 begins 'b 4 5', expected a word and 3 numbers");
  CHECK(Words("a .1 2 3\nb 4 5 6 7\n").refusal() == Contains("line 2 begins"));
  CHECK(Words("3 2\na .1 2\nb 4 5\n").refusal() ==
        Contains("says that it has 3 words, but has 2: it is truncated"));
  CHECK(Words("1 2\na .1 2\nb 4 5\n").refusal() == Contains("says that it has 1 words, but has 2"));
  CHECK(Words("a\n").refusal() == Contains("expected numbers after it"));
  CHECK(Words("\r\r\na .1 2\n").numbers() == Numbers{.1, 2});
  CHECK(Words("5 300\n").refusal() == Contains("holds no words"));
}

}  // namespace hashlab::import_word_vectors_test
