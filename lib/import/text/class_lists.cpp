#include "lib/import/text/class_lists.h"

#include "lib/error.h"
#include "lib/import/text/class_list_line.h"
#include "lib/import/text/line_reader.h"
#include "lib/import/text/sample_names.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t max_listed_classes = std::size_t{1} << 16;
constexpr std::size_t longest_class_name = 1024;

/// The classes of each sample, and the columns that they become.
struct ColumnLists {
  std::vector<std::uint32_t> columns;
  std::vector<std::size_t> ends;  // in `columns`, of each sample
};

/// A column of 0 and 1 for each class.
class ListedColumns final : public ForeignTable {
 public:
  ListedColumns(ColumnLists lists, std::size_t columns, std::string source)
      : lists_(std::move(lists)), columns_(columns), source_(std::move(source)) {}
  std::size_t columns() const override { return columns_; }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return lists_.ends.size(); }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, lists_.ends.size() - done_);
    std::fill_n(out, count * columns_, 0.0);
    for (std::size_t i = 0; i < count; ++i, ++done_) {
      for (std::size_t& at = next_; at < lists_.ends[done_]; ++at) {
        out[i * columns_ + lists_.columns[at]] = 1;
      }
    }
    return count;
  }

 private:
  ColumnLists lists_;
  std::size_t columns_;
  std::string source_;
  std::size_t done_ = 0, next_ = 0;  // samples, entries of lists_.columns
};

/// The lines of a text that may be lists of one form.
class ClassLists {
 public:
  ClassLists(std::string path, char after_name) : path_(std::move(path)), after_name_(after_name) {}

  /// False if the text is certainly no list of this form, or not certainly one.
  bool read(bool has_header) {
    LineReader lines(path_);
    std::size_t blank = 0;  // lines, which are samples without a class if others follow
    for (std::string_view line; lines.next(line);) {
      if (line.starts_with('#') || std::exchange(has_header, false)) continue;
      if (without_blanks(line).empty()) {
        ++blank;
        continue;
      }
      if (after_name_ == no_separator) {
        for (; blank > 0; --blank) add({}, lines.number());
      }
      const std::optional<ClassListLine> listed = class_list_line(line, after_name_);
      if (!listed || !add(*listed, lines.number())) return false;
    }
    return are_certain();
  }

  /// Errors: corrupt_file, if the lists are not what they should be.
  LabelTable labels();

 private:
  bool add(const ClassListLine& listed, std::size_t line);
  bool add_class(std::string_view name, std::size_t line);
  bool has_own_separator() const;
  bool are_certain() const;

  std::string path_;
  char after_name_;
  char separator_ = no_separator;
  bool are_numbers_ = false, are_enclosed_ = false, have_brackets_ = false;
  bool are_all_0_or_1_ = true, have_blanks_ = false;
  bool have_plain_names_ = false, have_numbers_as_names_ = false;  // of samples
  std::size_t least_ = max_listed_classes, most_ = 0;              // classes of a sample
  std::size_t line_of_class_twice_ = 0, line_of_large_class_ = 0;  // 0: there is none
  std::map<std::string, std::uint32_t, std::less<>> ids_;          // in order of appearance
  ColumnLists lists_;                                              // of ids
  std::vector<std::string> samples_;
  std::set<std::uint32_t> first_;  // the ids that lists begin with
};

bool ClassLists::add_class(std::string_view name, std::size_t line) {
  const bool is_number = name.find_first_not_of("0123456789") == name.npos;
  if (ids_.empty()) are_numbers_ = is_number;
  if (is_number != are_numbers_ || name.size() > longest_class_name || !is_name(name)) return false;
  if (!is_number) {
    if (number_of(name) || name.find_first_of("|;,\t'") != name.npos) return false;
    if (after_name_ == no_separator && names_a_sample(name)) return false;
    have_blanks_ = have_blanks_ || name.find(' ') != name.npos;
  } else if (const auto number = parse_whole(name); !number || *number >= max_listed_classes) {
    line_of_large_class_ = line;
    return true;
  }
  are_all_0_or_1_ = are_all_0_or_1_ && (name == "0" || name == "1");
  auto at = ids_.find(name);
  if (at == ids_.end()) {
    if (ids_.size() == max_listed_classes) return false;
    at = ids_.emplace(name, static_cast<std::uint32_t>(ids_.size())).first;
  }
  lists_.columns.push_back(at->second);
  return true;
}

bool ClassLists::add(const ClassListLine& listed, std::size_t line) {
  const std::size_t begin = lists_.columns.size();
  for (const std::string_view name : listed.classes) {
    if (!add_class(name, line)) return false;
  }
  const std::size_t n = listed.classes.size();
  least_ = std::min(least_, n);
  most_ = std::max(most_, n);
  if (n > 1) {
    if (separator_ == no_separator) separator_ = listed.separator;
    if (separator_ != listed.separator) return false;
    are_enclosed_ = are_enclosed_ || listed.is_enclosed;
    have_brackets_ = have_brackets_ || listed.has_brackets;
  }
  std::vector<std::uint32_t> ids(lists_.columns.begin() + static_cast<std::ptrdiff_t>(begin),
                                 lists_.columns.end());
  if (!ids.empty()) first_.insert(ids.front());
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) line_of_class_twice_ = line;
  lists_.ends.push_back(lists_.columns.size());
  if (after_name_ != no_separator) {
    have_plain_names_ = have_plain_names_ || !names_a_sample(listed.sample);
    have_numbers_as_names_ = have_numbers_as_names_ || number_of(listed.sample);
    samples_.emplace_back(listed.sample);
  }
  return true;
}

bool ClassLists::has_own_separator() const {
  return separator_ == '|' || are_enclosed_ ||
         (after_name_ != no_separator && separator_ != after_name_);
}

bool ClassLists::are_certain() const {
  if (most_ < 2) return false;
  const bool are_ragged = least_ < most_;
  if (are_numbers_) {
    if (has_own_separator()) return are_ragged || !are_all_0_or_1_;
    return are_ragged && !are_all_0_or_1_ && !have_numbers_as_names_ && line_of_class_twice_ == 0 &&
           line_of_large_class_ == 0;
  }
  if (!has_own_separator()) return false;
  if (separator_ != '|' && separator_ != ';' && !have_brackets_) return false;
  // "a.jpg cat|dog" has the name of a sample, "traffic light|dog" has none.
  if (after_name_ == no_separator) return !have_blanks_ || have_brackets_;
  return after_name_ != ' ' || !have_plain_names_;
}

LabelTable ClassLists::labels() {
  if (line_of_large_class_ > 0) {
    fail_corrupt(path_, fmt::format("line {} lists a class beyond {}: number the classes from 0 on",
                                    line_of_large_class_, max_listed_classes - 1));
  }
  if (line_of_class_twice_ > 0) {
    fail_corrupt(path_, fmt::format("line {} lists a class twice", line_of_class_twice_));
  }
  const std::size_t samples = lists_.ends.size();
  if (after_name_ == no_separator && least_ >= 2 && first_.size() == samples) {
    fail_corrupt(path_,
                 fmt::format("each line begins with another {}, which may be that of the sample or "
                             "a class: leave it out, or put a comma behind it and '|' between the "
                             "classes",
                             are_numbers_ ? "number" : "name"));
  }
  LabelTable labels;
  std::vector<std::uint32_t> column_of(ids_.size());
  std::size_t columns = 0;
  for (const auto& [name, id] : ids_) {
    column_of[id] = static_cast<std::uint32_t>(are_numbers_ ? *parse_whole(name) : columns);
    columns = std::max<std::size_t>(columns, column_of[id] + 1);
    if (!are_numbers_) labels.class_names.push_back(name);
  }
  for (std::uint32_t& column : lists_.columns) column = column_of[column];
  labels.notes.push_back(fmt::format(
      "{}: read as a list of classes for each of {} samples, {:.1f} on average", path_, samples,
      static_cast<double>(lists_.columns.size()) / static_cast<double>(samples)));
  labels.row_names = std::move(samples_);
  labels.are_lists = true;
  labels.table =
      std::make_unique<ListedColumns>(std::move(lists_), std::max<std::size_t>(2, columns), path_);
  return labels;
}

}  // namespace

std::optional<LabelTable> open_class_lists(const std::string& path, bool has_header) {
  for (const char after_name : {no_separator, ';', ',', '\t', ' '}) {
    ClassLists lists(path, after_name);
    if (lists.read(has_header)) return lists.labels();
  }
  return std::nullopt;
}

}  // namespace hashlab
