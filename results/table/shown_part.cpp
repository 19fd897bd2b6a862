#include "results/table/shown_part.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::results {
namespace {

/// Without a limit, some error messages would list hundreds of names.
constexpr std::size_t max_names = 5;

std::string some_of(const std::vector<std::string>& names) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), max_names));
  return fmt::format(
      "{}{}", fmt::join(names.begin(), end, ", "),
      names.size() > max_names ? fmt::format(" and {} more", names.size() - max_names) : "");
}

void check_names(const std::string& option, const std::vector<std::string>& wanted,
                 const std::vector<std::string>& there) {
  for (const std::string& name : wanted) {
    if (contains(there, name)) continue;
    refuse(fmt::format("--{} {}: the results have {}{}", option, name, some_of(there),
                       suggestion(name, there)));
  }
}

std::vector<std::string> texts_of(const std::vector<CodeBits>& bits) {
  std::vector<std::string> texts;
  for (const CodeBits count : bits) texts.push_back(count ? std::to_string(*count) : "none");
  return texts;
}

std::vector<std::string> all_names(const MetricResults& results) {
  std::vector<std::string> names = results.hashers;
  names.insert(names.end(), results.references.begin(), results.references.end());
  return names;
}

/// Adds a text such as "2 of 13 splits" if only some are shown.
void add_count(std::vector<std::string>& parts, std::size_t wanted, std::size_t there,
               const char* what) {
  if (wanted > 0 && wanted < there) {
    parts.push_back(fmt::format("{} of {} {}", wanted, there, what));
  }
}

}  // namespace

bool ShownPart::shows_hasher(const std::string& name) const {
  return hashers.empty() || contains(hashers, name);
}

bool ShownPart::shows_split(const std::string& name) const {
  return splits.empty() || contains(splits, name);
}

bool ShownPart::shows_bits(CodeBits count) const {
  return bits.empty() || std::find(bits.begin(), bits.end(), count) != bits.end();
}

void check_shown(const ShownPart& shown, const MetricResults& results) {
  check_names("hasher", shown.hashers, all_names(results));
  check_names("split", shown.splits, results.splits);
  check_names("bits", texts_of(shown.bits), texts_of(results.bits));
}

void keep_shown_rows(const ShownPart& shown, std::vector<TableRow>& rows) {
  std::vector<TableRow> kept;
  bool starts_block = false;
  for (TableRow& row : rows) {
    starts_block = starts_block || row.starts_block;
    if (!shown.shows_hasher(row.name)) continue;
    row.starts_block = starts_block && !kept.empty();
    starts_block = false;
    kept.push_back(std::move(row));
  }
  rows = std::move(kept);
}

std::string shown_footnote(const ShownPart& shown, const MetricResults& results) {
  std::vector<std::string> parts;
  add_count(parts, shown.hashers.size(), all_names(results).size(), "hashing methods");
  add_count(parts, shown.splits.size(), results.splits.size(), "splits");
  add_count(parts, shown.bits.size(), results.bits.size(), "code lengths");
  if (parts.empty()) return "";
  return fmt::format(
      "shown: {}; tests and their corrections cover all hashing methods and code lengths of a "
      "split",
      fmt::join(parts, ", "));
}

}  // namespace hashlab::results
