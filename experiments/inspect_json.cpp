#include "experiments/inspect_file.h"
#include "experiments/json_text.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

std::string table_json(const TableFacts& t) {
  std::string text = fmt::format("{{\"name\": {}, \"shape\": [{}], \"type\": {}", quoted(t.name),
                                 fmt::join(t.size, ", "), quoted(t.type));
  if (!t.trouble.empty()) text += ", \"trouble\": " + quoted(t.trouble);
  if (t.is_looked_at()) {
    if (t.has_values()) text += fmt::format(", \"min\": {}, \"max\": {}", t.least, t.most);
    text += fmt::format(", \"not_finite\": {}", t.not_finite);
    if (t.not_finite > 0) {
      text += fmt::format(", \"first_not_finite\": [{}, {}]", t.bad_row, t.bad_column);
    }
  }
  return text + "}";
}

std::string repeat_json(const RepeatFacts& r) {
  if (r.too_many) return fmt::format("{{\"table\": {}, \"too_many_rows\": true}}", quoted(r.table));
  return fmt::format(
      "{{\"table\": {}, \"repeats\": {}, \"across_split\": {}, \"across_labels\": {}, "
      "\"queries_in_base\": {}, \"groups\": {}}}",
      quoted(r.table), r.rows.repeats(), r.across_split, r.across_labels, r.queries_in_base,
      array(r.rows.groups,
            [](const Rows& group) { return fmt::format("[{}]", fmt::join(group, ", ")); }));
}

std::string near_json(const NearFacts& near) {
  return fmt::format(
      "{{\"table\": {}, \"distance\": {}, \"pairs\": {}, \"rows\": {}, \"examples\": {}}}",
      quoted(near.table), near.distance, near.rows.pairs, near.rows.rows,
      array(near.rows.examples, [](const NearPair& pair) {
        return fmt::format("[{}, {}, {}]", pair.first, pair.second, pair.distance);
      }));
}

}  // namespace

std::string json_of(const FileFacts& facts, const NearFacts* near) {
  std::string text =
      fmt::format("{{\"name\": {},\n \"tables\": {},\n \"readable_by_suites\": {},\n \"{}\": {}",
                  quoted(facts.name), array(facts.tables, table_json), facts.refusal.empty(),
                  facts.refusal.empty() ? "checksum" : "checksum_of_file", quoted(facts.checksum));
  if (!facts.refusal.empty()) text += ",\n \"refusal\": " + quoted(facts.refusal);
  if (facts.labels) {
    text += fmt::format(
        ",\n \"labels\": {{\"multi\": {}, \"classes\": {}, \"samples_of_class\": {}, "
        "\"samples_with_count\": {}, \"names\": {}}}",
        facts.labels->multi, facts.labels->samples.size(), object_of_counts(facts.labels->samples),
        object_of_counts(facts.labels->with_count), array(facts.class_names, quoted));
  }
  text += ",\n \"split\": " + object_of_counts(facts.split_sizes);
  text += ",\n \"repeated_rows\": " + array(facts.repeats, repeat_json);
  if (near != nullptr) text += ",\n \"near_rows\": " + near_json(*near);
  text += ",\n \"attributes\": {";
  std::string attributes;
  for (const auto& [name, value] : facts.attributes) {
    attributes += (attributes.empty() ? "" : ", ") + quoted(name) + ": " + quoted(value);
  }
  return text + attributes + "}}\n";
}

}  // namespace hashlab
