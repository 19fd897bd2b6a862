#include "lib/data/column_facts.h"

#include "lib/rng.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::column_facts_test {
namespace {

using Columns = std::vector<std::size_t>;

/// 200 samples of 6 ordinary features and 4 classes.
struct Table {
  Table() : X(6, 200), labels{std::vector<std::int32_t>(200), {}} {
    Rng rng(1);
    for (float& x : X) x = static_cast<float>(rng.normal());
    for (std::int32_t& label : labels.single) label = static_cast<std::int32_t>(rng.below(4));
  }
  ColumnFacts facts() const {
    return column_facts(X.n_cols, X.n_rows, labels, [&](std::size_t first, std::size_t count) {
      return Features(X.cols(first, first + count - 1));
    });
  }
  template <typename Value>
  void set(arma::uword column, Value value) {
    for (arma::uword i = 0; i < X.n_cols; ++i) X(column, i) = static_cast<float>(value(i));
  }
  Features X;
  Labels labels;
};

}  // namespace

TEST_CASE("column facts: ordinary features have nothing to be told") {
  Table table;
  CHECK(column_notes(table.facts()).empty());
  table.set(2, [](arma::uword i) { return i * 7 % 12; });  // counts, with repeats
  CHECK(column_notes(table.facts()).empty());
}

TEST_CASE("column facts: a column that equals or determines the labels is found") {
  Table table;
  const auto& y = table.labels.single;
  table.set(4, [&](arma::uword i) { return y[i]; });
  CHECK(table.facts().telling_labels == Columns{4});
  table.set(1, [&](arma::uword i) { return 10.5 - 3 * y[i]; });
  CHECK(table.facts().telling_labels == Columns{1, 4});
  table.set(0, [&](arma::uword i) { return 2 * y[i] + (i % 2 == 0 ? 0.25 : 0.5); });  // finer
  CHECK(table.facts().telling_labels == Columns{0, 1, 4});
  table.set(5, [&](arma::uword i) { return y[i] == 3 ? 1 : 0; });
  CHECK(table.facts().telling_labels == Columns{0, 1, 4, 5});
  table.X(4, 77) += 1;
  CHECK(table.facts().telling_labels == Columns{0, 1, 5});
  const std::vector<std::string> notes = column_notes(table.facts());
  REQUIRE(!notes.empty());
  CHECK(notes.front() ==
        "columns 1-2,6 (3) of the features tell the labels, so that whoever reads them knows the "
        "answer: import again with --features-columns 3-5");
}

TEST_CASE("column facts: a class of several labels a sample is found, as 0 and 1 or 1 and 0") {
  Table table;
  table.labels.single.clear();
  table.labels.multi.zeros(3, 200);
  for (arma::uword i = 0; i < 200; ++i) {
    table.labels.multi(0, i) = i % 3 == 0;
    table.labels.multi(1, i) = i % 5 < 2;
  }
  table.set(0, [](arma::uword i) { return i % 5 < 2; });
  table.set(3, [](arma::uword i) { return i % 3 != 0; });
  table.set(5, [](arma::uword i) { return i % 2; });
  CHECK(table.facts().telling_labels == Columns{0, 3});
}

TEST_CASE("column facts: classes of one or two samples are found where chance is no reason") {
  Table table;
  table.labels.single.clear();
  table.labels.multi.zeros(3, 200);
  for (const arma::uword i : {3U, 150U}) table.labels.multi(0, i) = 1;
  table.labels.multi(1, 77) = 1;
  for (const arma::uword i : {5U, 6U, 7U}) table.labels.multi(2, i) = 1;
  table.set(1, [](arma::uword i) { return i == 3 || i == 150; });
  table.set(2, [](arma::uword i) { return i != 3 && i != 150; });
  table.set(4, [](arma::uword i) { return i == 77; });
  CHECK(table.facts().telling_labels == Columns{1, 2, 4});
  // Of 200 rows, 4 columns with a single 1 and 2 such classes are one match in 25 tables by chance.
  for (const arma::uword column : {0U, 3U, 5U}) {
    table.set(column, [&](arma::uword i) { return i == 10 + column; });
  }
  table.labels.multi(2, 6) = table.labels.multi(2, 7) = 0;
  CHECK(table.facts().telling_labels == Columns{1, 2});
}

TEST_CASE("column facts: a note names all columns that are left, however many ranges they are") {
  ColumnFacts facts;
  facts.columns = 60;
  for (std::size_t j = 0; j < 60; j += 2) facts.telling_labels.push_back(j);
  const std::string note = column_notes(facts).front();
  CHECK(note.starts_with("30 columns of the features tell the labels"));
  CHECK(
      note.ends_with("--features-columns 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,"
                     "42,44,46,48,50,52,54,56,58,60"));
}

TEST_CASE("column facts: a column that counts the samples is found, in any order") {
  Table table;
  table.set(0, [](arma::uword i) { return i; });
  table.set(1, [](arma::uword i) { return 1000 - 3.5 * static_cast<double>(i); });
  table.set(2, [](arma::uword i) { return i * 77 % 200 + 1; });
  table.set(3, [](arma::uword i) { return 1.6e9 + 60 * static_cast<double>(i / 1); });
  table.set(4, [](arma::uword i) { return i * 77 % 199; });
  CHECK(table.facts().counting_rows == Columns{0, 1, 2});  // float32 has few of the dates in 3
  CHECK(column_notes(table.facts()).front() ==
        "columns 1-3 (3) of the features count the samples, as their numbers or dates would: if "
        "so, import again with --features-columns 4-6");
}

TEST_CASE("column facts: neighbours of 0 and 1 beside real numbers are told, one alone is not") {
  Table table;
  table.set(4, [](arma::uword i) { return i % 2; });
  CHECK(table.facts().binary_beside_reals.empty());
  table.set(5, [](arma::uword i) { return i % 7 == 0; });
  CHECK(table.facts().binary_beside_reals == Columns{4, 5});
  CHECK(column_notes(table.facts()).front() ==
        "columns 5-6 (2) of the features hold 0 and 1 alone beside real numbers: if they are "
        "labels, import again with --features-columns 1-4");
  table.X.transform([](float x) { return x > 0.5F ? 1.F : 0.F; });
  CHECK(table.facts().binary_beside_reals.empty());  // nothing else is there
}

TEST_CASE("column facts: without labels, few integers in the first or last column may be them") {
  Table table;
  const auto classes = [](arma::uword i) { return 1 + i * 7 % 5; };
  table.set(5, classes);
  CHECK(column_notes(table.facts()).empty());  // it has labels
  table.labels = {};
  CHECK(table.facts().classes_beside_reals == Columns{5});
  CHECK(column_notes(table.facts()) ==
        std::vector<std::string>{"column 6 of the features holds few integers beside real numbers, "
                                 "as classes would: if so, import again with --labels-column 6"});
  table.set(0, [](arma::uword i) { return i; });
  CHECK(table.facts().classes_beside_reals == Columns{5});  // the samples' numbers are no feature
  table.set(1, classes);
  CHECK(table.facts().classes_beside_reals.empty());  // integers are ordinary here
  table = Table();
  table.labels = {};
  table.set(0, [](arma::uword i) { return i % 2; });
  CHECK(table.facts().classes_beside_reals == Columns{0});
  table.set(0, [](arma::uword i) { return i % 4 * 2; });  // with gaps
  CHECK(table.facts().classes_beside_reals.empty());
  table.set(0, [](arma::uword i) { return i % 21; });  // of 200 samples
  CHECK(table.facts().classes_beside_reals.empty());
  table.set(3, classes);
  CHECK(table.facts().classes_beside_reals.empty());  // in the middle
}

TEST_CASE("column facts: constants are told, of however few rows; the rest needs twenty") {
  Table table;
  table.set(3, [](arma::uword) { return 0.1; });
  CHECK(table.facts().constant == Columns{3});
  CHECK(column_notes(table.facts()) ==
        std::vector<std::string>{"column 4 of the features is constant and tells nothing"});
  table.X = table.X.cols(0, 9);
  table.labels.single.resize(10);
  table.set(0, [](arma::uword i) { return i; });
  CHECK(table.facts().constant == Columns{3});
  CHECK(table.facts().counting_rows.empty());
}

TEST_CASE("column facts: many scattered columns are counted, not listed") {
  Table table;
  table.X = Features(64, 200, arma::fill::randn);
  for (arma::uword j = 0; j < 64; j += 2) table.set(j, [](arma::uword) { return 1; });
  CHECK(column_notes(table.facts()) ==
        std::vector<std::string>{"32 columns of the features are constant and tell nothing"});
}

}  // namespace hashlab::column_facts_test
