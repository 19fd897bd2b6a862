#include "lib/data/unmatched_classes.h"

#include "lib/data/label_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>

namespace hashlab {
namespace {

using Classes = std::set<std::int64_t>;

void add_classes(const Labels& labels, Classes& classes) {
  for (const auto& [c, samples] : label_facts(labels).samples) {
    if (samples > 0) classes.insert(c);
  }
}

Classes classes_of(const LabelSource& source) {
  constexpr std::size_t step = std::size_t{1} << 16;
  Classes classes;
  for (std::size_t first = 0; first < source.size(); first += step) {
    add_classes(source.read(first, std::min(step, source.size() - first)), classes);
  }
  return classes;
}

/// Are these the others, each with `step` added?
bool is_shifted(const Classes& classes, const Classes& others, std::int64_t step) {
  return classes.size() == others.size() &&
         std::all_of(classes.begin(), classes.end(),
                     [&](std::int64_t c) { return others.contains(c - step); });
}

std::size_t without_class(const Labels& queries) {
  const LabelFacts facts = label_facts(queries);
  const auto none = facts.with_count.find(0);
  return none == facts.with_count.end() ? 0 : none->second;
}

std::string shown(const Classes& classes, const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::vector<std::string> texts;
  for (auto c = classes.begin(); c != classes.end() && texts.size() < most; ++c) {
    const auto i = static_cast<std::size_t>(*c);
    texts.push_back(i < names.size() ? names[i] : std::to_string(*c));
  }
  return fmt::format("{}{}", fmt::join(texts, ", "), classes.size() > most ? ", ..." : "");
}

std::string unmatched_note(const Classes& asked, const Classes& there,
                           const std::vector<std::string>& class_names) {
  Classes missing;
  std::set_difference(asked.begin(), asked.end(), there.begin(), there.end(),
                      std::inserter(missing, missing.end()));
  if (missing.empty() || there.empty()) return "";
  std::string note = fmt::format(
      "{} of the {} classes of the queries {} of no row of the database: {}", missing.size(),
      asked.size(), missing.size() == 1 ? "is" : "are", shown(missing, class_names));
  if (!class_names.empty()) return note;
  note += fmt::format("; the database has {} .. {}, the queries {} .. {}", *there.begin(),
                      *there.rbegin(), *asked.begin(), *asked.rbegin());
  const bool one_more = is_shifted(asked, there, 1), one_less = is_shifted(asked, there, -1);
  if (one_more || one_less) {
    note += fmt::format(": the {} are counted from {}: subtract 1",
                        one_more ? "queries'" : "database's",
                        one_more ? *asked.begin() : *there.begin());
  }
  return note;
}

/// The labels of the samples whose marks satisfy `wanted`.
template <typename Wanted>
Labels labels_where(const Labels& labels, const RowMarks& marks, Wanted wanted) {
  Labels found;
  std::vector<arma::uword> columns;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!wanted(marks[i])) continue;
    if (!labels.single.empty()) found.single.push_back(labels.single[i]);
    columns.push_back(i);
  }
  if (!labels.multi.is_empty()) found.multi = labels.multi.cols(arma::uvec(columns));
  return found;
}

}  // namespace

std::string unmatched_classes_note(const LabelSource& database, const Labels& queries,
                                   const std::vector<std::string>& class_names) {
  if (const std::size_t count = without_class(queries); count > 0) {
    return fmt::format("{} queries have no class, so nothing is relevant to them", count);
  }
  Classes asked;
  add_classes(queries, asked);
  return unmatched_note(asked, classes_of(database), class_names);
}

std::string unmatched_classes_note(const Labels& labels, const RowMarks& marks,
                                   const std::vector<std::string>& class_names) {
  if (labels.empty() || marks.empty()) return "";
  Classes asked, there;
  add_classes(labels_where(labels, marks, [](RowMark m) { return m == RowMark::query; }), asked);
  add_classes(labels_where(labels, marks,
                           [](RowMark m) {
                             return m == RowMark::database || m == RowMark::training_database;
                           }),
              there);
  return unmatched_note(asked, there, class_names);
}

}  // namespace hashlab
