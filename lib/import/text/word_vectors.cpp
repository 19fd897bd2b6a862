// Vectors of words as GloVe, word2vec and fastText write them: a word, then its numbers, a word a
// line; with or without a line of the numbers of words and dimensions before them.
#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/text/line_reader.h"
#include "lib/import/text/text_head.h"
#include "lib/import/text/text_table.h"
#include "lib/import/text/word_names.h"
#include "lib/import/words.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

/// The numbers of words and dimensions, if a line holds just these.
struct WordCounts {
  std::size_t words, dimensions;
};
std::optional<WordCounts> word_counts(std::string_view line) {
  const std::vector<std::string_view> fields = words_of(line);
  if (fields.size() != 2) return std::nullopt;
  const auto words = parse_whole(fields[0]), dimensions = parse_whole(fields[1]);
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  if (!words || !dimensions || *words == 0 || *dimensions < 2) return std::nullopt;
  if (*words > most || *dimensions > (1U << 20)) return std::nullopt;
  return WordCounts{*words, *dimensions};
}

/// Reads the numbers after a word, the last `dimensions` fields, since words may hold blanks, and
/// returns the word; nothing if they are no numbers, too few or too many.
std::optional<std::string_view> word_and_numbers(std::string_view line, std::size_t dimensions,
                                                 double* out) {
  line.remove_suffix(line.size() - std::min(line.size(), line.find_last_not_of(" \t\r") + 1));
  for (std::size_t j = dimensions; j > 0; --j) {
    const std::size_t blank = line.find_last_of(" \t");
    if (blank == line.npos) return std::nullopt;
    const auto number = number_of(line.substr(blank + 1));
    if (!number) return std::nullopt;
    out[j - 1] = *number;
    line.remove_suffix(line.size() - blank);
    // One blank divides; a word may itself be a blank of some other alphabet.
    while (j > 1 && (line.ends_with(' ') || line.ends_with('\t'))) line.remove_suffix(1);
  }
  const std::vector<std::string_view> word = words_of(line);
  if (word.size() > 1 && number_of(word.back())) return std::nullopt;
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

class WordVectors final : public ForeignTable {
 public:
  WordVectors(const std::string& path, std::shared_ptr<WordNames> names)
      : lines_(path), names_(std::move(names)) {
    has_line_ = next();
    if (has_line_ && (counts_ = word_counts(line_))) has_line_ = next();
    if (!has_line_) fail_corrupt(path, "holds no words, expected a word and its numbers a line");
    const std::size_t fields = words_of(line_).size();
    dimensions_ = counts_ ? counts_->dimensions : fields - 1;
    if (dimensions_ == 0) {
      fail_corrupt(
          path, fmt::format("line {} holds one word, expected numbers after it", lines_.number()));
    }
  }
  std::size_t columns() const override { return dimensions_; }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return std::nullopt; }
  const std::string& source() const override { return lines_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    std::size_t count = 0;
    for (; count < at_most && has_line_; ++count, out += dimensions_) {
      const auto word = word_and_numbers(line_, dimensions_, out);
      if (!word) {
        fail_corrupt(source(), fmt::format("line {} begins {}, expected a word and {} numbers",
                                           lines_.number(), in_quotes(line_), dimensions_));
      }
      names_->add(*word);
      ++done_;
      has_line_ = next();
    }
    if (!has_line_ && counts_ && done_ != counts_->words) {
      fail_corrupt(source(),
                   fmt::format("says that it has {} words, but has {}: it is truncated or "
                               "was changed; fetch it again",
                               counts_->words, done_));
    }
    return count;
  }

 private:
  /// The next line that is not blank. A word may begin with '#', so that there are no comments.
  bool next() {
    while (lines_.next(line_)) {
      if (line_.find_first_not_of(" \t\r") != line_.npos) return true;
    }
    return false;
  }

  LineReader lines_;
  std::shared_ptr<WordNames> names_;
  std::string_view line_;  // not handed out yet, if has_line_
  bool has_line_ = false;
  std::optional<WordCounts> counts_;
  std::size_t dimensions_ = 0, done_ = 0;
};

/// The words take column 1 of such a file.
std::vector<std::size_t> chosen_numbers(const ColumnRoles& roles, std::size_t dimensions,
                                        const std::string& path) {
  std::vector<std::size_t> columns = choose_columns(roles, dimensions + 1, path).features;
  if (!roles.features.empty() && columns.front() == 0) {
    refuse(fmt::format("{}: column 1 holds words, which are no features: leave it out of {}", path,
                       roles.features.option()));
  }
  if (columns.front() == 0) columns.erase(columns.begin());
  if (columns.empty()) {
    refuse(
        fmt::format("{}: none of its {} columns is left for the features", path, dimensions + 1));
  }
  for (std::size_t& column : columns) --column;
  return columns;
}

ForeignData open_word_vectors(const std::vector<std::string>& paths, const ImportOptions& options) {
  // With labels it is a table like any other, of which they are a column.
  if (!options.columns.labels.empty()) return format_named("text").open(paths, options);
  const auto names = std::make_shared<WordNames>();
  std::vector<std::unique_ptr<ForeignTable>> tables;
  std::vector<std::size_t> of_file;  // the columns that are features
  for (const std::string& path : paths) {
    std::unique_ptr<ForeignTable> table = std::make_unique<WordVectors>(path, names);
    of_file.resize(table->columns());
    std::iota(of_file.begin(), of_file.end(), std::size_t{1});
    if (!options.columns.empty()) {
      std::vector<std::size_t> columns = chosen_numbers(options.columns, table->columns(), path);
      of_file = columns;
      for (std::size_t& column : of_file) ++column;
      table = selected_columns(std::move(table), std::move(columns));
    }
    tables.push_back(std::move(table));
  }
  ForeignData data;
  const std::size_t columns = tables.front()->columns();
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  note_source_columns(data.attributes, of_file);
  name_rows_when_read(data, names, paths.front());
  return data;
}

/// Words are lists of numbers that are not all whole: lists of pictures with 0 and 1 look alike.
bool recognises_word_vectors(const Sniff& file) {
  if (!is_text(file)) return false;
  const std::vector<std::string_view> lines = first_lines(file, 3);
  if (lines.empty()) return false;
  const std::optional<WordCounts> counts = word_counts(lines.front());
  const std::size_t first = counts ? 1 : 0;
  if (lines.size() <= first) return false;
  const std::size_t fields = words_of(lines[first]).size();
  const std::size_t dimensions = counts ? counts->dimensions : fields - 1;
  if (dimensions < 2 || fields < dimensions + 1) return false;
  if (!counts && number_of(words_of(lines[first]).front())) return false;
  std::vector<double> numbers(dimensions);
  bool has_fractions = false;
  for (std::size_t i = first; i < lines.size(); ++i) {
    if (!word_and_numbers(lines[i], dimensions, numbers.data())) return false;
    has_fractions = has_fractions || std::any_of(numbers.begin(), numbers.end(), [](double number) {
                      return number != std::floor(number);
                    });
  }
  return has_fractions;
}

}  // namespace

Format word_vectors_format() {
  return {"word-vectors",
          "text of GloVe, word2vec, fastText: on each line a word, then its numbers",
          recognises_word_vectors,
          open_word_vectors,
          /*either_axis=*/false,
          /*has_variables=*/false,
          /*takes_columns=*/true};
}

}  // namespace hashlab
