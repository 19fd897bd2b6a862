#include "lib/embeddings/neighbour_relevance.h"

#include "lib/embeddings/nearest.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t piece_of_rows = 16384;
constexpr std::size_t room_for_ties = 8;  // searched beyond the k nearest at first

/// Adds the whole database to a search, in pieces.
using AddAll = std::function<void(NearestSearch& search)>;

Features columns_of(const Features& X, std::span<const std::uint32_t> rows) {
  Features columns(X.n_rows, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(X.colptr(rows[i]), X.n_rows, columns.colptr(i));
  }
  return columns;
}

AddAll all_of(const Features& X, const Rows& database) {
  return [&X, &database](NearestSearch& search) {
    for (std::size_t first = 0; first < database.size(); first += piece_of_rows) {
      const std::size_t count = std::min(piece_of_rows, database.size() - first);
      search.add(columns_of(X, std::span(database).subspan(first, count)), first);
    }
  };
}

/// The items that a query does not ignore.
struct Kept {
  std::vector<std::uint32_t> positions;
  std::vector<double> similarities;
};

Kept kept_of(const NearestItems& nearest, std::size_t q, const Lists& ignored) {
  Kept kept;
  const auto positions = nearest.positions_of(q);
  const auto similarities = nearest.similarities_of(q);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (ignored.size() > 0 &&
        std::binary_search(ignored[q].begin(), ignored[q].end(), positions[i])) {
      continue;
    }
    kept.positions.push_back(positions[i]);
    kept.similarities.push_back(similarities[i]);
  }
  return kept;
}

/// The positions of the k nearest items and of those that tie with the last; ascending. `complete`
/// becomes false if more items might tie with it than were found.
std::vector<std::uint32_t> first_with_ties(const Kept& kept, std::size_t k, bool all_found,
                                           bool& complete) {
  const double last = kept.similarities[k - 1];
  const auto end =
      std::find_if(kept.similarities.begin() + static_cast<std::ptrdiff_t>(k),
                   kept.similarities.end(), [&](double similarity) { return similarity < last; });
  complete = all_found || end != kept.similarities.end();
  std::vector<std::uint32_t> list(kept.positions.begin(),
                                  kept.positions.begin() + (end - kept.similarities.begin()));
  std::sort(list.begin(), list.end());
  return list;
}

Relevance relevance_of(const Features& queries, std::size_t n, const AddAll& add_all, std::size_t k,
                       Similarity by, const Lists& ignored) {
  if (k == 0) refuse("ground truth by neighbours: k is 0, must be >= 1");
  std::size_t longest = 0;
  for (std::size_t q = 0; q < ignored.size(); ++q) longest = std::max(longest, ignored[q].size());
  Relevance relevance;
  relevance.n_database = n;
  relevance.ignored = ignored;
  std::vector<std::vector<std::uint32_t>> lists(queries.n_cols);
  Rows open(queries.n_cols);  // queries whose ties are not all found
  std::iota(open.begin(), open.end(), 0u);
  for (std::size_t found = k + longest + room_for_ties; !open.empty(); found *= 4) {
    NearestSearch search(columns_of(queries, open), std::min(found, std::max<std::size_t>(n, 1)),
                         by);
    add_all(search);
    const NearestItems nearest = search.result();
    Lists of_open;
    for (const std::uint32_t q : open) {
      if (ignored.size() > 0) of_open.append(ignored[q]);
    }
    Rows still_open;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Kept kept = kept_of(nearest, i, of_open);
      if (kept.positions.size() < k) {
        refuse(fmt::format("ground truth by neighbours: k = {}, but a query has {} items: lower k",
                           k, kept.positions.size()));
      }
      bool complete = true;
      lists[open[i]] = first_with_ties(kept, k, found >= n, complete);
      if (!complete) still_open.push_back(open[i]);
    }
    open = std::move(still_open);
  }
  for (std::uint32_t q = 0; q < lists.size(); ++q) {
    relevance.lists.append(lists[q]);
    relevance.list_of_query.push_back(q);
  }
  return relevance;
}

}  // namespace

Relevance neighbour_relevance(const Features& X, const Rows& queries, const Rows& database,
                              std::size_t k, Similarity by, const Lists& ignored) {
  return relevance_of(columns_of(X, queries), database.size(), all_of(X, database), k, by, ignored);
}

Relevance neighbour_relevance(const Features& queries, const FeatureSource& database,
                              std::size_t piece_rows, std::size_t k, Similarity by,
                              const Lists& ignored) {
  const auto add_all = [&](NearestSearch& search) {
    for (std::size_t first = 0; first < database.size(); first += piece_rows) {
      search.add(database.read(first, std::min(piece_rows, database.size() - first)), first);
    }
  };
  return relevance_of(queries, database.size(), add_all, k, by, ignored);
}

NeighbourGraph nearest_neighbours(const Features& X, const Rows& rows, std::size_t k,
                                  Similarity by) {
  const std::size_t n = rows.size();
  std::vector<std::vector<std::uint32_t>> neighbours(n);
  if (n > 1) {
    Lists own;
    for (std::uint32_t i = 0; i < n; ++i) own.append(std::vector<std::uint32_t>{i});
    const Relevance nearest = neighbour_relevance(X, rows, rows, std::min(k, n - 1), by, own);
    for (std::uint32_t i = 0; i < n; ++i) {
      for (const std::uint32_t j : nearest.of(i)) {
        neighbours[i].push_back(j);
        neighbours[j].push_back(i);
      }
    }
  }
  NeighbourGraph graph;
  for (std::vector<std::uint32_t>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    graph.append(list);
  }
  return graph;
}

}  // namespace hashlab
