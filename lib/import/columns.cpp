#include "lib/import/columns.h"

#include "lib/data/column_ranges.h"
#include "lib/data/dataset_file.h"
#include "lib/error.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace hashlab {
namespace {

constexpr std::size_t highest_column = std::numeric_limits<std::int32_t>::max();

std::optional<std::size_t> column_number(std::string_view text) {
  const auto number = parse_whole(text);
  if (!number || *number < 1 || *number > highest_column) return std::nullopt;
  return *number;
}

class SelectedColumns final : public ForeignTable {
 public:
  SelectedColumns(std::unique_ptr<ForeignTable> table, std::vector<std::size_t> columns)
      : table_(std::move(table)), columns_(std::move(columns)) {}
  std::size_t columns() const override { return columns_.size(); }
  Element element() const override { return table_->element(); }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t width = table_->columns();
    block_.resize(at_most * width);
    const std::size_t count = table_->read(at_most, block_.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double* const row = block_.data() + i * width;
      for (const std::size_t j : columns_) *out++ = row[j];
    }
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
  std::vector<std::size_t> columns_;
  std::vector<double> block_;
};

}  // namespace

ColumnList::ColumnList(std::string_view option, const std::string& text)
    : option_(option), text_(text) {
  const auto fail = [&](std::string_view what) {
    refuse(
        fmt::format("{} {}: {}; expected columns counted from 1, such as 5, 1-499, 1-4,7 or "
                    "500- (up to the last)",
                    option, text, what));
  };
  std::string_view rest = text;
  while (true) {
    const auto comma =
        static_cast<std::size_t>(std::find(rest.begin(), rest.end(), ',') - rest.begin());
    const std::string_view word = rest.substr(0, comma);
    const std::size_t dash = std::min(word.find('-'), word.size());
    const auto first = column_number(word.substr(0, dash));
    std::optional<std::size_t> last = first;
    if (dash + 1 == word.size()) last = 0;
    if (dash + 1 < word.size()) last = column_number(word.substr(dash + 1));
    if (!first || !last) fail(fmt::format("'{}' is no column or range of columns", word));
    if (*last != 0 && *last < *first) fail(fmt::format("range '{}' is empty", word));
    ranges_.emplace_back(*first, *last);
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  std::sort(ranges_.begin(), ranges_.end());
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    const auto [first, last] = ranges_[i - 1];
    if (last == 0 || ranges_[i].first <= last) {
      fail(fmt::format("column {} is named twice", ranges_[i].first));
    }
  }
}

std::vector<std::size_t> ColumnList::positions(std::size_t width, const std::string& source) const {
  std::vector<std::size_t> columns;
  for (const auto& [first, last] : ranges_) {
    if (first > width || last > width) {
      refuse(fmt::format("{}: has {} columns, but {} names column {}", source, width, option_,
                         std::max(first, last)));
    }
    for (std::size_t c = first; c <= (last == 0 ? width : last); ++c) columns.push_back(c - 1);
  }
  return columns;
}

ChosenColumns choose_columns(const ColumnRoles& roles, std::size_t width,
                             const std::string& source) {
  std::vector<const ColumnList*> role_of(width, nullptr);
  const auto take = [&](const ColumnList& list) {
    std::vector<std::size_t> columns = list.positions(width, source);
    for (const std::size_t c : columns) {
      if (role_of[c] != nullptr) {
        refuse(fmt::format("{}: {} and {} both name column {}", source, role_of[c]->option(),
                           list.option(), c + 1));
      }
      role_of[c] = &list;
    }
    return columns;
  };
  ChosenColumns chosen;
  chosen.features = take(roles.features);
  chosen.labels = take(roles.labels);
  take(roles.ids);
  if (roles.features.empty()) {
    for (std::size_t c = 0; c < width; ++c) {
      if (role_of[c] == nullptr) chosen.features.push_back(c);
    }
  }
  if (chosen.features.empty()) {
    refuse(fmt::format("{}: none of its {} columns is left for the features", source, width));
  }
  return chosen;
}

void note_source_columns(std::map<std::string, std::string>& attributes,
                         const std::vector<std::size_t>& columns) {
  attributes.erase(source_columns_attribute);
  if (columns.empty() || columns.back() + 1 == columns.size()) return;
  attributes[source_columns_attribute] = column_ranges(columns);
}

std::string column_text(const ColumnRoles& roles) {
  std::vector<std::string> parts;
  if (!roles.features.empty()) parts.push_back("features " + roles.features.text());
  if (!roles.labels.empty()) parts.push_back("labels " + roles.labels.text());
  if (!roles.ids.empty()) parts.push_back("left out as ids " + roles.ids.text());
  return fmt::format("columns of the source: {}", fmt::join(parts, ", "));
}

std::unique_ptr<ForeignTable> selected_columns(std::unique_ptr<ForeignTable> table,
                                               std::vector<std::size_t> columns) {
  return std::make_unique<SelectedColumns>(std::move(table), std::move(columns));
}

}  // namespace hashlab
