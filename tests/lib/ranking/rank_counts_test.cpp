#include "lib/ranking/rank_counts.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace hashlab::rank_counts_test {
namespace {

Codes random_codes(CodeFormat format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (rng.below(2) == 1) codes.set_bit(i, j);
    }
  }
  return codes;
}

// Lists of random length, the first one empty; queries share them in turn.
Relevance random_relevance(std::size_t n_queries, std::size_t n_lists, std::size_t n_database,
                           Rng rng) {
  Relevance relevance;
  relevance.n_database = n_database;
  for (std::size_t k = 0; k < n_lists; ++k) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < n_database; ++i) {
      if (rng.below(n_lists) < k) list.push_back(i);
    }
    relevance.lists.append(list);
  }
  for (std::size_t q = 0; q < n_queries; ++q) {
    relevance.list_of_query.push_back(static_cast<std::uint32_t>(q % n_lists));
  }
  return relevance;
}

// Query 0 ignores nothing, query 1 everything, the others some items.
Lists random_ignored(std::size_t n_queries, std::size_t n_database, Rng rng) {
  Lists ignored;
  for (std::size_t q = 0; q < n_queries; ++q) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < n_database; ++i) {
      if (q == 1 || (q > 1 && rng.below(q + 2) == 0)) list.push_back(i);
    }
    ignored.append(list);
  }
  return ignored;
}

struct Problem {
  Codes queries, database;
  Relevance relevance;
};

Problem random_problem(CodeFormat format, std::size_t n_queries, std::size_t n_database) {
  const Rng rng = Rng(5).stream("rank counts", format.bits * 16 + format.digit_bits);
  return {random_codes(format, n_queries, rng.stream("queries")),
          random_codes(format, n_database, rng.stream("database")),
          random_relevance(n_queries, 3, n_database, rng.stream("relevance"))};
}

void check_against_reference(const Problem& p) {
  const RankCounts expected = rank_counts_reference(p.queries, p.database, p.relevance);
  for (const Kernel* kernel : all_kernels()) {
    if (!kernel->supported()) continue;
    INFO(kernel->name, ", ", p.database.format.bits, " bits, B = ", p.database.format.digit_bits,
         ", n = ", p.database.n);
    Kernel sliced = *kernel, as_it_is = *kernel;
    sliced.count_slices_from = 0;
    as_it_is.count_slices_from = p.queries.n + 1;
    CHECK((rank_counts(p.queries, p.database, p.relevance, sliced) == expected));
    CHECK((rank_counts(p.queries, p.database, p.relevance, as_it_is) == expected));
  }
}

struct WorkedByHand {
  Codes queries{{2, 1}, 2}, database{{2, 1}, 3};  // 00, 11; 00, 01, 11 as bit 1, bit 0
  Relevance relevance;
};

WorkedByHand worked_by_hand() {
  WorkedByHand small;
  small.queries.set_bit(1, 0);
  small.queries.set_bit(1, 1);
  small.database.set_bit(1, 0);
  small.database.set_bit(2, 0);
  small.database.set_bit(2, 1);
  small.relevance.n_database = 3;
  small.relevance.lists.append(std::vector<std::uint32_t>{0, 1});
  small.relevance.list_of_query = {0, 0};
  return small;
}

const Kernel& scalar() {
  return kernel_by_name("scalar");
}

}  // namespace

TEST_CASE("rank counts: two queries worked by hand") {
  auto [queries, database, relevance] = worked_by_hand();
  const RankCounts counts = rank_counts(queries, database, relevance, scalar());
  CHECK(counts.n_distances() == 3);
  CHECK(counts.all == std::vector<std::uint32_t>{1, 1, 1, 1, 1, 1});
  CHECK(counts.relevant == std::vector<std::uint32_t>{1, 1, 0, 0, 1, 1});
}

TEST_CASE("rank counts: Hamming codes equal the reference") {
  for (const std::size_t bits :
       std::vector<std::size_t>{1, 2, 31, 32, 63, 64, 65, 127, 128, 129, 192, 256, 500, 1024}) {
    check_against_reference(random_problem({bits, 1}, 4, 50));
  }
}

TEST_CASE("rank counts: codes with digits of different widths equal the reference") {
  for (const std::vector<std::uint8_t>& widths :
       {std::vector<std::uint8_t>{1, 2}, {4, 1, 1, 2, 3, 1, 4, 2, 1, 1}, {6, 5, 4, 3, 2, 1}}) {
    check_against_reference(random_problem(format_of_digits(widths), 4, 50));
  }
}

TEST_CASE("rank counts: Manhattan codes equal the reference") {
  for (const std::size_t B : std::vector<std::size_t>{2, 3, 4, 6}) {
    for (const std::size_t digits : std::vector<std::size_t>{1, 10, 16, 32}) {
      check_against_reference(random_problem({digits * B, B}, 4, 50));
    }
  }
}

TEST_CASE("rank counts: databases around the sizes of a block and a tile equal the reference") {
  for (const std::size_t n :
       std::vector<std::size_t>{1, 2, 5, 511, 512, 513, 1023, 1024, 1025, 32767, 32768, 33800}) {
    check_against_reference(random_problem({10, 1}, 3, n));
  }
  // Longer codes make shorter tiles.
  for (const std::size_t bits : std::vector<std::size_t>{63, 64, 65, 300}) {
    check_against_reference(random_problem({bits, 1}, 2, 17500));
  }
}

TEST_CASE(
    "rank counts: short lists, long lists and lists that do not overlap equal the reference") {
  const Rng rng = Rng(5).stream("rank counts by list");
  const std::size_t n = 21000;
  for (const CodeFormat& format : {CodeFormat{20, 1}, CodeFormat{20, 2}}) {
    Problem p = {random_codes(format, 7, rng.stream("queries")),
                 random_codes(format, n, rng.stream("database")),
                 {}};
    const auto check_lists = [&](const std::function<bool(std::size_t, std::uint32_t)>& holds) {
      p.relevance = {};
      p.relevance.n_database = n;
      for (std::size_t k = 0; k < 4; ++k) {
        std::vector<std::uint32_t> list;
        for (std::uint32_t i = 0; i < n; ++i) {
          if (holds(k, i)) list.push_back(i);
        }
        p.relevance.lists.append(list);
      }
      p.relevance.list_of_query = {0, 3, 1, 1, 2, 0, 3};
      check_against_reference(p);
    };
    check_lists([](std::size_t k, std::uint32_t i) { return i % 500 == k; });      // a few items
    check_lists([](std::size_t k, std::uint32_t i) { return i % (k + 2) == 1; });  // overlapping
    check_lists([](std::size_t k, std::uint32_t i) { return i % 4 == k; });        // each in one
    check_lists([](std::size_t k, std::uint32_t i) { return i % 5 == k; });        // some in none
    check_lists([](std::size_t k, std::uint32_t i) { return k == 0 || i % 900 == 0; });  // mixed
  }
}

TEST_CASE("rank counts: any number of threads and pieces gives the same counts") {
  for (const std::size_t n_queries : std::vector<std::size_t>{3, 150}) {
    const Problem p = random_problem({40, 1}, n_queries, 66000);
    const RankCounts expected = rank_counts(p.queries, p.database, p.relevance, active_kernel());
    for (const std::size_t threads : std::vector<std::size_t>{0, 2, 3}) {
      CHECK(
          (rank_counts(p.queries, p.database, p.relevance, active_kernel(), threads) == expected));
    }
    RankCounter counter(p.queries, active_kernel(), 2);
    for (std::size_t first = 0; first < p.database.n; first += 30000) {
      const std::size_t n = std::min<std::size_t>(30000, p.database.n - first);
      Codes piece(p.database.format, n);
      std::copy_n(p.database.code(first), n, piece.words.begin());
      Relevance part;
      part.n_database = n;
      part.list_of_query = p.relevance.list_of_query;
      for (std::size_t k = 0; k < p.relevance.lists.size(); ++k) {
        std::vector<std::uint32_t> list;
        for (const std::uint32_t i : p.relevance.lists[k]) {
          if (i >= first && i < first + n) list.push_back(static_cast<std::uint32_t>(i - first));
        }
        part.lists.append(list);
      }
      counter.add(piece, part);
    }
    CHECK((counter.counts() == expected));
  }
}

TEST_CASE("rank counts: what a query ignores is counted nowhere, relevant or not, by hand") {
  auto [queries, database, relevance] = worked_by_hand();
  relevance.ignored.append(std::vector<std::uint32_t>{0});
  relevance.ignored.append(std::vector<std::uint32_t>{1, 2});
  const RankCounts counts = rank_counts(queries, database, relevance, scalar());
  CHECK(counts.all == std::vector<std::uint32_t>{0, 1, 1, 0, 0, 1});
  CHECK(counts.relevant == std::vector<std::uint32_t>{0, 1, 0, 0, 0, 1});
}

TEST_CASE("rank counts: with items that queries ignore every kernel equals the reference") {
  std::vector<CodeFormat> formats = {format_of_digits(std::vector<std::uint8_t>{4, 1, 1, 2, 3, 1})};
  for (const std::size_t bits : {1u, 31u, 64u, 65u, 300u}) formats.push_back({bits, 1});
  for (const std::size_t B : {2u, 3u, 6u}) formats.push_back({10 * B, B});
  for (const CodeFormat& format : formats) {
    for (const std::size_t n : {1u, 50u, 513u}) {
      Problem p = random_problem(format, 5, n);
      p.relevance.ignored = random_ignored(5, n, Rng(6).stream("ignored", n));
      check_against_reference(p);
    }
  }
}

TEST_CASE("rank counts: an ignored item counts as if it were not in the database") {
  const std::size_t n = 400;
  Problem p = random_problem({24, 2}, 5, n);
  p.relevance.ignored = random_ignored(5, n, Rng(7));
  const RankCounts counts = rank_counts(p.queries, p.database, p.relevance, active_kernel());
  for (std::size_t q = 0; q < 5; ++q) {
    const auto ignored = p.relevance.ignored_by(q);
    std::vector<std::uint32_t> list;
    std::vector<std::uint64_t> kept;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (std::binary_search(ignored.begin(), ignored.end(), i)) continue;
      if (is_relevant(p.relevance, q, i)) list.push_back(static_cast<std::uint32_t>(kept.size()));
      kept.push_back(p.database.code(i)[0]);
    }
    Codes query(p.queries.format, 1), database(p.database.format, kept.size());
    query.words = {p.queries.code(q)[0]};
    database.words = kept;
    Relevance relevance;
    relevance.n_database = kept.size();
    relevance.lists.append(list);
    relevance.list_of_query = {0};
    const RankCounts alone = rank_counts(query, database, relevance, active_kernel());
    const auto equal = [](std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    };
    CHECK(equal(counts.all_of(q), alone.all_of(0)));
    CHECK(equal(counts.relevant_of(q), alone.relevant_of(0)));
    CHECK(list.size() == relevant_count(p.relevance, q));
  }
}

TEST_CASE("rank counts: pieces and threads ignore the same items as the whole database") {
  for (const std::size_t n_queries : std::vector<std::size_t>{3, 150}) {
    Problem p = random_problem({40, 1}, n_queries, 5000);
    p.relevance.ignored = random_ignored(n_queries, p.database.n, Rng(8));
    const RankCounts expected = rank_counts_reference(p.queries, p.database, p.relevance);
    for (const std::size_t step : {700u, 2500u, 4999u}) {
      CAPTURE(step);
      RankCounter counter(p.queries, active_kernel(), 2);
      for (std::size_t first = 0; first < p.database.n; first += step) {
        const std::size_t n = std::min(step, p.database.n - first);
        Codes piece(p.database.format, n);
        std::copy_n(p.database.code(first), n, piece.words.begin());
        counter.add(piece, slice(p.relevance, first, n));
      }
      CHECK((counter.counts() == expected));
    }
  }
}

TEST_CASE("rank counts: every item is counted once, and every relevant item") {
  for (const CodeFormat& format : {CodeFormat{40, 1}, CodeFormat{40, 2}, CodeFormat{39, 3}}) {
    const Problem p = random_problem(format, 6, 9000);
    const RankCounts counts = rank_counts(p.queries, p.database, p.relevance, active_kernel());
    CHECK(counts.n_distances() == format.max_distance() + 1);
    for (std::size_t q = 0; q < counts.n_queries; ++q) {
      const auto all = counts.all_of(q);
      const auto relevant = counts.relevant_of(q);
      CHECK(std::accumulate(all.begin(), all.end(), std::size_t{0}) == p.database.n);
      CHECK(std::accumulate(relevant.begin(), relevant.end(), std::size_t{0}) ==
            p.relevance.of(q).size());
      for (std::size_t d = 0; d < counts.n_distances(); ++d) CHECK(relevant[d] <= all[d]);
    }
  }
}

TEST_CASE("rank counts: constant codes lie in one cell") {
  const Codes queries({32, 1}, 2);
  const Codes database({32, 1}, 10000);
  const Relevance relevance = random_relevance(2, 2, database.n, Rng(1));
  const RankCounts counts = rank_counts(queries, database, relevance, active_kernel());
  for (std::size_t q = 0; q < 2; ++q) {
    CHECK(counts.all_of(q)[0] == 10000);
    CHECK(counts.relevant_of(q)[0] == relevance.of(q).size());
  }
}

TEST_CASE("rank counts: an empty database or no queries give empty counts") {
  const Problem p = random_problem({8, 1}, 3, 20);
  const Codes nothing({8, 1}, 0);
  const Relevance no_database = random_relevance(3, 2, 0, Rng(1));
  const RankCounts zeros = rank_counts(p.queries, nothing, no_database, scalar());
  CHECK(zeros.all == std::vector<std::uint32_t>(3 * 9, 0));
  const Relevance no_queries = random_relevance(0, 2, 20, Rng(1));
  CHECK(rank_counts(nothing, p.database, no_queries, scalar()).all.empty());
}

TEST_CASE("rank counts: inputs that do not fit together are refused") {
  const Problem p = random_problem({32, 1}, 3, 20);
  const auto refused = [](const Codes& queries, const Codes& database, const Relevance& relevance,
                          const char* part) {
    CHECK_THROWS_WITH_AS(rank_counts(queries, database, relevance, scalar()),
                         doctest::Contains(part), Error);
    CHECK_THROWS_WITH_AS(rank_counts_reference(queries, database, relevance),
                         doctest::Contains(part), Error);
  };
  refused(random_codes({31, 1}, 3, Rng(1)), p.database, p.relevance, "queries have 31 bits");
  refused(random_codes({32, 2}, 3, Rng(1)), p.database, p.relevance, "in digits of 2");
  refused(random_codes({32, 1}, 4, Rng(1)), p.database, p.relevance, "3 queries");
  refused(p.queries, random_codes({32, 1}, 19, Rng(1)), p.relevance, "the codes are 3 and 19");
  refused(Codes({0, 1}, 3), Codes({0, 1}, 20), p.relevance, "no bits");
  refused(Codes({65536, 1}, 3), Codes({65536, 1}, 20), p.relevance, "distances reach 65536");

  Relevance beyond = p.relevance;
  beyond.lists.items.back() = 20;
  refused(p.queries, p.database, beyond, "holds position 20");
  beyond = p.relevance;
  beyond.list_of_query[1] = 3;
  refused(p.queries, p.database, beyond, "relevance list 3");
  beyond = p.relevance;
  beyond.ignored.append(std::vector<std::uint32_t>{1});
  refused(p.queries, p.database, beyond, "1 of 3 queries have a list of what they ignore");
  beyond.ignored.append(std::vector<std::uint32_t>{});
  beyond.ignored.append(std::vector<std::uint32_t>{4, 20});
  refused(p.queries, p.database, beyond, "query 2 ignores position 20, the database has 20 items");
}

}  // namespace hashlab::rank_counts_test
