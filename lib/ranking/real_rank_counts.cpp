#include "lib/ranking/real_rank_counts.h"

#include "lib/error.h"
#include "lib/files/scratch_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace hashlab {
namespace {

// ---- the samples ----

[[noreturn]] void fail_real_ranking(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, "real-valued ranking: " + message);
}

void check_relevance(std::size_t n_queries, std::size_t n_items, const Relevance& relevance) {
  if (relevance.n_queries() != n_queries || relevance.n_database != n_items) {
    fail_real_ranking(
        fmt::format("relevance is for {} queries and {} database items, there are {} and {}",
                    relevance.n_queries(), relevance.n_database, n_queries, n_items));
  }
  if (relevance.ignored.size() != 0 && relevance.ignored.size() != n_queries) {
    fail_real_ranking(fmt::format("{} of {} queries have a list of what they ignore",
                                  relevance.ignored.size(), n_queries));
  }
}

void check(const Features& X, const Rows& queries, const Rows& database, const Relevance& relevance,
           const arma::fvec& origin) {
  for (const Rows* rows : {&queries, &database}) {
    for (const std::uint32_t row : *rows) {
      if (row < X.n_cols) continue;
      fail_real_ranking(fmt::format("row {} is asked for, there are {}", row, X.n_cols));
    }
  }
  if (!origin.is_empty() && origin.n_elem != X.n_rows) {
    fail_real_ranking(
        fmt::format("the origin has {} features, the samples have {}", origin.n_elem, X.n_rows));
  }
  check_relevance(queries.size(), database.size(), relevance);
}

// Samples in the form that a distance needs.
class Samples {
 public:
  Samples(const Features& X, Similarity similarity, const arma::fvec& origin)
      : X_(X), similarity_(similarity), origin_(X.n_rows, 0.0) {
    if (similarity == Similarity::euclidean) return;
    for (std::size_t k = 0; k < origin.n_elem; ++k) origin_[k] = static_cast<double>(origin[k]);
    if (similarity == Similarity::cosine) scale_.assign(X.n_cols, -1.0);
  }

  std::size_t features() const { return X_.n_rows; }

  // Element k goes to out[k * stride].
  void write(std::uint32_t row, double* out, std::size_t stride) {
    read_.add();
    const float* x = X_.colptr(row);
    if (similarity_ == Similarity::euclidean) {
      for (std::size_t k = 0; k < features(); ++k) out[k * stride] = static_cast<double>(x[k]);
      return;
    }
    const double scale = scale_of(row);
    for (std::size_t k = 0; k < features(); ++k) {
      out[k * stride] = (static_cast<double>(x[k]) - origin_[k]) * scale;
    }
  }

 private:
  double scale_of(std::uint32_t row) {
    if (similarity_ == Similarity::inner_product) return 1.0;
    double& scale = scale_[row];
    if (scale >= 0.0) return scale;
    const float* x = X_.colptr(row);
    double length = 0.0;
    for (std::size_t k = 0; k < features(); ++k) {
      const double component = static_cast<double>(x[k]) - origin_[k];
      length += component * component;
    }
    scale = length == 0.0 ? 0.0 : 1.0 / std::sqrt(length);
    return scale;
  }

  const Features& X_;
  Similarity similarity_;
  std::vector<double> origin_;
  RowsRead read_;
  std::vector<double> scale_;  // reciprocal lengths, -1 where not computed yet
};

// ---- distances ----

// The distances of some queries to the whole database.
class Distances {
 public:
  Distances(Samples& samples, const Rows& database, Similarity similarity, const RealKernel& kernel)
      : samples_(samples), database_(database), similarity_(similarity), kernel_(kernel) {}

  // The number of queries whose distances fit into about 32 MB, a multiple of the kernel's.
  std::size_t group() const {
    constexpr std::size_t max_values = std::size_t{1} << 22;
    const std::size_t fitting = max_values / std::max<std::size_t>(database_.size(), 1);
    return std::max<std::size_t>(1, fitting / kernel_.queries) * kernel_.queries;
  }

  void compute(std::span<const std::uint32_t> queries) {
    const std::size_t d = samples_.features();
    const std::size_t n_tiles = (queries.size() + kernel_.queries - 1) / kernel_.queries;
    std::vector<double> tiles(n_tiles * kernel_.queries * d);  // zeros beyond the last query
    for (std::size_t q = 0; q < queries.size(); ++q) {
      const std::size_t tile = q / kernel_.queries;
      samples_.write(queries[q], &tiles[tile * kernel_.queries * d] + q % kernel_.queries,
                     kernel_.queries);
    }
    values_.resize(queries.size() * database_.size());
    std::vector<double> panel(kernel_.samples * d), out(kernel_.queries * kernel_.samples);
    for (std::size_t first = 0; first < database_.size(); first += kernel_.samples) {
      const std::size_t count = std::min(kernel_.samples, database_.size() - first);
      for (std::size_t i = 0; i < count; ++i) {
        samples_.write(database_[first + i], panel.data() + i, kernel_.samples);
      }
      for (std::size_t q = 0; q < queries.size(); q += kernel_.queries) {
        const auto sums = similarity_ == Similarity::euclidean ? kernel_.squared_distances
                                                               : kernel_.inner_products;
        sums(&tiles[q * d], panel.data(), d, out.data());
        for (std::size_t j = 0; j < std::min(kernel_.queries, queries.size() - q); ++j) {
          store(std::span(out).subspan(j * kernel_.samples, count),
                &values_[(q + j) * database_.size() + first]);
        }
      }
    }
  }

  std::span<const double> of(std::size_t q) const {
    return std::span(values_).subspan(q * database_.size(), database_.size());
  }

 private:
  void store(std::span<const double> sums, double* values) const {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      switch (similarity_) {
        case Similarity::euclidean:
          values[i] = sums[i];
          break;
        case Similarity::cosine:
          values[i] = std::max(0.0, 1.0 - sums[i]);
          break;
        case Similarity::inner_product:
          values[i] = 0.0 - sums[i];  // never -0
          break;
      }
    }
  }

  Samples& samples_;
  const Rows& database_;
  const Similarity similarity_;
  const RealKernel& kernel_;
  std::vector<double> values_;
};

// ---- what is ranked ----

// The distances of what is ranked for a query, and the positions in them of relevant items.
struct Ranked {
  std::span<const double> distances;
  std::span<const std::uint32_t> relevant;
};

// Leaves out what queries ignore. Holds copies where something is left out.
class RankedItems {
 public:
  Ranked of(std::span<const double> distances, const Relevance& relevance, std::size_t q) {
    const auto ignored = relevance.ignored_by(q);
    const auto relevant = relevance.of(q);
    if (ignored.empty()) return {distances, relevant};
    kept_.clear();
    auto next = ignored.begin();
    for (std::uint32_t i = 0; i < distances.size(); ++i) {
      if (next != ignored.end() && *next == i) {
        ++next;
      } else {
        kept_.push_back(distances[i]);
      }
    }
    relevant_.clear();
    for (const std::uint32_t item : relevant) {
      const auto at = std::lower_bound(ignored.begin(), ignored.end(), item);
      if (at != ignored.end() && *at == item) continue;
      relevant_.push_back(item - static_cast<std::uint32_t>(at - ignored.begin()));
    }
    return {kept_, relevant_};
  }

 private:
  std::vector<double> kept_;
  std::vector<std::uint32_t> relevant_;
};

// ---- counts ----

// The pooled ranking, with distances truncated to their leading bits.
class Pool {
 public:
  explicit Pool(Similarity similarity)
      : similarity_(similarity),
        first_(similarity == Similarity::inner_product ? 0 : zero),
        all_(n_bins - first_),
        relevant_(n_bins - first_) {}

  void add(std::span<const double> distances, std::span<const std::uint32_t> relevant) {
    for (const double distance : distances) ++all_[bin_of(distance) - first_];
    for (const std::uint32_t item : relevant) ++relevant_[bin_of(distances[item]) - first_];
  }

  // Distance 0 has an element even if nothing is there.
  void write(RealDistances& found) const {
    for (std::uint32_t bin = first_; bin < n_bins; ++bin) {
      if (bin != zero && all_[bin - first_] == 0) continue;
      const auto radius = static_cast<double>(largest_in(bin));
      found.pooled_radius.push_back(similarity_ == Similarity::euclidean ? std::sqrt(radius)
                                                                         : radius);
      found.pooled_all.push_back(all_[bin - first_]);
      found.pooled_relevant.push_back(relevant_[bin - first_]);
    }
  }

 private:
  static constexpr int dropped_bits = 13;  // of the 23 bits of the fraction
  static constexpr std::uint32_t sign = 0x80000000u;
  static constexpr std::uint32_t zero = sign >> dropped_bits;  // the bin of distance 0
  static constexpr std::uint32_t n_bins = ((sign | 0x7f800000u) >> dropped_bits) + 1;

  // Numbers have the same order as their bit patterns once those of negative ones are inverted and
  // those of others have the sign bit.
  static std::uint32_t bin_of(double distance) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(distance));
    return ((bits & sign) != 0 ? ~bits : bits | sign) >> dropped_bits;
  }

  static float largest_in(std::uint32_t bin) {
    if (bin == zero) return 0;
    const std::uint32_t last = ((bin + 1) << dropped_bits) - 1;
    return std::bit_cast<float>((last & sign) != 0 ? last & ~sign : ~last);
  }

  const Similarity similarity_;
  const std::uint32_t first_;  // there are no negative distances but for inner products
  std::vector<std::uint64_t> all_, relevant_;
};

// Appends the row of one query. `distinct` and `between` are buffers.
class RowWriter {
 public:
  void append(std::span<const double> distances, std::span<const std::uint32_t> relevant,
              RankCounts& counts) {
    found_.clear();
    for (const std::uint32_t item : relevant) found_.push_back(distances[item]);
    std::sort(found_.begin(), found_.end());
    distinct_.clear();
    own_.clear();
    for (const double distance : found_) {
      if (distinct_.empty() || distinct_.back() != distance) {
        distinct_.push_back(distance);
        own_.push_back(0);
      }
      ++own_.back();
    }
    at_.assign(distinct_.size() + 1, 0);
    below_.assign(distinct_.size() + 1, 0);
    for (const double distance : distances) {
      const std::size_t i = first_not_below(distance);
      ++(i < distinct_.size() && distinct_[i] == distance ? at_ : below_)[i];
    }
    for (std::size_t i = 0; i <= distinct_.size(); ++i) {
      if (below_[i] > 0) push(below_[i], 0, counts);
      if (i < distinct_.size()) push(at_[i], own_[i], counts);
    }
    std::get<RealDistances>(counts.distances).offsets.push_back(counts.all.size());
  }

 private:
  // Like std::lower_bound but branch-free, since it runs for every pair.
  std::size_t first_not_below(double distance) const {
    const double* base = distinct_.data();
    std::size_t length = distinct_.size();
    if (length == 0) return 0;
    while (length > 1) {
      const std::size_t half = length / 2;
      base += base[half - 1] < distance ? half : 0;
      length -= half;
    }
    return static_cast<std::size_t>(base - distinct_.data()) + (*base < distance ? 1 : 0);
  }

  static void push(std::uint32_t all, std::uint32_t relevant, RankCounts& counts) {
    counts.all.push_back(all);
    counts.relevant.push_back(relevant);
  }

  std::vector<double> found_, distinct_;
  std::vector<std::uint32_t> own_, at_, below_;
};

// The counts of the queries added so far, and their pooled ranking.
class CountedDistances {
 public:
  CountedDistances(std::size_t n_queries, Similarity similarity) : pool_(similarity) {
    counts_.n_queries = n_queries;
    counts_.distances = RealDistances{.offsets = {0}};
  }

  void add(std::span<const double> distances, const Relevance& relevance, std::size_t q) {
    const Ranked ranked = chosen_.of(distances, relevance, q);
    pool_.add(ranked.distances, ranked.relevant);
    rows_.append(ranked.distances, ranked.relevant, counts_);
  }

  RankCounts result() {
    pool_.write(std::get<RealDistances>(counts_.distances));
    return std::move(counts_);
  }

 private:
  Pool pool_;
  RowWriter rows_;
  RankedItems chosen_;
  RankCounts counts_;
};

}  // namespace

RankCounts real_rank_counts(const Features& X, const Rows& queries, const Rows& database,
                            const Relevance& relevance, Similarity similarity,
                            const arma::fvec& origin, const RealKernel& kernel) {
  check(X, queries, database, relevance, origin);
  Samples samples(X, similarity, origin);
  Distances distances(samples, database, similarity, kernel);
  CountedDistances counted(queries.size(), similarity);
  for (std::size_t first = 0; first < queries.size(); first += distances.group()) {
    const std::size_t count = std::min(distances.group(), queries.size() - first);
    distances.compute(std::span(queries).subspan(first, count));
    for (std::size_t q = 0; q < count; ++q) counted.add(distances.of(q), relevance, first + q);
  }
  return counted.result();
}

RankCounts counts_of_distances(
    std::size_t n_queries, std::size_t n_items, const Relevance& relevance,
    const std::function<std::span<const double>(std::size_t q)>& distances) {
  check_relevance(n_queries, n_items, relevance);
  // The only distances of real_rank_counts() that may be negative, and are not squared either.
  CountedDistances counted(n_queries, Similarity::inner_product);
  for (std::size_t q = 0; q < n_queries; ++q) counted.add(distances(q), relevance, q);
  return counted.result();
}

}  // namespace hashlab
