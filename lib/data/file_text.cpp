#include "lib/data/file_text.h"

#include "lib/types.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::size_t classes_listed = 40, groups_listed = 3, rows_listed = 5;

std::string table_line(const TableFacts& t) {
  std::string line =
      fmt::format("  {:<26}{:<20}{:<9}", t.name,
                  t.size.empty() ? "one value" : fmt::format("{}", fmt::join(t.size, " x ")),
                  t.type == "other" ? "text" : t.type);
  if (!t.trouble.empty()) {
    line += "not looked at: " + t.trouble;
  } else if (t.is_looked_at()) {
    if (t.has_values()) line += fmt::format("{:.6g} .. {:.6g}", t.least, t.most);
    if (t.not_finite > 0) {
      line += fmt::format("{}{} values are not finite, the first in row {}, column {}",
                          t.has_values() ? ", " : "", t.not_finite, t.bad_row, t.bad_column);
    } else if (t.type.starts_with("float")) {
      line += ", all finite";
    }
  }
  while (line.back() == ' ') line.pop_back();
  return line + "\n";
}

/// An attribute on one line; of a list, an entry a line in the file, the first ones.
std::string attribute_text(const std::string& name, const std::string& value) {
  constexpr std::size_t listed = 10;
  std::string text = name + ": ";
  const auto entries = static_cast<std::size_t>(std::count(value.begin(), value.end(), '\n')) + 1;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < std::min(entries, listed); ++i) {
    const std::size_t end = std::min(value.find('\n', begin), value.size());
    text += fmt::format("{}{}", i == 0 ? "" : ", ", value.substr(begin, end - begin));
    begin = end + 1;
  }
  if (entries > listed) text += fmt::format(", ... ({} in all)", entries);
  return text + "\n";
}

std::string class_name(const FileFacts& facts, std::int64_t c) {
  const auto i = static_cast<std::size_t>(c);
  return i < facts.class_names.size() ? facts.class_names[i] : "";
}

std::string label_text(const FileFacts& facts) {
  if (!facts.labels || facts.labels->samples.empty()) return "labels: none\n";
  const LabelFacts& labels = *facts.labels;
  std::vector<std::size_t> order;
  for (const auto& [c, size] : labels.samples) order.push_back(size);
  std::sort(order.begin(), order.end());
  std::string text =
      fmt::format("labels: {} classes, {} to {} samples a class (median {})\n", order.size(),
                  order.front(), order.back(), order[order.size() / 2]);
  if (order.size() <= classes_listed) {
    for (const auto& [c, size] : labels.samples) {
      text += fmt::format("  {:>10} samples of class {} {}", size, c, class_name(facts, c));
      while (text.back() == ' ') text.pop_back();
      text += '\n';
    }
  }
  if (labels.multi) {
    const auto none = labels.with_count.find(0);
    text += fmt::format("        multi-label: {:.2f} labels a sample, {} samples without any\n",
                        labels.mean_count, none == labels.with_count.end() ? 0 : none->second);
    for (const auto& [count, samples] : labels.with_count) {
      text += fmt::format("  {:>10} samples with {} labels\n", samples, count);
    }
  }
  return text;
}

std::string group_text(const Rows& group) {
  const std::size_t shown = std::min(group.size(), rows_listed);
  return fmt::format(
      "{}{}", fmt::join(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(shown), " = "),
      shown < group.size() ? " = ..." : "");
}

std::string repeat_text(const RepeatFacts& repeat, const FileFacts& facts) {
  const RepeatedRows& rows = repeat.rows;
  std::string text = fmt::format("repeated rows of {}: ", repeat.table);
  if (repeat.too_many) return text + "not looked for in so many rows\n";
  if (rows.groups.empty()) {
    text += "none\n";
  } else {
    text += fmt::format("{}, in {} groups of at most {}\n", rows.repeats(), rows.groups.size(),
                        rows.largest());
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(groups_listed, rows.groups.size()); ++i) {
      shown.push_back(group_text(rows.groups[i]));
    }
    text += fmt::format("  rows {}{}\n", fmt::join(shown, ", "),
                        shown.size() < rows.groups.size() ? ", ..." : "");
    if (!facts.split_sizes.empty()) {
      text +=
          fmt::format("  {} groups are spread over the parts of the split\n", repeat.across_split);
    }
    if (facts.labels) {
      text += fmt::format("  {} groups have different labels\n", repeat.across_labels);
    }
  }
  if (repeat.queries_in_base > 0) {
    text += fmt::format("  {} rows of /query are in /base\n", repeat.queries_in_base);
  }
  return text;
}

/// "200 samples x 16 features", "views image (200 x 16), text (200 x 8)"; empty without any.
std::string shapes_text(const FileFacts& facts) {
  const auto is_matrix = [](const TableFacts* table) {
    return table != nullptr && table->size.size() == 2;
  };
  std::vector<std::string> shapes, views;
  if (const TableFacts* features = facts.table("/features"); is_matrix(features)) {
    shapes.push_back(fmt::format("{} samples x {} features", features->size[0], features->size[1]));
  }
  for (const ViewFacts& view : facts.views) {
    const TableFacts* table = facts.table(fmt::format("/{}/features", view.name));
    views.push_back(is_matrix(table)
                        ? fmt::format("{} ({} x {})", view.name, table->size[0], table->size[1])
                        : view.name);
  }
  if (!views.empty()) shapes.push_back(fmt::format("views {}", fmt::join(views, ", ")));
  return fmt::format("{}", fmt::join(shapes, ", "));
}

std::string checksum_text(const FileFacts& facts) {
  std::string text;
  for (const ViewFacts& view : facts.views) {
    text += view.refusal.empty()
                ? fmt::format("checksum of view {} {}\n", view.name, view.checksum)
                : fmt::format("suites cannot read view {}: {}\n", view.name, view.refusal);
  }
  return text;
}

/// "100 queries, 900 database, 200 of them published training" if all marks mean something.
std::string split_text(const std::map<std::int64_t, std::size_t>& sizes) {
  const auto size_of = [&](RowMark mark) {
    const auto found = sizes.find(static_cast<std::int64_t>(mark));
    return found == sizes.end() ? 0 : found->second;
  };
  const std::size_t both = size_of(RowMark::training_database), alone = size_of(RowMark::training);
  const std::size_t database = size_of(RowMark::database) + both, queries = size_of(RowMark::query);
  std::size_t all = 0;
  std::vector<std::string> parts;
  for (const auto& [mark, size] : sizes) {
    all += size;
    parts.push_back(fmt::format("{} rows are {}", size, mark));
  }
  if (all != queries + database + alone) {
    return fmt::format("{}; split 'given' knows 0 .. 3 alone", fmt::join(parts, ", "));
  }
  parts = {fmt::format("{} queries", queries), fmt::format("{} database", database)};
  if (both > 0) parts.push_back(fmt::format("{} of them published training", both));
  if (alone > 0) parts.push_back(fmt::format("{} published training alone", alone));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// What may be wrong with columns, a line each.
std::string notes_text(const ColumnFacts& columns, const std::string& view) {
  std::string text;
  for (const std::string& note : column_notes(columns, view)) text += "note: " + note + "\n";
  return text;
}

/// "lists: 55 queries, 1495 junk, 2840 relevant"
std::string lists_text(const FileFacts& facts) {
  if (!facts.lists_refusal.empty()) {
    return fmt::format("suites cannot use the lists: {}\n", facts.lists_refusal);
  }
  const auto queries = facts.list_sizes.find("queries");
  if (queries == facts.list_sizes.end()) return "";
  std::string text = fmt::format("lists: {} queries", queries->second);
  for (const auto& [name, size] : facts.list_sizes) {
    if (name != "queries") text += fmt::format(", {} {}", size, name);
  }
  return text + "\n";
}

/// "model" or "codes", for a file that hashlab wrote and that is no data set; else empty.
std::string own_kind(const FileFacts& facts) {
  const auto kind = facts.attributes.find("kind");
  if (kind == facts.attributes.end() || !kind->second.starts_with("hashlab ")) return "";
  return kind->second.substr(8);
}

}  // namespace

std::string file_text(const FileFacts& facts) {
  const std::string tables =
      fmt::format("{} table{}", facts.tables.size(), facts.tables.size() == 1 ? "" : "s");
  std::string text;
  // A model, or codes: not a data set that lacks its features.
  if (const std::string kind = own_kind(facts); !kind.empty()) {
    text = fmt::format("{} {}: {}\n", kind, facts.name, tables);
    for (const TableFacts& table : facts.tables) text += table_line(table);
    text += fmt::format("checksum of the file {}\n", facts.checksum);
    for (const auto& [name, value] : facts.attributes) text += attribute_text(name, value);
    return text;
  }
  const std::string shapes = shapes_text(facts);
  text = fmt::format("data set {}: {}\n", facts.name,
                     shapes.empty() ? tables + ", no /features" : shapes);
  for (const TableFacts& table : facts.tables) text += table_line(table);
  text += checksum_text(facts);
  if (facts.refusal.empty()) {
    if (!facts.checksum.empty()) text += fmt::format("checksum {}\n", facts.checksum);
  } else {
    text += fmt::format("suites cannot read it: {}\nchecksum of the file {}\n", facts.refusal,
                        facts.checksum);
  }
  text += notes_text(facts.columns, "");
  for (const ViewFacts& view : facts.views) text += notes_text(view.columns, view.name);
  text += label_text(facts);
  if (!facts.split_sizes.empty()) {
    text += fmt::format("split: {}\n", split_text(facts.split_sizes));
  }
  if (!facts.unmatched_classes.empty()) text += "note: " + facts.unmatched_classes + "\n";
  text += lists_text(facts);
  for (const RepeatFacts& repeat : facts.repeats) text += repeat_text(repeat, facts);
  for (const auto& [name, value] : facts.attributes) text += attribute_text(name, value);
  return text;
}

}  // namespace hashlab
