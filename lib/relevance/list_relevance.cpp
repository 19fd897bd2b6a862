#include "lib/relevance/list_relevance.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hashlab {
namespace {

using Kinds = std::vector<const std::vector<Rows>*>;

/// Which lists are relevant, and which leave the ranking.
struct KindsOfLevel {
  Kinds relevant, ignored;
};

KindsOfLevel kinds_of(const QueryLists& lists, ListTruth::Level level) {
  using Level = ListTruth::Level;
  if (level == Level::easy) return {{&lists.easy}, {&lists.junk, &lists.hard}};
  if (level == Level::hard) return {{&lists.hard}, {&lists.junk, &lists.easy}};
  if (level == Level::medium || lists.relevant.empty()) {
    return {{&lists.easy, &lists.hard}, {&lists.junk}};
  }
  return {{&lists.relevant}, {&lists.junk}};
}

/// The list of each of these kinds, and `more`, as one list of ascending positions.
void append_positions(Lists& lists, const Kinds& kinds, std::size_t query, const Rows& more,
                      const Rows& database) {
  Rows rows = more;
  for (const std::vector<Rows>* kind : kinds) {
    if (kind->empty()) continue;  // a file without junk
    rows.insert(rows.end(), (*kind)[query].begin(), (*kind)[query].end());
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<std::uint32_t> positions;
  for (const std::uint32_t row : rows) {
    const auto found = std::lower_bound(database.begin(), database.end(), row);
    if (found == database.end() || *found != row) continue;
    positions.push_back(static_cast<std::uint32_t>(found - database.begin()));
  }
  lists.append(positions);
}

}  // namespace

std::string missing_list(const QueryLists& lists, const ListTruth& truth) {
  if (lists.empty()) return "/query/row";
  const bool any = truth.level == ListTruth::Level::automatic && !lists.relevant.empty();
  return any || !lists.easy.empty() ? "" : "/query/easy";
}

void check_listed(const QueryLists& lists, const Rows& queries) {
  for (const std::uint32_t row : queries) {
    if (std::binary_search(lists.queries.begin(), lists.queries.end(), row)) continue;
    refuse(
        fmt::format("groundtruth = lists has none for the query in row {}: use split = queries, "
                    "or another ground truth",
                    row));
  }
}

Relevance list_relevance(const QueryLists& lists, const ListTruth& truth, const Rows& queries,
                         const Rows& database) {
  check_listed(lists, queries);
  const KindsOfLevel kinds = kinds_of(lists, truth.level);
  Relevance relevance;
  relevance.n_database = database.size();
  relevance.list_of_query.resize(queries.size());
  std::iota(relevance.list_of_query.begin(), relevance.list_of_query.end(), 0U);
  for (const std::uint32_t row : queries) {
    const auto found = std::lower_bound(lists.queries.begin(), lists.queries.end(), row);
    const auto k = static_cast<std::size_t>(found - lists.queries.begin());
    append_positions(relevance.lists, kinds.relevant, k, {}, database);
    const Rows own = truth.ignore_self ? Rows{row} : Rows{};
    append_positions(relevance.ignored, kinds.ignored, k, own, database);
  }
  return relevance;
}

}  // namespace hashlab
