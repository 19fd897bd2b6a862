#include "lib/data/column_facts.h"

#include "lib/data/column_ranges.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>

namespace hashlab {
namespace {

constexpr std::size_t fewest_rows = 20;
constexpr std::size_t facts_at_once = std::size_t{1} << 19;
constexpr std::size_t max_columns_shown = 6;     // ranges of them in a note
constexpr std::size_t max_columns_named = 2000;  // ranges of them in an option

// Sums and exclusive ors of mixed() numbers tell sets of rows or integers apart.

/// The rows of a class as a number, and how many they are.
using ClassMarks = std::map<std::uint64_t, std::size_t>;

ClassMarks class_marks(const Labels& labels) {
  std::map<std::int64_t, std::pair<std::uint64_t, std::size_t>> marks;
  const auto add = [&](std::int64_t c, std::size_t row) {
    auto& [mark, count] = marks[c];
    mark ^= mixed(row);
    ++count;
  };
  for (std::size_t i = 0; i < labels.single.size(); ++i) add(labels.single[i], i);
  for (arma::uword i = 0; i < labels.multi.n_cols; ++i) {
    for (arma::uword c = 0; c < labels.multi.n_rows; ++c) {
      if (labels.multi(c, i) != 0) add(static_cast<std::int64_t>(c), i);
    }
  }
  ClassMarks result;
  for (const auto& [c, mark] : marks) result.insert(mark);
  return result;
}

/// What is still possible of a column after the rows seen so far.
class ColumnLook {
 public:
  void add(const float* values, std::size_t stride, std::size_t first, std::size_t count,
           const std::vector<std::int32_t>& labels, std::size_t max_values) {
    if (is_settled()) return;
    if (first == 0) least_ = most_ = last_ = values[0];
    for (std::size_t i = 0; i < count; ++i) {
      const float x = values[i * stride];
      const std::size_t row = first + i;
      least_ = std::min(least_, x);
      most_ = std::max(most_, x);
      if (x != std::floor(x)) is_real_ = true;
      if (is_real_ || std::abs(x) > 0x1p24F) is_unique_ = false;
      if (row > 0) compare_with_last(x);
      if (is_binary_ && x != 0 && x != 1) is_binary_ = false;
      if (is_binary_ && x == 1) {
        ones_ ^= mixed(row);
        ++n_ones_;
      }
      if (is_unique_) sum_ += mixed(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
      if (determines_) match(x, labels[row], max_values);
      if (collects_) collect(x, max_values);
      last_ = x;
    }
  }
  void without_labels() { determines_ = false; }
  void collect_values() { collects_ = true; }

  bool is_constant() const { return least_ == most_; }
  bool is_binary() const { return is_binary_; }
  bool is_real() const { return is_real_; }
  /// Of a column of 0 and 1.
  std::size_t ones() const { return n_ones_; }
  bool tells_labels(const ClassMarks& classes, std::uint64_t everything) const {
    if (is_constant()) return false;
    // As 0 and 1, or as 1 and 0.
    if (is_binary_ && (classes.contains(ones_) || classes.contains(ones_ ^ everything)))
      return true;
    return determines_ && !is_binary_;
  }
  bool counts(std::size_t rows) const {
    // Large numbers that differ may be equal as float32.
    const bool is_sorted = (ascends_ || descends_) && steps_ >= (rows - 1) / 10 * 9;
    return !is_constant() && (is_sorted || is_permutation(rows));
  }
  /// Of a column whose values were collected.
  bool holds_classes() const {
    return collects_ && !is_constant() && (least_ == 0 || least_ == 1) &&
           most_ - least_ + 1 == static_cast<float>(values_.size());
  }

 private:
  bool is_settled() const {
    return is_real_ && !ascends_ && !descends_ && !is_binary_ && !is_unique_ && !determines_ &&
           !collects_;
  }
  void compare_with_last(float x) {
    if (x < last_) ascends_ = false;
    if (x > last_) descends_ = false;
    if (x != last_) ++steps_;
    if (x == last_) is_unique_ = false;
  }
  /// Each value goes with one label, and there are few values.
  void match(float x, std::int32_t label, std::size_t max_values) {
    const auto known = label_of_.find(x);
    if (known == label_of_.end()) {
      label_of_.emplace(x, label);
      determines_ = label_of_.size() <= max_values;
    } else {
      determines_ = known->second == label;
    }
    if (!determines_) label_of_.clear();
  }
  /// Few integers.
  void collect(float x, std::size_t max_values) {
    values_.insert(x);
    collects_ = !is_real_ && values_.size() <= max_values;
    if (!collects_) values_.clear();
  }
  bool is_permutation(std::size_t rows) const {
    if (!is_unique_ || is_real_) return false;
    const auto begin = static_cast<std::int64_t>(least_),
               end = static_cast<std::int64_t>(most_) + 1;
    if (static_cast<std::size_t>(end - begin) != rows) return false;
    std::uint64_t sum = 0;
    for (std::int64_t x = begin; x < end; ++x) sum += mixed(static_cast<std::uint64_t>(x));
    return sum == sum_;
  }

  float least_ = 0, most_ = 0, last_ = 0;
  std::size_t steps_ = 0;  // rows that differ from the one before
  std::size_t n_ones_ = 0;
  std::uint64_t ones_ = 0, sum_ = 0;  // the rows that hold 1; all values
  std::map<float, std::int32_t> label_of_;
  std::set<float> values_;
  bool is_real_ = false, is_binary_ = true, is_unique_ = true, ascends_ = true, descends_ = true,
       determines_ = true, collects_ = false;
};

/// Leaves out classes of one or two of n rows where a column may equal one by chance: where in a
/// hundred tables more than one pair of such a class and a column of as many ones (or zeros) would.
void leave_out_chance(ClassMarks& classes, const std::vector<ColumnLook>& looks, std::size_t n) {
  for (const std::size_t rows : {std::size_t{1}, std::size_t{2}}) {
    const auto is_as_large = [&](const auto& mark) { return mark.second == rows; };
    const auto of_classes = std::count_if(classes.begin(), classes.end(), is_as_large);
    const auto of_columns = std::count_if(looks.begin(), looks.end(), [&](const ColumnLook& look) {
      return look.is_binary() && (look.ones() == rows || look.ones() + rows == n);
    });
    const auto size = static_cast<double>(n);
    const double choices = rows == 1 ? size : size * (size - 1) / 2;
    const double by_chance = static_cast<double>(of_classes) * static_cast<double>(of_columns);
    if (by_chance > 0.01 * choices) std::erase_if(classes, is_as_large);
  }
}

/// The first or the last column, if it may be the class of each sample.
std::vector<std::size_t> class_column(const std::vector<ColumnLook>& looks,
                                      const std::vector<std::size_t>& counting) {
  std::size_t features = 0, others = 0;
  for (std::size_t j = 0; j < looks.size(); ++j) {
    if (looks[j].is_constant() || std::binary_search(counting.begin(), counting.end(), j)) continue;
    ++(looks[j].is_real() ? features : others);
  }
  if (features == 0 || others != 1) return {};
  for (const std::size_t j : {std::size_t{0}, looks.size() - 1}) {
    if (looks[j].holds_classes()) return {j};
  }
  return {};
}

/// Runs of two or more columns of 0 and 1, not all constant, that are not yet accounted for.
std::vector<std::size_t> binary_runs(const std::vector<ColumnLook>& looks,
                                     const std::vector<std::size_t>& accounted) {
  const auto is_free = [&](std::size_t j) {
    return looks[j].is_binary() && !std::binary_search(accounted.begin(), accounted.end(), j);
  };
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < looks.size();) {
    std::size_t end = j, varying = 0;
    for (; end < looks.size() && is_free(end); ++end) varying += looks[end].is_constant() ? 0 : 1;
    if (varying >= 2) {
      for (std::size_t k = j; k < end; ++k) columns.push_back(k);
    }
    j = std::max(end, j + 1);
  }
  return columns;
}

/// These columns of the table as columns of the file that was imported.
std::vector<std::size_t> in_source(const ColumnFacts& facts, std::vector<std::size_t> columns) {
  if (facts.of_source.size() != facts.columns) return columns;
  for (std::size_t& column : columns) column = facts.of_source[column];
  return columns;
}

/// "column 7", "columns 1-4,7 (5)", "37 columns"
std::string columns_text(const std::vector<std::size_t>& columns) {
  const std::string ranges = column_ranges(columns, max_columns_shown);
  if (columns.size() == 1) return "column " + ranges;
  if (ranges.empty()) return fmt::format("{} columns", columns.size());
  return fmt::format("columns {} ({})", ranges, columns.size());
}

/// How to import the other columns alone.
std::string without(const ColumnFacts& facts, const std::vector<std::size_t>& columns,
                    const std::string& view) {
  if (!view.empty()) return "take them out of its source and import that again";
  std::vector<std::size_t> others, all(facts.columns);
  std::iota(all.begin(), all.end(), std::size_t{0});
  all = in_source(facts, std::move(all));
  std::set_difference(all.begin(), all.end(), columns.begin(), columns.end(),
                      std::back_inserter(others));
  const std::string ranges = others.empty() ? "" : column_ranges(others, max_columns_named);
  return ranges.empty() ? "import the others alone, with --features-columns ('hashlab inspect "
                          "--format json' lists these)"
                        : "import again with --features-columns " + ranges;
}

}  // namespace

ColumnFacts column_facts(
    std::size_t n, std::size_t d, const Labels& labels,
    const std::function<Features(std::size_t first, std::size_t count)>& read) {
  const std::set<std::int32_t> classes(labels.single.begin(), labels.single.end());
  // Of values that each have one label; without labels, of the classes that a column may hold.
  const std::size_t max_values =
      labels.empty() ? n / 10 : std::min<std::size_t>(4 * classes.size() + 16, n / 4);
  std::vector<ColumnLook> looks(d);
  if (classes.size() < 2) {
    for (ColumnLook& look : looks) look.without_labels();
  }
  if (labels.empty()) {
    looks.front().collect_values();
    looks.back().collect_values();
  }
  const std::size_t step = std::max<std::size_t>(1, facts_at_once / d);
  for (std::size_t first = 0; first < n; first += step) {
    const Features X = read(first, std::min(step, n - first));
    for (std::size_t j = 0; j < d; ++j) {
      looks[j].add(X.memptr() + j, d, first, X.n_cols, labels.single, max_values);
    }
  }
  ColumnFacts facts;
  facts.columns = d;
  ClassMarks marks = class_marks(labels);
  leave_out_chance(marks, looks, n);
  std::uint64_t everything = 0;
  for (std::size_t i = 0; i < n; ++i) everything ^= mixed(i);
  bool any_real = false;
  for (std::size_t j = 0; j < d; ++j) {
    any_real = any_real || looks[j].is_real();
    if (looks[j].is_constant()) facts.constant.push_back(j);
    if (n < fewest_rows) continue;
    if (looks[j].tells_labels(marks, everything)) {
      facts.telling_labels.push_back(j);
    } else if (looks[j].counts(n)) {
      facts.counting_rows.push_back(j);
    }
  }
  if (any_real && n >= fewest_rows) {
    facts.binary_beside_reals = binary_runs(looks, facts.telling_labels);
    facts.classes_beside_reals = class_column(looks, facts.counting_rows);
  }
  return facts;
}

std::vector<std::string> column_notes(const ColumnFacts& facts, const std::string& view) {
  const std::string table = view.empty() ? "the features" : fmt::format("view {}", view);
  std::vector<std::string> notes;
  const auto labels = in_source(facts, facts.telling_labels);
  const auto ids = in_source(facts, facts.counting_rows);
  const auto binary = in_source(facts, facts.binary_beside_reals);
  const auto constant = in_source(facts, facts.constant);
  if (!labels.empty()) {
    notes.push_back(
        fmt::format("{} of {} {} the labels, so that whoever reads them knows the answer: {}",
                    columns_text(labels), table, labels.size() == 1 ? "tells" : "tell",
                    without(facts, labels, view)));
  }
  if (!ids.empty()) {
    notes.push_back(fmt::format(
        "{} of {} {} the samples, as their numbers or dates would: if so, {}", columns_text(ids),
        table, ids.size() == 1 ? "counts" : "count", without(facts, ids, view)));
  }
  if (!binary.empty()) {
    notes.push_back(
        fmt::format("{} of {} hold 0 and 1 alone beside real numbers: if they are labels, {}",
                    columns_text(binary), table, without(facts, binary, view)));
  }
  if (!facts.classes_beside_reals.empty()) {
    const std::vector<std::size_t> classes = in_source(facts, facts.classes_beside_reals);
    notes.push_back(fmt::format(
        "{} of {} holds few integers beside real numbers, as classes would: if so, {}",
        columns_text(classes), table,
        view.empty()
            ? fmt::format("import again with --labels-column {}", column_ranges(classes, 1))
            : without(facts, classes, view)));
  }
  if (!constant.empty()) {
    notes.push_back(fmt::format("{} of {} {} constant and {} nothing", columns_text(constant),
                                table, constant.size() == 1 ? "is" : "are",
                                constant.size() == 1 ? "tells" : "tell"));
  }
  return notes;
}

}  // namespace hashlab
