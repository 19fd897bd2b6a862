#include "lib/relevance/epsilon_ball.h"

#include "lib/data/centre.h"
#include "lib/error.h"
#include "lib/files/scratch_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t block_rows = 1024;

/// Rows of X with their squared lengths, centred since rounding errors grow with the length.
struct Block {
  arma::fmat X;                 // d x m
  std::vector<double> lengths;  // m, squared
  bool in_range;                // may single precision multiply these rows?
};

/// In eight sums beside each other, which a processor adds at once; whoever asks has room for the
/// rounding errors of any order.
double squared_length(const float* x, std::size_t d) {
  std::array<double, 8> sums{};
  std::size_t k = 0;
  for (; k + sums.size() <= d; k += sums.size()) {
    for (std::size_t s = 0; s < sums.size(); ++s) {
      sums[s] += static_cast<double>(x[k + s]) * static_cast<double>(x[k + s]);
    }
  }
  double length = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (; k < d; ++k) length += static_cast<double>(x[k]) * static_cast<double>(x[k]);
  return length;
}

Block centred_block(const Features& X, std::span<const std::uint32_t> rows,
                    const arma::fvec& centre) {
  // Below this range products would lose more to underflow than the error bound allows; above it
  // they could overflow. A length of zero is exact.
  const double least = static_cast<double>(X.n_rows) * 0x1.0p-100, most = 0x1.0p124;
  Block block{centred_rows(X, rows, centre), {}, true};
  for (arma::uword i = 0; i < block.X.n_cols; ++i) {
    const double length = squared_length(block.X.colptr(i), X.n_rows);
    block.lengths.push_back(length);
    block.in_range &= length == 0 || (length >= least && length <= most);
  }
  return block;
}

/// Bound on the relative error of a squared distance |q|^2 + |x|^2 - 2 q.x as computed here, in
/// units of |q|^2 + |x|^2. The error of a single-precision inner product of d terms is at most
/// d u |q||x| / (1 - d u) in any order of summation (Higham, Accuracy and Stability of Numerical
/// Algorithms, section 3.1), 2 |q||x| <= |q|^2 + |x|^2, and the error of centring is a few u.
double error_bound(std::size_t d) {
  constexpr double u = 0x1.0p-24;
  return (1.01 * static_cast<double>(d) + 32) * u;
}

/// Calls visit(q, first, x_block, inner) for each block of the database, where inner points to the
/// inner products of query q with the rows first, first + 1, ... of the database.
template <typename Visit>
void for_each_block(const Features& X, const Block& queries, const Rows& database,
                    const arma::fvec& centre, Visit visit) {
  arma::fmat inner;  // outside the loop: getting new memory for each block takes as long
  for (std::size_t first = 0; first < database.size(); first += block_rows) {
    const std::size_t count = std::min(block_rows, database.size() - first);
    const Block block = centred_block(X, std::span(database).subspan(first, count), centre);
    inner = block.X.t() * queries.X;
    for (std::size_t q = 0; q < queries.lengths.size(); ++q) {
      visit(q, first, block, inner.colptr(q));
    }
  }
}

/// 0 .. n - 1.
Rows first_rows(std::size_t n) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

}  // namespace

double squared_distance(const Features& X, std::uint32_t i, std::uint32_t j) {
  return squared_distance(X, i, X, j);
}

double squared_distance(const Features& A, std::uint32_t i, const Features& B, std::uint32_t j) {
  const float* a = A.colptr(i);
  const float* b = B.colptr(j);
  double sum = 0;
  for (std::size_t k = 0; k < A.n_rows; ++k) {
    const double difference = static_cast<double>(a[k]) - static_cast<double>(b[k]);
    sum += difference * difference;
  }
  return sum;
}

BallRadius::BallRadius(Features samples, Rows positions, std::size_t R, bool count_self)
    : samples_(std::move(samples)),
      positions_(std::move(positions)),
      R_(R),
      count_self_(count_self),
      nearest_(samples_.n_cols) {}

void BallRadius::add(const Features& X, const Rows& rows, std::uint32_t first_position) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  n_reference_ += rows.size();
  if (R_ == 0 || rows.empty() || samples_.is_empty()) return;
  const Rows all = first_rows(samples_.n_cols);
  const arma::fvec centre = mean_of_rows(samples_, all);
  const Block queries = centred_block(samples_, all, centre);
  const double bound = error_bound(X.n_rows);
  RowsRead read;
  for_each_block(X, queries, rows, centre,
                 [&](std::size_t q, std::size_t first, const Block& block, const float* inner) {
                   // The R smallest exact squared distances so far, the largest of them in front.
                   std::vector<double>& nearest = nearest_[q];
                   const bool bounded = queries.in_range && block.in_range;
                   for (std::size_t i = 0; i < block.lengths.size(); ++i) {
                     double cutoff = infinity;
                     if (nearest.size() == R_) cutoff = nearest.front();
                     const double lengths = queries.lengths[q] + block.lengths[i];
                     const double v = lengths - 2.0 * static_cast<double>(inner[i]);
                     if (bounded && v - bound * lengths > cutoff) continue;
                     const std::uint32_t row = rows[first + i];
                     if (row + first_position == positions_[q] && !count_self_) continue;
                     read.add();
                     const double exact =
                         squared_distance(samples_, static_cast<std::uint32_t>(q), X, row);
                     insert(nearest, exact);
                   }
                 });
}

/// Keeps the R smallest.
void BallRadius::insert(std::vector<double>& nearest, double squared) const {
  if (nearest.size() == R_) {
    if (squared >= nearest.front()) return;
    std::pop_heap(nearest.begin(), nearest.end());
    nearest.pop_back();
  }
  nearest.push_back(squared);
  std::push_heap(nearest.begin(), nearest.end());
}

std::vector<std::uint64_t> BallRadius::found() const {
  std::vector<std::uint64_t> words = {n_reference_};
  for (const std::vector<double>& nearest : nearest_) {
    words.push_back(nearest.size());
    for (const double squared : nearest) words.push_back(std::bit_cast<std::uint64_t>(squared));
  }
  return words;
}

void BallRadius::merge(const std::vector<std::uint64_t>& found) {
  std::size_t at = 0;
  const auto next = [&] {
    if (at == found.size()) refuse("distances of fewer samples cannot be merged");
    return found[at++];
  };
  n_reference_ += next();
  for (std::vector<double>& nearest : nearest_) {
    for (std::uint64_t left = next(); left > 0; --left) {
      insert(nearest, std::bit_cast<double>(next()));
    }
  }
}

double BallRadius::radius() const {
  const bool enough = n_reference_ > 0 && R_ <= (count_self_ ? n_reference_ : n_reference_ - 1);
  if (R_ == 0 || !enough || nearest_.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the ball's radius needs neighbours = {} of {} reference rows and {} "
                            "samples: lower 'neighbours' or use more rows",
                            R_, n_reference_, nearest_.size()));
  }
  double sum = 0;
  for (const std::vector<double>& nearest : nearest_) sum += std::sqrt(nearest.front());
  return sum / static_cast<double>(nearest_.size());
}

double ball_radius(const Features& X, const Rows& samples, const Rows& reference, std::size_t R,
                   bool count_self) {
  Features chosen(X.n_rows, samples.size());
  RowsRead read;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    read.add();
    chosen.col(i) = X.col(samples[i]);
  }
  BallRadius ball(std::move(chosen), samples, R, count_self);
  ball.add(X, reference, 0);
  return ball.radius();
}

namespace {

/// Appends one list for each of some queries.
void append_balls(const Features& Q, const Rows& queries, const Features& X, const Rows& database,
                  const Ball& ball, Lists& lists) {
  const double r2 = ball.radius * ball.radius;
  const arma::fvec centre = mean_of_rows(Q, queries);
  const Block query_block = centred_block(Q, queries, centre);
  const double bound = error_bound(X.n_rows);
  std::vector<std::vector<std::uint32_t>> found(queries.size());
  RowsRead read;
  for_each_block(X, query_block, database, centre,
                 [&](std::size_t q, std::size_t first, const Block& block, const float* inner) {
                   const bool bounded = query_block.in_range && block.in_range;
                   const double qq = query_block.lengths[q];
                   // v - bound <= r2, rearranged so that most pairs are rejected by one
                   // comparison.
                   const double base = ((1 - bound) * qq - r2) / 2;
                   const double slope = (1 - bound) / 2;
                   for (std::size_t i = 0; i < block.lengths.size(); ++i) {
                     if (bounded && static_cast<double>(inner[i]) < base + slope * block.lengths[i])
                       continue;
                     const double lengths = qq + block.lengths[i];
                     bool inside = bounded &&
                                   (1 + bound) * lengths - 2.0 * static_cast<double>(inner[i]) < r2;
                     if (!inside) {
                       read.add();
                       const double exact = squared_distance(Q, queries[q], X, database[first + i]);
                       inside = ball.inclusive ? exact <= r2 : exact < r2;
                     }
                     if (inside) found[q].push_back(static_cast<std::uint32_t>(first + i));
                   }
                 });
  for (const auto& list : found) lists.append(list);
}

Relevance one_list_a_query(Lists lists, std::size_t n_database) {
  Relevance relevance{std::move(lists), {}, n_database};
  relevance.list_of_query.resize(relevance.lists.size());
  std::iota(relevance.list_of_query.begin(), relevance.list_of_query.end(), 0u);
  return relevance;
}

}  // namespace

Relevance ball_relevance(const Features& X, const Rows& queries, const Rows& database,
                         const Ball& ball) {
  Lists lists;
  append_balls(X, queries, X, database, ball, lists);
  return one_list_a_query(std::move(lists), database.size());
}

Relevance ball_relevance(const Features& queries, const Features& database, const Ball& ball) {
  if (queries.n_rows != database.n_rows) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("queries have {} features, the database has {}", queries.n_rows,
                            database.n_rows));
  }
  // In groups, so that the matrix of inner products stays small for any number of queries.
  constexpr std::size_t group = 1024;
  const Rows all = first_rows(database.n_cols);
  const Rows query_rows = first_rows(queries.n_cols);
  Lists lists;
  for (std::size_t first = 0; first < query_rows.size(); first += group) {
    const auto some =
        std::span(query_rows).subspan(first, std::min(group, query_rows.size() - first));
    append_balls(queries, Rows(some.begin(), some.end()), database, all, ball, lists);
  }
  return one_list_a_query(std::move(lists), database.n_cols);
}

NeighbourGraph ball_neighbours(const Features& X, const Rows& rows, const Ball& ball) {
  return without_diagonal(ball_relevance(X, rows, rows, ball));
}

}  // namespace hashlab
