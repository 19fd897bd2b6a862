#include "experiments/search.h"

#include "experiments/memory_budget.h"
#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

/// Bytes that a neighbour takes while it is looked for, when it is found, and as text.
constexpr double bytes_per_neighbour = 40;

Neighbours scan(const SearchRequest& request) {
  const CodeFormat& format = request.queries.format;
  const std::size_t n = request.database.size();
  // Codes as they are read, as they are stored, and as they are compared (see thermometer).
  const double row_bytes = static_cast<double>(16 * format.n_words()) +
                           static_cast<double>((format.max_distance() + 63) / 64 * 8);
  MemoryBudget budget(request.memory);
  const auto queries = static_cast<double>(request.queries.n);
  budget.reserve(queries * row_bytes, "the query codes");
  if (request.k != LinearScan::everything) {
    const auto found = static_cast<double>(std::min(request.k, n));
    budget.reserve(queries * found * bytes_per_neighbour, "what is found (a lower --k needs less)");
  }
  const std::size_t rows = budget.rows(row_bytes, n);
  LinearScan search(request.queries, request.k, request.radius, request.kernel, request.threads);
  for (std::size_t first = 0; first < n; first += rows) {
    const std::size_t count = std::min(rows, n - first);
    search.add(request.database.read(first, count), first);
    request.advance(first + count, rows);
  }
  return search.result();
}

}  // namespace

const std::vector<SearchMethod>& search_methods() {
  static const std::vector<SearchMethod> methods = {
      {"scan", "compares every code, in pieces of the file that fit into memory", scan},
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

}  // namespace hashlab
