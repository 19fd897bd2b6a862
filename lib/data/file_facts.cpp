#include "lib/data/file_facts.h"

#include "lib/data/class_names.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/h5_table.h"
#include "lib/data/label_file.h"
#include "lib/data/query_lists.h"
#include "lib/data/table_look.h"
#include "lib/data/unmatched_classes.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

namespace hashlab {
namespace {

// Small hostile files may declare any number of rows; what is held for each of them is not small.
constexpr std::size_t max_rows_compared = std::size_t{1} << 26;
constexpr double max_label_numbers = 0x1.0p30;

/// The part of each row, if /split has one for each of `rows`.
std::vector<std::int64_t> parts_of_rows(const H5File& file, const FileFacts& facts) {
  const TableFacts* split = facts.table("/split");
  if (split == nullptr || !split->is_looked_at() || split->size.size() != 1 ||
      split->size.front() > max_rows_compared || split->type.find("int") == std::string::npos) {
    return {};
  }
  std::vector<std::int64_t> parts(split->size.front());
  file.read("/split", parts.data());
  return parts;
}

/// Groups of equal rows that differ in something.
template <typename Differ>
std::size_t count_groups(const RepeatedRows& rows, Differ differ) {
  return static_cast<std::size_t>(
      std::count_if(rows.groups.begin(), rows.groups.end(), [&](const Rows& group) {
        return std::any_of(group.begin(), group.end(),
                           [&](std::uint32_t row) { return differ(group.front(), row); });
      }));
}

Labels all_labels(const std::string& path, const TableFacts& table) {
  double numbers = 1;
  for (const std::size_t size : table.size) numbers *= static_cast<double>(size);
  if (numbers > max_label_numbers) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: '/labels' is {}, at most 2^30 labels are counted", path,
                            fmt::join(table.size, " x ")));
  }
  const auto source = open_labels(path);
  return source->read(0, source->size());
}

std::size_t row_count(const Labels& labels) {
  return labels.single.empty() ? labels.multi.n_cols : labels.single.size();
}

void compare_rows(const std::map<std::string, RowDigests>& digests, const Labels& labels,
                  const std::vector<std::int64_t>& parts, FileFacts& facts) {
  for (const auto& [table, rows] : digests) {
    RepeatFacts repeat{table, false, rows.repeated(), 0, 0, 0};
    if (row_count(labels) == rows.size()) {
      repeat.across_labels = count_groups(repeat.rows, [&](std::uint32_t i, std::uint32_t j) {
        return !same_labels(labels, i, j);
      });
    }
    if (parts.size() == rows.size()) {
      repeat.across_split = count_groups(
          repeat.rows, [&](std::uint32_t i, std::uint32_t j) { return parts[i] != parts[j]; });
    }
    if (table == "/query" && digests.contains("/base")) {
      repeat.queries_in_base = digests.at("/base").count_found(rows);
    }
    facts.repeats.push_back(std::move(repeat));
  }
}

/// What a suite would see of the lists of relevant items, if there are any.
void look_at_lists(const H5File& file, FileFacts& facts) {
  const std::string view = facts.views.empty() ? "" : "/" + facts.views.front().name;
  const TableFacts* features = facts.table("/features");
  if (features == nullptr) features = facts.table(view + "/features");
  if (features == nullptr || features->size.empty()) return;
  try {
    const QueryLists lists = read_query_lists(file, features->name, features->size.front());
    if (lists.empty()) return;
    facts.list_sizes["queries"] = lists.queries.size();
    for (const auto& [name, kind] :
         {std::pair{"relevant", &lists.relevant}, std::pair{"easy", &lists.easy},
          std::pair{"hard", &lists.hard}, std::pair{"junk", &lists.junk}}) {
      if (kind->empty()) continue;
      std::size_t& size = facts.list_sizes[name];
      for (const Rows& list : *kind) size += list.size();
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt_file) throw;
    facts.lists_refusal = error.what();
  }
}

/// What a suite would see of the features of a view, or of /features.
ViewFacts look_at_features(const std::string& path, const std::string& view) {
  ViewFacts facts{view, "", "", {}};
  try {
    TableLook look = look_at_table(DatasetFile(path, view));
    facts.checksum = std::move(look.checksum);
    facts.columns = std::move(look.columns);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt_file) throw;
    facts.refusal = error.what();
  }
  return facts;
}

}  // namespace

bool holds_samples(const H5File& file, const std::string& table) {
  static const std::set<std::string_view> names = {"features", "images", "base",
                                                   "query",    "train",  "test"};
  const H5File::Shape shape = file.shape(table);
  const bool is_byte =
      shape.kind == H5File::Kind::integer && shape.element_bytes == 1 && !shape.is_signed;
  return shape.size.size() >= 2 && (is_byte || shape.kind == H5File::Kind::real) &&
         names.contains(std::string_view(table).substr(table.rfind('/') + 1));
}

const TableFacts* FileFacts::table(const std::string& table_name) const {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableFacts& t) { return t.name == table_name; });
  return found == tables.end() ? nullptr : &*found;
}

FileFacts look_at_file(const std::string& path) {
  const H5File file = H5File::open(path);
  FileFacts facts;
  facts.name = std::filesystem::path(path).stem().string();  // also one that suites refuse
  facts.attributes = file.text_attributes();
  facts.class_names = parse_class_names(facts.attributes["classes"]);
  facts.attributes.erase("classes");
  for (const auto& [name, value] : file.number_attributes()) {
    facts.attributes.emplace(name, fmt::format("{:.17g}", value));
  }
  std::map<std::string, RowDigests> digests;
  for (const std::string& name : file.members()) {
    RowDigests* rows = nullptr;
    if (holds_samples(file, name)) {
      if (file.shape(name).size.front() <= max_rows_compared) {
        rows = &digests[name];
      } else {
        facts.repeats.push_back({name, true, {}, 0, 0, 0});
      }
    }
    facts.tables.push_back(table_facts(file, name, rows));
    if (rows != nullptr && rows->size() == 0) digests.erase(name);
  }
  bool any_view = false;
  for (const std::string& view : views_of(file)) {
    facts.views.push_back(look_at_features(path, view));
    any_view = any_view || facts.views.back().refusal.empty();
  }
  if (file.has("/features") || facts.views.empty()) {
    ViewFacts features = look_at_features(path, "");
    facts.checksum = std::move(features.checksum);
    facts.refusal = std::move(features.refusal);
    facts.columns = std::move(features.columns);
  } else if (!any_view) {
    facts.refusal = facts.views.front().refusal;
  }
  Labels labels;
  if (const TableFacts* table = facts.table("/labels"); table != nullptr && table->is_looked_at()) {
    try {
      labels = all_labels(path, *table);
      facts.labels = label_facts(labels);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::corrupt_file) throw;
      if (facts.refusal.empty()) facts.refusal = error.what();
    }
  }
  if (!facts.refusal.empty() && facts.checksum.empty()) facts.checksum = sha256_of_file(path);
  const std::vector<std::int64_t> parts = parts_of_rows(file, facts);
  for (const std::int64_t part : parts) ++facts.split_sizes[part];
  if (parts.size() == row_count(labels)) {
    RowMarks marks;
    for (const std::int64_t part : parts) marks.push_back(static_cast<RowMark>(part));
    facts.unmatched_classes = unmatched_classes_note(labels, marks, facts.class_names);
  }
  look_at_lists(file, facts);
  compare_rows(digests, labels, parts, facts);
  return facts;
}

}  // namespace hashlab
