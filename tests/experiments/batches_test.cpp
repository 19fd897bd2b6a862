#include "experiments/schedule/batches.h"
#include "experiments/suite/suite_file.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::batches_test {

using namespace experiments;

namespace {

using Names = std::vector<std::string>;

/// "lsh+sbq 16, lsh+npq 32" for each batch of a group.
Names batches_of(const CellGroup& group) {
  Names texts;
  for (const Batch& batch : group.batches) {
    std::string text;
    for (const Cell* cell : batch) {
      CHECK(cell->split == group.split);
      CHECK(cell->run == group.run);
      const std::string bits = cell->bits ? fmt::format(" {}", *cell->bits) : "";
      text += (text.empty() ? "" : ", ") + cell->method.name() + bits;
    }
    texts.push_back(text);
  }
  return texts;
}

Suite suite(const std::string& methods) {
  return parse_suite("name = s\ndataset = d\nruns = 2\nbits = 16 32\n" + methods, "t", {});
}

}  // namespace

TEST_CASE("batches: each split and run is a group, in the order of the cells") {
  const std::vector<Cell> cells = list_cells(suite("hasher = lsh+sbq\n"));
  Names groups;
  for (const CellGroup& group : group_cells(cells)) {
    groups.push_back(fmt::format("{} {}", group.split, group.run));
  }
  CHECK(groups == Names{"literature 1", "improved 1", "literature 2", "improved 2"});
}

TEST_CASE("batches: cells that share a projection of as many dimensions are together") {
  // npq spends two bits on a dimension: at 32 bits it has the 16 dimensions of sbq at 16 bits.
  const std::vector<Cell> cells =
      list_cells(suite("hasher = itq+sbq\nhasher = sh+sbq\nhasher = itq+npq\n"));
  for (const CellGroup& group : group_cells(cells)) {
    CHECK(batches_of(group) ==
          Names{"itq+sbq 16, itq+npq 32", "itq+sbq 32", "sh+sbq 16", "sh+sbq 32", "itq+npq 16"});
  }
}

TEST_CASE("batches: all lengths are together where fewer dimensions are the first of more") {
  const std::vector<Cell> cells =
      list_cells(suite("hasher = lsh+sbq\nhasher = itq+sbq\nhasher = lsh+npq\n"));
  for (const CellGroup& group : group_cells(cells)) {
    CHECK(batches_of(group) ==
          Names{"lsh+sbq 16, lsh+sbq 32, lsh+npq 16, lsh+npq 32", "itq+sbq 16", "itq+sbq 32"});
  }
}

TEST_CASE("batches: a grid joins those whose projections its points need") {
  // thresholds=1 is one bit a dimension, thresholds=3 two.
  const std::vector<Cell> cells =
      list_cells(suite("hasher = itq+sbq\nhasher = sh+sbq\ngrid = itq+npq: thresholds=1,3\n"));
  for (const CellGroup& group : group_cells(cells)) {
    CHECK(batches_of(group) == Names{"itq+sbq 16, itq+npq:tuned 16, itq+sbq 32, itq+npq:tuned 32",
                                     "sh+sbq 16", "sh+sbq 32"});
  }
}

TEST_CASE("batches: a reference ranking is alone") {
  const std::vector<Cell> cells =
      list_cells(suite("hasher = lsh+sbq\nreference = cosine euclidean\n"));
  for (const CellGroup& group : group_cells(cells)) {
    CHECK(batches_of(group) == Names{"lsh+sbq 16, lsh+sbq 32", "cosine", "euclidean"});
  }
}

}  // namespace hashlab::batches_test
