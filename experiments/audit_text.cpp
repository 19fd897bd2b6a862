#include "experiments/audit_output.h"

#include <fmt/format.h>

#include <set>

namespace hashlab {
namespace {

std::string plural(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// "cifar10 improved run 3: ", without what goes without saying.
std::string place(const Audit& audit, const SplitAudit& split, bool with_dataset) {
  if (split.run == 0) return "";
  return fmt::format("{}{} run {}: ", with_dataset ? audit.dataset + " " : "", split.split,
                     split.run);
}

/// "itq+npq 32 bits", "26 cells"; nothing if they are all of their split.
std::string cells_text(const CellsAudit& group, const SplitAudit& split) {
  if (group.cells.size() == split.cell_count()) return "";
  if (group.cells.size() == 1) return group.cells.front() + ": ";
  return fmt::format("{} and {} more: ", group.cells.front(), group.cells.size() - 1);
}

std::vector<std::string> leak_lines(const SplitAudit& split) {
  std::vector<std::string> lines;
  for (const Leak& leak : split.leaks) lines.push_back("leak: " + leak_text(leak));
  for (const CellsAudit& group : split.cells) {
    for (const Leak& leak : group.leaks) {
      lines.push_back(fmt::format("{}leak: {}", cells_text(group, split), leak_text(leak)));
    }
  }
  return lines;
}

std::string meetings_text(const std::vector<Meeting>& meetings, const SplitAudit& split,
                          const std::string& what) {
  std::string text;
  for (const Meeting& m : meetings) {
    text += fmt::format("{}{} of {} {} {} {}", text.empty() ? "" : ", ", m.rows.size(),
                        split.sizes.at(m.of), rows_name(m.of), what, part_name(m.in));
  }
  return text.empty() ? "none" : text;
}

std::string evidence_of(const SplitAudit& split) {
  std::set<std::string> kinds;
  for (const CellsAudit& group : split.cells) kinds.insert(evidence_text(group.evidence));
  return fmt::format("{}", fmt::join(kinds, ", "));
}

/// What was looked at and found in one split, on one line.
std::string split_line(const SplitAudit& split, bool with_features, std::size_t leaks) {
  std::string text =
      split.cell_count() == 0
          ? std::string("no cells")
          : fmt::format("{} ({})", plural(split.cell_count(), "cell"), evidence_of(split));
  text += fmt::format("; {} queries rank {} rows, {} of {} training rows among them",
                      split.sizes.at(Part::queries), split.sizes.at(Part::database),
                      meeting_count(split.overlaps, Part::training, Part::database),
                      split.sizes.at(Part::training));
  if (with_features) {
    text += fmt::format("; near-duplicates of {} queries in the database, of {} in training",
                        meeting_count(split.near, Part::queries, Part::database),
                        meeting_count(split.near, Part::queries, Part::training));
  }
  if (!split.balance.empty()) {
    text += fmt::format("; class shares within {:.3f}", split.deviation());
  }
  return fmt::format("{}: {}", text, leaks == 0 ? "clean" : plural(leaks, "leak"));
}

std::string balance_text(const ClassBalance& b) {
  constexpr std::size_t shown = 12;
  std::string counts;
  std::size_t n = 0;
  for (const auto& [c, count] : b.samples) {
    if (n++ == shown) break;
    counts += fmt::format(" {}:{}", c, count);
  }
  if (b.samples.size() > shown) counts += fmt::format(" ... ({} classes)", b.samples.size());
  std::string off;
  if (b.deviation > 0) {
    off = fmt::format("; class {} is off by {:.3f}", b.deviating, b.deviation);
  }
  return fmt::format("  {:<21}{:>8} rows; of class{}{}\n", b.part, b.rows, counts, off);
}

/// All about a split that is the only one.
std::string details(const SplitAudit& split, bool with_features, double near_distance) {
  std::string text;
  for (const Part part : all_parts) {
    if (split.sizes.at(part) > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "parts: " : ", ", split.sizes.at(part),
                          rows_name(part));
    }
  }
  text += fmt::format("; held out: {}\n", split.ranked == RankedRows::held_out
                                              ? "test queries and database"
                                              : "test queries");
  text += fmt::format("overlaps: {}\n", meetings_text(split.overlaps, split, "are in"));
  if (with_features) {
    text += fmt::format("copies: {}\n", meetings_text(split.copies, split, "have a copy in"));
    text += fmt::format("near-duplicates within {:.6g}: {}\n", near_distance,
                        meetings_text(split.near, split, "have one in"));
  }
  for (const CellsAudit& group : split.cells) {
    for (const auto& [quantity, rows] : group.fitted) {
      text += fmt::format("fitted: {}{} on {} rows ({})\n", cells_text(group, split), quantity,
                          rows, evidence_text(group.evidence));
    }
  }
  if (!split.balance.empty()) text += "classes:\n";
  for (const ClassBalance& b : split.balance) text += balance_text(b);
  return text;
}

}  // namespace

std::string audit_summary(const std::vector<Audit>& audits) {
  std::size_t cells = 0, splits = 0, leaks = 0;
  std::set<std::string> kinds;
  for (const Audit& audit : audits) {
    cells += audit.cell_count();
    splits += audit.splits.size();
    for (const Leak& leak : audit.all_leaks()) {
      ++leaks;
      kinds.insert(leak.kind);
    }
  }
  const std::string looked_at =
      cells == 0 ? plural(splits, "split")
                 : fmt::format("{}, {}", plural(cells, "cell"), plural(splits, "split"));
  if (leaks == 0) return fmt::format("audit: {}: clean", looked_at);
  return fmt::format("audit: {}: {} of {}", looked_at, plural(leaks, "leak"),
                     plural(kinds.size(), "kind"));
}

std::string audit_text(const std::vector<Audit>& audits) {
  std::string text;
  for (const Audit& audit : audits) {
    text += fmt::format("data set {}\n", audit.dataset);
    for (const std::string& note : audit.notes) text += fmt::format("note: {}\n", note);
    if (!audit.with_features) {
      text += "note: features were not looked at, so neither were copies and near-duplicates\n";
    }
    if (audit.splits.size() == 1) {
      text += details(audit.splits.front(), audit.with_features, audit.near_distance);
    } else if (audit.with_features) {
      text += fmt::format("near-duplicates are within {:.6g}\n", audit.near_distance);
    }
    for (const SplitAudit& split : audit.splits) {
      const std::string where = place(audit, split, audits.size() > 1);
      const std::vector<std::string> leaks = leak_lines(split);
      if (split.run > 0) {
        text += where + split_line(split, audit.with_features, leaks.size()) + "\n";
      }
      for (const std::string& line : leaks) text += where + line + "\n";
    }
  }
  return text + audit_summary(audits) + "\n";
}

}  // namespace hashlab
