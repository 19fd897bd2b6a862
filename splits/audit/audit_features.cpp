#include "splits/audit/audit_features.h"

#include "lib/blas.h"
#include "lib/parallel.h"
#include "lib/relevance/epsilon_ball.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace hashlab::splits {
namespace {

// Rows are read in blocks of block_rows. A thread compares query_rows queries with a block at once.
constexpr std::size_t block_rows = 4096, query_rows = 512;

// In standard deviations: a float32 mean that was summed row by row is off by about 1e-5 after
// 60,000 rows, and the mean of other rows differs by 1e-3 or more.
constexpr double mean_tolerance = 1e-4;

template <typename Work>
void each_block(const AuditedFeatures& source, Work work) {
  for (std::size_t first = 0; first < source.n; first += block_rows) {
    work(first, source.read(first, std::min(block_rows, source.n - first)));
  }
}

/// For each row, a bit mask of the parts that contain it: bit p for all_parts[p].
std::vector<std::uint8_t> parts_of_rows(const Split& split, std::size_t n) {
  std::vector<std::uint8_t> parts(n);
  for (std::size_t p = 0; p < all_parts.size(); ++p) {
    for (const std::uint32_t row : part_rows(split, all_parts[p])) {
      parts[row] = static_cast<std::uint8_t>(parts[row] | 1u << p);
    }
  }
  return parts;
}

constexpr unsigned in_queries = bit_of(Part::queries), in_training = bit_of(Part::training),
                   in_database = bit_of(Part::database),
                   in_validation =
                       bit_of(Part::validation_queries) | bit_of(Part::validation_database);
constexpr std::size_t n_combinations = 1u << all_parts.size();

/// Sums over the rows of each combination of parts. The sums over any union of parts follow from
/// them.
struct PartSums {
  std::array<std::size_t, n_combinations> rows{};
  arma::mat sums;     ///< d x combinations
  arma::vec squares;  ///< sums of squares over all rows

  template <typename Wanted>
  std::pair<arma::vec, std::size_t> of(Wanted wanted) const {
    std::pair<arma::vec, std::size_t> total{arma::vec(sums.n_rows, arma::fill::zeros), 0};
    for (unsigned parts = 0; parts < n_combinations; ++parts) {
      if (!wanted(parts)) continue;
      total.first += sums.col(parts);
      total.second += rows[parts];
    }
    return total;
  }
};

PartSums part_sums(const AuditedFeatures& source, const Split& split) {
  const std::vector<std::uint8_t> parts = parts_of_rows(split, source.n);
  PartSums result;
  result.sums.zeros(source.d, n_combinations);
  result.squares.zeros(source.d);
  double* squares = result.squares.memptr();
  each_block(source, [&](std::size_t first, const Features& X) {
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      const unsigned in = parts[first + i];
      ++result.rows[in];
      const float* x = X.colptr(i);
      double* sum = result.sums.colptr(in);
      for (std::size_t k = 0; k < source.d; ++k) {
        const double value = x[k];
        sum[k] += value;
        squares[k] += value * value;
      }
    }
  });
  return result;
}

/// Distances of other means from `mean`: the largest difference over the columns, in standard
/// deviations of the column.
class Distances {
 public:
  Distances(const PartSums& sums, const arma::fvec& mean) : sums_(sums), mean_(mean) {
    const auto [sum, n] = sums.of([](unsigned) { return true; });
    const arma::vec centre = sum / static_cast<double>(n);
    const arma::vec variance = arma::clamp(
        sums.squares / static_cast<double>(n) - arma::square(centre), 0, arma::datum::inf);
    // The lower bound keeps rounding errors in nearly constant columns from counting as
    // differences.
    scale_ = arma::sqrt(arma::clamp(variance, 1e-6 * arma::mean(variance), arma::datum::inf));
  }

  template <typename Wanted>
  double to(Wanted wanted) const {
    const auto [sum, n] = sums_.of(wanted);
    if (n == 0 || scale_.min() == 0) return std::numeric_limits<double>::infinity();
    double most = 0;
    for (arma::uword k = 0; k < sum.n_elem; ++k) {
      most =
          std::max(most, std::abs(sum[k] / static_cast<double>(n) - static_cast<double>(mean_[k])) /
                             scale_[k]);
    }
    return most;
  }

 private:
  const PartSums& sums_;
  const arma::fvec& mean_;
  arma::vec scale_;
};

}  // namespace

FeatureFacts feature_facts(const AuditedFeatures& source) {
  RowDigests digests;
  arma::vec sum(source.d, arma::fill::zeros), squares(source.d, arma::fill::zeros);
  each_block(source, [&](std::size_t, const Features& X) {
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      const float* x = X.colptr(i);
      digests.add(x, sizeof(float) * source.d);
      for (std::size_t k = 0; k < source.d; ++k) {
        const double value = x[k];
        sum[k] += value;
        squares[k] += value * value;
      }
    }
  });
  const auto n = static_cast<double>(source.n);
  const arma::vec variance = squares / n - arma::square(sum / n);
  return {digests.repeated(), std::sqrt(2 * std::max(0.0, arma::accu(variance)))};
}

std::vector<std::vector<Meeting>> near_queries(const AuditedFeatures& source,
                                               const std::vector<const Split*>& splits,
                                               double distance, std::size_t threads) {
  const Rows& asked = splits.front()->test_queries;
  Features Q(source.d, asked.size(), arma::fill::none);
  std::size_t next = 0;
  each_block(source, [&](std::size_t first, const Features& X) {
    for (; next < asked.size() && asked[next] < first + X.n_cols; ++next) {
      Q.col(next) = X.col(asked[next] - first);
    }
  });
  std::vector<std::vector<std::uint8_t>> parts;  // for each split: the parts of each row
  std::vector<std::vector<std::uint8_t>> near;   // for each split: the parts near each query
  for (const Split* split : splits) {
    parts.push_back(parts_of_rows(*split, source.n));
    near.emplace_back(asked.size());
  }
  const std::size_t groups = (asked.size() + query_rows - 1) / query_rows;
  reserve_blas_buffers(std::min(threads, groups));
  each_block(source, [&](std::size_t first, const Features& X) {
    parallel(threads, groups, [&](std::size_t g) {
      const std::size_t from = g * query_rows, end = std::min(asked.size(), from + query_rows);
      const Relevance found = ball_relevance(Q.cols(from, end - 1), X, Ball{distance});
      for (std::size_t q = from; q < end; ++q) {
        for (const std::uint32_t j : found.of(q - from)) {
          // This is the query itself or a copy, and copied_rows() reports copies.
          if (std::equal(X.colptr(j), X.colptr(j) + source.d, Q.colptr(q))) continue;
          for (std::size_t s = 0; s < splits.size(); ++s) {
            near[s][q] = static_cast<std::uint8_t>(near[s][q] | parts[s][first + j]);
          }
        }
      }
    });
  });
  std::vector<std::vector<Meeting>> meetings(splits.size());
  for (std::size_t s = 0; s < splits.size(); ++s) {
    for (std::size_t p = 1; p < all_parts.size(); ++p) {
      Rows rows;
      for (std::size_t q = 0; q < asked.size(); ++q) {
        if ((near[s][q] >> p & 1) != 0) rows.push_back(asked[q]);
      }
      if (!rows.empty()) meetings[s].push_back({Part::queries, all_parts[p], std::move(rows)});
    }
  }
  return meetings;
}

MeanOrigin mean_origin(const AuditedFeatures& source, const Split& split, RankedRows ranked,
                       const arma::fvec& mean) {
  struct Candidate {
    const char* rows;
    const char* kind;  ///< of the leak; null if methods may train on these rows
    bool (*has)(unsigned parts);
  };
  const bool held_out = is_held_out(Part::database, ranked);
  const char* ranked_kind = held_out ? "mean-over-database" : nullptr;
  const std::array<Candidate, 7> candidates = {{
      {"the training rows", nullptr, [](unsigned in) { return (in & in_training) != 0; }},
      {"the training and validation rows", nullptr,
       [](unsigned in) { return (in & (in_training | in_validation)) != 0; }},
      {"every row but the test queries", ranked_kind,
       [](unsigned in) { return in != 0 && (in & in_queries) == 0; }},
      {"the database", ranked_kind, [](unsigned in) { return (in & in_database) != 0; }},
      {"the test queries and training rows", "mean-over-queries",
       [](unsigned in) { return (in & (in_queries | in_training)) != 0; }},
      {"every row of every part", "mean-over-everything", [](unsigned in) { return in != 0; }},
      {"every row", "mean-over-everything", [](unsigned) { return true; }},
  }};
  const PartSums sums = part_sums(source, split);
  const Distances distances(sums, mean);
  const Candidate* closest = nullptr;
  double least = mean_tolerance, min_allowed = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    const double distance = distances.to(candidate.has);
    if (candidate.kind == nullptr) min_allowed = std::min(min_allowed, distance);
    if (distance >= least) continue;
    least = distance;
    closest = &candidate;
  }
  if (closest == nullptr) return {};
  MeanOrigin origin{closest->rows, {}};
  // If methods may train on nearly all rows, the mean of these rows is close to the mean of all. A
  // leak is therefore reported only if its mean is ten times closer.
  if (closest->kind == nullptr || least > 0.1 * min_allowed) return origin;
  Rows rows = united(closest->has(in_queries) ? split.test_queries : Rows(),
                     held_out && closest->has(in_database) ? split.test_database : Rows());
  const std::size_t n = rows.size();
  origin.leaks.push_back({closest->kind, n, n, "held-out rows", std::move(rows), true});
  return origin;
}

}  // namespace hashlab::splits
