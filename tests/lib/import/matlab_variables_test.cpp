#include "lib/import/matlab/matlab_variables.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::matlab_variables_test {

using namespace testing;

namespace {

using Variables = std::vector<MatlabVariable>;

MatlabVariable matrix(const std::string& name, std::size_t rows, std::size_t columns) {
  return {name, "double", {rows, columns}, true};
}

/// "fea:rows gnd:columns", features and then labels; or the error, without the path.
std::string chosen(const Variables& variables, const ImportOptions& options = {}) {
  std::string result;
  const std::string error = error_of([&] {
    const MatlabChoice choice = choose_variables("a.mat", variables, options);
    for (const auto* list : {&choice.features, &choice.labels}) {
      for (const MatlabMatrix& m : *list) {
        result += fmt::format("{}:{} ", variables[m.variable].name,
                              m.samples_are_columns ? "columns" : "rows");
      }
    }
  });
  if (result.empty()) CHECK(error.starts_with("a.mat: "));
  return result.empty() ? error.substr(7) : result;
}

}  // namespace

TEST_CASE("MATLAB variables: the only matrix is the features, the only fitting vector the labels") {
  const MatlabVariable cell{"names", "cell", {9, 1}, false};
  CHECK(chosen({matrix("gnd", 9, 1), cell, matrix("fea", 9, 4), matrix("k", 1, 1)}) ==
        "fea:rows gnd:rows ");
  CHECK(chosen({matrix("fea", 9, 4), matrix("y", 1, 9)}) == "fea:rows y:columns ");
  CHECK(chosen({matrix("fea", 9, 4), matrix("y", 8, 1)}) == "fea:rows ");
}

TEST_CASE("MATLAB variables: labels tell that samples are columns, however many they are") {
  CHECK(chosen({matrix("X", 4, 9), matrix("y", 1, 9)}) == "X:columns y:columns ");
  CHECK(chosen({matrix("X", 9, 4), matrix("y", 1, 4)}) == "X:columns y:columns ");
  CHECK(chosen({matrix("X", 9, 4), matrix("y", 4, 1)}) == "X:columns y:rows ");
  CHECK(chosen({matrix("X", 4, 9), matrix("L", 3, 9)}, named_variables("X", "L")) ==
        "X:columns L:columns ");
  CHECK(chosen({matrix("X", 4, 9), matrix("L", 9, 3)}, named_variables("X", "L")) ==
        "X:columns L:rows ");
  // Four features and four classes: rows match rows and columns match columns.
  CHECK(chosen({matrix("X", 9, 4), matrix("L", 9, 4)}, named_variables("X", "L")) ==
        Contains("--samples"));
}

TEST_CASE("MATLAB variables: without labels, more rows than columns are samples") {
  CHECK(chosen({matrix("X", 9, 4)}) == "X:rows ");
  const std::string square = chosen({matrix("X", 4, 4)});
  CHECK(square == Contains("X (double 4 x 4)"));
  CHECK(square == Contains("--samples rows or --samples columns"));
  CHECK(chosen({matrix("X", 4, 9)}) == Contains("--samples"));
  ImportOptions columns;
  columns.samples_are_columns = true;
  CHECK(chosen({matrix("X", 4, 4)}, columns) == "X:columns ");
  CHECK(chosen({matrix("X", 9, 4)}, columns) == "X:columns ");
}

TEST_CASE("MATLAB variables: a square matrix with labels is refused until the user says") {
  const Variables square = {matrix("X", 4, 4), matrix("y", 4, 1)};
  CHECK(chosen(square) == Contains("rows or columns: give --samples"));
  ImportOptions rows;
  rows.samples_are_columns = false;
  CHECK(chosen(square, rows) == "X:rows y:rows ");
  CHECK(chosen({matrix("X", 9, 4), matrix("y", 1, 4)}, rows) == "X:rows ");
  rows.labels_variable = std::string("y");
  CHECK(chosen({matrix("X", 9, 4), matrix("y", 1, 4)}, rows) ==
        Contains("do not fit features X (double 9 x 4) of one sample a row"));
}

TEST_CASE("MATLAB variables: two matrices are a question, answered by names") {
  const Variables two = {matrix("I_tr", 9, 4), matrix("I_te", 3, 4), matrix("y", 9, 1)};
  const std::string question = chosen(two);
  CHECK(question == Contains("2 of its variables can be the features"));
  CHECK(question == Contains("I_tr (double 9 x 4), I_te (double 3 x 4), y (double 9 x 1)"));
  CHECK(question == Contains("--features-variable"));
  CHECK(chosen(two, named_variables("I_tr")) == "I_tr:rows ");  // nobody spoke of labels
  CHECK(chosen(two, named_variables("I_tr", "y")) == "I_tr:rows y:rows ");
  ImportOptions stacked = named_variables("I_tr,I_te");
  stacked.samples_are_columns = false;
  CHECK(chosen(two, stacked) == "I_tr:rows I_te:rows ");
  CHECK(chosen(two, named_variables("I_tr,I_te", "y")) ==
        Contains("1 variables of labels are given for 2"));
}

TEST_CASE("MATLAB variables: training and test samples are both read, if names tell them") {
  CHECK(chosen({matrix("X_train", 9, 4), matrix("X_test", 3, 4), matrix("y_train", 9, 1),
                matrix("y_test", 3, 1)}) == "X_train:rows X_test:rows y_train:rows y_test:rows ");
  // They differ in the axis that counts the samples.
  CHECK(chosen({matrix("testX", 4, 3), matrix("trainX", 4, 9)}) == "trainX:columns testX:columns ");
  CHECK(chosen({matrix("X_tr", 9, 4), matrix("X_te", 3, 4)}) == "X_tr:rows X_te:rows ");
  CHECK(chosen({matrix("X_tr", 9, 4), matrix("X_te", 9, 4)}) == "X_tr:rows X_te:rows ");
  CHECK(chosen({matrix("a", 9, 4), matrix("b", 3, 4)}) ==
        Contains("2 of its variables can be the features"));
  CHECK(chosen({matrix("X_tr", 9, 4), matrix("X_te", 3, 4), matrix("y", 12, 1)}) ==
        Contains("2 of its variables can be the features"));
}

TEST_CASE("MATLAB variables: what the user names has to be there and to be numbers") {
  const Variables some = {matrix("fea", 9, 4), {"names", "cell", {9, 1}, false}};
  CHECK(chosen(some, named_variables("gnd")) ==
        "has no variable 'gnd' for --features-variable; it has fea (double 9 x 4), names (cell 9 x "
        "1)");
  CHECK(chosen(some, named_variables("names")) == Contains("names (cell 9 x 1) is no matrix"));
  CHECK(chosen(some, named_variables("fea", "names")) == Contains("fea:rows names:rows"));  // texts
  CHECK(chosen({{"names", "cell", {9, 1}, false}}) == Contains("none of its variables"));
  CHECK(chosen({}) == Contains("it has no variables"));
  CHECK(chosen({{"cube", "double", {2, 2, 2}, true}}) == Contains("cube (double 2 x 2 x 2)"));
}

TEST_CASE("MATLAB variables: a column of the features for labels leaves vectors alone") {
  ImportOptions options;
  options.columns.labels = label_columns("1");
  CHECK(chosen({matrix("data", 9, 4), matrix("id", 9, 1)}, options) == "data:rows ");
}

TEST_CASE("MATLAB variables: what was transposed is said, with the reason") {
  const auto said = [](const Variables& variables) {
    return choose_variables("a.mat", variables, {}).transposition;
  };
  CHECK(said({matrix("X", 4, 9), matrix("y", 1, 9)}) ==
        "samples are columns of X 4 x 9, which was transposed: there are as many as labels in y");
  CHECK(said({matrix("X", 9, 4)}) ==
        "samples are rows of X 9 x 4: there are more rows than columns");
}

}  // namespace hashlab::matlab_variables_test
