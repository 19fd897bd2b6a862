#include "experiments/scan/search_methods.h"

#include "experiments/program/memory_budget.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/ranking/multi_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::experiments {
namespace {

/// The memory of a neighbour during the search, in the result, and as text.
constexpr double bytes_per_neighbour = 40;

Neighbours scan(const SearchRequest& request) {
  const CodeFormat& format = request.queries.format;
  const RowRange own = request.ranks.range_of(request.database.size());
  // Each code is in memory as read, as stored, and as compared (see thermometer).
  const std::size_t compared_words = (format.max_distance() + 63) / 64;
  const auto row_bytes = static_cast<double>(16 * format.n_words() + 8 * compared_words);
  MemoryBudget budget(request.memory);
  const auto queries = static_cast<double>(request.queries.n);
  budget.reserve(queries * row_bytes, "the query codes");
  const double found =
      request.k == LinearScan::everything
          ? 0
          : static_cast<double>(std::min(request.k, request.database.size())) * bytes_per_neighbour;
  const double state = static_cast<double>(LinearScan::bytes_per_query(format, request.radius));
  budget.reserve(queries * (found + state), "what is found (a lower --k needs less)");
  const std::size_t threads = budget.reserve_threads(
      request.threads, format,
      [&](std::size_t t) {
        return LinearScan::divides_database(request.queries.n, t)
                   ? static_cast<double>(t) * queries * (found + state)
                   : 0;
      },
      "one thread");
  const std::size_t rows = std::max<std::size_t>(1, budget.rows(row_bytes, own.count));
  LinearScan search(request.queries, request.k, request.radius, request.kernel, threads);
  for (std::size_t done = 0; done < own.count; done += rows) {
    request.ranks.look_around();
    const std::size_t first = own.first + done, count = std::min(rows, own.count - done);
    search.add(request.database.read(first, count), first);
    request.advance(done + count, rows);
  }
  return search.result();
}

/// The neighbours within `radius`.
Neighbours within(const Neighbours& all, std::size_t radius) {
  Neighbours near;
  for (std::size_t q = 0; q < all.n_queries(); ++q) {
    for (std::size_t i = all.offsets[q]; i < all.offsets[q + 1]; ++i) {
      if (all.distances[i] > radius) break;
      near.positions.push_back(all.positions[i]);
      near.distances.push_back(all.distances[i]);
    }
    near.offsets.push_back(near.positions.size());
  }
  return near;
}

Neighbours nothing_for(std::size_t n_queries) {
  Neighbours none;
  none.offsets.resize(n_queries + 1);
  return none;
}

Neighbours mih(const SearchRequest& request) {
  const RowRange own = request.ranks.range_of(request.database.size());
  const std::size_t n = own.count;
  if (n == 0) return nothing_for(request.queries.n);  // if there are more ranks than rows
  const CodeFormat& format = request.queries.format;
  const std::size_t bits = format.max_distance();  // of the codes in the compared form
  const bool nearest = request.k != LinearScan::everything;
  const bool tells = request.ranks.rank() == 0;
  if (tells && !multi_index_pays(n, nearest ? request.k : 1, request.queries.n)) {
    request.note(
        fmt::format("note: tables do not pay for {} codes of {} bits{}: '--method scan' is "
                    "faster",
                    n, bits, nearest ? fmt::format(" and k = {}", request.k) : ""));
  }
  MemoryBudget budget(request.memory);
  const auto codes = static_cast<double>(n);
  const std::size_t words = (bits + 63) / 64;
  const auto code_bytes = static_cast<double>(8 * words);
  const std::size_t m = MultiIndex::default_substrings(bits, n);
  const double tables =
      static_cast<double>(m) * (4 * std::exp2((bits + m - 1) / m) + (4 + code_bytes) * codes);
  budget.reserve(static_cast<double>(8 * format.n_words()) * codes + code_bytes * codes + tables,
                 "the database and its tables ('--method scan' needs none)");
  const std::size_t threads = budget.reserve_threads(
      request.threads, format, [](std::size_t) { return 0; }, "one thread");
  const Codes database = request.database.read(own.first, n);
  const MultiIndex index(database, m, threads);
  IndexedSearch found =
      nearest ? index.top_k(request.queries, request.k, request.kernel, threads)
              : index.within_radius(request.queries, request.radius, request.kernel, threads);
  request.advance(n, n);
  for (std::uint32_t& position : found.neighbours.positions) {
    position += static_cast<std::uint32_t>(own.first);
  }
  if (tells && found.scanned > 0) {
    request.note(fmt::format("{} of {} queries were left to the scan, which is faster for them",
                             found.scanned, request.queries.n));
  }
  return nearest ? within(found.neighbours, request.radius) : found.neighbours;
}

}  // namespace

const std::vector<SearchMethod>& search_methods() {
  static const std::vector<SearchMethod> methods = {
      {"scan", "compare every code, in blocks of the file that fit into memory", scan},
      {"mih",
       "multi-index hashing with the whole database in memory, for many codes and many queries",
       mih},
  };
  return methods;
}

const SearchMethod& search_method(std::string_view name) {
  std::vector<std::string> known;
  for (const SearchMethod& method : search_methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("option '--method' = '{}'{}, expected {}", name, suggestion(name, known),
                          fmt::join(known, " or ")));
}

}  // namespace hashlab::experiments
