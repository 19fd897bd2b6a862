#include "lib/files/files.h"
#include "lib/import/text/line_reader.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::import_text_test {

using namespace testing;

namespace {

using Numbers = std::vector<double>;

/// What a text is imported as, or refused with.
struct Text {
  explicit Text(const std::string& bytes) : path(folder / "a.csv") { write_file(path, bytes); }
  Numbers numbers(std::size_t block = 3) const {
    return imported("text", {path}, "/features", {}, block);
  }
  std::string refusal() const { return import_error("text", {path}); }
  TemporaryFolder folder;
  std::string path;
};

ImportOptions labels_in(const std::string& columns) {
  ImportOptions options;
  options.columns.labels = label_columns(columns);
  return options;
}

}  // namespace

TEST_CASE("import_text: commas, semicolons, tabs and blanks separate the same numbers") {
  const Numbers expected = {1, -2.5, 3e2, 4, 5, 0.0625};
  for (const char* text :
       {"1,-2.5,3e2\n4,5,.0625\n", "1;-2.5;3e2\n4;5;.0625\n", "1\t-2.5\t3e2\n4\t5\t.0625\n",
        "1 -2.5 3e2\n4\t5 .0625\n", "  1   -2.5  3E+2 \n4 5 .0625",
        "1, -2.5 , 3e2\r\n4,5,.0625\r\n", "\xef\xbb\xbf+1,-2.5,300\n\n# why\n  # not\n4,5,.0625",
        "1,-2.5,3e2,\n4,5,.0625,\n", "1,-2.5,3e2,\n4,5,.0625\n", "x,y,z\n1,-2.5,3e2\n4,5,.0625\n",
        "\"x, y\",\"\",z\n\"1\",-2.5,\"3e2\"\n4,\"5\" ,.0625\n",
        "the width\tthe height\tdepth\n1\t-2.5\t3e2\n4\t5\t .0625 \n"}) {
    CAPTURE(text);
    CHECK(Text(text).numbers() == expected);
    CHECK(Text(text).numbers(1) == expected);
    CHECK(Text(gzipped(text)).numbers() == expected);
  }
}

TEST_CASE("import_text: the table has one row a sample, and float32 elements") {
  const Text text("1 2\n3 4\n5 6\n");
  const ForeignData data = format_named("text").open({text.path}, {});
  REQUIRE(data.parts.size() == 1);
  const ForeignPart& part = part_of(data, "/features");
  CHECK(part.row_shape == std::vector<std::size_t>{2});
  CHECK(part.table->columns() == 2);
  CHECK(part.table->element() == Element::float32);
  CHECK(!part.table->rows());
  CHECK(part.table->source() == text.path);
  CHECK(data.class_names.empty());
}

TEST_CASE("import_text: numbers are read to the last bit, and infinities as such") {
  const double inf = std::numeric_limits<double>::infinity();
  const Numbers numbers = Text("0.1,1e-310,123456789012345678,-inf,Infinity\n").numbers();
  CHECK(numbers == Numbers{0.1, 1e-310, 123456789012345678.0, -inf, inf});
  CHECK(std::isnan(Text("1\nnan\n").numbers().at(1)));
}

TEST_CASE("import_text: fields that are no numbers are named by line and column") {
  const std::string expected = ", expected a number";
  CHECK(Text("1,2\n3,x\n").refusal() == "line 2, column 2 is 'x'" + expected);
  CHECK(Text("# a\n\n1,2\nNA,4\n").refusal() == "line 4, column 1 is 'NA'" + expected);
  CHECK(Text("NA,NA\n3,4\n").refusal() == "line 1, column 1 is 'NA'" + expected);
  CHECK(Text("1,a\n3,4\n").refusal() ==
        "line 1, column 2 is 'a'" + expected +
            ": --id-column leaves out a column of names, --labels-column makes labels of it");
  CHECK(Text("1,2\na,b\n").refusal() == "line 2, column 1 is 'a'" + expected);
  CHECK(Text("1,,3\n").refusal() ==
        "line 1, column 2 is empty, expected a number: missing values are not read");
  CHECK(Text("1\t\t3\n").refusal() == Contains("line 1, column 2 is empty"));
  CHECK(Text("\t2\t3\n").refusal() == Contains("line 1, column 1 is empty"));
  CHECK(Text("1,5;2,5\n").refusal() ==
        "line 1, column 1 is '1,5', expected a number with a point, not a comma");
  CHECK(Text("1 2\n3 1e999\n").refusal() == "line 2, column 2 is '1e999'" + expected);
  CHECK(Text("1 2\n3 0x10\n").refusal() == "line 2, column 2 is '0x10'" + expected);
  CHECK(Text("1 2\n3 +-1\n").refusal() == "line 2, column 2 is '+-1'" + expected);
  CHECK(Text("1 2\n3 \x1b[31m\xff\n").refusal() == "line 2, column 2 is '?[31m?'" + expected);
  CHECK(Text(std::string("1 2\n3 \0\n", 8)).refusal() == "line 2, column 2 is '?'" + expected);
  CHECK(Text("1 2\n\"3\" \"4\n").refusal() ==
        "line 2, column 2 has a quote that does not end the field");
  CHECK(Text("1,2\n\"3\"4,5\n").refusal() == Contains("line 2, column 1 has a quote"));
}

TEST_CASE("import_text: lines of different lengths are refused") {
  const std::string expected = ": expected as many in each line";
  CHECK(Text("1,2,3\n4,5\n").refusal() == "line 2 has 2 fields, but line 1 has 3" + expected);
  CHECK(Text("# x\n1 2\n\n3 4 5\n").refusal() ==
        "line 4 has 3 fields, but line 2 has 2" + expected);
  CHECK(Text("1,2,\n3,4,5\n").refusal() == "line 2 has 3 fields, but line 1 has 2" + expected);
  CHECK(Text("1,2\n3,4,\n").refusal() == "line 2 has 3 fields, but line 1 has 2" + expected);
  CHECK(Text("a b c\n\"1\" 1 2 3\n").refusal() ==
        "line 2 has 4 fields, but line 1 has 3" + expected);
}

TEST_CASE("import_text: a file without numbers is refused") {
  for (const char* text : {"", "\n\n", "# 1 2\n", "x,y\n"}) {
    CAPTURE(text);
    CHECK(Text(text).refusal() == "holds no row of numbers, expected one sample a line");
  }
}

TEST_CASE("import_text: several files are stacked, of one width") {
  const TemporaryFolder folder;
  write_file(folder / "1", "1,2\n3,4\n");
  write_file(folder / "2", "x y\n5 6\n");
  write_file(folder / "3", "7\n");
  CHECK(imported("text", {folder / "1", folder / "2"}) == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(imported("text", {folder / "2", folder / "1"}) == Numbers{5, 6, 1, 2, 3, 4});
  CHECK(import_error("text", {folder / "1", folder / "3"}) ==
        Contains("only tables of equal width"));
}

TEST_CASE("import_text: a column of numbers is taken out as labels") {
  const Text text("x,class,y\n1,10,2\n3,20,4\n5,10,6\n");
  CHECK(imported("text", {text.path}, "/features", labels_in("2")) == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(imported("text", {text.path}, "/labels", labels_in("2")) == Numbers{10, 20, 10});
  const ForeignData data = format_named("text").open({text.path}, labels_in("2"));
  CHECK(data.class_names.empty());
  CHECK(part_of(data, "/labels").table->element() == Element::int32);
  CHECK(part_of(data, "/labels").row_shape.empty());
  CHECK(part_of(data, "/features").row_shape == std::vector<std::size_t>{2});
}

TEST_CASE("import_text: a column of names is numbered in the order of the names, over all files") {
  const TemporaryFolder folder;
  write_file(folder / "1", "1,ship\n2,cat\n3,ship\n");
  write_file(folder / "2", "4,\"b\xc3\xa9\"\n5,ship\n");
  const std::vector<std::string> both = {folder / "1", folder / "2"};
  CHECK(imported("text", both, "/features", labels_in("2")) == Numbers{1, 2, 3, 4, 5});
  CHECK(imported("text", both, "/labels", labels_in("2")) == Numbers{2, 1, 2, 0, 2});
  CHECK(format_named("text").open(both, labels_in("2")).class_names ==
        std::vector<std::string>{"b\xc3\xa9", "cat", "ship"});
}

TEST_CASE("import_text: labels that are neither numbers nor names are refused") {
  const auto refused = [](const std::string& bytes, const std::string& column) {
    const Text text(bytes);
    return import_error("text", {text.path}, labels_in(column));
  };
  CHECK(refused("1,2\n", "3") == "has 2 columns, but --labels-column names column 3");
  CHECK(refused("1,2\n3,\n", "2") == "line 2, column 2 is empty, expected a label");
  CHECK(refused("class,5,1\n3,7,8\n4,7,8\n", "1") ==
        "line 2, column 1 is '3' after 'class': labels are all numbers or all names; a line that "
        "names columns has to go");
  CHECK(refused("1,3\n2,NA\n", "2") == Contains("line 2, column 2 is 'NA' after '3'"));
  CHECK(
      refused("1,caf\xe9\n", "2") ==
      "line 1, column 2 is 'caf?', which is not UTF-8: convert the file, for instance with iconv");
  CHECK(refused("1," + std::string(1025, 'x') + "\n", "2") ==
        "line 1, column 2 has 1025 bytes, expected the name of a class of at most 1024");
}

TEST_CASE("import_text: a file of names alone is labels, a name over numbers a column") {
  const Text names("dog\ncat\n\ndog\n");
  const ForeignData data = format_named("text").open({names.path}, {});
  CHECK(data.parts.size() == 1);
  CHECK(values_of(*part_of(data, "/labels").table) == Numbers{1, 0, 1});
  CHECK(data.class_names == std::vector<std::string>{"cat", "dog"});

  const Text column("label\n3\n4\n");
  CHECK(column.numbers() == Numbers{3, 4});
  CHECK(import_error("text", {names.path, column.path}) ==
        "holds numbers, but " + names.path + " names of classes: import them one by one");
  CHECK(import_error("text", {column.path, names.path}) == Contains("holds names of classes"));
  CHECK(Text("dog\ncat\n3\n").refusal() == Contains("line 3, column 1 is '3' after 'cat'"));
}

TEST_CASE("import_text: lines longer than the buffer are read, endless ones refused") {
  std::string line;
  for (int i = 0; i < 600000; ++i) line += "1234 ";
  const Numbers numbers = Text(line + "\n" + line + "\r\n" + line).numbers(1);
  CHECK(numbers.size() == 1800000);
  CHECK(numbers == Numbers(1800000, 1234));
  const Text endless(gzipped(std::string(LineReader::longest_line + (std::size_t{2} << 20), '7')));
  CHECK(endless.refusal() ==
        "line 1 has more than 67108864 bytes: expected text with one sample a line");
}

TEST_CASE("import_text: rows of absurdly many fields are refused") {
  CHECK(Text(gzipped(std::string(std::size_t{1} << 20, ','))).refusal() ==
        "line 1, column 1048577 is one too many: expected at most 1048576");
}

TEST_CASE("line_reader: lines end with LF, CR LF or the file, and are counted") {
  const Text text(
      "\xef\xbb\xbf"
      "a\r\n\nb\rc\n\xef\xbb\xbf"
      "d");
  LineReader lines(text.path);
  std::vector<std::string> read;
  std::string_view line;
  while (lines.next(line)) {
    read.emplace_back(line);
    CHECK(lines.number() == read.size());
  }
  CHECK(read == std::vector<std::string>{"a", "", "b\rc",
                                         "\xef\xbb\xbf"
                                         "d"});
  CHECK(!lines.next(line));
}

TEST_CASE("words: names are well-formed UTF-8 without control characters") {
  for (const char* good : {"", "a b", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\xb1x",
                           "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf", "\xe0\xa0\x80"}) {
    CAPTURE(good);
    CHECK(is_name(good));
  }
  for (const char* bad : {"\n", "a\tb", "\x7f", "\x80", "\xc3", "\xc0\xaf", "\xc1\xbf", "\xe2\x82",
                          "\xe2\x28\xa1", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf0\x9f\x90", "\xff"}) {
    CAPTURE(bad);
    CHECK(!is_name(bad));
  }
}

TEST_CASE("import_text: files written by NumPy are read") {
  CHECK(imported("text", {golden("plain.csv")}) == golden_table(0.125, -3));
  CHECK(imported("text", {golden("plain_blanks.txt")}) == golden_table(0.125, -3));
}

TEST_CASE("import_text: a first row of 0, 1, 2, ... is the names that pandas gives, and told") {
  const auto notes = [](const Text& text) {
    return format_named("text").open({text.path}, {}).notes;
  };
  const Numbers expected = {.5, 1, 2, 3, 4, 5};
  for (const char* text : {"0,1,2\n.5,1,2\n3,4,5\n", "0 1 2\n.5 1 2\n3 4 5\n",
                           ",0,1,2\n0,.5,1,2\n1,3,4,5\n", "\"\",x,y,z\n0,.5,1,2\n1,3,4,5\n",
                           "Unnamed: 0,x,y,z\na,.5,1,2\nb,3,4,5\n", "0.0,1.0,2.0\n.5,1,2\n3,4,5\n",
                           "0,1,size\n.5,1,2\n3,4,5\n", ",0,1,size\n0,.5,1,2\n1,3,4,5\n"}) {
    CAPTURE(text);
    CHECK(Text(text).numbers() == expected);
    CHECK(notes(Text(text)).size() == 1);
  }
  CHECK(notes(Text("0,1,2\n3,4,5\n")).at(0) == Contains("the first row counts 0 .. 2"));
  CHECK(notes(Text(",0,1\n0,3,4\n")).at(0) == Contains("the first column has no name"));
  // Two columns are names only above fractions; from 1 on they may be a sample.
  CHECK(Text("0,1\n1,0\n").numbers() == Numbers{0, 1, 1, 0});
  CHECK(Text("0,1\n.5,0\n").numbers() == Numbers{.5, 0});
  CHECK(Text("1,2,3\n4,5,6\n").numbers().size() == 6);
  CHECK(notes(Text("1,2,3\n4,5,6\n")).empty());
  CHECK(notes(Text("1,2,3\n4,.5,6\n")).at(0) == Contains("--header yes leaves it out"));
  CHECK(Text("0\n1\n2\n").numbers() == Numbers{0, 1, 2});
  CHECK(Text("0,NA,1\n3,4,5\n").refusal() == Contains("line 1, column 2 is 'NA'"));
  // A word above a word is a value.
  CHECK(Text("0,1,cat\n3,4,dog\n").refusal() == Contains("line 1, column 3 is 'cat'"));
  const Text labelled("0,1,label\n.5,1,7\n3,4,8\n");
  CHECK(imported("text", {labelled.path}, "/labels", labels_in("3")) == Numbers{7, 8});
}

TEST_CASE("import_text: the user decides about the first row and an index") {
  const auto read = [](const std::string& bytes, std::optional<bool> has_header,
                       const ColumnRoles& columns = {}) {
    const Text text(bytes);
    ImportOptions options;
    options.has_header = has_header;
    options.columns = columns;
    return imported("text", {text.path}, "/features", options);
  };
  CHECK(read("0,1,2\n3,4,5\n", false) == Numbers{0, 1, 2, 3, 4, 5});
  CHECK(read("7,8\n3,4\n", true) == Numbers{3, 4});
  const std::string index = ",x,y\n0,3,4\n1,5,6\n";
  CHECK(read(index, std::nullopt) == Numbers{3, 4, 5, 6});
  CHECK(read(index, std::nullopt, {{"--features-columns", "1-"}, {}, {}}) ==
        Numbers{0, 3, 4, 1, 5, 6});
  CHECK(read(index, std::nullopt, {{}, {}, {"--id-column", "1"}}) == Numbers{3, 4, 5, 6});
  CHECK(read(index, std::nullopt, {{}, label_columns("1"), {}}) == Numbers{3, 4, 5, 6});
  CHECK(read(index, std::nullopt, {{}, label_columns("3"), {}}) == Numbers{3, 5});
  CHECK(read(index, std::nullopt, {{}, {}, {"--id-column", "2"}}) == Numbers{4, 6});
}

}  // namespace hashlab::import_text_test
