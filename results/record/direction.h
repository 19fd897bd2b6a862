#pragma once

#include <compare>
#include <string>

namespace hashlab::results {

/// Of data sets with several views: samples of which view ask, and what those that are ranked for
/// them are known by.
struct Direction {
  std::string query, database;  ///< names of views; empty where there is one
  /// How the database gets its codes: "function" of that view, the honest way; "joint", by what
  /// learning gave to items of which it knew both views; or "label", made of their classes.
  std::string codes;

  bool empty() const { return query.empty(); }
  /// "image>text"; empty if there is none.
  std::string text() const { return empty() ? "" : query + ">" + database; }
  auto operator<=>(const Direction&) const = default;
};

/// How results call a data set in a direction: "wiki:image>text", with other codes than those of
/// functions "wiki:image>text:joint"; its name where there is no direction.
inline std::string name_in_direction(const std::string& dataset, const Direction& direction) {
  if (direction.empty()) return dataset;
  const std::string codes = direction.codes == "function" ? "" : ":" + direction.codes;
  return dataset + ":" + direction.text() + codes;
}

}  // namespace hashlab::results
