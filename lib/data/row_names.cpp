#include "lib/data/row_names.h"

#include "lib/data/h5_place.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

constexpr std::string_view line_blanks = " \t\r";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(line_blanks), text.size()));
  return text.substr(0, text.find_last_not_of(line_blanks) + 1);
}

std::string_view file_of(std::string_view name) {
  return name.substr(name.rfind('/') + 1);
}

/// Is `end` all of the name, or what stands behind a '/' of it?
bool ends_in(std::string_view name, std::string_view end) {
  return name.ends_with(end) &&
         (name.size() == end.size() || name[name.size() - end.size() - 1] == '/');
}

std::vector<std::string> names_in_text(const std::string& path) {
  const std::string text = hashlab::read_text(path);
  std::vector<std::string> names;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string_view name = name_of_line(line);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

std::vector<std::string> names_in_h5(const std::string& path, std::string dataset, std::size_t n) {
  const H5File file = H5File::open(path);
  std::vector<std::string> lists;
  for (const std::string& name : file.members()) {
    const H5File::Shape shape = file.shape(name);
    if (shape.kind == H5File::Kind::other && shape.size == std::vector<std::size_t>{n}) {
      lists.push_back(name);
    }
  }
  if (dataset.empty() && std::find(lists.begin(), lists.end(), "/names") != lists.end()) {
    dataset = "/names";
  }
  if (dataset.empty() && lists.size() == 1) dataset = lists.front();
  if (std::find(lists.begin(), lists.end(), dataset) == lists.end()) {
    refuse(
        fmt::format("{} has no '{}' with the names of its {} rows: give row numbers, or the names "
                    "one a line (audit --names FILE, split foreign:names=FILE)",
                    path, dataset.empty() ? "/names" : dataset, n));
  }
  std::vector<std::string> names = file.read_texts(dataset);
  if (names.empty()) {
    refuse(
        fmt::format("{}: '{}' is no list of texts, or has more than {} names or {} bytes of "
                    "them: give row numbers",
                    path, dataset, H5File::max_texts, H5File::max_text_bytes));
  }
  return names;
}

}  // namespace

RowNames::RowNames(std::vector<std::string> names, std::string source)
    : names_(std::move(names)), source_(std::move(source)) {
  for (std::size_t row = 0; row < names_.size(); ++row) {
    whole_.emplace(names_[row], static_cast<std::uint32_t>(row));
    ends_.emplace(file_of(names_[row]), static_cast<std::uint32_t>(row));
  }
}

std::optional<std::uint32_t> RowNames::row_of(std::string_view name) const {
  std::vector<std::uint32_t> found;
  const auto [first, last] = whole_.equal_range(name);
  for (auto entry = first; entry != last; ++entry) found.push_back(entry->second);
  if (found.empty()) {
    const auto [from, to] = ends_.equal_range(file_of(name));
    for (auto entry = from; entry != to; ++entry) {
      const std::string& known = names_[entry->second];
      if (ends_in(known, name) || ends_in(name, known)) found.push_back(entry->second);
    }
  }
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    const auto [low, high] = std::minmax_element(found.begin(), found.end());
    refuse(fmt::format("{}: rows {} and {} are both called '{}'", source_, *low, *high,
                       std::string(name.substr(0, 80))));
  }
  return found.front();
}

std::string_view name_of_line(std::string_view line) {
  constexpr std::string_view separators = " \t,;";
  line = without_blanks(line);
  while (true) {
    const std::size_t at = line.find_last_of(separators);
    if (at == line.npos) return line;
    const std::string_view last = line.substr(at + 1);
    if (!last.empty() && !parse_real(last)) return line;
    const std::string_view before = without_blanks(line.substr(0, at));
    if (before.empty()) return line;
    line = before;
  }
}

RowNames read_row_names(const std::string& path, std::size_t n) {
  const auto [file, dataset] = h5_place(path);
  std::vector<std::string> names =
      H5File::is_h5(file) ? names_in_h5(file, dataset, n) : names_in_text(path);
  if (names.size() != n) {
    refuse(fmt::format("{}: names {} rows, but the data set has {}", path, names.size(), n));
  }
  return {std::move(names), path};
}

}  // namespace hashlab
