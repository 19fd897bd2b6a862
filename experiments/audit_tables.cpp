#include "experiments/audit_output.h"
#include "experiments/json_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

std::string rows_json(const Rows& rows) {
  constexpr std::size_t shown = 100;
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(shown, rows.size()));
  return fmt::format("[{}]", fmt::join(rows.begin(), end, ", "));
}

std::string leak_json(const Leak& leak) {
  return fmt::format("{{\"kind\": {}, \"count\": {}, \"of\": {}, \"what\": {}, \"rows\": {}}}",
                     quoted(leak.kind), leak.count, leak.of, quoted(leak.what),
                     rows_json(leak.rows));
}

std::string meeting_json(const Meeting& m) {
  return fmt::format("{{\"of\": {}, \"in\": {}, \"count\": {}, \"rows\": {}}}",
                     quoted(part_name(m.of)), quoted(part_name(m.in)), m.rows.size(),
                     rows_json(m.rows));
}

std::string balance_json(const ClassBalance& b) {
  return fmt::format(
      "{{\"part\": {}, \"rows\": {}, \"samples_of_class\": {}, \"deviation\": {}, "
      "\"deviating_class\": {}}}",
      quoted(b.part), b.rows, object_of_counts(b.samples), b.deviation, b.deviating);
}

std::string cells_json(const CellsAudit& group) {
  return fmt::format("{{\"cells\": {}, \"evidence\": {}, \"fitted\": {}, \"leaks\": {}}}",
                     array(group.cells, quoted), quoted(evidence_text(group.evidence)),
                     object_of_counts(group.fitted), array(group.leaks, leak_json));
}

std::string split_json(const SplitAudit& s) {
  std::map<std::string, std::size_t> sizes;
  for (const auto& [part, rows] : s.sizes) sizes[part_name(part)] = rows;
  return fmt::format(
      "\n  {{\"split\": {}, \"run\": {}, \"database_is_held_out\": {}, \"rows\": {},\n   "
      "\"leaks\": "
      "{},\n   \"overlaps\": {},\n   \"copies\": {},\n   \"near\": {},\n   \"classes\": {},\n   "
      "\"cells\": {}}}",
      quoted(s.split), s.run, s.ranked == RankedRows::held_out, object_of_counts(sizes),
      array(s.leaks, leak_json), array(s.overlaps, meeting_json), array(s.copies, meeting_json),
      array(s.near, meeting_json), array(s.balance, balance_json), array(s.cells, cells_json));
}

std::string audit_object(const Audit& audit) {
  const std::string distance =
      audit.with_features ? fmt::format("{}", audit.near_distance) : "null";
  return fmt::format(
      "\n {{\"dataset\": {}, \"near_distance\": {},\n  \"notes\": {},\n  \"splits\": {}}}",
      quoted(audit.dataset), distance, array(audit.notes, quoted), array(audit.splits, split_json));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    field += c;
    if (c == '"') field += c;
  }
  return field + "\"";
}

}  // namespace

std::string audit_json(const std::vector<Audit>& audits) {
  std::size_t cells = 0, splits = 0, leaks = 0;
  for (const Audit& audit : audits) {
    cells += audit.cell_count();
    splits += audit.splits.size();
    leaks += audit.all_leaks().size();
  }
  return fmt::format(
      "{{\"clean\": {}, \"cells\": {}, \"splits\": {}, \"leaks\": {}, \"summary\": {},\n"
      "\"datasets\": {}}}\n",
      leaks == 0, cells, splits, leaks, quoted(audit_summary(audits)), array(audits, audit_object));
}

std::string audit_csv(const std::vector<Audit>& audits) {
  std::string text = "dataset,split,run,cells,finding,kind,count,of\n";
  for (const Audit& audit : audits) {
    for (const SplitAudit& s : audit.splits) {
      const auto line = [&](const std::string& cells, const std::string& finding,
                            const std::string& kind, std::size_t count, std::size_t of) {
        text +=
            fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(audit.dataset), csv_field(s.split),
                        s.run, csv_field(cells), finding, csv_field(kind), count, of);
      };
      const auto meetings = [&](const std::string& finding, const std::vector<Meeting>& all) {
        for (const Meeting& m : all) {
          line("", finding, fmt::format("{}-in-{}", part_name(m.of), part_name(m.in)),
               m.rows.size(), s.sizes.at(m.of));
        }
      };
      for (const Leak& leak : s.leaks) line("", "leak", leak.kind, leak.count, leak.of);
      for (const CellsAudit& group : s.cells) {
        for (const Leak& leak : group.leaks) {
          line(fmt::format("{}", fmt::join(group.cells, "; ")), "leak", leak.kind, leak.count,
               leak.of);
        }
      }
      meetings("overlap", s.overlaps);
      meetings("copies", s.copies);
      meetings("near", s.near);
      for (const ClassBalance& b : s.balance) {
        for (const auto& [c, count] : b.samples) {
          line("", "class", fmt::format("{} in {}", c, b.part), count, b.rows);
        }
      }
    }
  }
  return text;
}

}  // namespace hashlab
