#include "lib/relevance/epsilon_ball.h"

#include "lib/data/centre.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t block_rows = 1024;

/// Rows of X, centred to shorten them (rounding errors grow with length), with squared lengths.
struct Block {
  arma::fmat X;                 // d x m
  std::vector<double> lengths;  // m, squared
  bool in_range;                // may single precision multiply these rows?
};

Block centred_block(const Features& X, std::span<const std::uint32_t> rows,
                    const arma::fvec& centre) {
  // Below, products would lose more to underflow than the error bound allows; above, they could
  // overflow. A length of zero is exact.
  const double least = static_cast<double>(X.n_rows) * 0x1.0p-100, most = 0x1.0p124;
  Block block{centred_rows(X, rows, centre), {}, true};
  for (arma::uword i = 0; i < block.X.n_cols; ++i) {
    const float* x = block.X.colptr(i);
    double length = 0;
    for (arma::uword k = 0; k < X.n_rows; ++k) length += static_cast<double>(x[k]) * x[k];
    block.lengths.push_back(length);
    block.in_range &= length == 0 || (length >= least && length <= most);
  }
  return block;
}

/// Bound on the relative error of a squared distance |q|^2 + |x|^2 - 2 q.x as computed here, in
/// units of |q|^2 + |x|^2. A single-precision inner product of d terms errs by at most
/// d u |q||x| / (1 - d u) in any order of summation (Higham, Accuracy and Stability of Numerical
/// Algorithms, section 3.1), 2 |q||x| <= |q|^2 + |x|^2, and centring errs by a few u.
double error_bound(std::size_t d) {
  constexpr double u = 0x1.0p-24;
  return (1.01 * static_cast<double>(d) + 32) * u;
}

/// Calls visit(q, first, x_block, inner) for each block of the database, where inner points to the
/// inner products of query q with the rows first, first + 1, ... of the database.
template <typename Visit>
void for_each_block(const Features& X, const Block& queries, const Rows& database,
                    const arma::fvec& centre, Visit visit) {
  for (std::size_t first = 0; first < database.size(); first += block_rows) {
    const std::size_t count = std::min(block_rows, database.size() - first);
    const Block block = centred_block(X, std::span(database).subspan(first, count), centre);
    const arma::fmat inner = block.X.t() * queries.X;
    for (std::size_t q = 0; q < queries.lengths.size(); ++q) {
      visit(q, first, block, inner.colptr(q));
    }
  }
}

}  // namespace

double squared_distance(const Features& X, std::uint32_t i, std::uint32_t j) {
  const float* a = X.colptr(i);
  const float* b = X.colptr(j);
  double sum = 0;
  for (std::size_t k = 0; k < X.n_rows; ++k) {
    const double difference = static_cast<double>(a[k]) - static_cast<double>(b[k]);
    sum += difference * difference;
  }
  return sum;
}

double ball_radius(const Features& X, const Rows& samples, const Rows& reference, std::size_t R,
                   bool count_self) {
  const std::size_t others = count_self ? reference.size() : reference.size() - 1;
  if (R == 0 || reference.empty() || R > others || samples.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the ball's radius needs neighbours = {} of {} reference rows and {} "
                            "samples: lower 'neighbours' or use more rows",
                            R, reference.size(), samples.size()));
  }
  struct Candidate {
    double low, high;  // bounds of the squared distance
    std::uint32_t row;
  };
  const auto nearer = [](const Candidate& a, const Candidate& b) { return a.high < b.high; };
  const arma::fvec centre = mean_of_rows(X, samples);
  const Block queries = centred_block(X, samples, centre);
  const double bound = error_bound(X.n_rows);
  std::vector<std::vector<Candidate>> nearest(samples.size());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> cutoff(samples.size(), infinity);

  // Keeps what may still be among the R nearest: at least R have `high` at or below the cutoff.
  const auto prune = [&](std::size_t q) {
    std::vector<Candidate>& c = nearest[q];
    if (c.size() < R) return;
    std::nth_element(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(R - 1), c.end(), nearer);
    cutoff[q] = c[R - 1].high;
    std::erase_if(c, [&](const Candidate& x) { return x.low > cutoff[q]; });
  };
  for_each_block(X, queries, reference, centre,
                 [&](std::size_t q, std::size_t first, const Block& block, const float* inner) {
                   const bool bounded = queries.in_range && block.in_range;
                   for (std::size_t i = 0; i < block.lengths.size(); ++i) {
                     const double lengths = queries.lengths[q] + block.lengths[i];
                     const double v = lengths - 2.0 * static_cast<double>(inner[i]);
                     const double low = bounded ? v - bound * lengths : 0;
                     if (low > cutoff[q]) continue;
                     const std::uint32_t row = reference[first + i];
                     if (row == samples[q] && !count_self) continue;
                     nearest[q].push_back({low, bounded ? v + bound * lengths : infinity, row});
                   }
                   if (nearest[q].size() > 2 * R + block_rows) prune(q);
                 });

  double sum = 0;
  for (std::size_t q = 0; q < samples.size(); ++q) {
    prune(q);
    std::vector<double> exact;
    for (const Candidate& c : nearest[q]) exact.push_back(squared_distance(X, samples[q], c.row));
    const auto rth = exact.begin() + static_cast<std::ptrdiff_t>(R - 1);
    std::nth_element(exact.begin(), rth, exact.end());
    sum += std::sqrt(*rth);
  }
  return sum / static_cast<double>(samples.size());
}

Relevance ball_relevance(const Features& X, const Rows& queries, const Rows& database,
                         double radius, bool inclusive) {
  const double r2 = radius * radius;
  const arma::fvec centre = mean_of_rows(X, queries);
  const Block query_block = centred_block(X, queries, centre);
  const double bound = error_bound(X.n_rows);
  std::vector<std::vector<std::uint32_t>> found(queries.size());
  for_each_block(X, query_block, database, centre,
                 [&](std::size_t q, std::size_t first, const Block& block, const float* inner) {
                   const bool bounded = query_block.in_range && block.in_range;
                   const double qq = query_block.lengths[q];
                   // v - bound <= r2 rearranged, so that most pairs are dismissed by one
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
                       const double exact = squared_distance(X, queries[q], database[first + i]);
                       inside = inclusive ? exact <= r2 : exact < r2;
                     }
                     if (inside) found[q].push_back(static_cast<std::uint32_t>(first + i));
                   }
                 });
  Relevance relevance;
  relevance.n_database = database.size();
  for (const auto& list : found) relevance.lists.append(list);
  relevance.list_of_query.resize(queries.size());
  std::iota(relevance.list_of_query.begin(), relevance.list_of_query.end(), 0u);
  return relevance;
}

NeighbourGraph ball_neighbours(const Features& X, const Rows& rows, double radius, bool inclusive) {
  return without_diagonal(ball_relevance(X, rows, rows, radius, inclusive));
}

}  // namespace hashlab
