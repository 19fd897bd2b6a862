#include "results/table/letters.h"

#include "lib/options.h"
#include "results/format/statistics_notes.h"
#include "results/statistics/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::results {
namespace {

constexpr std::size_t letters_of_the_alphabet = 26;
constexpr std::size_t shortest_range = 4;

}  // namespace

std::vector<std::vector<std::size_t>> better_than(const std::vector<RunValues>& rows,
                                                  const LetterOptions& options) {
  struct Test {
    std::size_t better, worse;
  };
  std::vector<Test> tests;
  std::vector<double> p_values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      const PairedRuns pairs(rows[i], rows[j]);
      if (pairs.a.empty()) continue;
      const PairedComparison c = compare_pairs({}, {}, pairs, options.ratio);
      p_values.push_back(p_value(c, options.test));  // holm() below adjusts them
      const bool first = advantage(c, options.test) > 0;
      tests.push_back({first ? i : j, first ? j : i});
    }
  }
  const std::vector<double> adjusted = holm(p_values);
  std::vector<std::vector<std::size_t>> better(rows.size());
  for (std::size_t t = 0; t < tests.size(); ++t) {
    if (adjusted[t] < options.level) better[tests[t].better].push_back(tests[t].worse);
  }
  for (std::vector<std::size_t>& worse : better) std::sort(worse.begin(), worse.end());
  return better;
}

std::string row_label(std::size_t i, std::size_t n) {
  if (n > letters_of_the_alphabet) return std::to_string(i + 1);
  return std::string(1, static_cast<char>('a' + i));
}

std::string row_labels(const std::vector<std::size_t>& rows, std::size_t n) {
  const char* const separator = n > letters_of_the_alphabet ? "," : "";
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += separator;
    text += part;
  };
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t end = i + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
    if (end - i >= shortest_range) {
      add(fmt::format("{}-{}", row_label(rows[i], n), row_label(rows[end - 1], n)));
      i = end;
    } else {
      add(row_label(rows[i++], n));
    }
  }
  return text;
}

bool letters_possible(const LetterOptions& options, std::size_t n_runs, std::size_t n_rows) {
  if (options.test == PairedTest::corrected) return n_runs > 1;
  const double pairs = static_cast<double>(n_rows * (n_rows - 1)) / 2;
  return std::ldexp(pairs, 1 - static_cast<int>(n_runs)) < options.level;
}

std::string letters_footnote(const LetterOptions& options, std::size_t n) {
  return fmt::format(
      "{} behind a value: the rows it is better than, p < {} by the {} over paired runs, with "
      "Holm's correction over all pairs of rows of the column",
      n > letters_of_the_alphabet ? "numbers" : "letters", number_text(options.level),
      test_text(options.test, options.ratio));
}

}  // namespace hashlab::results
