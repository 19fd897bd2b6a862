#pragma once

#include <compare>
#include <string>

namespace hashlab::results {

/// A direction of cross-modal retrieval: the view of the queries, the view of the database, and the
/// source of the database's codes.
struct Direction {
  std::string query, database;  ///< names of views; empty if there is only one
  /// The source of the database's codes: "function", the hash function of the view `database` (the
  /// fair protocol); "joint", codes that training assigned to items with both views known; or
  /// "label", codes computed from the classes of the items.
  std::string codes;

  bool empty() const { return query.empty(); }
  /// "image>text"; empty if the data set has one view.
  std::string text() const { return empty() ? "" : query + ">" + database; }
  auto operator<=>(const Direction&) const = default;
};

/// The name of a data set with a direction, as results use it: "wiki:image>text". The name ends in
/// the source of the codes if that is not "function": "wiki:image>text:joint". If there is no
/// direction, it is the plain name.
inline std::string name_in_direction(const std::string& dataset, const Direction& direction) {
  if (direction.empty()) return dataset;
  const std::string codes = direction.codes == "function" ? "" : ":" + direction.codes;
  return dataset + ":" + direction.text() + codes;
}

}  // namespace hashlab::results
