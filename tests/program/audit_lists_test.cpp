#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/fitted.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::audit_lists_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

std::ptrdiff_t leaks_in(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  return std::count_if(lines.begin(), lines.end(),
                       [](const std::string& line) { return line.starts_with("leak: "); });
}

/// A data set file and lists of its rows, clean: 300 rows, 50 ask, 100 train, 140 are ranked.
class ForeignLists {
 public:
  ForeignLists() : dataset_(small_dataset(300, 8)) {
    write_dataset(path("d.h5"), dataset_);
    write("queries", range(0, 50));
    write("training", range(50, 150));
    write("database", range(150, 290));
  }

  std::string path(const std::string& name) const { return folder_ / name; }

  static Rows range(std::uint32_t first, std::uint32_t end) {
    Rows rows;
    for (; first < end; ++first) rows.push_back(first);
    return rows;
  }

  void write(const std::string& name, const Rows& rows) const {
    write_file(path(name + ".txt"), fmt::format("{}\n", fmt::join(rows, "\n")));
  }

  template <typename Change>
  void change_features(Change change) {
    change(dataset_.features);
    write_dataset(path("d.h5"), dataset_);
  }

  Outcome audit(const std::string& options = "") const {
    return hashlab::testing::hashlab(fmt::format(
        "audit --data '{}' --training '{}' --database '{}' --queries '{}' {}", path("d.h5"),
        path("training.txt"), path("database.txt"), path("queries.txt"), options));
  }

 private:
  TemporaryFolder folder_;
  Dataset dataset_;
};

}  // namespace

TEST_CASE("audit: lists made elsewhere that are clean are said to be, with parts and classes") {
  const ForeignLists lists;
  const Outcome clean = lists.audit();
  CHECK(clean.error == "");
  CHECK(clean.status == 0);
  CHECK(clean.out == Contains("data set d\n"));
  CHECK(clean.out == Contains("parts: 50 test queries, 100 training rows, 140 database rows; held "
                              "out: test queries and database\noverlaps: none\ncopies: none\n"));
  CHECK(clean.out == Contains("\nclasses:\n  data set                  300 rows; of class 0:"));
  CHECK(clean.out == Contains("\naudit: 1 split: clean\n"));
}

TEST_CASE("audit: leaks of every kind in lists made elsewhere are found, a line each") {
  ForeignLists lists;
  std::string options, expected;
  bool literature_too = true;
  SUBCASE("queries in the database") {
    lists.write("database", united(ForeignLists::range(150, 290), {3, 4, 40}));
    expected = "leak: queries-in-database: 3 of 50 test queries (rows 3, 4, 40)";
  }
  SUBCASE("queries in training") {
    lists.write("training", united(ForeignLists::range(50, 150), {0}));
    expected = "leak: queries-in-training: 1 of 50 test queries (row 0)";
  }
  SUBCASE("training rows in the database") {
    lists.write("database", ForeignLists::range(120, 290));
    expected =
        "leak: training-in-database: 30 of 100 training rows (rows 120, 121, 122, 123, 124, ...)";
    literature_too = false;
  }
  SUBCASE("copies of queries under other numbers") {
    lists.change_features([](Features& X) {
      X.col(200) = X.col(5);
      X.col(201) = X.col(6);
    });
    expected = "leak: copies-of-queries-in-database: 2 of 50 test queries (rows 5, 6)";
  }
  SUBCASE("copies of training rows in the database") {
    lists.change_features([](Features& X) { X.col(200) = X.col(60); });
    expected = "leak: copies-of-training-in-database: 1 of 100 training rows (row 60)";
    literature_too = false;
  }
  SUBCASE("a mean over everything, as the user says") {
    options = "--fitted mean=all";
    expected = "leak: mean-over-everything: 190 of 190 held-out rows";
  }
  SUBCASE("a mean over everything, as the features show") {
    lists.change_features([](Features& X) {
      const arma::fvec mean = arma::mean(X, 1);
      X.each_col() -= mean;
    });
    expected = "leak: mean-over-everything: 190 of 190 held-out rows";
  }
  SUBCASE("a mean over a list") {
    lists.write("mean", ForeignLists::range(48, 150));
    options = fmt::format("--fitted mean='{}'", lists.path("mean.txt"));
    expected = "leak: mean-fitted-on-queries: 2 of 50 test queries (rows 48, 49)";
  }
  SUBCASE("any other quantity") {
    lists.write("codebook", ForeignLists::range(50, 153));
    options = fmt::format("--fitted codebook='{}'", lists.path("codebook.txt"));
    expected = "leak: codebook-fitted-on-database: 3 of 140 database rows (rows 150, 151, 152)";
    literature_too = false;
  }
  SUBCASE("near-duplicates, where a distance is given") {
    lists.change_features([](Features& X) {
      X.col(200) = X.col(5);
      X(0, 200) += 1e-4F;
    });
    CHECK(lists.audit().status == 0);
    options = "--near 0.001";
    expected = "leak: near-copies-of-queries-in-database: 1 of 50 test queries (row 5)";
  }
  const Outcome improved = lists.audit(options);
  CHECK(improved.status == 1);
  CHECK(("\n" + improved.out) == Contains("\n" + expected));
  CHECK(leaks_in(improved.out) == 1);
  CHECK(improved.out == Contains("\naudit: 1 split: 1 leak of 1 kind\n"));
  const Outcome literature = lists.audit(options + " --as literature");
  CHECK(literature.status == (literature_too ? 1 : 0));
  CHECK(leaks_in(literature.out) == (literature_too ? 1 : 0));
}

TEST_CASE("audit: lists in any order, with repeats, in NumPy's format, and validation parts") {
  ForeignLists lists;
  write_file(
      lists.path("queries.txt"), "# asked\n" + [] {
        std::string text;
        for (int row = 49; row >= 0; --row) {
          text += fmt::format("{}\n", row);
        }
        return text;
      }() + "7\n7\n");
  const Outcome repeats = lists.audit();
  CHECK(repeats.status == 0);
  CHECK(repeats.out == Contains("queries.txt: 2 of 52 entries repeat an earlier one\n"));
  lists.write("vq", ForeignLists::range(45, 55));
  lists.write("vdb", ForeignLists::range(285, 300));
  const Outcome validation =
      lists.audit(fmt::format("--validation-queries '{}' --validation-database '{}'",
                              lists.path("vq.txt"), lists.path("vdb.txt")));
  CHECK(validation.status == 1);
  CHECK(validation.out == Contains("leak: queries-in-validation-queries: 5 of 50 test queries"));
  CHECK(validation.out == Contains("leak: validation-database-in-database: 5 of 15 rows of the "
                                   "validation database"));
  CHECK(leaks_in(validation.out) == 2);
  CHECK(validation.out ==
        Contains("overlaps: 5 of 50 test queries are in validation-queries, 5 of 100 training rows "
                 "are in validation-queries, "));
}

TEST_CASE("audit: the mean of a model is traced to the rows that it is of") {
  const ForeignLists lists;
  const auto model = [&](const std::string& rows) {
    const Outcome trained = hashlab::testing::hashlab(
        fmt::format("train --data '{}' --hasher lsh+sbq --bits 8 --out '{}' {}", lists.path("d.h5"),
                    lists.path("m.h5"), rows));
    REQUIRE(trained.status == 0);
    return lists.audit(fmt::format("--model '{}'", lists.path("m.h5")));
  };
  const Outcome clean = model(fmt::format("--rows '{}'", lists.path("training.txt")));
  CHECK(clean.status == 0);
  CHECK(clean.out == Contains("m.h5: its mean is that of the training rows\n"));
  const Outcome leak = model("");
  CHECK(leak.status == 1);
  CHECK(leak.out == Contains("m.h5: its mean is that of every row\n"));
  CHECK(leak.out == Contains("leak: mean-over-everything: 190 of 190 held-out rows"));
  lists.write("some", ForeignLists::range(60, 100));
  const Outcome other = model(fmt::format("--rows '{}'", lists.path("some.txt")));
  CHECK(other.status == 0);
  CHECK(other.out == Contains("m.h5: its mean is of none of the parts, nor of all rows\n"));
}

TEST_CASE("audit: bad input ends with status 2 and one line that names it") {
  const ForeignLists lists;
  const auto refused = [&](const Outcome& outcome) {
    CHECK(outcome.status == 2);
    return refusal(outcome);
  };
  const auto audit = [](const std::string& arguments) {
    return hashlab::testing::hashlab("audit " + arguments);
  };
  CHECK(refused(audit("")) == Contains("expected a suite, a results folder, or '--data DATA.h5'"));
  CHECK(refused(audit("--data '" + lists.path("d.h5") + "'")) ==
        Contains("option '--training' is missing"));
  CHECK(refused(lists.audit("--as better")) ==
        Contains("option '--as' = 'better', must be improved or literature"));
  CHECK(refused(lists.audit("--near -1")) == Contains("must be a number >= 0"));
  CHECK(refused(lists.audit("--fitted mean")) == Contains("must be NAME=LIST or NAME=all"));
  CHECK(refused(lists.audit("--format xml")) == Contains("must be text, json or csv"));
  CHECK(refused(lists.audit("--set runs=1")) == Contains("option '--set' goes with a suite"));
  CHECK(refused(lists.audit("--model '" + lists.path("d.h5") + "'")) != "");
  CHECK(refused(audit("nowhere.ini")) == Contains("nowhere.ini"));
  CHECK(refused(audit("nowhere.ini --queries x")) ==
        Contains("option '--queries' goes with --data DATA.h5"));
  write_file(lists.path("queries.txt"), "0\n300\n");
  CHECK(refused(lists.audit()) == Contains("queries.txt: line 2"));
  fs::remove(lists.path("queries.txt"));
  CHECK(refused(lists.audit()) == Contains("queries.txt"));
}

TEST_CASE("audit: lists of file names are rows by the names of the data set, or of a file") {
  const ForeignLists lists;
  std::string names;
  for (int row = 0; row < 300; ++row) names += fmt::format("data/img/{}.jpg\n", row);
  write_file(lists.path("names.txt"), names);
  const auto write_names = [&](const std::string& name, const Rows& rows, const std::string& end) {
    std::string text = "\xef\xbb\xbf";
    for (const std::uint32_t row : rows) text += fmt::format("img/{}.jpg{}\n", row, end);
    write_file(lists.path(name + ".txt"), text);
  };
  write_names("queries", ForeignLists::range(0, 50), " 0 1 0");
  write_names("training", ForeignLists::range(45, 150), "");
  const Outcome none = lists.audit();
  CHECK(none.status == 2);
  CHECK(none.error == Contains("training.txt: line 1 is 'img/45.jpg', expected a row in 0 .. 299; "
                               "if it is a name: "));
  CHECK(none.error == Contains("d.h5 has no '/names' with the names of its 300 rows: give row "
                               "numbers, or the names one a line (audit --names FILE"));
  const Outcome found = lists.audit("--names '" + lists.path("names.txt") + "'");
  CHECK(found.status == 1);
  CHECK(found.out == Contains("5 of 50"));
  write_names("queries", {7, 300}, "");
  CHECK(lists.audit("--names '" + lists.path("names.txt") + "'").error ==
        Contains("queries.txt: line 2 is 'img/300.jpg', which is the name of no row of the data "
                 "set"));
  write_file(lists.path("queries.txt"), "3\nimg/4.jpg\n");
  CHECK(lists.audit("--names '" + lists.path("names.txt") + "'").error ==
        Contains("line 2 is 'img/4.jpg' after row numbers, expected either names or numbers"));
}

}  // namespace hashlab::audit_lists_test
