#include "lib/embeddings/nearest.h"

#include "lib/data/centre.h"
#include "lib/embeddings/key_scan.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace hashlab {
namespace {

constexpr std::size_t block_items = 512, group_queries = 512;
constexpr std::size_t panel_values = std::size_t{1} << 23;  // 32 MB
constexpr double u = 0x1.0p-24;                             // unit roundoff of single precision
constexpr double infinity = std::numeric_limits<double>::infinity();

void require_finite(const Features& X, const char* what) {
  if (!X.is_finite())
    refuse(fmt::format("nearest embeddings: {} have values that are not finite", what));
}

double reciprocal_length(const float* x, std::size_t d) {
  const double length = length_of(x, d);
  return length == 0 ? 0 : 1 / length;
}

/// Similarity and position.
bool is_nearer(const std::pair<double, std::uint32_t>& a,
               const std::pair<double, std::uint32_t>& b) {
  return a.first != b.first ? a.first > b.first : a.second < b.second;
}

/// The largest float that is at most x.
float rounded_down(double x) {
  const auto rounded = static_cast<float>(x);
  return static_cast<double>(rounded) > x ? std::nextafter(rounded, -HUGE_VALF) : rounded;
}

}  // namespace

// The key of an item for a query is the part of their similarity that orders items: the inner
// product g of both as they are multiplied, less h, which is half the squared length for Euclidean
// distances and 0 otherwise, plus the part of a penalty that belongs there. For Euclidean distances
//
//   similarity = -|q - x|^2 = 2 key - |q|^2.
//
// In single precision a product of d terms errs by at most d u |q||x| / (1 - d u) in any order of
// summation (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1); scaling to
// length 1, subtracting the origin and rounding h err by a few u more.

/// A piece of what is searched, and what all threads need to know of its items. Of these, those of
/// one panel at a time are kept as they are multiplied.
class NearestSearch::Piece {
 public:
  Piece(const NearestSearch& search, const Features& samples, std::size_t first_position,
        std::span<const double> subtracted)
      : X(samples), first(first_position), penalties(subtracted), search_(search) {
    for (const double penalty : penalties) {
      largest_penalty = std::max(largest_penalty, std::abs(penalty));
    }
    if (search.similarity_ == Similarity::cosine) scales.resize(X.n_cols);
  }

  /// Some items as they are multiplied.
  struct Block {
    std::size_t begin = 0, count = 0;
    const float* items = nullptr;  ///< d x count
    const float* h = nullptr;      ///< of each item, or null: all are 0
    double longest = 0;            ///< length of the longest
  };

  /// Prepares the panel that begins with item `begin`; returns where the next begins.
  std::size_t prepare(std::size_t begin) {
    const std::size_t d = std::max<std::size_t>(X.n_rows, 1);
    const std::size_t most = std::max<std::size_t>(1, panel_values / d / block_items) * block_items;
    const std::size_t count = std::min<std::size_t>(most, X.n_cols - begin);
    items_.resize(count * X.n_rows);
    h_.resize(has_h() ? count : 0);
    blocks.resize((count + block_items - 1) / block_items);
    parallel(search_.threads_, blocks.size(), [&](std::size_t b) {
      const std::size_t offset = b * block_items;
      Block& block = blocks[b];
      block = {begin + offset, std::min(block_items, count - offset),
               items_.data() + offset * X.n_rows, has_h() ? h_.data() + offset : nullptr};
      for (std::size_t i = 0; i < block.count; ++i) {
        block.longest = std::max(block.longest, write(begin, offset + i));
      }
    });
    return begin + count;
  }

  const Features& X;
  const std::size_t first;
  const std::span<const double> penalties;
  double largest_penalty = 0;
  std::vector<double> scales;  ///< reciprocal lengths, for cosine, of the panels prepared so far
  std::vector<Block> blocks;   ///< of the panel

 private:
  bool has_h() const { return search_.similarity_ == Similarity::euclidean || !penalties.empty(); }

  /// Writes item i of the panel that begins with `begin`, and its h; returns its length.
  double write(std::size_t begin, std::size_t i) {
    const float* x = X.colptr(begin + i);
    float* b = items_.data() + i * X.n_rows;
    const bool cosine = search_.similarity_ == Similarity::cosine;
    if (cosine) scales[begin + i] = reciprocal_length(x, X.n_rows);
    search_.write_multiplied(x, cosine ? scales[begin + i] : 0, b);
    const double length = cosine ? 1 : length_of(b, X.n_rows);
    if (has_h()) {
      const double penalty = penalties.empty() ? 0 : penalties[begin + i];
      const bool euclidean = search_.similarity_ == Similarity::euclidean;
      h_[i] = static_cast<float>(euclidean ? (length * length + penalty) / 2 : penalty);
    }
    return length;
  }

  const NearestSearch& search_;
  std::vector<float> items_, h_;
};

/// The search of a panel for some queries, by one thread.
class NearestSearch::Group {
 public:
  Group(NearestSearch& search, const Piece& piece, std::size_t first_query, std::size_t count)
      : search_(search), piece_(piece), first_query_(first_query) {
    const std::size_t d = search.queries_.n_rows;
    Q_.set_size(d, count);
    states_.resize(count);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t q = first_query + j;
      search.write_multiplied(search.queries_.colptr(q),
                              search.scales_.empty() ? 0 : search.scales_[q], Q_.colptr(j));
      State& state = states_[j];
      state.length = length_of(Q_.colptr(j), d);
      const Found& found = search.found_[q];
      if (found.size() == search.k_) state.floor = key_of(found.front().first, state.length);
    }
  }

  void run() {
    const std::size_t d = Q_.n_rows;
    arma::fmat g;
    for (const Piece::Block& block : piece_.blocks) {
      // Armadillo takes memory that it only reads as not const.
      const arma::fmat B(const_cast<float*>(block.items), d, block.count, false, true);
      g = B.t() * Q_;
      for (std::size_t j = 0; j < states_.size(); ++j) search_block(j, block, g.colptr(j));
    }
    for (std::size_t j = 0; j < states_.size(); ++j) {
      prune(states_[j]);
      settle(j);
    }
  }

 private:
  /// What is known of a query's nearest items.
  struct State {
    double length = 0;         ///< of the query as it is multiplied
    double floor = -infinity;  ///< at least k items have this key or a greater one
    double largest_error = 0;  ///< of the keys of candidates
    std::vector<Candidate> candidates;
  };

  double key_of(double similarity, double length) const {
    if (search_.similarity_ != Similarity::euclidean) return similarity;
    return (similarity + length * length) / 2;
  }

  /// How far a computed key may be from the one that similarity_of() would give.
  double error(double length, double longest) const {
    const double d = static_cast<double>(Q_.n_rows);
    const double slack = d * 0x1.0p-120 + 2 * u * piece_.largest_penalty;
    switch (search_.similarity_) {
      case Similarity::cosine:
        return (1.01 * d + 16) * u + slack;
      case Similarity::inner_product:
        return (1.01 * d + 8) * u * length * longest + slack;
      case Similarity::euclidean:
        return (1.01 * d + 32) * u * (length + longest) * (length + longest) + slack;
    }
    return infinity;
  }

  void search_block(std::size_t j, const Piece::Block& block, const float* g) {
    State& state = states_[j];
    const double reach = state.length + block.longest;
    if (reach * reach > 0x1.0p124) {  // products may overflow: every item is compared exactly
      columns_.clear();
      for (std::size_t i = 0; i < block.count; ++i) {
        if (is_self(j, block.begin + i)) continue;
        columns_.push_back(static_cast<std::uint32_t>(block.begin + i));
      }
      compare_exactly(j, columns_);
      return;
    }
    const double block_error = error(state.length, block.longest);
    state.largest_error = std::max(state.largest_error, block_error);
    const auto threshold = [&] { return rounded_down(state.floor - block_error); };
    const std::size_t full = 2 * search_.k_ + 64;
    float least = threshold();
    std::array<std::uint32_t, KeyScan::chunk> large;
    std::size_t next = 0;
    while (const std::size_t n = scan_.next(g, block.h, block.count, least, next, large.data())) {
      for (const std::uint32_t i : std::span(large).first(n)) {
        if (is_self(j, block.begin + i)) continue;
        const float key = block.h == nullptr ? g[i] : g[i] - block.h[i];
        state.candidates.push_back({key, static_cast<std::uint32_t>(block.begin + i)});
      }
      if (state.candidates.size() < full) continue;
      prune(state);
      if (state.candidates.size() > full / 2) settle(j);  // many are too close to each other
      least = threshold();
    }
  }

  bool is_self(std::size_t j, std::size_t column) const {
    return !search_.self_.empty() && search_.self_[first_query_ + j] == piece_.first + column;
  }

  /// Raises the floor, and drops the candidates below it.
  void prune(State& state) const {
    auto& candidates = state.candidates;
    if (candidates.size() > search_.k_) {
      const auto kth = candidates.begin() + static_cast<std::ptrdiff_t>(search_.k_ - 1);
      std::nth_element(candidates.begin(), kth, candidates.end(),
                       [](const Candidate& a, const Candidate& b) { return a.key > b.key; });
      state.floor = std::max(state.floor, static_cast<double>(kth->key) - state.largest_error);
    }
    std::erase_if(candidates, [&](const Candidate& c) {
      return static_cast<double>(c.key) + state.largest_error < state.floor;
    });
  }

  /// Compares some items of the piece as similarity_of() defines it, four at a time.
  void compare_exactly(std::size_t j, std::span<const std::uint32_t> columns) {
    const std::size_t q = first_query_ + j;
    const float* query = search_.queries_.colptr(q);
    const double scale = search_.scales_.empty() ? 0 : search_.scales_[q];
    Found& found = search_.found_[q];
    for (std::size_t first = 0; first < columns.size(); first += 4) {
      const std::size_t count = std::min<std::size_t>(4, columns.size() - first);
      std::array<const float*, 4> items;
      std::array<double, 4> scales = {};
      for (std::size_t i = 0; i < 4; ++i) {  // the last repeatedly, if there are fewer
        const std::size_t column = columns[first + std::min(i, count - 1)];
        items[i] = piece_.X.colptr(column);
        if (!piece_.scales.empty()) scales[i] = piece_.scales[column];
      }
      const auto similarities =
          similarities_of(query, scale, items, scales, piece_.X.n_rows, search_.similarity_);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t column = columns[first + i];
        const double penalty = piece_.penalties.empty() ? 0 : piece_.penalties[column];
        const std::pair item(similarities[i] - penalty,
                             static_cast<std::uint32_t>(piece_.first + column));
        if (found.size() >= search_.k_ && !is_nearer(item, found.front())) continue;
        // The farthest of those found is in front, so that the next nearer one takes its place.
        found.push_back(item);
        std::push_heap(found.begin(), found.end(), is_nearer);
        if (found.size() <= search_.k_) continue;
        std::pop_heap(found.begin(), found.end(), is_nearer);
        found.pop_back();
      }
    }
  }

  /// Compares the candidates as similarity_of() defines it.
  void settle(std::size_t j) {
    State& state = states_[j];
    columns_.clear();
    for (const Candidate& c : state.candidates) columns_.push_back(c.column);
    state.candidates.clear();
    compare_exactly(j, columns_);
    const Found& found = search_.found_[first_query_ + j];
    if (found.size() == search_.k_) {
      state.floor = std::max(state.floor, key_of(found.front().first, state.length));
    }
  }

  NearestSearch& search_;
  const Piece& piece_;
  const KeyScan& scan_ = active_key_scan();
  const std::size_t first_query_;
  arma::fmat Q_;  ///< the queries as they are multiplied
  std::vector<State> states_;
  std::vector<std::uint32_t> columns_;  ///< a buffer
};

NearestSearch::NearestSearch(Features queries, std::size_t k, Similarity similarity, Rows self,
                             std::size_t threads)
    : queries_(std::move(queries)),
      k_(k),
      similarity_(similarity),
      self_(std::move(self)),
      threads_(threads),
      found_(queries_.n_cols) {
  if (k == 0) refuse("nearest embeddings: k = 0 items are asked for, expected 1 or more");
  if (!self_.empty() && self_.size() != queries_.n_cols) {
    refuse(fmt::format("nearest embeddings: {} queries have {} positions of their own",
                       queries_.n_cols, self_.size()));
  }
  require_finite(queries_, "queries");
  if (similarity == Similarity::cosine) {
    for (arma::uword q = 0; q < queries_.n_cols; ++q) {
      scales_.push_back(reciprocal_length(queries_.colptr(q), queries_.n_rows));
    }
  }
  if (similarity == Similarity::euclidean && queries_.n_cols > 0) {
    Rows all(queries_.n_cols);
    std::iota(all.begin(), all.end(), 0u);
    origin_ = mean_of_rows(queries_, all);  // rounding errors grow with the length
  }
}

void NearestSearch::write_multiplied(const float* x, double scale, float* out) const {
  const std::size_t d = queries_.n_rows;
  switch (similarity_) {
    case Similarity::cosine:
      for (std::size_t k = 0; k < d; ++k) {
        out[k] = static_cast<float>(static_cast<double>(x[k]) * scale);
      }
      break;
    case Similarity::inner_product:
      std::copy_n(x, d, out);
      break;
    case Similarity::euclidean:
      for (std::size_t k = 0; k < d; ++k) out[k] = x[k] - origin_[k];
      break;
  }
}

void NearestSearch::add(const Features& piece, std::size_t first,
                        std::span<const double> penalties) {
  if (piece.n_rows != queries_.n_rows) {
    refuse(fmt::format("nearest embeddings: queries have {} features, items have {}",
                       queries_.n_rows, piece.n_rows));
  }
  if (first + piece.n_cols > std::numeric_limits<std::uint32_t>::max()) {
    refuse("nearest embeddings: there are more items than 32 bits can count");
  }
  require_finite(piece, "items");
  if (!penalties.empty() && penalties.size() != piece.n_cols) {
    refuse(fmt::format("nearest embeddings: {} items have {} penalties", piece.n_cols,
                       penalties.size()));
  }
  if (queries_.n_cols == 0) return;
  Piece prepared(*this, piece, first, penalties);
  const std::size_t n_groups = (queries_.n_cols + group_queries - 1) / group_queries;
  for (std::size_t begin = 0; begin < piece.n_cols;) {
    begin = prepared.prepare(begin);
    parallel(threads_, n_groups, [&](std::size_t g) {
      const std::size_t q = g * group_queries;
      Group(*this, prepared, q, std::min<std::size_t>(group_queries, queries_.n_cols - q)).run();
    });
  }
}

NearestItems NearestSearch::result() const {
  NearestItems items;
  for (Found found : found_) {
    std::sort(found.begin(), found.end(), is_nearer);
    for (const auto& [similarity, position] : found) {
      items.positions.push_back(position);
      items.similarities.push_back(similarity);
    }
    items.offsets.push_back(items.positions.size());
  }
  return items;
}

NearestItems nearest_items(const Features& queries, const Features& items, std::size_t k,
                           Similarity similarity, std::size_t threads) {
  NearestSearch search(queries, k, similarity, {}, threads);
  search.add(items, 0);
  return search.result();
}

NearestItems nearest_others(const Features& items, std::size_t k, Similarity similarity,
                            std::size_t threads) {
  Rows self(items.n_cols);
  std::iota(self.begin(), self.end(), 0u);
  NearestSearch search(items, k, similarity, std::move(self), threads);
  search.add(items, 0);
  return search.result();
}

}  // namespace hashlab
