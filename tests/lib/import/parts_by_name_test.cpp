#include "lib/import/parts_by_name.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::parts_by_name_test {

TEST_CASE("parts_by_name: a word tells the part, the rest of a name is alike for all") {
  const auto check = [](const char* name, NamedPart part, const char* rest) {
    CAPTURE(name);
    const PartName told = part_of_name(name);
    CHECK(told.part == part);
    CHECK(told.rest == rest);
  };
  for (const char* name : {"X_train", "Xtrain", "XTrain", "trainX", "train_x", "XTr", "X_tr", "Xtr",
                           "tr.X", "X_training", "database_X", "x_base", "X_retrieval"}) {
    check(name, NamedPart::train, "x");
  }
  for (const char* name : {"X_test", "xTest", "testX", "X_te", "XTe", "query_X", "X_queries"}) {
    check(name, NamedPart::test, "x");
  }
  check("text_te", NamedPart::test, "text");
  check("matrix_tr", NamedPart::train, "matrix");
  check("traindata", NamedPart::train, "data");
  check("testgnd", NamedPart::test, "gnd");
  check("X_val", NamedPart::validation, "x");
  check("val", NamedPart::validation, "");
  for (const char* name :
       {"features", "matrix", "string", "values", "item", "latent", "XTR", "X"}) {
    CAPTURE(name);
    CHECK(!part_of_name(name).part);
  }
}

TEST_CASE("parts_by_name: two matrices that are alike in name are the samples, labels likewise") {
  const auto told = [](const std::vector<NamedTable>& tables) {
    const auto parts = variables_of_parts(tables);
    return parts ? parts->features + " " + parts->labels : "none";
  };
  CHECK(told({{"X_train"}, {"X_test"}, {"y_train", true}, {"y_test", true}}) ==
        "X_train,X_test y_train,y_test");
  CHECK(told({{"testdata"}, {"traindata"}, {"traingnd"}, {"testgnd"}}) ==
        "traindata,testdata traingnd,testgnd");
  CHECK(told({{"XTrain"}, {"XTest"}}) == "XTrain,XTest ");
  CHECK(told({{"X_train"}, {"X_test"}, {"id_train", true}, {"id_test", true}}) ==
        "X_train,X_test ");
  CHECK(told({{"X_train"}, {"X_test"}, {"z_train", true}, {"z_test", true}}) ==
        "X_train,X_test z_train,z_test");
  CHECK(told({{"I_tr"}, {"T_tr"}, {"I_te"}, {"T_te"}}) == "none");
  CHECK(told({{"X_train"}, {"X"}}) == "none");
  CHECK(told({{"X_train"}, {"X_query"}, {"X_test"}}) == "none");
  CHECK(told({{"X_train"}, {"X_val"}, {"X_test"}}) == "X_train,X_test ");
}

}  // namespace hashlab::parts_by_name_test
