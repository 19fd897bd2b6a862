#include "lib/relevance/class_labels.h"

#include <map>

namespace hashlab {
namespace {

using Classes = std::vector<std::uint32_t>;

Classes classes_of(const Labels& labels, std::uint32_t row) {
  if (!labels.single.empty()) return {static_cast<std::uint32_t>(labels.single[row])};
  Classes classes;
  for (std::uint32_t c = 0; c < labels.multi.n_rows; ++c) {
    if (labels.multi(c, row)) classes.push_back(c);
  }
  return classes;
}

}  // namespace

Relevance class_relevance(const Labels& labels, const Rows& queries, const Rows& database) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;  // class -> database positions
  for (std::uint32_t i = 0; i < database.size(); ++i) {
    for (const std::uint32_t c : classes_of(labels, database[i])) members[c].push_back(i);
  }
  Relevance relevance;
  relevance.n_database = database.size();
  std::map<Classes, std::uint32_t> known;
  std::vector<std::uint32_t> list;
  for (const std::uint32_t query : queries) {
    const Classes classes = classes_of(labels, query);
    const auto next = static_cast<std::uint32_t>(relevance.lists.size());
    const auto [entry, is_new] = known.try_emplace(classes, next);
    relevance.list_of_query.push_back(entry->second);
    if (!is_new) continue;
    std::vector<std::uint8_t> shares(database.size(), 0);
    for (const std::uint32_t c : classes) {
      for (const std::uint32_t i : members[c]) shares[i] = 1;
    }
    list.clear();
    for (std::uint32_t i = 0; i < shares.size(); ++i) {
      if (shares[i]) list.push_back(i);
    }
    relevance.lists.append(list);
  }
  return relevance;
}

NeighbourGraph class_neighbours(const Labels& labels, const Rows& rows) {
  return without_diagonal(class_relevance(labels, rows, rows));
}

}  // namespace hashlab
