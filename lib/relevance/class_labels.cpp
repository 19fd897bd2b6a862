#include "lib/relevance/class_labels.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace hashlab {
namespace {

using Classes = std::vector<std::uint32_t>;

/// Some rows of the labels of a data set, or all of them.
struct LabelledRows {
  const Labels& labels;
  const Rows* rows;

  std::uint32_t size() const {
    if (rows != nullptr) return static_cast<std::uint32_t>(rows->size());
    return static_cast<std::uint32_t>(labels.single.empty() ? labels.multi.n_cols
                                                            : labels.single.size());
  }
  std::uint32_t row(std::uint32_t i) const { return rows != nullptr ? (*rows)[i] : i; }
  bool is_single() const { return !labels.single.empty(); }
  std::uint32_t single(std::uint32_t i) const {
    return static_cast<std::uint32_t>(labels.single[row(i)]);
  }
  const std::uint8_t* multi(std::uint32_t i) const { return labels.multi.colptr(row(i)); }
  Classes classes(std::uint32_t i) const {
    if (is_single()) return {single(i)};
    Classes classes;
    for (std::uint32_t c = 0; c < labels.multi.n_rows; ++c) {
      if (multi(i)[c]) classes.push_back(c);
    }
    return classes;
  }
};

/// The list of each class in `list_of_class` (sorted), for a database of single labels.
Lists single_lists(const LabelledRows& database, const std::map<Classes, std::uint32_t>& list_of) {
  // A dense table where classes are small numbers, as they nearly always are.
  constexpr std::uint32_t dense = std::uint32_t{1} << 20;
  const auto nobody = static_cast<std::uint32_t>(list_of.size());
  std::vector<std::uint32_t> table;
  for (const auto& [classes, list] : list_of) {
    const std::uint32_t c = classes.front();
    if (c >= dense) continue;
    if (table.size() <= c) table.resize(c + 1, nobody);
    table[c] = list;
  }
  const auto list_of_item = [&](std::uint32_t i) {
    const std::uint32_t c = database.single(i);
    if (c < table.size()) return table[c];
    if (c < dense) return nobody;
    const auto found = list_of.find({c});
    return found == list_of.end() ? nobody : found->second;
  };
  Lists lists;
  lists.offsets.assign(list_of.size() + 2, 0);  // the last list is that of no query
  for (std::uint32_t i = 0; i < database.size(); ++i) ++lists.offsets[list_of_item(i) + 1];
  lists.offsets.pop_back();
  std::partial_sum(lists.offsets.begin(), lists.offsets.end(), lists.offsets.begin());
  lists.items.resize(lists.offsets.back());
  std::vector<std::size_t> end(lists.offsets.begin(), lists.offsets.end() - 1);
  for (std::uint32_t i = 0; i < database.size(); ++i) {
    const std::uint32_t list = list_of_item(i);
    if (list != nobody) lists.items[end[list]++] = i;
  }
  return lists;
}

Lists multi_lists(const LabelledRows& database, const std::vector<Classes>& sets,
                  std::size_t least) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;  // class -> database positions
  for (const Classes& set : sets) {
    for (const std::uint32_t c : set) members.try_emplace(c);
  }
  for (std::uint32_t i = 0; i < database.size(); ++i) {
    const std::uint8_t* own = database.multi(i);
    for (auto& [c, list] : members) {
      if (own[c]) list.push_back(i);
    }
  }
  Lists lists;
  std::vector<std::uint32_t> shared(database.size());
  std::vector<std::uint32_t> list;
  for (const Classes& set : sets) {
    std::fill(shared.begin(), shared.end(), 0u);
    for (const std::uint32_t c : set) {
      for (const std::uint32_t i : members[c]) ++shared[i];
    }
    list.clear();
    for (std::uint32_t i = 0; i < shared.size(); ++i) {
      if (shared[i] >= least) list.push_back(i);
    }
    lists.append(list);
  }
  return lists;
}

Relevance relevance_of(const LabelledRows& queries, const LabelledRows& database,
                       std::size_t least = 1) {
  Relevance relevance;
  relevance.n_database = database.size();
  std::map<Classes, std::uint32_t> known;
  std::vector<Classes> sets;  // of classes, in the order of the queries that have them
  for (std::uint32_t q = 0; q < queries.size(); ++q) {
    Classes classes = queries.classes(q);
    const auto [entry, is_new] =
        known.try_emplace(classes, static_cast<std::uint32_t>(sets.size()));
    relevance.list_of_query.push_back(entry->second);
    if (is_new) sets.push_back(std::move(classes));
  }
  const bool none = database.size() == 0 || (database.is_single() && least > 1);
  if (none) {
    relevance.lists.offsets.assign(sets.size() + 1, 0);
  } else {
    relevance.lists =
        database.is_single() ? single_lists(database, known) : multi_lists(database, sets, least);
  }
  return relevance;
}

}  // namespace

Relevance class_relevance(const Labels& labels, const Rows& queries, const Rows& database) {
  return relevance_of({labels, &queries}, {labels, &database});
}

Relevance class_relevance(const Labels& queries, const Labels& database, std::size_t least) {
  const bool same_kind = queries.single.empty() == database.single.empty() &&
                         queries.multi.n_rows == database.multi.n_rows;
  if (!same_kind && !queries.empty() && !database.empty()) {
    const auto text = [](const Labels& labels) {
      return labels.single.empty() ? fmt::format("{} columns of 0 and 1", labels.multi.n_rows)
                                   : std::string("one class each");
    };
    throw Error(ErrorCode::invalid_argument,
                fmt::format("labels of queries are {}, those of the database {}: give both in one "
                            "form",
                            text(queries), text(database)));
  }
  return relevance_of({queries, nullptr}, {database, nullptr}, least);
}

std::size_t label_sets(const Labels& labels) {
  const LabelledRows all{labels, nullptr};
  std::map<Classes, bool> sets;
  for (std::uint32_t i = 0; i < all.size(); ++i) sets[all.classes(i)] = true;
  return sets.size();
}

std::size_t max_classes(const Labels& labels) {
  if (!labels.single.empty()) return 1;
  std::size_t most = 0;
  for (std::size_t i = 0; i < labels.multi.n_cols; ++i) {
    most = std::max<std::size_t>(most, arma::accu(labels.multi.col(i) != 0));
  }
  return most;
}

Labels labels_of_rows(const Labels& labels, std::span<const std::uint32_t> rows) {
  Labels result;
  if (!labels.single.empty()) {
    for (const std::uint32_t row : rows) result.single.push_back(labels.single[row]);
  } else if (!labels.multi.is_empty()) {
    result.multi.set_size(labels.multi.n_rows, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) result.multi.col(i) = labels.multi.col(rows[i]);
  }
  return result;
}

NeighbourGraph class_neighbours(const Labels& labels, const Rows& rows) {
  return without_diagonal(class_relevance(labels, rows, rows));
}

}  // namespace hashlab
