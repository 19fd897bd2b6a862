#include "experiments/gather/printed_names.h"

#include "hashers/registry.h"
#include "lib/method_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

/// "PCA-RR" for "pca-rr", because most names are acronyms.
std::string in_capitals(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

template <typename Methods>
void add_printed(const Methods& methods, Names& names) {
  for (const auto& method : methods) {
    const hashers::MethodInfo info = method->info();
    names[info.name] = info.printed.empty() ? in_capitals(info.name) : info.printed;
  }
}

/// The printed names of all methods, with the names that users write as keys.
const Names& printed_methods() {
  static const Names names = [] {
    Names all;
    add_printed(hashers::projections::all(), all);
    add_printed(hashers::cross_modal::all(), all);
    add_printed(hashers::projections::rotations(), all);
    add_printed(hashers::quantisers::all(), all);
    add_printed(hashers::quantisers::of_vectors(), all);
    return all;
  }();
  return names;
}

std::optional<std::string> printed(const std::string& method) {
  const auto found = printed_methods().find(method);
  if (found == printed_methods().end()) return std::nullopt;
  return found->second;
}

/// The settings as text, such as "thresholds=7, tuned".
std::string settings_of(const MethodName& name) {
  std::string text;
  for (const char c : name.settings) {
    text += c;
    if (c == ',') text += ' ';
  }
  if (name.tuned) text += text.empty() ? "tuned" : ", tuned";
  return text;
}

/// True if the character can be part of a method's name. Without this check, lsh+sbq would also be
/// replaced inside klsh+sbq and lsh+sbq:tuned.
bool is_of_a_name(char c) {
  constexpr std::string_view others = "-+:=_";
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || others.find(c) != others.npos;
}

void replace_name(std::string& text, const std::string& name, const std::string& print) {
  for (std::size_t at = 0; (at = text.find(name, at)) != text.npos;) {
    const std::size_t end = at + name.size();
    // A colon before a space, as in "itq+sbq: p < 0.05", does not introduce settings.
    const bool ends = end == text.size() || !is_of_a_name(text[end]) ||
                      (text[end] == ':' && (end + 1 == text.size() || text[end + 1] == ' '));
    const bool is_whole = ends && (at == 0 || !is_of_a_name(text[at - 1]));
    if (is_whole) text.replace(at, name.size(), print);
    at += is_whole ? print.size() : name.size();
  }
}

}  // namespace

std::string printed_name(std::string_view method) {
  const MethodName name = parse_method_name(method);
  if (name.projection == "codes") return name.settings;
  const std::optional<std::string> projection = printed(name.projection);
  if (!projection) return std::string(method);
  std::string text = *projection;
  std::vector<std::string> remarks;
  if (const auto quantiser = printed(name.quantiser)) {
    text += " + " + *quantiser;
  } else if (!name.quantiser.empty()) {
    remarks.push_back(name.quantiser);  // the similarity by which real values are ranked
  }
  if (name.real_queries) remarks.emplace_back(asymmetric_name);
  if (name.has_settings()) remarks.push_back(settings_of(name));
  return remarks.empty() ? text : fmt::format("{} ({})", text, fmt::join(remarks, ", "));
}

results::Table with_printed_names(results::Table table) {
  std::vector<std::pair<std::string, std::string>> names;
  for (results::TableGrid& grid : table.grids) {
    if (grid.corner == "hasher") grid.corner = "method";
    for (results::TableRow& row : grid.rows) {
      const std::string name = printed_name(row.name);
      if (name == row.name) continue;
      names.emplace_back(row.name, name);
      row.name = name;
    }
  }
  for (std::string& note : table.footnotes) {
    for (const auto& [name, print] : names) replace_name(note, name, print);
  }
  return table;
}

}  // namespace hashlab::experiments
