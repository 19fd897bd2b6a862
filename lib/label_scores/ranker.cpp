#include "lib/label_scores/ranker.h"

#include "lib/data/centre.h"
#include "lib/embeddings/nearest.h"
#include "lib/error.h"
#include "lib/label_scores/knn_votes.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

/// The relevance of one query alone.
Relevance of_query(const Relevance& relevance, std::uint32_t q) {
  Relevance one;
  one.lists.append(relevance.of(q));
  one.list_of_query = {0};
  one.n_database = relevance.n_database;
  if (relevance.ignored.size() > 0) one.ignored.append(relevance.ignored[q]);
  return one;
}

Rows rows_before(std::size_t n) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

class CodeRanker final : public Ranker {
 public:
  CodeRanker(Codes queries, Codes items, const Kernel& kernel)
      : queries_(std::move(queries)), items_(std::move(items)), kernel_(kernel) {}

  std::size_t n_queries() const override { return queries_.n; }
  std::size_t n_items() const override { return items_.n; }

  RankCounts counts(const Rows& queries, const Rows& items,
                    const Relevance& relevance) const override {
    return rank_counts(codes_at(queries_, queries), codes_at(items_, items), relevance, kernel_);
  }
  RankCounts all_counts(const Relevance& relevance) const override {
    return rank_counts(queries_, items_, relevance, kernel_);
  }

  std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                const Lists& ignored) const override {
    return knn_labels(queries_, items_, labels, k, sigma, ignored, kernel_);
  }

 private:
  Codes queries_, items_;
  const Kernel& kernel_;
};

class ValueRanker final : public Ranker {
 public:
  ValueRanker(const Features& queries, const Features& items, Similarity similarity)
      : values_(arma::join_rows(queries, items)),
        n_queries_(queries.n_cols),
        similarity_(similarity) {}

  std::size_t n_queries() const override { return n_queries_; }
  std::size_t n_items() const override { return values_.n_cols - n_queries_; }

  RankCounts counts(const Rows& queries, const Rows& items,
                    const Relevance& relevance) const override {
    Rows columns = items;
    for (std::uint32_t& column : columns) column += static_cast<std::uint32_t>(n_queries_);
    return real_rank_counts(values_, queries, columns, relevance, similarity_);
  }

  /// By a search of the k + 1 nearest. Only of a query whose k-th and next item tie are the others
  /// looked at.
  double hit(const Rows& queries, const Rows& items, const Relevance& relevance,
             std::size_t k) const override {
    if (queries.empty() || k >= items.size()) return Ranker::hit(queries, items, relevance, k);
    const NearestItems nearest = search(queries, items, k + 1, relevance.ignored);
    double hits = 0;
    for (std::uint32_t q = 0; q < queries.size(); ++q) {
      const auto similarities = nearest.similarities_of(q);
      if (similarities.size() > k && similarities[k - 1] == similarities[k]) {
        hits += Ranker::hit({queries[q]}, items, of_query(relevance, q), k);
        continue;
      }
      const auto found = nearest.positions_of(q).first(std::min(k, similarities.size()));
      hits += std::any_of(found.begin(), found.end(),
                          [&](std::uint32_t item) { return is_relevant(relevance, q, item); });
    }
    return hits / static_cast<double>(queries.size());
  }

  std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                const Lists& ignored) const override {
    return knn_labels(search(rows_before(n_queries_), rows_before(n_items()), k, ignored), labels,
                      sigma);
  }

 private:
  /// Queries ignore one position at most.
  NearestItems search(const Rows& queries, Rows items, std::size_t k, const Lists& ignored) const {
    Rows self;
    for (std::size_t q = 0; q < ignored.size(); ++q) {
      // A position that no item has, where the query is none of them.
      self.push_back(ignored[q].empty() ? static_cast<std::uint32_t>(items.size()) : ignored[q][0]);
    }
    for (std::uint32_t& item : items) item += static_cast<std::uint32_t>(n_queries_);
    NearestSearch nearest(columns(queries), k, similarity_, std::move(self));
    nearest.add(columns(items), 0);
    return nearest.result();
  }

  Features columns(const Rows& positions) const {
    Features chosen(values_.n_rows, positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      std::copy_n(values_.colptr(positions[i]), values_.n_rows, chosen.colptr(i));
    }
    return chosen;
  }

  Features values_;
  std::size_t n_queries_;
  Similarity similarity_;
};

class EstimateRanker final : public Ranker {
 public:
  explicit EstimateRanker(Estimates estimates) : estimates_(std::move(estimates)) {}

  std::size_t n_queries() const override { return estimates_.n_queries(); }
  std::size_t n_items() const override { return estimates_.n_items(); }

  RankCounts counts(const Rows& queries, const Rows& items,
                    const Relevance& relevance) const override {
    std::vector<double> all(n_items()), chosen(items.size());
    return counts_of_distances(queries.size(), items.size(), relevance, [&](std::size_t q) {
      estimates_.of_query(queries[q], all);
      for (std::size_t i = 0; i < items.size(); ++i) chosen[i] = all[items[i]];
      return std::span<const double>(chosen);
    });
  }
  RankCounts all_counts(const Relevance& relevance) const override {
    std::vector<double> all(n_items());
    return counts_of_distances(n_queries(), n_items(), relevance, [&](std::size_t q) {
      estimates_.of_query(q, all);
      return std::span<const double>(all);
    });
  }

  std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                const Lists& ignored) const override {
    return knn_labels(nearest_by_estimates(estimates_, k, ignored), labels, sigma);
  }

 private:
  Estimates estimates_;
};

class RowRanker final : public Ranker {
 public:
  RowRanker(const Features& X, Rows queries, Rows items, Similarity similarity, arma::fvec origin)
      : X_(X),
        queries_(std::move(queries)),
        items_(std::move(items)),
        similarity_(similarity),
        origin_(std::move(origin)) {}

  std::size_t n_queries() const override { return queries_.size(); }
  std::size_t n_items() const override { return items_.size(); }

  RankCounts counts(const Rows& queries, const Rows& items,
                    const Relevance& relevance) const override {
    return by_values().counts(queries, items, relevance);
  }
  RankCounts all_counts(const Relevance& relevance) const override {
    return real_rank_counts(X_, queries_, items_, relevance, similarity_, origin_);
  }
  double hit(const Rows& queries, const Rows& items, const Relevance& relevance,
             std::size_t k) const override {
    return by_values().hit(queries, items, relevance, k);
  }
  std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                const Lists& ignored) const override {
    return by_values().knn(labels, k, sigma, ignored);
  }

 private:
  const Ranker& by_values() const {
    if (!by_values_) {
      by_values_ = std::make_unique<ValueRanker>(centred_rows(X_, queries_, origin_),
                                                 centred_rows(X_, items_, origin_), similarity_);
    }
    return *by_values_;
  }

  const Features& X_;
  Rows queries_, items_;
  Similarity similarity_;
  arma::fvec origin_;
  mutable std::unique_ptr<const ValueRanker> by_values_;  // made when it is first asked for
};

}  // namespace

RankCounts Ranker::all_counts(const Relevance& relevance) const {
  return counts(rows_before(n_queries()), rows_before(n_items()), relevance);
}

double Ranker::hit(const Rows& queries, const Rows& items, const Relevance& relevance,
                   std::size_t k) const {
  return metric(fmt::format("hit@{}:without-relevant=zero", k))
      .value(counts(queries, items, relevance));
}

std::unique_ptr<Ranker> ranker_of_codes(Codes queries, Codes items, const Kernel& kernel) {
  return std::make_unique<CodeRanker>(std::move(queries), std::move(items), kernel);
}

std::unique_ptr<Ranker> ranker_of_estimates(Estimates estimates) {
  return std::make_unique<EstimateRanker>(std::move(estimates));
}

std::unique_ptr<Ranker> ranker_of_rows(const Features& X, const Rows& queries, const Rows& items,
                                       Similarity similarity, const arma::fvec& origin) {
  return std::make_unique<RowRanker>(X, queries, items, similarity, origin);
}

std::unique_ptr<Ranker> ranker_of_values(const Features& queries, const Features& items,
                                         Similarity similarity) {
  if (queries.n_rows != items.n_rows) {
    refuse(fmt::format("ranking by real values: queries have {} features, items have {}",
                       queries.n_rows, items.n_rows));
  }
  return std::make_unique<ValueRanker>(queries, items, similarity);
}

}  // namespace hashlab
