// LIBSVM's and SVMlight's sparse text: LABEL INDEX:VALUE INDEX:VALUE ... a line, indices counted
// from 1; several labels have commas between them.
// Source:  https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets
#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/text/line_reader.h"
#include "lib/import/text/text_head.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t max_sparse_columns = std::size_t{1} << 22;  // what a data set can hold
constexpr std::size_t highest_index = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t max_classes_of_lists = std::size_t{1} << 16;

struct SparseEntry {
  std::size_t index;
  double value;
};

/// One line: its labels, none if they are missing, and the numbers that are not zero.
struct SparseLine {
  std::vector<double> labels;
  std::vector<SparseEntry> entries;  // indices ascending, as in the file
};

std::optional<SparseEntry> sparse_entry(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == word.npos) return std::nullopt;
  const auto index = parse_whole(word.substr(0, colon));
  const auto value = number_of(word.substr(colon + 1));
  if (!index || !value || *index > highest_index) return std::nullopt;
  return SparseEntry{*index, *value};
}

/// "3", "-1" or "1,5,7".
std::optional<std::vector<double>> labels_of_word(std::string_view word) {
  std::vector<double> labels;
  while (true) {
    const std::size_t comma = std::min(word.find(','), word.size());
    const auto number = number_of(word.substr(0, comma));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    labels.push_back(*number);
    if (comma == word.size()) return labels;
    word.remove_prefix(comma + 1);
  }
}

/// Parses a line. What is wrong with it goes to `fail`, which does not return.
template <typename Fail>
SparseLine sparse_line(std::string_view line, Fail fail) {
  SparseLine result;
  std::vector<std::string_view> words = words_of(line.substr(0, line.find('#')));
  auto word = words.begin();
  if (word != words.end() && word->find(':') == word->npos) {
    auto labels = labels_of_word(*word);
    if (!labels) {
      fail(fmt::format("begins with {}, expected a label, such as 1, -1 or 2,5", in_quotes(*word)));
    }
    result.labels = std::move(*labels);
    ++word;
  }
  if (word != words.end() && word->starts_with("qid:")) ++word;
  for (; word != words.end(); ++word) {
    const auto entry = sparse_entry(*word);
    if (!entry) {
      fail(fmt::format("has {}, expected INDEX:VALUE, such as 17:0.5", in_quotes(*word)));
    }
    result.entries.push_back(*entry);
  }
  const auto by_index = [](const SparseEntry& a, const SparseEntry& b) {
    return a.index < b.index;
  };
  std::sort(result.entries.begin(), result.entries.end(), by_index);
  const auto twice =
      std::adjacent_find(result.entries.begin(), result.entries.end(),
                         [](const auto& a, const auto& b) { return a.index == b.index; });
  if (twice != result.entries.end()) fail(fmt::format("has index {} twice", twice->index));
  return result;
}

/// The samples of a file, one after the other.
class SparseLines {
 public:
  explicit SparseLines(const std::string& path) : lines_(path) {}

  /// False at the end. Blank lines are none.
  bool next(SparseLine& sample) {
    std::string_view line;
    while (lines_.next(line)) {
      const std::size_t begin = line.find_first_not_of(" \t");
      if (begin == line.npos || line[begin] == '#') continue;
      sample = sparse_line(line, [&](const std::string& what) {
        fail_corrupt(lines_.path(), fmt::format("line {} {}", lines_.number(), what));
      });
      return true;
    }
    return false;
  }

  /// Of a file that is not what it was when all of it was surveyed.
  [[noreturn]] void fail_changed() const {
    fail_corrupt(lines_.path(),
                 fmt::format("line {} has changed while it was read", lines_.number()));
  }

 private:
  LineReader lines_;
};

/// What all lines together say.
struct SparseSurvey {
  std::size_t min_index = highest_index + 1, largest_index = 0;
  bool has_lists = false;      // several labels in a line
  bool lacks_labels = false;   // in some line
  bool has_labels = false;     // in some line
  bool has_fractions = false;  // labels that are no classes but values of a regression
  bool has_many = false;       // more classes than are collected
  double least = 0, largest = 0;
  std::vector<double> classes;  // ascending, unless there are many
};

void survey_file(const std::string& path, SparseSurvey& survey) {
  SparseLines lines(path);
  SparseLine sample;
  while (lines.next(sample)) {
    if (!sample.entries.empty()) {
      survey.min_index = std::min(survey.min_index, sample.entries.front().index);
      survey.largest_index = std::max(survey.largest_index, sample.entries.back().index);
    }
    survey.has_lists = survey.has_lists || sample.labels.size() > 1;
    (sample.labels.empty() ? survey.lacks_labels : survey.has_labels) = true;
    for (const double label : sample.labels) {
      const bool is_class =
          label == std::floor(label) && std::abs(label) <= std::numeric_limits<std::int32_t>::max();
      if (!is_class) survey.has_fractions = true;
      const bool is_first = survey.classes.empty();
      survey.least = is_first ? label : std::min(survey.least, label);
      survey.largest = is_first ? label : std::max(survey.largest, label);
      if (survey.has_fractions || survey.has_many) continue;
      const auto at = std::lower_bound(survey.classes.begin(), survey.classes.end(), label);
      if (at == survey.classes.end() || *at != label) survey.classes.insert(at, label);
      survey.has_many = survey.classes.size() > max_classes_of_lists;
    }
  }
}

/// The features of a file, dense.
class SparseFeatures final : public ForeignTable {
 public:
  SparseFeatures(const std::string& path, std::size_t first_index, std::size_t columns)
      : path_(path), lines_(path), first_index_(first_index), columns_(columns) {}
  std::size_t columns() const override { return columns_; }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return std::nullopt; }
  const std::string& source() const override { return path_; }
  std::size_t read(std::size_t at_most, double* out) override {
    std::size_t count = 0;
    for (SparseLine sample; count < at_most && lines_.next(sample); ++count, out += columns_) {
      std::fill_n(out, columns_, 0.0);
      for (const auto& [index, value] : sample.entries) {
        if (index < first_index_ || index - first_index_ >= columns_) lines_.fail_changed();
        out[index - first_index_] = value;
      }
    }
    return count;
  }

 private:
  std::string path_;
  SparseLines lines_;
  std::size_t first_index_, columns_;
};

/// The labels of a file: one class a sample, or a column of 0 and 1 for each class.
class SparseLabels final : public ForeignTable {
 public:
  /// `classes`: what the classes are called in the file, ascending; empty: as they are numbered.
  SparseLabels(const std::string& path, std::size_t first_class, std::size_t columns,
               std::vector<double> classes)
      : path_(path),
        lines_(path),
        first_class_(static_cast<double>(first_class)),
        columns_(columns),
        classes_(std::move(classes)) {}
  std::size_t columns() const override { return columns_; }
  Element element() const override { return columns_ == 1 ? Element::int32 : Element::uint8; }
  std::optional<std::size_t> rows() const override { return std::nullopt; }
  const std::string& source() const override { return path_; }
  std::size_t read(std::size_t at_most, double* out) override {
    std::size_t count = 0;
    for (SparseLine sample; count < at_most && lines_.next(sample); ++count, out += columns_) {
      if (columns_ == 1) {
        if (sample.labels.empty()) lines_.fail_changed();
        const double label = sample.labels.front();
        *out = classes_.empty()
                   ? label
                   : static_cast<double>(std::lower_bound(classes_.begin(), classes_.end(), label) -
                                         classes_.begin());
        continue;
      }
      std::fill_n(out, columns_, 0.0);
      for (const double label : sample.labels) {
        const double column = label - first_class_;
        if (!(column >= 0 && column < static_cast<double>(columns_))) lines_.fail_changed();
        out[static_cast<std::size_t>(column)] = 1;
      }
    }
    return count;
  }

 private:
  std::string path_;
  SparseLines lines_;
  double first_class_;
  std::size_t columns_;
  std::vector<double> classes_;
};

/// Adds the labels that the lines begin with, or a note why they are none.
void add_sparse_labels(ForeignData& data, const std::vector<std::string>& paths,
                       const SparseSurvey& survey, std::size_t first_class) {
  if (!survey.has_labels) return;
  if (survey.has_fractions) {
    data.notes.push_back(
        fmt::format("{}: what its lines begin with is no class, but values such as those of a "
                    "regression: the data set has no labels",
                    paths.front()));
    return;
  }
  const double least = survey.least, largest = survey.largest;
  const bool are_lists = survey.has_lists || survey.lacks_labels;
  std::size_t columns = 1;
  std::vector<double> names;
  if (are_lists) {
    const auto first = static_cast<double>(first_class);
    if (least < first || largest - first >= static_cast<double>(max_classes_of_lists)) {
      fail_corrupt(paths.front(),
                   fmt::format("has labels {} .. {}, expected lists of classes from {} "
                               "(--first-class) on, at most {}",
                               least, largest, first_class, max_classes_of_lists));
    }
    columns = std::max<std::size_t>(2, static_cast<std::size_t>(largest - first) + 1);
  } else if (least < 0) {
    if (survey.has_many) {
      fail_corrupt(paths.front(), fmt::format("has negative labels and more than {} classes, "
                                              "expected classes from 0 on, or fewer of them",
                                              max_classes_of_lists));
    }
    names = survey.classes;
    for (const double name : names) data.class_names.push_back(fmt::format("{}", name));
  }
  std::vector<std::unique_ptr<ForeignTable>> labels;
  for (const std::string& path : paths) {
    labels.push_back(std::make_unique<SparseLabels>(path, first_class, columns, names));
  }
  data.parts.push_back({"/labels", stack(std::move(labels)), {}});
  if (columns > 1) data.parts.back().row_shape = {columns};
}

ForeignData open_libsvm(const std::vector<std::string>& paths, const ImportOptions& options) {
  SparseSurvey survey;
  for (const std::string& path : paths) survey_file(path, survey);
  for (const std::string& path : options.beside) survey_file(path, survey);
  if (survey.min_index > survey.largest_index) {
    fail_corrupt(paths.front(), "holds no INDEX:VALUE, expected LABEL INDEX:VALUE ... a line");
  }
  const std::size_t first = survey.min_index == 0 ? 0 : 1;
  const std::size_t columns = survey.largest_index + 1 - first;
  if (columns > max_sparse_columns) {
    fail_corrupt(paths.front(), fmt::format("has indices up to {}, expected at most {}: a data set "
                                            "is dense; reduce it first, such as by scikit-learn's "
                                            "TruncatedSVD",
                                            survey.largest_index, max_sparse_columns));
  }
  ForeignData data;
  std::vector<std::unique_ptr<ForeignTable>> features;
  for (const std::string& path : paths) {
    features.push_back(std::make_unique<SparseFeatures>(path, first, columns));
  }
  data.parts.push_back({"/features", stack(std::move(features)), {columns}});
  data.attributes["sparse-indices"] = fmt::format("counted from {}", first);
  if (first == 0) {
    data.notes.push_back(
        fmt::format("{}: indices are counted from 0, since one is 0: feature 0 "
                    "became the first column",
                    paths.front()));
  }
  add_sparse_labels(data, paths, survey, options.first_class);
  return data;
}

bool recognises_libsvm(const Sniff& file) {
  if (!is_text(file)) return false;
  bool has_entries = false;
  for (const std::string_view line : first_lines(file, 3)) {
    try {
      const SparseLine sample =
          sparse_line(line, [](const std::string& what) { fail_corrupt("", what); });
      has_entries = has_entries || !sample.entries.empty();
    } catch (const Error&) {
      return false;
    }
  }
  return has_entries;
}

}  // namespace

Format libsvm_format() {
  return {"libsvm",
          "sparse text of LIBSVM, SVMlight: lines of label index:value ..., where 1,4 means "
          "several labels",
          recognises_libsvm, open_libsvm};
}

}  // namespace hashlab
