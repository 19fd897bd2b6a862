#include "lib/hash_tables/scores.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/hash_tables/hash_tables.h"
#include "lib/metrics/at_radius.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace hashlab {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void check(const Codes& queries, const Codes& database, const Relevance& relevance) {
  check_comparable(queries.format, database.format, "hash tables");
  if (relevance.n_queries() != queries.n || relevance.n_database != database.n) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("hash tables: relevance is of {} queries and {} items, there are {} "
                            "queries and {} items",
                            relevance.n_queries(), relevance.n_database, queries.n, database.n));
  }
  if (relevance.ignored.size() != 0 && relevance.ignored.size() != queries.n) {
    refuse(fmt::format("hash tables: {} of {} queries have a list of what they ignore",
                       relevance.ignored.size(), queries.n));
  }
}

void erase_ignored(std::vector<std::uint32_t>& items, std::span<const std::uint32_t> ignored) {
  if (ignored.empty()) return;
  std::erase_if(items, [&](std::uint32_t item) {
    return std::binary_search(ignored.begin(), ignored.end(), item);
  });
}

/// The relevant items of one query at a time, with a membership test.
class RelevantItems {
 public:
  explicit RelevantItems(const Relevance& relevance)
      : relevance_(relevance), bits_((relevance.n_database + 63) / 64) {}

  void set_query(std::size_t q) {
    if (list_ == relevance_.list_of_query[q] + std::uint64_t{1}) return;
    if (list_ > 0) {
      for (const std::uint32_t item : relevance_.lists[list_ - 1]) bits_[item / 64] = 0;
    }
    for (const std::uint32_t item : relevance_.of(q)) {
      bits_[item / 64] |= std::uint64_t{1} << item % 64;
    }
    list_ = relevance_.list_of_query[q] + std::uint64_t{1};
  }
  bool has(std::uint32_t item) const { return (bits_[item / 64] >> item % 64 & 1) != 0; }

 private:
  const Relevance& relevance_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t list_ = 0;  // number of the current list + 1; 0 for none
};

void describe_buckets(const HashTables& tables, HashTableScores& s) {
  for (const Buckets& table : tables.tables()) {
    s.buckets += table.size();
    double sum = 0;  // of n_b log2 n_b over the buckets b
    table.for_each([&](std::uint64_t, std::span<const std::uint32_t> items) {
      s.largest_bucket = std::max<std::uint64_t>(s.largest_bucket, items.size());
      const auto n = static_cast<double>(items.size());
      sum += n * std::log2(n);
    });
    if (table.n_items() == 0) continue;
    const auto n = static_cast<double>(table.n_items());
    s.entropy +=
        std::max(0.0, std::log2(n) - sum / n) / static_cast<double>(tables.tables().size());
  }
}

}  // namespace

HashTableScores hash_table_scores(const Codes& queries, const Codes& database,
                                  const Relevance& relevance, const HashTableSetting& setting,
                                  const Rng& rng, const HashTableScoring& scoring) {
  check(queries, database, relevance);
  HashTableScores s;
  s.setting = setting;
  s.queries = queries.n;
  s.database = database.n;
  const Stopwatch building;
  const HashTables tables(database, setting, rng);
  s.build_seconds = building.seconds();
  describe_buckets(tables, s);

  HashTableAnswer answer;
  RelevantItems relevant(relevance);
  std::uint64_t with_relevant = 0;
  double precisions = 0, recalls = 0;
  for (std::size_t q = 0; q < queries.n; ++q) {
    const Stopwatch asking;
    tables.look_up(queries, q, answer);
    s.query_seconds += asking.seconds();
    erase_ignored(answer.items, relevance.ignored_by(q));
    relevant.set_query(q);
    const auto hits = static_cast<std::uint64_t>(
        std::count_if(answer.items.begin(), answer.items.end(),
                      [&](std::uint32_t item) { return relevant.has(item); }));
    const std::uint64_t found = answer.items.size(), wanted = relevant_count(relevance, q);
    s.relevant += wanted;
    s.candidates += found;
    s.hits += hits;
    s.collisions += answer.collisions;
    s.probes += answer.probes;
    s.empty_probes += answer.empty_probes;
    s.empty_queries += found == 0;
    if (wanted == 0) continue;
    ++with_relevant;
    precisions += found == 0 ? scoring.empty_precision : ratio(hits, found);
    recalls += ratio(hits, wanted);
  }
  s.precision = s.candidates == 0 ? scoring.empty_precision : ratio(s.hits, s.candidates);
  s.recall = ratio(s.hits, s.relevant);
  s.f = f_measure(s.precision, s.recall, scoring.beta);
  if (with_relevant > 0) {
    s.precision_macro = precisions / static_cast<double>(with_relevant);
    s.recall_macro = recalls / static_cast<double>(with_relevant);
  }
  s.f_macro = f_measure(s.precision_macro, s.recall_macro, scoring.beta);
  return s;
}

double HashTableScores::touched() const {
  return database == 0 ? 0.0 : mean_candidates() / static_cast<double>(database);
}
double HashTableScores::mean_candidates() const {
  return ratio(candidates, queries);
}
double HashTableScores::mean_collisions() const {
  return ratio(collisions, queries);
}
double HashTableScores::empty_probe_rate() const {
  return ratio(empty_probes, probes);
}
double HashTableScores::empty_query_rate() const {
  return ratio(empty_queries, queries);
}
double HashTableScores::mean_bucket() const {
  return ratio(setting.L * database, buckets);
}

}  // namespace hashlab
