#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// File names for pages, made of names that may hold anything.
class Slugs {
 public:
  /// A slug for each name, in the given order: its letters in lower case, digits and "_", and a
  /// dash for whatever else stands between them. If the slug does not show the name completely, or
  /// an earlier name has it, then eight digits of the name's SHA-256 follow.
  explicit Slugs(const std::vector<std::string>& names);
  /// Errors:  std::out_of_range if the name was not given.
  const std::string& of(const std::string& name) const { return slugs_.at(name); }
  bool has(const std::string& name) const { return slugs_.contains(name); }

 private:
  std::map<std::string, std::string> slugs_;
};

}  // namespace hashlab::results
