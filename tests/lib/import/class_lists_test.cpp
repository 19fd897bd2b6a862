#include "lib/import/text/class_lists.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/import/label_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace hashlab::class_lists_test {

using namespace testing;

namespace {

using Names = std::vector<std::string>;
using Columns = std::vector<double>;

/// A text of labels.
class Text {
 public:
  explicit Text(const std::string& bytes) { write_file(path(), bytes); }
  std::string path() const { return folder_ / "labels.txt"; }
  /// The columns row by row; empty if it is no text of lists.
  Columns columns(bool has_header = false) const {
    std::optional<LabelTable> labels = open_class_lists(path(), has_header);
    return labels ? values_of(*labels->table) : Columns();
  }
  LabelTable table() const { return open_label_table(path()); }
  std::string refusal() const {
    return error_of([&] { open_label_table(path()); });
  }

 private:
  TemporaryFolder folder_;
};

/// Classes 3; 0 and 2; 1 and 3; none.
const Columns four_samples = {0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0};
/// The same without the last one.
const Columns three_samples(four_samples.begin(), four_samples.begin() + 12);

}  // namespace

TEST_CASE("class lists: numbers between separators of any kind, as many as a sample has classes") {
  for (const char* text : {"3\n0 2\n1 3\n", "3\r\n0 2\r\n1 3", "3\n0,2\n1,3\n", "3\n2;0\n3;1\n",
                           "3\n0|2\n1|3\n", "3\n0\t2\n1\t3\n", "\"3\"\n\"0,2\"\n\"1,3\"\n",
                           "[3]\n[0, 2]\n[1, 3]\n", "# classes\n3\n0 2\n1 3\n\n\n"}) {
    CAPTURE(text);
    CHECK(Text(text).columns() == three_samples);
  }
  CHECK(Text("3\n0 2\n1 3\n\n0 1\n").columns().size() == 5 * 4);  // one without a class
}

TEST_CASE("class lists: the name or number of the sample may stand before them") {
  for (const char* text :
       {"a.jpg 3\nb.jpg 0 2\nc.jpg 1 3\nd.jpg\n", "a.jpg,3\nb.jpg,0,2\nc.jpg,1,3\nd.jpg,\n",
        "a.jpg,3\nb.jpg,0;2\nc.jpg,1;3\nd.jpg,\n", "a.jpg\t3\nb.jpg\t0,2\nc.jpg\t1,3\nd.jpg\n",
        "17,3\n4,0 2\n5,1 3\n6,\n", "a b.jpg;3\nb.jpg;0,2\nc.jpg;1,3\nd.jpg;\n",
        "\"a.jpg\",\"3\"\n\"b.jpg\",\"0,2\"\n\"c.jpg\",\"1,3\"\n\"d.jpg\",\"\"\n",
        "a.jpg,[3]\nb.jpg,\"[0, 2]\"\nc.jpg,\"[1, 3]\"\nd.jpg,[]\n"}) {
    CAPTURE(text);
    CHECK(Text(text).columns() == four_samples);
    CHECK(Text("id,labels\n" + std::string(text)).columns(true) == four_samples);
  }
  CHECK(Text("a.jpg,0;2\nb.jpg,1\n").table().row_names == Names{"a.jpg", "b.jpg"});
}

TEST_CASE("class lists: names of classes are numbered in byte order") {
  for (const char* text : {"id,labels\n7,eel\n8,bat|dog\n9,cat|eel\n10,\n",
                           "a.jpg eel\nb.jpg bat;dog\nc.jpg eel;cat\nd.jpg\n",
                           "a.jpg,['eel']\nb.jpg,\"['bat', 'dog']\"\nc.jpg,\"['eel', 'cat']\"\n"
                           "d.jpg,[]\n"}) {
    CAPTURE(text);
    LabelTable labels = Text(text).table();
    CHECK(labels.class_names == Names{"bat", "cat", "dog", "eel"});
    CHECK(values_of(*labels.table) == four_samples);
    CHECK(labels.notes == Names{labels.table->source() +
                                ": read as a list of classes for each of 4 samples, 1.2 on "
                                "average"});
  }
  CHECK(Text("eel\nbat|dog\ncat|eel\n").columns() == three_samples);
  CHECK(Text("7,killer whale|eel\n8,eel\n").table().class_names == Names{"eel", "killer whale"});
}

TEST_CASE("class lists: what may be something else is none") {
  for (const char* text :
       {"3\n0\n1\n",                      // a class a sample
        "0 1 0\n1 0 0\n", "0 1\n1\n",     // columns of 0 and 1, one of them cut short
        "0 3 4\n1 3 5\n",                 // columns of two tasks and more
        "a.jpg 0 1\nb.jpg 1 0\n",         // columns behind a name
        "a.jpg 0,1,0\nb.jpg 1,0,1\n",     // the same, with another separator
        "a.jpg|1,1,0\nb.jpg|1,0,1\n",     // a separator behind the name that is known to none
        "a.jpg|cat\nb.jpg|dog\n",         // the same before a class
        "0.5 2\n1\n", "-1 2\n1\n",        // numbers that are no classes
        "2 2 3\n1\n",                     // a class twice
        "cat dog\nsky\n",                 // names with blanks
        "killer whale|eel\neel\n",        // the same, or a name before a list
        "\"tench, Tinca tinca\"\neel\n",  // a name with a comma
        "a.jpg,cat,dog\nb.jpg,cat\n",     // words in columns
        "a.jpg 0,3 4\nb.jpg 1\n", "cat|3\ndog\n", "a.jpg,0;3\nb.jpg,0|2\n"}) {
    CAPTURE(std::string(text));
    CHECK(Text(text).columns().empty());
  }
}

TEST_CASE("class lists: what is certainly wrong in them is refused with its line") {
  CHECK(Text("a.jpg,0;2;0\nb.jpg,1\n").refusal() == Contains("line 1 lists a class twice"));
  CHECK(Text("a.jpg,1\nb.jpg,7;70000\n").refusal() ==
        Contains("line 2 lists a class beyond 65535: number the classes from 0 on"));
  for (const char* text : {"0 5\n1 0 3 4\n2 7\n", "0|5\n1|7\n2|7\n", "img1|cat\nimg2|dog\n"}) {
    CAPTURE(text);
    CHECK(Text(text).refusal() == Contains("which may be that of the sample or a class"));
  }
}

TEST_CASE("class lists: several files have the same columns") {
  const Text train("a.jpg,0;2\nb.jpg,1\n"), test("c.jpg,4\nd.jpg,1;3\n");
  std::vector<LabelTable> numbers = open_label_tables({train.path(), test.path()}, {2, 2});
  CHECK(values_of(*numbers[0].table) == Columns{1, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  CHECK(values_of(*numbers[1].table) == Columns{0, 0, 0, 0, 1, 0, 1, 0, 1, 0});
  const Text first("a.jpg,dog|eel\nb.jpg,dog\n"), second("c.jpg,eel\nd.jpg,ape|eel\n");
  std::vector<LabelTable> names = open_label_tables({first.path(), second.path()}, {2, 2});
  CHECK(names[0].class_names == Names{"ape", "dog", "eel"});
  CHECK(values_of(*names[0].table) == Columns{0, 1, 1, 0, 1, 0});
  CHECK(values_of(*names[1].table) == Columns{0, 0, 1, 1, 0, 1});
}

TEST_CASE("class lists: evaluate reads them as import does") {
  const Text text("3\n0 2\n1 3\n");
  const LabelFiles files = open_label_files({text.path()}, {3});
  const Labels labels = files.sources.front()->read(0, 3);
  CHECK(Columns(labels.multi.begin(), labels.multi.end()) == three_samples);
  CHECK(files.notes.size() == 1);
}

}  // namespace hashlab::class_lists_test
