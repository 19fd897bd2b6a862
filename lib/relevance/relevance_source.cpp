#include "lib/relevance/relevance_source.h"

#include "lib/error.h"
#include "lib/relevance/class_labels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

// A list that grows may have twice its size reserved, and is then copied.
constexpr double bytes_of_position = 3 * sizeof(std::uint32_t);

class ByClass final : public RelevanceSource {
 public:
  ByClass(Labels queries, std::unique_ptr<const LabelSource> database)
      : queries_(std::move(queries)),
        database_(std::move(database)),
        lists_(static_cast<double>(label_sets(queries_))),
        max_shared_(max_classes(queries_)) {}
  Relevance piece(std::size_t first, std::size_t count) const override {
    return piece_sharing(first, count, 1);
  }
  std::size_t max_shared() const override { return max_shared_; }
  Relevance piece_sharing(std::size_t first, std::size_t count, std::size_t least) const override {
    return class_relevance(queries_, database_->read(first, count), least);
  }
  double bytes_at_once() const override { return database_->buffer_bytes(); }
  double bytes_per_row() const override {
    const auto columns = static_cast<double>(database_->columns());
    // With one class per row a row is in one list at most; with several it may be in every list.
    if (columns == 0) return sizeof(std::int32_t) + bytes_of_position;
    return columns + bytes_of_position * (columns + lists_) + 1;
  }

 private:
  Labels queries_;
  std::unique_ptr<const LabelSource> database_;
  double lists_;
  std::size_t max_shared_;
};

class ByList final : public RelevanceSource {
 public:
  explicit ByList(Relevance relevance) : relevance_(std::move(relevance)) {}
  Relevance piece(std::size_t first, std::size_t count) const override {
    return slice(relevance_, first, count);
  }
  double bytes_at_once() const override {
    return bytes_of_position * static_cast<double>(relevance_.lists.items.size());
  }

 private:
  Relevance relevance_;
};

class ByBall final : public RelevanceSource {
 public:
  ByBall(Features queries, std::shared_ptr<const FeatureSource> database, const Ball& ball)
      : queries_(std::move(queries)), database_(std::move(database)), ball_(ball) {}
  Relevance piece(std::size_t first, std::size_t count) const override {
    return ball_relevance(queries_, database_->read(first, count), ball_);
  }
  double bytes_at_once() const override { return database_->buffer_bytes(); }
  double bytes_per_row() const override {
    return sizeof(float) * static_cast<double>(queries_.n_rows) +
           bytes_of_position * static_cast<double>(queries_.n_cols);
  }

 private:
  Features queries_;
  std::shared_ptr<const FeatureSource> database_;
  Ball ball_;
};

class WithoutOwn final : public RelevanceSource {
 public:
  explicit WithoutOwn(std::unique_ptr<const RelevanceSource> source) : source_(std::move(source)) {}
  Relevance piece(std::size_t first, std::size_t count) const override {
    return left_out(source_->piece(first, count), first, count);
  }
  std::size_t max_shared() const override { return source_->max_shared(); }
  Relevance piece_sharing(std::size_t first, std::size_t count, std::size_t least) const override {
    return left_out(source_->piece_sharing(first, count, least), first, count);
  }
  double bytes_per_row() const override { return source_->bytes_per_row() + bytes_of_position; }
  double bytes_at_once() const override { return source_->bytes_at_once(); }

 private:
  static Relevance left_out(Relevance relevance, std::size_t first, std::size_t count) {
    Lists ignored;
    for (std::size_t q = 0; q < relevance.n_queries(); ++q) {
      const auto others = relevance.ignored_by(q);
      std::vector<std::uint32_t> list(others.begin(), others.end());
      if (q >= first && q - first < count) {
        const auto own = static_cast<std::uint32_t>(q - first);
        const auto place = std::lower_bound(list.begin(), list.end(), own);
        if (place == list.end() || *place != own) list.insert(place, own);
      }
      ignored.append(list);
    }
    relevance.ignored = std::move(ignored);
    return relevance;
  }

  std::unique_ptr<const RelevanceSource> source_;
};

/// Each column was filled by one rank and is zero on the others. Whole numbers are added, so that
/// every bit stays.
void give_to_all(Features& X, const Ranks& ranks) {
  if (ranks.size() == 1) return;
  std::vector<std::uint32_t> bits(X.n_elem);
  std::memcpy(bits.data(), X.memptr(), sizeof(float) * X.n_elem);
  ranks.sum(bits);
  std::memcpy(X.memptr(), bits.data(), sizeof(float) * X.n_elem);
}

/// Distinct rows below n, ascending.
Rows draw_rows(std::size_t n, std::size_t wanted, Rng& rng) {
  if (wanted >= n) {
    Rows all(n);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }
  std::set<std::uint32_t> drawn;
  while (drawn.size() < wanted) drawn.insert(static_cast<std::uint32_t>(rng.below(n)));
  return Rows(drawn.begin(), drawn.end());
}

}  // namespace

Relevance RelevanceSource::piece_sharing(std::size_t, std::size_t, std::size_t) const {
  throw Error(ErrorCode::invalid_argument,
              "how many labels are shared is known only where labels say who is relevant");
}

std::unique_ptr<const RelevanceSource> relevance_by_class(
    Labels queries, std::unique_ptr<const LabelSource> database) {
  return std::make_unique<ByClass>(std::move(queries), std::move(database));
}

std::unique_ptr<const RelevanceSource> relevance_without_own(
    std::unique_ptr<const RelevanceSource> source) {
  return std::make_unique<WithoutOwn>(std::move(source));
}

std::unique_ptr<const RelevanceSource> relevance_by_list(Relevance relevance) {
  return std::make_unique<ByList>(std::move(relevance));
}

std::unique_ptr<const RelevanceSource> relevance_by_ball(
    Features queries, std::shared_ptr<const FeatureSource> database, const Ball& ball) {
  return std::make_unique<ByBall>(std::move(queries), std::move(database), ball);
}

double ball_radius(const FeatureSource& database, const BallTruth& g, Rng rng,
                   std::size_t piece_rows, const Ranks& ranks) {
  const RowRange own = ranks.range_of(database.size());
  const Rows positions = draw_rows(database.size(), g.samples, rng);
  Features samples(database.columns(), positions.size(), arma::fill::zeros);
  const auto for_each_piece = [&](auto visit) {
    for (std::size_t done = 0; done < own.count; done += piece_rows) {
      ranks.look_around();
      visit(own.first + done, std::min(piece_rows, own.count - done));
    }
  };
  std::size_t next = static_cast<std::size_t>(
      std::lower_bound(positions.begin(), positions.end(), own.first) - positions.begin());
  for_each_piece([&](std::size_t first, std::size_t count) {
    if (next == positions.size() || positions[next] >= first + count) return;
    const Features X = database.read(first, count);
    for (; next < positions.size() && positions[next] < first + count; ++next) {
      samples.col(next) = X.col(positions[next] - first);
    }
  });
  give_to_all(samples, ranks);
  BallRadius ball(std::move(samples), positions, g.neighbours, g.count_self);
  for_each_piece([&](std::size_t first, std::size_t count) {
    Rows rows(count);
    std::iota(rows.begin(), rows.end(), 0u);
    ball.add(database.read(first, count), rows, static_cast<std::uint32_t>(first));
  });
  ranks.collect(ball.found(), [&](const std::vector<std::uint64_t>& more) { ball.merge(more); });
  std::array<std::uint32_t, 2> halves{};
  if (ranks.rank() == 0) halves = std::bit_cast<decltype(halves)>(ball.radius());
  ranks.sum(halves);
  return std::bit_cast<double>(halves);
}

}  // namespace hashlab
