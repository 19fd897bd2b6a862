#include "lib/data/query_lists.h"

#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab::query_lists_test {

using namespace testing;

namespace {

using Tables = std::map<std::string, std::vector<std::int64_t>>;

/// Ten samples, of which rows 7 and 2 ask.
Tables plain() {
  return {{"row", {7, 2}},
          {"relevant", {9, 7, 0, 2}},
          {"relevant_offsets", {0, 3, 4}},
          {"junk", {3, 4, 1, 5}},
          {"junk_offsets", {0, 2, 4}}};
}

std::string file_with(const TemporaryFolder& folder, const Tables& tables) {
  H5File file = H5File::create("lists");
  const std::vector<float> features(20, 1.0F);
  file.write("/features", features.data(), {10, 2});
  for (const auto& [name, values] : tables) {
    file.write("/query/" + name, values.data(), {values.size()});
  }
  write_file(folder / "lists.h5", file.image());
  return folder / "lists.h5";
}

QueryLists read(const std::string& path) {
  return read_dataset(path, "", GivenMarks::ignored, GivenLists::read).lists;
}

/// What reading says of plain lists, one of which is another one.
std::string refused(const std::string& name, const std::vector<std::int64_t>& values) {
  const TemporaryFolder folder;
  Tables tables = plain();
  tables[name] = values;
  const std::string path = file_with(folder, tables);
  const std::string message = error_of([&] { read(path); });
  CHECK(message.find('\n') == std::string::npos);
  return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

std::string refused_without(const std::vector<std::string>& names) {
  const TemporaryFolder folder;
  Tables tables = plain();
  for (const std::string& name : names) tables.erase(name);
  const std::string path = file_with(folder, tables);
  const std::string message = error_of([&] { read(path); });
  return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

}  // namespace

TEST_CASE("query lists: queries and lists ascend, whatever their order in the file") {
  const TemporaryFolder folder;
  const QueryLists lists = read(file_with(folder, plain()));
  CHECK(lists.queries == Rows{2, 7});
  CHECK(lists.relevant == std::vector<Rows>{{2}, {0, 7, 9}});
  CHECK(lists.junk == std::vector<Rows>{{1, 5}, {3, 4}});
  CHECK(lists.easy.empty());
  CHECK(listed_rows(lists) == Rows{0, 1, 2, 3, 4, 5, 7, 9});
}

TEST_CASE("query lists: they are read if asked for, and are no part of the data set's checksum") {
  const TemporaryFolder folder;
  const std::string path = file_with(folder, plain());
  const Dataset without = read_dataset(path);
  CHECK(without.lists.empty());
  Tables other = plain();
  other["junk"].front() = 8;
  file_with(folder, other);
  const Dataset with = read_dataset(path, "", GivenMarks::ignored, GivenLists::read);
  CHECK(with.checksum == without.checksum);
  CHECK(with.lists.junk[1] == Rows{4, 8});
  // A file without lists has none; what is wrong in them is of no interest to others.
  CHECK(read(file_with(folder, {})).empty());
  other["junk"].front() = -1;
  CHECK(read_dataset(file_with(folder, other)).lists.empty());
}

TEST_CASE("query lists: their checksum tells the lists of each kind, not their order in the file") {
  const TemporaryFolder folder;
  const std::string sum = checksum_of(read(file_with(folder, plain())));
  Tables turned = plain();
  turned["row"] = {2, 7};
  turned["relevant"] = {2, 0, 9, 7};
  turned["relevant_offsets"] = {0, 1, 4};
  turned["junk"] = {5, 1, 4, 3};
  CHECK(checksum_of(read(file_with(folder, turned))) == sum);
  Tables levels = plain();
  levels["easy"] = levels["relevant"];
  levels["easy_offsets"] = levels["relevant_offsets"];
  levels["hard"] = {};
  levels["hard_offsets"] = {0, 0, 0};
  CHECK(checksum_of(read(file_with(folder, levels))) != sum);
  Tables moved = plain();
  moved["relevant_offsets"] = {0, 2, 4};
  CHECK(checksum_of(read(file_with(folder, moved))) != sum);
}

TEST_CASE("query lists: easy and hard stand in place of relevant, and junk may be absent") {
  const TemporaryFolder folder;
  const QueryLists lists = read(file_with(folder, {{"row", {4}},
                                                   {"easy", {1, 0}},
                                                   {"easy_offsets", {0, 2}},
                                                   {"hard", {}},
                                                   {"hard_offsets", {0, 0}}}));
  CHECK(lists.easy == std::vector<Rows>{{0, 1}});
  CHECK(lists.hard == std::vector<Rows>{{}});
  CHECK(lists.relevant.empty());
  CHECK(lists.junk.empty());
}

TEST_CASE("query lists: what is wrong with them is told in a line") {
  CHECK(refused("row", {7, 7}) ==
        "'/query/row' has row 7 twice, expected each once: leave one out");
  CHECK(refused("row", {7, 10}) ==
        "'/query/row' entry 1 is 10, expected a row in 0 .. 9: number rows from 0");
  CHECK(refused("row", {}) ==
        "'/query/row' has 0 entries, expected 1 .. 10, rows of '/features', each once");
  CHECK(refused("row", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0}) == Contains("has 11 entries"));
  CHECK(refused("relevant", {9, 7, -1, 2}) ==
        "'/query/relevant' list 0 entry 2 is -1, expected a row in 0 .. 9: number rows from 0");
  CHECK(refused("relevant", {9, 7, 9, 2}) ==
        "'/query/relevant' list 0 has row 9 twice, expected each once: leave one out");
  CHECK(refused("relevant_offsets", {0, 4}) ==
        "'/query/relevant_offsets' has 2 entries, expected 3: one for each of the 2 rows of "
        "'/query/row', and the end");
  CHECK(refused("relevant_offsets", {1, 3, 4}) ==
        "'/query/relevant_offsets' entry 0 is 1, expected 0: list k is '/query/relevant' from "
        "entry k on, up to entry k + 1");
  CHECK(refused("junk_offsets", {0, 3, 2}) == Contains("entry 2 is 2, expected 3 or more"));
  CHECK(refused("junk_offsets", {0, 2, 5}) ==
        Contains("entry 2 is 5, expected 4, the size of '/query/junk'"));
  CHECK(refused("junk", {3, 0, 1, 5}) ==
        "row 0 is in '/query/relevant' and '/query/junk' of the query in row 7, expected in one "
        "of them: leave one out");
  CHECK(refused("junk", {}) == Contains("expected 0, the size of '/query/junk'"));
  std::vector<std::int64_t> many(12, 1);
  CHECK(refused("junk", many) == Contains("expected 12, the size of '/query/junk'"));
  CHECK(refused_without({"junk_offsets"}) == Contains("has no '/query/junk_offsets'"));
  CHECK(refused_without({"relevant", "relevant_offsets"}) ==
        Contains("has '/query/row' and no list of what is relevant"));
}

TEST_CASE("query lists: levels stand apart, and go together") {
  const TemporaryFolder folder;
  Tables tables = plain();
  tables["hard"] = {0};
  tables["hard_offsets"] = {0, 1, 1};
  CHECK(error_of([&] { read(file_with(folder, tables)); }) ==
        Contains("has '/query/hard' alone, expected '/query/easy' and '/query/hard'"));
  tables["easy"] = {9, 0};
  tables["easy_offsets"] = {0, 2, 2};
  CHECK(error_of([&] { read(file_with(folder, tables)); }) ==
        Contains("row 0 is in '/query/easy' and '/query/hard' of the query in row 7"));
}

TEST_CASE("query lists: a list that is longer than the data set is not read, nor other types") {
  const TemporaryFolder folder;
  Tables tables = plain();
  tables["junk"] = std::vector<std::int64_t>(12, 1);
  tables["junk_offsets"] = {0, 11, 12};
  CHECK(error_of([&] { read(file_with(folder, tables)); }) ==
        Contains("'/query/junk' list 0 has 11 entries, expected at most 10: each row once"));
  H5File file = H5File::create("lists");
  const std::vector<float> numbers(20, 1.0F);
  file.write("/features", numbers.data(), {10, 2});
  file.write("/query/row", numbers.data(), {2});
  write_file(folder / "real.h5", file.image());
  CHECK(error_of([&] { read(folder / "real.h5"); }) ==
        Contains("'/query/row' is 2 real numbers, expected a list of integers"));
}

}  // namespace hashlab::query_lists_test
