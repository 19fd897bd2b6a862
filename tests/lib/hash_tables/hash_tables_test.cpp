#include "lib/hash_tables/hash_tables.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/hash_tables/scores.h"
#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace hashlab::hash_tables_test {

using hashlab::testing::error_of;

namespace {

/// Codes near a few centres, so that buckets are uneven; some are equal.
Codes random_codes(CodeFormat format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t centre = rng.below(3);
    for (std::size_t j = 0; j < format.bits; ++j) {
      const bool flipped = rng.below(4) == 0;
      if (((centre + j) % 3 == 0) != flipped) codes.set_bit(i, j);
    }
  }
  return codes;
}

/// Every query its own list; query 0 has none.
Relevance random_relevance(std::size_t queries, std::size_t database, Rng rng) {
  Relevance relevance;
  relevance.n_database = database;
  for (std::uint32_t q = 0; q < queries; ++q) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < database; ++i) {
      if (q > 0 && rng.below(8) == 0) list.push_back(i);
    }
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  return relevance;
}

struct Problem {
  Codes queries, database;
  Relevance relevance;
};

Problem small_problem(CodeFormat format, std::size_t n_database = 61) {
  const Rng rng = Rng(7).stream("problem", format.bits);
  return {random_codes(format, 13, rng.stream("queries")),
          random_codes(format, n_database, rng.stream("database")),
          random_relevance(13, n_database, rng.stream("relevance"))};
}

/// The key of a code as text, bit by bit.
std::string key_text(const Codes& codes, std::size_t i, const std::vector<std::uint32_t>& bits) {
  std::string key;
  for (const std::uint32_t bit : bits) key += codes.bit(i, bit) ? '1' : '0';
  return key;
}

std::size_t differences(const std::string& a, const std::string& b) {
  std::size_t n = 0;
  for (std::size_t j = 0; j < a.size(); ++j) n += a[j] != b[j];
  return n;
}

/// Every key of K bits, as text.
std::vector<std::string> all_keys(std::size_t K) {
  std::vector<std::string> keys = {""};
  for (std::size_t j = 0; j < K; ++j) {
    std::vector<std::string> longer;
    for (const std::string& key : keys) {
      longer.push_back(key + '0');
      longer.push_back(key + '1');
    }
    keys = longer;
  }
  return keys;
}

/// All scores by definition: every query against every item and, for probes, every possible key.
HashTableScores by_definition(const Problem& p, const HashTableSetting& setting, const Rng& rng,
                              double beta, double empty_precision) {
  const auto positions = key_positions(setting, p.database.format.bits, rng);
  HashTableScores s;
  s.setting = setting;
  s.queries = p.queries.n;
  s.database = p.database.n;
  double precisions = 0, recalls = 0, n = 0;
  for (std::size_t q = 0; q < p.queries.n; ++q) {
    std::uint64_t found = 0, hits = 0;
    for (std::uint32_t i = 0; i < p.database.n; ++i) {
      bool collides = false;
      for (const auto& bits : positions) {
        const bool here = differences(key_text(p.queries, q, bits),
                                      key_text(p.database, i, bits)) <= setting.radius;
        s.collisions += here;
        collides = collides || here;
      }
      const auto list = p.relevance.of(q);
      found += collides;
      hits += collides && std::find(list.begin(), list.end(), i) != list.end();
    }
    s.candidates += found;
    s.hits += hits;
    s.relevant += p.relevance.of(q).size();
    s.empty_queries += found == 0;
    if (p.relevance.of(q).empty()) continue;
    n += 1;
    precisions +=
        found == 0 ? empty_precision : static_cast<double>(hits) / static_cast<double>(found);
    recalls += static_cast<double>(hits) / static_cast<double>(p.relevance.of(q).size());
  }
  for (const auto& bits : positions) {
    std::map<std::string, std::uint64_t> sizes;
    for (std::size_t i = 0; i < p.database.n; ++i) ++sizes[key_text(p.database, i, bits)];
    s.buckets += sizes.size();
    for (const auto& [key, size] : sizes) {
      s.largest_bucket = std::max(s.largest_bucket, size);
      const double share = static_cast<double>(size) / static_cast<double>(p.database.n);
      s.entropy -= share * std::log2(share) / static_cast<double>(positions.size());
    }
    for (std::size_t q = 0; q < p.queries.n; ++q) {
      for (const std::string& key : all_keys(setting.K)) {
        if (differences(key, key_text(p.queries, q, bits)) > setting.radius) continue;
        ++s.probes;
        s.empty_probes += !sizes.contains(key);
      }
    }
  }
  const auto share = [](std::uint64_t a, std::uint64_t b, double otherwise) {
    return b == 0 ? otherwise : static_cast<double>(a) / static_cast<double>(b);
  };
  const auto f = [&](double P, double R) {  // equation 3.10 as printed
    return P + R == 0 ? 0 : (1 + beta * beta) * P * R / (beta * beta * P + R);
  };
  s.precision = share(s.hits, s.candidates, empty_precision);
  s.recall = share(s.hits, s.relevant, 0);
  s.f = f(s.precision, s.recall);
  s.precision_macro = n == 0 ? 0 : precisions / n;
  s.recall_macro = n == 0 ? 0 : recalls / n;
  s.f_macro = f(s.precision_macro, s.recall_macro);
  return s;
}

bool same_counts(const HashTableScores& a, const HashTableScores& b) {
  return a.queries == b.queries && a.database == b.database && a.relevant == b.relevant &&
         a.candidates == b.candidates && a.hits == b.hits && a.collisions == b.collisions &&
         a.probes == b.probes && a.empty_probes == b.empty_probes &&
         a.empty_queries == b.empty_queries && a.buckets == b.buckets &&
         a.largest_bucket == b.largest_bucket;
}

void check_equal(const HashTableScores& got, const HashTableScores& expected) {
  CAPTURE(setting_text(got.setting));
  CHECK(same_counts(got, expected));
  for (const auto field :
       {&HashTableScores::precision, &HashTableScores::recall, &HashTableScores::f,
        &HashTableScores::precision_macro, &HashTableScores::recall_macro,
        &HashTableScores::f_macro, &HashTableScores::entropy}) {
    CHECK(got.*field == doctest::Approx(expected.*field).epsilon(1e-12));
  }
}

HashTableScores scores(const Problem& p, const HashTableSetting& setting,
                       HashTableScoring scoring = {}) {
  return hash_table_scores(p.queries, p.database, p.relevance, setting, Rng(3), scoring);
}

/// One query alone, and the database without what it ignores.
Problem without_ignored(const Problem& p, std::size_t q) {
  const auto ignored = p.relevance.ignored_by(q);
  Rows kept;
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < p.database.n; ++i) {
    if (std::find(ignored.begin(), ignored.end(), i) != ignored.end()) continue;
    if (is_relevant(p.relevance, q, i)) list.push_back(static_cast<std::uint32_t>(kept.size()));
    kept.push_back(i);
  }
  Problem alone = {Codes(p.queries.format, 1), Codes(p.database.format, kept.size()), {}};
  std::copy_n(p.queries.code(q), p.queries.n_words(), alone.queries.words.begin());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::copy_n(
        p.database.code(kept[i]), p.database.n_words(),
        alone.database.words.begin() + static_cast<std::ptrdiff_t>(i * p.database.n_words()));
  }
  alone.relevance.n_database = kept.size();
  alone.relevance.lists.append(list);
  alone.relevance.list_of_query = {0};
  return alone;
}

std::vector<HashTableSetting> settings_of(std::size_t bits) {
  std::vector<HashTableSetting> settings;
  for (const KeyBits keys : {KeyBits::segments, KeyBits::sampled}) {
    for (const std::size_t K : {1u, 2u, 3u, 5u, 8u, 11u}) {
      for (const std::size_t L : {1u, 2u, 3u, 6u}) {
        for (const std::size_t radius : {0u, 1u, 2u, 11u}) {
          const HashTableSetting setting{K, L, radius, keys};
          if (misfit(setting, bits).empty()) settings.push_back(setting);
        }
      }
    }
  }
  return settings;
}

}  // namespace

TEST_CASE("tables: every score is what its definition says, pair by pair") {
  for (const CodeFormat& format : {CodeFormat{11, 1}, CodeFormat{16, 2}, CodeFormat{70, 1}}) {
    const Problem p = small_problem(format);
    for (const HashTableSetting& setting : settings_of(format.bits)) {
      check_equal(scores(p, setting), by_definition(p, setting, Rng(3), 1, 0));
    }
  }
}

TEST_CASE("tables: F has its beta, and an empty retrieval the precision asked for") {
  const Problem p = small_problem({32, 1});
  for (const HashTableSetting& setting : {HashTableSetting{8, 2, 0, KeyBits::sampled},
                                          HashTableSetting{11, 1, 0, KeyBits::segments}}) {
    REQUIRE(scores(p, setting).empty_queries > 0);
    for (const double beta : {0.5, 2.0}) {
      for (const double empty : {0.0, 1.0}) {
        check_equal(scores(p, setting, {beta, empty}),
                    by_definition(p, setting, Rng(3), beta, empty));
      }
    }
    CHECK(scores(p, setting, {1, 1}).precision_macro > scores(p, setting).precision_macro);
  }
}

TEST_CASE("tables: the thesis's figure 3.5 collides as it shows") {
  // The query 110111 against the five codes of the figure, by distance 0, 1, 2, 3, 5; bit 0 is the
  // first of a code.
  const std::vector<std::string> texts = {"110111", "110011", "100011", "010011", "011000"};
  Codes query({6, 1}, 1), database({6, 1}, texts.size());
  for (std::size_t j = 0; j < 6; ++j) {
    if (texts[0][j] == '1') query.set_bit(0, j);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i][j] == '1') database.set_bit(i, j);
    }
  }
  const auto found = [&](std::size_t K, std::size_t L) {
    HashTableAnswer answer;
    HashTables(database, {K, L, 0, KeyBits::segments}, Rng(1)).look_up(query, 0, answer);
    std::vector<std::uint32_t> items = answer.items;
    std::sort(items.begin(), items.end());
    return items;
  };
  CHECK(found(6, 1) == std::vector<std::uint32_t>{0});
  CHECK(found(3, 2) == std::vector<std::uint32_t>{0, 1});
  CHECK(found(2, 3) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(found(1, 6) == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}

TEST_CASE("tables: one table of all bits retrieves exactly the Hamming ball") {
  for (const std::size_t bits : {9u, 20u, 64u}) {
    const Problem p = small_problem({bits, 1});
    const Cumulated ranked =
        pooled(rank_counts(p.queries, p.database, p.relevance, active_kernel()));
    for (std::size_t radius = 0; radius <= std::min<std::size_t>(bits, 7); ++radius) {
      const HashTableScores s = scores(p, {bits, 1, radius, KeyBits::segments});
      CHECK(s.candidates == ranked.all[radius]);
      CHECK(s.hits == ranked.relevant[radius]);
      CHECK(s.collisions == s.candidates);
    }
  }
}

TEST_CASE("tables: a radius of K in one table retrieves everything") {
  const Problem p = small_problem({24, 1});
  for (const KeyBits keys : {KeyBits::segments, KeyBits::sampled}) {
    for (const std::size_t K : {1u, 4u, 13u, 24u}) {
      const HashTableScores s = scores(p, {K, 1, K, keys});
      CHECK(s.candidates == p.queries.n * p.database.n);
      CHECK(s.recall == 1);
      CHECK(s.touched() == 1);
      CHECK(s.empty_queries == 0);
    }
  }
}

TEST_CASE("tables: recall and candidates never fall with more tables or a larger radius") {
  const Problem p = small_problem({48, 1}, 400);
  for (const KeyBits keys : {KeyBits::segments, KeyBits::sampled}) {
    for (std::size_t radius = 0; radius < 5; ++radius) {
      for (std::size_t L = 1; L <= 4; ++L) {
        const HashTableScores s = scores(p, {12, L, radius, keys});
        const HashTableScores farther = scores(p, {12, L, radius + 1, keys});
        CHECK(farther.recall >= s.recall);
        CHECK(farther.candidates >= s.candidates);
        if (L == 1) continue;
        const HashTableScores fewer = scores(p, {12, L - 1, radius, keys});
        CHECK(s.recall >= fewer.recall);
        CHECK(s.collisions >= fewer.collisions);
        CHECK(s.hits >= fewer.hits);
      }
    }
  }
}

TEST_CASE("tables: an item in several tables or probes is counted once") {
  // All codes are equal: every table returns everything.
  Problem p = small_problem({30, 1});
  p.queries = Codes({30, 1}, p.queries.n);
  p.database = Codes({30, 1}, p.database.n);
  const HashTableScores s = scores(p, {10, 3, 2, KeyBits::segments});
  CHECK(s.candidates == p.queries.n * p.database.n);
  CHECK(s.collisions == 3 * s.candidates);
  CHECK(s.probes == p.queries.n * 3 * (1 + 10 + 45));
  CHECK(s.empty_probes == p.queries.n * 3 * (10 + 45));
  CHECK(s.buckets == 3);
  CHECK(s.largest_bucket == p.database.n);
  CHECK(s.mean_bucket() == static_cast<double>(p.database.n));
  CHECK(s.entropy == 0);
}

TEST_CASE("tables: the order of the database changes nothing") {
  const Problem p = small_problem({40, 1}, 300);
  std::vector<std::uint32_t> place(p.database.n);
  std::iota(place.begin(), place.end(), 0u);
  Rng(5).shuffle(place);
  Problem moved = p;
  for (std::size_t i = 0; i < p.database.n; ++i)
    moved.database.words[place[i]] = p.database.words[i];
  moved.relevance.lists = {};
  for (std::size_t q = 0; q < p.queries.n; ++q) {
    std::vector<std::uint32_t> list;
    for (const std::uint32_t i : p.relevance.of(q)) list.push_back(place[i]);
    std::sort(list.begin(), list.end());
    moved.relevance.lists.append(list);
  }
  for (const std::size_t K : {6u, 20u, 40u}) {
    for (const std::size_t radius : {0u, 2u}) {
      const HashTableSetting setting{K, 2, radius, KeyBits::sampled};
      const HashTableScores a = scores(p, setting), b = scores(moved, setting);
      CHECK(same_counts(a, b));
      CHECK(a.entropy == b.entropy);
      CHECK(a.f == b.f);
      CHECK(a.f_macro == b.f_macro);
    }
  }
}

TEST_CASE("tables: buckets hold every item once, under its key") {
  Rng rng(11);
  for (const std::size_t K : {1u, 4u, 16u, 20u, 33u, 64u}) {
    for (const std::size_t n : {0u, 1u, 2u, 1000u}) {
      CAPTURE(K);
      CAPTURE(n);
      std::vector<std::uint64_t> keys(n);
      // Half of the keys are few and frequent, half are spread.
      for (std::uint64_t& key : keys) {
        key = (rng.below(2) == 0 ? rng.below(5) * 0x1111111111111111u : rng.bits()) >> (64 - K);
      }
      const Buckets buckets(keys, K);
      std::map<std::uint64_t, std::vector<std::uint32_t>> expected;
      for (std::uint32_t i = 0; i < n; ++i) expected[keys[i]].push_back(i);
      CHECK(buckets.n_items() == n);
      CHECK(buckets.size() == expected.size());
      std::size_t visited = 0;
      buckets.for_each([&](std::uint64_t key, std::span<const std::uint32_t> items) {
        ++visited;
        REQUIRE(expected.contains(key));
        CHECK(std::vector<std::uint32_t>(items.begin(), items.end()) == expected[key]);
        CHECK(std::equal(items.begin(), items.end(), buckets.at(key).begin()));
        CHECK(items.size() == buckets.at(key).size());
      });
      CHECK(visited == expected.size());
      for (int tries = 0; tries < 200; ++tries) {
        const std::uint64_t key = rng.bits() >> (64 - K);
        CHECK(buckets.at(key).size() == (expected.contains(key) ? expected[key].size() : 0));
      }
    }
  }
}

TEST_CASE("tables: keys are segments in order, or distinct sampled bits that only grow in number") {
  const Rng rng(2);
  CHECK(key_positions({3, 2, 0, KeyBits::segments}, 6, rng) ==
        std::vector<std::vector<std::uint32_t>>{{0, 1, 2}, {3, 4, 5}});
  const auto few = key_positions({5, 2, 0, KeyBits::sampled}, 64, rng);
  const auto many = key_positions({9, 4, 1, KeyBits::sampled}, 64, rng);
  CHECK(few != key_positions({5, 2, 0, KeyBits::sampled}, 64, Rng(3)));
  CHECK(many[0] != many[1]);
  for (std::size_t l = 0; l < 2; ++l) {
    CHECK(std::includes(many[l].begin(), many[l].end(), few[l].begin(), few[l].end()));
  }
  for (const auto& bits : many) {
    CHECK(std::set<std::uint32_t>(bits.begin(), bits.end()).size() == 9);
    CHECK(std::is_sorted(bits.begin(), bits.end()));
    CHECK(bits.back() < 64);
  }
  // Any 7 of 7 bits are all of them.
  CHECK(key_positions({7, 1, 0, KeyBits::sampled}, 7, rng)[0] ==
        std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("tables: the number of keys within a radius is a sum of binomials") {
  CHECK(keys_within(8, 0) == 1);
  CHECK(keys_within(8, 1) == 9);
  CHECK(keys_within(8, 8) == 256);
  CHECK(keys_within(8, 100) == 256);
  CHECK(keys_within(32, 32) == std::uint64_t{1} << 32);
  CHECK(keys_within(63, 63) == std::uint64_t{1} << 63);
  CHECK(keys_within(64, 1) == 65);
  CHECK(keys_within(64, 63) == UINT64_MAX);
  CHECK(keys_within(64, 64) == UINT64_MAX);
}

TEST_CASE("tables: what does not fit is refused with its reason") {
  const Problem p = small_problem({20, 1});
  const auto refusal = [&](const HashTableSetting& setting) {
    return error_of([&] { scores(p, setting); });
  };
  CHECK(refusal({8, 3, 0, KeyBits::segments}) ==
        "hash tables K=8,L=3,r=0: L x K is above the 20 bits of a code");
  CHECK(refusal({21, 1, 0, KeyBits::sampled}) ==
        "hash tables K=21,L=1,r=0,keys=sampled: codes have 20 bits");
  CHECK(refusal({0, 1, 0, KeyBits::segments}) ==
        "hash tables K=0,L=1,r=0: keys must have 1 .. 64 bits");
  CHECK(refusal({8, 0, 0, KeyBits::segments}) ==
        "hash tables K=8,L=0,r=0: there must be at least 1 table");
  CHECK(refusal({8, 1, 9, KeyBits::segments}) == "hash tables K=8,L=1,r=9: the radius is above K");
  CHECK(misfit({64, 1, 32, KeyBits::segments}, 64) == "a table would be probed above 2^32 times");
  CHECK(misfit({8, 20, 8, KeyBits::sampled}, 8).empty());
}

TEST_CASE("tables: what a query ignores scores as if it were not in the database") {
  Problem p = small_problem({16, 1});
  Rng rng(5);
  for (std::size_t q = 0; q < p.queries.n; ++q) {
    std::vector<std::uint32_t> ignored;
    for (std::uint32_t i = 0; i < p.database.n; ++i) {
      // Query 1 ignores all there is, query 2 nothing, query 3 all that is relevant.
      const bool chosen = q == 3 ? is_relevant(p.relevance, q, i) : rng.below(3) == 0;
      if (q == 1 || (q != 2 && chosen)) ignored.push_back(i);
    }
    p.relevance.ignored.append(ignored);
  }
  for (const HashTableSetting& setting : settings_of(16)) {
    CAPTURE(setting_text(setting));
    const HashTableScores got = scores(p, setting);
    HashTableScores sum;
    double precisions = 0, recalls = 0, n = 0;
    for (std::size_t q = 0; q < p.queries.n; ++q) {
      const HashTableScores alone = scores(without_ignored(p, q), setting);
      sum.relevant += alone.relevant;
      sum.candidates += alone.candidates;
      sum.hits += alone.hits;
      sum.empty_queries += alone.empty_queries;
      if (alone.relevant == 0) continue;
      n += 1;
      precisions += alone.precision;
      recalls += alone.recall;
    }
    CHECK(got.relevant == sum.relevant);
    CHECK(got.candidates == sum.candidates);
    CHECK(got.hits == sum.hits);
    CHECK(got.empty_queries == sum.empty_queries);
    const auto ratio = [](std::uint64_t a, std::uint64_t b) {
      return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
    };
    CHECK(got.precision == ratio(sum.hits, sum.candidates));
    CHECK(got.recall == ratio(sum.hits, sum.relevant));
    CHECK(got.precision_macro == doctest::Approx(precisions / n).epsilon(1e-14));
    CHECK(got.recall_macro == doctest::Approx(recalls / n).epsilon(1e-14));
    // The tables hold what is ignored, so their own figures are those of before.
    Problem all = p;
    all.relevance.ignored = {};
    const HashTableScores before = scores(all, setting);
    CHECK(got.collisions == before.collisions);
    CHECK(got.empty_probes == before.empty_probes);
    CHECK(got.largest_bucket == before.largest_bucket);
    CHECK(got.entropy == before.entropy);
  }
}

TEST_CASE("tables: items that ask for all others do not find themselves") {
  Problem p = small_problem({12, 1});
  p.queries = p.database;
  p.relevance = random_relevance(p.database.n, p.database.n, Rng(8));
  const HashTableSetting setting{4, 3, 1, KeyBits::segments};
  const HashTableScores with = scores(p, setting);
  for (std::uint32_t i = 0; i < p.database.n; ++i) p.relevance.ignored.append(std::span(&i, 1));
  const HashTableScores without = scores(p, setting);
  CHECK(without.candidates == with.candidates - p.database.n);
  std::uint64_t own = 0;
  for (std::uint32_t i = 0; i < p.database.n; ++i) own += is_relevant(p.relevance, i, i);
  CHECK(without.hits == with.hits - own);
  CHECK(without.relevant == with.relevant - own);
}

TEST_CASE("tables: shapes that disagree are refused") {
  Problem p = small_problem({20, 1});
  const HashTableSetting setting{4, 1, 0, KeyBits::segments};
  p.relevance.n_database = 60;
  CHECK(error_of([&] { scores(p, setting); }) ==
        "hash tables: relevance is of 13 queries and 60 items, there are 13 queries and 61 items");
  p.relevance.n_database = 61;
  p.relevance.ignored.append(std::vector<std::uint32_t>{1, 2});
  CHECK(error_of([&] { scores(p, setting); }) ==
        "hash tables: 1 of 13 queries have a list of what they ignore");
  p.relevance.ignored = {};
  p.queries = Codes({20, 2}, 13);
  CHECK(error_of([&] {
          scores(p, setting);
        }).starts_with("hash tables: queries have 20 bits in digits of 2, the database has 20"));
}

TEST_CASE("tables: an empty database and no queries score zero") {
  Problem p = small_problem({20, 1});
  p.database = Codes({20, 1}, 0);
  p.relevance = random_relevance(13, 0, Rng(1));
  const HashTableScores s = scores(p, {4, 2, 1, KeyBits::segments});
  CHECK(s.empty_probes == s.probes);
  CHECK(s.empty_query_rate() == 1);
  CHECK(s.touched() == 0);
  CHECK(s.entropy == 0);
  CHECK(s.f == 0);
  p.queries = Codes({20, 1}, 0);
  p.relevance = random_relevance(0, 0, Rng(1));
  CHECK(scores(p, {4, 2, 1, KeyBits::segments}).mean_candidates() == 0);
}

}  // namespace hashlab::hash_tables_test
