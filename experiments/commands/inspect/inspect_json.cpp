#include "experiments/commands/inspect/inspect_json.h"

#include "experiments/program/json_line.h"

namespace hashlab::experiments {
namespace {

Json table_json(const TableFacts& t) {
  Json table = {{"name", t.name}, {"shape", t.size}, {"type", t.type}};
  if (!t.trouble.empty()) table["trouble"] = t.trouble;
  if (t.is_looked_at()) {
    if (t.has_values()) {
      table["min"] = t.least;
      table["max"] = t.most;
    }
    table["not_finite"] = t.not_finite;
    if (t.not_finite > 0) table["first_not_finite"] = {t.bad_row, t.bad_column};
  }
  return table;
}

Json repeat_json(const RepeatFacts& r) {
  if (r.too_many) return {{"table", r.table}, {"too_many_rows", true}};
  return {{"table", r.table},
          {"repeats", r.rows.repeats()},
          {"across_split", r.across_split},
          {"across_labels", r.across_labels},
          {"queries_in_base", r.queries_in_base},
          {"groups", r.rows.groups}};
}

Json near_json(const NearFacts& near) {
  const auto pair_json = [](const NearPair& pair) {
    return Json::array({pair.first, pair.second, pair.distance});
  };
  return {{"table", near.table},
          {"distance", near.distance},
          {"pairs", near.rows.pairs},
          {"rows", near.rows.rows},
          {"examples", json_array(near.rows.examples, pair_json)}};
}

/// Columns are counted from 1, as in 'hashlab import'.
Json columns_json(const ColumnFacts& columns) {
  const auto from_one = [](const std::vector<std::size_t>& list) {
    return json_array(list, [](std::size_t column) { return column + 1; });
  };
  return {{"telling_labels", from_one(columns.telling_labels)},
          {"counting_rows", from_one(columns.counting_rows)},
          {"binary_beside_reals", from_one(columns.binary_beside_reals)},
          {"classes_beside_reals", from_one(columns.classes_beside_reals)},
          {"constant", from_one(columns.constant)}};
}

Json view_json(const ViewFacts& v) {
  const bool readable = v.refusal.empty();
  return {{"name", v.name},
          {readable ? "checksum" : "refusal", readable ? v.checksum : v.refusal},
          {"columns", columns_json(v.columns)}};
}

}  // namespace

std::string file_json(const FileFacts& facts, const NearFacts* near) {
  Json file = {{"name", facts.name},
               {"tables", json_array(facts.tables, table_json)},
               {"readable_by_suites", facts.refusal.empty()}};
  if (!facts.checksum.empty()) {
    file[facts.refusal.empty() ? "checksum" : "checksum_of_file"] = facts.checksum;
  }
  if (!facts.views.empty()) file["views"] = json_array(facts.views, view_json);
  if (!facts.refusal.empty()) file["refusal"] = facts.refusal;
  if (facts.labels) {
    file["labels"] = {{"multi", facts.labels->multi},
                      {"classes", facts.labels->samples.size()},
                      {"samples_of_class", json_object(facts.labels->samples)},
                      {"samples_with_count", json_object(facts.labels->with_count)},
                      {"names", facts.class_names}};
  }
  file["columns"] = columns_json(facts.columns);
  file["split"] = json_object(facts.split_sizes);
  if (!facts.list_sizes.empty()) file["lists"] = json_object(facts.list_sizes);
  if (!facts.lists_refusal.empty()) file["lists_refusal"] = facts.lists_refusal;
  file["repeated_rows"] = json_array(facts.repeats, repeat_json);
  if (near != nullptr) file["near_rows"] = near_json(*near);
  file["attributes"] = json_object(facts.attributes);
  return json_line(file);
}

}  // namespace hashlab::experiments
