#include "experiments/audit/audit_output.h"
#include "experiments/program/json_line.h"
#include "lib/csv.h"
#include "splits/audit/leak_meaning.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

Json rows_json(const Rows& rows) {
  constexpr std::size_t shown = 100;
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(shown, rows.size()));
  return Rows(rows.begin(), end);
}

Json leak_json(const splits::Leak& leak) {
  return {{"kind", leak.kind},
          {"count", leak.count},
          {"of", leak.of},
          {"what", leak.what},
          {"rows", rows_json(leak.rows)}};
}

Json meeting_json(const splits::Meeting& m) {
  return {{"of", splits::part_name(m.of)},
          {"in", splits::part_name(m.in)},
          {"count", m.rows.size()},
          {"rows", rows_json(m.rows)}};
}

Json balance_json(const splits::ClassBalance& b) {
  return {{"part", b.part},
          {"rows", b.rows},
          {"samples_of_class", json_object(b.samples)},
          {"deviation", b.deviation},
          {"deviating_class", b.deviating}};
}

Json cells_json(const CellsAudit& group) {
  return {{"cells", group.cells},
          {"evidence", evidence_text(group.evidence)},
          {"fitted", json_object(group.fitted)},
          {"leaks", json_array(group.leaks, leak_json)}};
}

Json split_json(const SplitAudit& s) {
  std::map<std::string, std::size_t> sizes;
  for (const auto& [part, rows] : s.sizes) sizes[splits::part_name(part)] = rows;
  return {{"split", s.split},
          {"run", s.run},
          {"database_is_held_out", s.ranked == splits::RankedRows::held_out},
          {"rows", json_object(sizes)},
          {"leaks", json_array(s.leaks, leak_json)},
          {"overlaps", json_array(s.overlaps, meeting_json)},
          {"copies", json_array(s.copies, meeting_json)},
          {"near", json_array(s.near, meeting_json)},
          {"classes", json_array(s.balance, balance_json)},
          {"cells", json_array(s.cells, cells_json)}};
}

/// The explanation of each kind of leak that was found.
Json meanings_json(const Audit& audit) {
  Json about = Json::object();
  for (const splits::Leak& leak : audit.all_leaks()) {
    if (about.contains(leak.kind)) continue;
    const splits::LeakMeaning meaning = splits::leak_meaning(leak);
    about[leak.kind] = {{"means", meaning.means},
                        {"from", meaning.origin},
                        {"worth", meaning.worth},
                        {"to_do", meaning.remedy}};
  }
  return about;
}

Json json_of(const Audit& audit) {
  return {{"dataset", audit.dataset},
          {"near_distance", audit.with_features ? Json(audit.near_distance) : Json()},
          {"notes", audit.notes},
          {"about", meanings_json(audit)},
          {"splits", json_array(audit.splits, split_json)}};
}

}  // namespace

std::string audit_json(const std::vector<Audit>& audits) {
  std::size_t cells = 0, splits = 0, leaks = 0;
  bool is_clean = true;
  for (const Audit& audit : audits) {
    is_clean = is_clean && audit.is_clean();
    cells += audit.cell_count();
    splits += audit.splits.size();
    leaks += audit.all_leaks().size();
  }
  return json_line({{"clean", is_clean},
                    {"cells", cells},
                    {"splits", splits},
                    {"leaks", leaks},
                    {"summary", audit_summary(audits)},
                    {"datasets", json_array(audits, json_of)}});
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
      const auto meetings = [&](const std::string& finding,
                                const std::vector<splits::Meeting>& all) {
        for (const splits::Meeting& m : all) {
          line("", finding,
               fmt::format("{}-in-{}", splits::part_name(m.of), splits::part_name(m.in)),
               m.rows.size(), s.sizes.at(m.of));
        }
      };
      for (const splits::Leak& leak : s.leaks) line("", "leak", leak.kind, leak.count, leak.of);
      for (const CellsAudit& group : s.cells) {
        for (const splits::Leak& leak : group.leaks) {
          line(fmt::format("{}", fmt::join(group.cells, "; ")), "leak", leak.kind, leak.count,
               leak.of);
        }
      }
      meetings("overlap", s.overlaps);
      meetings("copies", s.copies);
      meetings("near", s.near);
      for (const splits::ClassBalance& b : s.balance) {
        for (const auto& [c, count] : b.samples) {
          line("", "class", fmt::format("{} in {}", c, b.part), count, b.rows);
        }
      }
    }
  }
  return text;
}

}  // namespace hashlab::experiments
