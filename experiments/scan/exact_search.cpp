#include "experiments/scan/exact_search.h"

#include "lib/embeddings/rerank.h"
#include "lib/embeddings/rerank_bound.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/relevance/epsilon_ball.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::string_view bound_prefix = "bound:";

double bound_of(const std::string& text) {
  const std::optional<double> eps = parse_real(text.substr(bound_prefix.size()));
  if (eps && *eps >= 0 && std::isfinite(*eps)) return *eps;
  refuse(
      fmt::format("option '--rerank': '{}' is no bound: expected a number >= 0, such as "
                  "bound:1.9",
                  text));
}

/// Appends the similarities of the items in shortlists that are among `rows`, which ascend.
void add_similarities(const NearestItems& shortlist, const Rows& rows, const Features& queries,
                      const Features& features, Similarity by,
                      std::vector<std::vector<std::pair<double, std::uint32_t>>>& found) {
  NearestItems part;
  for (std::size_t q = 0; q < shortlist.n_queries(); ++q) {
    for (const std::uint32_t position : shortlist.positions_of(q)) {
      const auto row = std::lower_bound(rows.begin(), rows.end(), position);
      if (row == rows.end() || *row != position) continue;
      part.positions.push_back(static_cast<std::uint32_t>(row - rows.begin()));
    }
    part.offsets.push_back(part.positions.size());
  }
  part.similarities.resize(part.positions.size());
  const NearestItems order = reranked(part, queries, features, by);
  for (std::size_t q = 0; q < order.n_queries(); ++q) {
    const auto positions = order.positions_of(q);
    const auto similarities = order.similarities_of(q);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      found[q].emplace_back(-similarities[i], rows[positions[i]]);
    }
  }
}

/// The items of shortlists by similarity. Features are read in parts that fit into memory.
NearestItems rerank_from_file(const NearestItems& shortlist, const Features& queries,
                              const ExactSearch& exact, MemoryBudget& budget) {
  Rows wanted = shortlist.positions;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  budget.reserve(48 * static_cast<double>(shortlist.positions.size()) + exact.of->buffer_bytes(),
                 "shortlists (a lower R needs less)");
  const auto row_bytes = static_cast<double>(8 * exact.of->columns());
  const std::size_t at_once = std::max<std::size_t>(1, budget.rows(row_bytes, wanted.size()));
  std::vector<std::vector<std::pair<double, std::uint32_t>>> found(shortlist.n_queries());
  for (std::size_t first = 0; first < wanted.size(); first += at_once) {
    const auto begin = wanted.begin() + static_cast<std::ptrdiff_t>(first);
    const Rows rows(begin,
                    begin + static_cast<std::ptrdiff_t>(std::min(at_once, wanted.size() - first)));
    add_similarities(shortlist, rows, queries, read_rows(*exact.of, rows, at_once), exact.by,
                     found);
  }
  NearestItems order;
  for (auto& items : found) {
    std::sort(items.begin(), items.end());
    for (const auto& item : items) {
      order.similarities.push_back(0.0 - item.first);
      order.positions.push_back(item.second);
    }
    order.offsets.push_back(order.positions.size());
  }
  return order;
}

ExactlyFound by_shortlist(const ModelQueries& queries, const NamedCodes& database,
                          const ExactSearch& exact, std::size_t k, bool without_own,
                          MemoryBudget& budget, std::size_t threads) {
  const NearestItems shortlist =
      search_by_estimates(queries, database, exact.R, without_own, budget, threads);
  ExactlyFound found;
  for (std::size_t q = 0; q < shortlist.n_queries(); ++q) {
    found.exact.push_back(shortlist.positions_of(q).size());
  }
  found.nearest = first_items(rerank_from_file(shortlist, queries.features, exact, budget), k);
  return found;
}

ExactlyFound by_bound(const ModelQueries& queries, const NamedCodes& database,
                      const ExactSearch& exact, std::size_t k, bool without_own,
                      MemoryBudget& budget) {
  const Estimates estimates = estimates_of(queries, database, budget);
  Lists own;
  for (std::uint32_t q = 0; without_own && q < estimates.n_queries(); ++q) {
    own.append(q < estimates.n_items() ? std::vector<std::uint32_t>{q}
                                       : std::vector<std::uint32_t>{});
  }
  const ExactDistance distance = [&](std::size_t q, std::uint32_t row) {
    return squared_distance(queries.features, static_cast<std::uint32_t>(q), exact.of->read(row, 1),
                            0);
  };
  const BoundedNearest nearest = nearest_within_bound(estimates, k, *exact.eps, distance, own);
  return {first_items(nearest.found, k), nearest.exact()};
}

}  // namespace

std::optional<ExactSearch> exact_search_of(const Arguments& arguments, const NamedCodes& database,
                                           const Features& queries) {
  if (!arguments.has("rerank")) {
    for (const char* option : {"features", "by"}) {
      if (arguments.has(option)) refuse(fmt::format("option '--{}' needs '--rerank'", option));
    }
    return std::nullopt;
  }
  ExactSearch exact;
  exact.by = similarity_named(arguments.get("by", "euclidean"));
  const std::string text = arguments.required("rerank");
  if (text.starts_with(bound_prefix)) {
    exact.eps = bound_of(text);
    if (exact.by != Similarity::euclidean) {
      refuse("option '--by': error bounds are those of Euclidean distances: leave it out");
    }
  } else {
    exact.R = arguments.count("rerank", 1, 1, UINT32_MAX);
    const std::size_t k = arguments.count("k", 1, 1, UINT32_MAX);
    if (exact.R < k) {
      refuse(
          fmt::format("option '--rerank': shortlists of {} items have no {} nearest: expected "
                      "at least --k",
                      exact.R, k));
    }
  }
  exact.path = arguments.required("features");
  exact.of = open_features(exact.path, arguments.get("view", ""));
  if (exact.of->columns() != queries.n_rows) {
    refuse(fmt::format("{}: has {} features a sample, queries have {}", exact.path,
                       exact.of->columns(), queries.n_rows));
  }
  if (exact.of->size() != database.codes->size()) {
    refuse(
        fmt::format("{}: has {} samples, but {} has {} codes: give the samples that were "
                    "encoded",
                    exact.path, exact.of->size(), database.path, database.codes->size()));
  }
  return exact;
}

ExactlyFound search_exactly(const ModelQueries& queries, const NamedCodes& database,
                            const ExactSearch& exact, std::size_t k, bool without_own,
                            MemoryBudget& budget, std::size_t threads) {
  return exact.eps ? by_bound(queries, database, exact, k, without_own, budget)
                   : by_shortlist(queries, database, exact, k, without_own, budget, threads);
}

std::vector<OptionSpec> exact_search_options() {
  return {{"rerank", "R|bound:EPS",
           "with --model: find the K nearest by their features among the R nearest codes, or "
           "among all that the error bound of the codes allows, such as bound:1.9"},
          {"features", "DATA", "with --rerank: the features of the database"},
          one_of({"by", "SIMILARITY",
                  "with --rerank: similarity of features, which are not centred [euclidean]"},
                 {"euclidean", "cosine", "inner-product"})};
}

}  // namespace hashlab::experiments
