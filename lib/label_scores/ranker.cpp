#include "lib/label_scores/ranker.h"

#include "lib/embeddings/nearest.h"
#include "lib/error.h"
#include "lib/metrics/knn_votes.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

Codes codes_of(const Codes& codes, const Rows& positions) {
  Codes chosen(codes.format, positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::copy_n(codes.code(positions[i]), codes.n_words(),
                chosen.words.begin() + static_cast<std::ptrdiff_t>(i * codes.n_words()));
  }
  return chosen;
}

class CodeRanker final : public Ranker {
 public:
  CodeRanker(Codes queries, Codes items, const Kernel& kernel)
      : queries_(std::move(queries)), items_(std::move(items)), kernel_(kernel) {}

  std::size_t n_queries() const override { return queries_.n; }
  std::size_t n_items() const override { return items_.n; }

  RankCounts counts(const Rows& queries, const Rows& items,
                    const Relevance& relevance) const override {
    return rank_counts(codes_of(queries_, queries), codes_of(items_, items), relevance, kernel_);
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

  std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                const Lists& ignored) const override {
    Rows self;
    for (std::size_t q = 0; q < ignored.size(); ++q) {
      // A position that no item has, where the query is none of them.
      self.push_back(ignored[q].empty() ? static_cast<std::uint32_t>(n_items()) : ignored[q][0]);
    }
    const auto columns = [&](std::size_t first, std::size_t count) {
      return count == 0 ? Features(values_.n_rows, 0)
                        : Features(values_.cols(first, first + count - 1));
    };
    NearestSearch search(columns(0, n_queries_), k, similarity_, std::move(self));
    search.add(columns(n_queries_, n_items()), 0);
    return knn_labels(search.result(), labels, sigma);
  }

 private:
  Features values_;
  std::size_t n_queries_;
  Similarity similarity_;
};

}  // namespace

std::unique_ptr<Ranker> ranker_of_codes(Codes queries, Codes items, const Kernel& kernel) {
  return std::make_unique<CodeRanker>(std::move(queries), std::move(items), kernel);
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
