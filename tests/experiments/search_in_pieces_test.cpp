// A search by estimates reads as many items at once as fit into memory; the pieces do not show.

#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "experiments/scan/held_codes.h"
#include "experiments/scan/model_queries.h"
#include "hashers/model.h"
#include "hashers/registry.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::search_in_pieces_test {

using namespace experiments;
using namespace testing;

namespace {

constexpr std::size_t n_queries = 7, d = 16;
constexpr std::size_t generous = std::size_t{1} << 40;

/// Codes in memory that count how often they are read.
class CountedCodes final : public HeldCodes {
 public:
  CountedCodes(Codes codes, std::size_t& reads)
      : HeldCodes(std::move(codes), "codes in memory"), reads_(reads) {}
  Codes read(std::size_t first, std::size_t count) const override {
    ++reads_;
    return HeldCodes::read(first, count);
  }

 private:
  std::size_t& reads_;
};

/// A database of codes, and queries of real values.
struct Searched {
  std::size_t reads = 0;
  NamedCodes database;
  ModelQueries queries;

  /// The last items are the queries. Several items have the same code, so there are ties.
  Searched(const std::string& hasher, std::size_t bits, std::size_t n) {
    const Features X = small_dataset(n, d).features;
    hashers::TrainingSet training;
    training.X = X.head_cols(400);
    const hashers::Model model =
        hashers::learn_model(hashers::make_hasher(hasher), bits, training,
                             arma::fvec(d, arma::fill::zeros), Rng(3), Rng(4));
    database = {"codes.h5", std::make_unique<CountedCodes>(model.encode(X), reads)};
    queries.asked = model.ask(X.tail_cols(n_queries));
    queries.quantisation = model.quantisation;
  }
  NearestItems search(std::size_t k, bool without_own, std::size_t cap,
                      std::size_t threads = 1) const {
    MemoryBudget budget(cap);
    return search_by_estimates(queries, database, k, without_own, budget, threads);
  }
};

/// The search with the lowest limit that does, within 32 KiB.
NearestItems frugal_search(const Searched& searched, std::size_t k, bool without_own) {
  for (std::size_t extra = 0;; extra += 32768) {
    try {
      return searched.search(k, without_own, memory_in_use() + extra);
    } catch (const Error& error) {
      REQUIRE(error.code() == ErrorCode::invalid_argument);
      REQUIRE(extra < generous);
    }
  }
}

}  // namespace

TEST_CASE("search in pieces: items found in many pieces are those of one, ties included") {
  const std::vector<std::pair<std::string, std::size_t>> methods = {
      {"pca+sbq", 6}, {"itq+dbq", 16}, {"haar+rabitq:bits=2,query=4", 48}};
  for (const auto& method : methods) {
    CAPTURE(method.first);
    Searched searched(method.first, method.second, 20000);
    for (const bool without_own : {false, true}) {
      CAPTURE(without_own);
      searched.reads = 0;
      const NearestItems whole = searched.search(30, without_own, generous);
      CHECK(searched.reads == 1);
      searched.reads = 0;
      const NearestItems parts = frugal_search(searched, 30, without_own);
      CHECK(searched.reads > 4);
      CHECK(parts.offsets == whole.offsets);
      CHECK(parts.positions == whole.positions);
      CHECK(parts.similarities == whole.similarities);
      CHECK(whole.positions.size() == 30 * n_queries);
    }
  }
}

TEST_CASE("search in pieces: more neighbours than a piece has items, and than there are") {
  const Searched searched("pca+sbq", 6, 3000);
  for (const std::size_t k : {2000u, 3000u, 9999u}) {
    CAPTURE(k);
    const NearestItems whole = searched.search(k, false, generous, 2);
    const NearestItems parts = frugal_search(searched, k, false);
    CHECK(parts.offsets == whole.offsets);
    CHECK(parts.positions == whole.positions);
    CHECK(whole.offsets[1] == std::min<std::size_t>(k, 3000));
  }
}

TEST_CASE("search in pieces: a limit that not even one piece fits into is refused with a remedy") {
  const Searched searched("pca+sbq", 6, 3000);
  try {
    searched.search(5, false, 1000);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(std::string(error.what()).find("is too small for") != std::string::npos);
    CHECK(std::string(error.what()).find(" or more") != std::string::npos);
  }
}

}  // namespace hashlab::search_in_pieces_test
