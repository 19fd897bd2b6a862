#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "splits/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/foreign_lists.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::foreign_test {

using namespace splits;

using namespace testing;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("foreign: the lists of a split are that split, whatever their order and form") {
  for (const char* name : {"improved", "literature"}) {
    const Split split = make_split(name).make(request_of_listed());
    const PartLists lists(split);
    const NamedSplit foreign = make_split(lists.spec(fmt::format(",as={}", name)));
    CHECK(split_checksum(foreign.make(request_of_listed())) == split_checksum(split));
    CHECK(split_checksum(foreign.make(request_of_listed(2))) == split_checksum(split));

    H5File file = H5File::create("new");
    for (const auto& [part, rows] : {std::pair{"queries", &split.test_queries},
                                     {"database", &split.test_database},
                                     {"training", &split.training},
                                     {"validation-queries", &split.validation_queries},
                                     {"validation-database", &split.validation_database}}) {
      file.write(fmt::format("/a/b/{}", part), rows->data(), {rows->size()});
    }
    const TemporaryFolder folder;
    write_file(folder / "lists.h5", file.image());
    const std::string spec = fmt::format("foreign:lists={}:/a/b,as={}", folder / "lists.h5", name);
    CHECK(split_checksum(make_split(spec).make(request_of_listed())) == split_checksum(split));
    // Who wrote them where changes nothing.
    CHECK(make_split(spec).recipe(listed_rows) == foreign.recipe(listed_rows));
    CHECK(foreign.recipe(listed_rows)
              .starts_with(fmt::format("foreign/1 as={} leaks=refuse rows=", name)));
    CHECK(foreign.recipe(listed_rows).size() ==
          std::string("foreign/1 as= leaks=refuse rows=").size() + std::string(name).size() + 64);
  }
}

TEST_CASE("foreign: a list may have a file of its own, validation none, excluded rows drop out") {
  const Split split = make_split("improved").make(request_of_listed());
  const PartLists lists(split);
  const std::string spec = fmt::format(
      "foreign:training={}/training.txt,database={}/database.npy,"
      "queries={}/queries.txt",
      lists.path(), lists.path(), lists.path());
  const NamedSplit foreign = make_split(spec);
  CHECK(make_split(foreign.name).name == foreign.name);
  SplitRequest r = request_of_listed();
  Split plain = foreign.make(r);
  CHECK(plain.test_database == split.test_database);
  CHECK(plain.validation_queries.empty());
  CHECK(plain.validation_database.empty());
  CHECK(plain.learnable == split.training);
  CHECK(foreign.recipe(listed_rows) != make_split(lists.spec()).recipe(listed_rows));
  r.excluded = {split.test_queries[1], split.test_database[2]};
  std::sort(r.excluded.begin(), r.excluded.end());
  const Split fewer = foreign.make(r);
  std::erase(plain.test_queries, split.test_queries[1]);
  std::erase(plain.test_database, split.test_database[2]);
  CHECK(split_checksum(fewer) == split_checksum(plain));
  r.folds = 3;
  CHECK(error_of([&] { foreign.make(r); }) ==
        "split 'foreign' has the queries of its list: 'folds' does not apply to it");
}

TEST_CASE("foreign: lists are not read before rows or recipe are asked for") {
  const NamedSplit foreign = make_split("foreign:lists=/nowhere");
  CHECK(foreign.name == "foreign:lists=/nowhere");
  CHECK(foreign.strategy->info().is_given);
  CHECK(error_of([&] { foreign.recipe(listed_rows); }) == Contains("/nowhere"));
  CHECK(error_of([] { make_split("foreign").make(request_of_listed()); }) ==
        "split 'foreign' needs 'queries': the list's file, or 'lists' for all");
}

TEST_CASE("foreign: rows in two lists are refused with their number, unless they are allowed") {
  const Split split = make_split("improved").make(request_of_listed());
  PartLists lists(split);
  Rows queries = split.test_queries;
  queries.insert(queries.end(), split.test_database.begin(), split.test_database.begin() + 3);
  queries.push_back(split.training[0]);
  lists.write("queries", queries);
  CHECK(lists.refusal() ==
        "split 'foreign', as=improved: rows are in two lists: 3 of queries in database, 1 of "
        "queries in training; 'hashlab audit --data DATA.h5' with these lists tells more, "
        "leaks=allow runs it all the same");
  const Split leaky = make_split(lists.spec(",leaks=allow")).make(request_of_listed());
  CHECK(leaky.test_queries.size() == 24);
  CHECK(leaky.test_database == split.test_database);
  CHECK(leaky.learnable == split.learnable);
  CHECK(std::is_sorted(leaky.test_queries.begin(), leaky.test_queries.end()));
  // Whoever judges the split still holds it to what it says it is.
  CHECK(make_split(lists.spec(",leaks=allow")).strategy->info().ranked == RankedRows::held_out);
  CHECK(make_split(lists.spec(",as=literature")).strategy->info().ranked == RankedRows::any);
}

TEST_CASE("foreign: every pair of lists that has to be apart is") {
  const Split split = make_split("improved").make(request_of_listed());
  const std::vector<std::pair<std::string, Rows>> parts = {
      {"queries", split.test_queries},
      {"training", split.training},
      {"validation-queries", split.validation_queries},
      {"validation-database", split.validation_database}};
  for (const auto& [a, rows_a] : parts) {
    Rows with = rows_a;
    with.push_back(split.test_database[0]);
    const PartLists in_database(split);
    in_database.write(a, with);
    CHECK(in_database.refusal() ==
          Contains(a == "queries" ? "1 of queries in database" : "1 of database in " + a));
    CHECK((in_database.refusal(",as=literature") == "no error") == (a != "queries"));
    for (const auto& [b, rows_b] : parts) {
      if (a == b) continue;
      const PartLists lists(split);
      with.back() = rows_b[0];
      lists.write(a, with);
      const std::string pair = a + " and " + b;
      CAPTURE(pair);
      CHECK(lists.refusal() == Contains("rows are in two lists: 1 of "));
      const bool selection = a == "queries" || b == "queries" || a == "validation-queries" ||
                             b == "validation-queries";
      CHECK((lists.refusal(",as=literature") != "no error") == selection);
    }
  }
}

TEST_CASE("foreign: lists that are wrong are named with what they are for") {
  const Split split = make_split("improved").make(request_of_listed());
  const PartLists lists(split);
  const std::string training = lists.path() + "/training.txt";
  lists.write("training", {600});
  CHECK(lists.refusal() ==
        training +
            ": line 1 is 600, expected a row in 0 .. 599: are these counted from "
            "1? (it is to be 'training' of split 'foreign')");
  Rows twice = split.training;
  twice.push_back(twice[3]);
  lists.write("training", twice);
  CHECK(lists.refusal() ==
        training +
            ": lists 1 of its 41 rows again, expected each once ('hashlab audit --data "
            "DATA.h5' with these lists tells more)");
  fs::remove(training);
  CHECK(lists.refusal() ==
        lists.path() +
            ": has neither 'training.txt' nor 'training.npy', which split 'foreign' needs");
  CHECK(lists.refusal(",training=none.txt") ==
        "none.txt: there is no such file (it is to be 'training' of split 'foreign')");
  write_file(training, "");
  CHECK(lists.refusal() ==
        training + ": lists no rows (it is to be 'training' of split 'foreign')");
  CHECK(error_of([&] { make_split("foreign:lists=" + training).make(request_of_listed()); }) ==
        Contains("training.txt"));
  CHECK(error_of([] { make_split("foreign:as=none"); }) ==
        "split 'foreign:as=none': option 'as' = 'none', must be improved | literature");
}

TEST_CASE("foreign: what a list lacks, and runs by folds, are refused") {
  const Split split = make_split("improved").make(request_of_listed());
  const PartLists lists(split);
  const NamedSplit foreign = make_split(lists.spec());
  CHECK_FALSE(foreign.strategy->info().needs_labels);

  SplitRequest folds = request_of_listed();
  folds.folds = 1;
  CHECK(error_of([&] { foreign.make(folds); }) == Contains("'folds' does not apply to it"));

  SplitRequest excluded = request_of_listed();
  excluded.excluded = split.training;
  CHECK(error_of([&] { foreign.make(excluded); }) ==
        "split 'foreign': every row of 'training' equals an earlier one, and duplicates = exclude");

  const std::string recipe = foreign.recipe(listed_rows);
  lists.write("queries", Rows(split.test_queries.begin(), split.test_queries.end() - 1));
  CHECK(foreign.recipe(listed_rows) != recipe);

  fs::remove(lists.path() + "/database.npy");
  CHECK(lists.refusal() == Contains("has neither 'database.txt' nor 'database.npy'"));
}

TEST_CASE("foreign: a group of HDF5 without a list that is needed is an error that names it") {
  H5File file = H5File::create("new");
  const Rows rows = {1, 2};
  for (const char* part : {"database", "training"}) {
    file.write(fmt::format("/a/{}", part), rows.data(), {rows.size()});
  }
  const TemporaryFolder folder;
  write_file(folder / "lists.h5", file.image());
  CHECK(error_of([&] {
          make_split(fmt::format("foreign:lists={}:/a", folder / "lists.h5"))
              .make(request_of_listed());
        }) == Contains("/a/queries"));
}

TEST_CASE("foreign: the help of a list says whether it is needed") {
  Options options;
  const auto strategy = splits::strategies::foreign();
  strategy->describe(options);
  for (const Option& option : options.all()) {
    CAPTURE(option.name);
    if (!option.is_place || option.name == "lists") continue;
    const bool optional = option.name.starts_with("validation");
    CHECK((option.help.find("(optional)") != std::string::npos) == optional);
  }
}

}  // namespace hashlab::foreign_test
