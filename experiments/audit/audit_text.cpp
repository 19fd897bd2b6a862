#include "experiments/audit/audit_output.h"

#include "splits/audit/leak_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

std::string plural(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// "cifar10 improved run 3: ", without the data set if there is only one; empty for lists, which
/// belong to no run.
std::string place(const Audit& audit, const SplitAudit& split, bool with_dataset) {
  if (split.run == 0) return "";
  return fmt::format("{}{} run {}: ", with_dataset ? audit.dataset + " " : "", split.split,
                     split.run);
}

/// "itq+npq 32 bits: " or "itq+npq 32 bits and 25 more: "; empty if the group has all cells of the
/// split.
std::string cells_text(const CellsAudit& group, const SplitAudit& split) {
  if (group.cells.size() == split.cell_count()) return "";
  if (group.cells.size() == 1) return group.cells.front() + ": ";
  return fmt::format("{} and {} more: ", group.cells.front(), group.cells.size() - 1);
}

std::vector<std::string> leak_lines(const SplitAudit& split) {
  std::vector<std::string> lines;
  for (const splits::Leak& leak : split.leaks) lines.push_back("leak: " + splits::leak_text(leak));
  for (const CellsAudit& group : split.cells) {
    for (const splits::Leak& leak : group.leaks) {
      lines.push_back(fmt::format("{}leak: {}", cells_text(group, split), splits::leak_text(leak)));
    }
  }
  return lines;
}

std::string meetings_text(const std::vector<splits::Meeting>& meetings, const SplitAudit& split,
                          const std::string& what) {
  std::string text;
  for (const splits::Meeting& m : meetings) {
    text +=
        fmt::format("{}{} of {} {} {} {}", text.empty() ? "" : ", ", m.rows.size(),
                    split.sizes.at(m.of), splits::rows_name(m.of), what, splits::part_name(m.in));
  }
  return text.empty() ? "none" : text;
}

/// "3", or "1 .. 5" if the runs differ.
template <typename Count>
std::string range(const std::vector<const SplitAudit*>& runs, Count count) {
  std::size_t least = count(*runs.front()), most = least;
  for (const SplitAudit* run : runs) {
    least = std::min(least, count(*run));
    most = std::max(most, count(*run));
  }
  return least == most ? fmt::format("{}", least) : fmt::format("{} .. {}", least, most);
}

/// "clean", or "3 leaks in 2 runs".
std::string verdict(const std::vector<const SplitAudit*>& runs) {
  std::size_t leaks = 0, with_leaks = 0;
  for (const SplitAudit* run : runs) {
    const std::size_t n = run->all_leaks().size();
    leaks += n;
    with_leaks += n > 0 ? 1 : 0;
  }
  if (leaks == 0) return "clean";
  return fmt::format("{} in {}", plural(leaks, "leak"), plural(with_leaks, "run"));
}

/// The verdict on all runs of a split, followed by a line for each kind of check.
std::string runs_text(const std::vector<const SplitAudit*>& runs, bool with_features) {
  std::set<std::string> evidence;
  double deviation = 0;
  for (const SplitAudit* run : runs) {
    deviation = std::max(deviation, run->deviation());
    for (const CellsAudit& group : run->cells) evidence.insert(evidence_text(group.evidence));
  }
  const auto size = [&](splits::Part part) {
    return range(runs, [&](const SplitAudit& s) { return s.sizes.at(part); });
  };
  const auto near = [&](splits::Part part) {
    return range(runs, [&](const SplitAudit& s) {
      return meeting_count(s.near, splits::Part::queries, part);
    });
  };
  const std::string ranked_training = range(runs, [](const SplitAudit& s) {
    return meeting_count(s.overlaps, splits::Part::training, splits::Part::database);
  });
  std::string text = fmt::format(
      "{}: {}; {} of {} cells{}\n  {} queries rank {} rows; {} of {} training rows are among "
      "them\n",
      runs.front()->split, verdict(runs), plural(runs.size(), "run"),
      range(runs, [](const SplitAudit& s) { return s.cell_count(); }),
      evidence.empty() ? "" : fmt::format(" ({})", fmt::join(evidence, ", ")),
      size(splits::Part::queries), size(splits::Part::database), ranked_training,
      size(splits::Part::training));
  if (with_features) {
    text += fmt::format("  near-duplicates of {} queries in the database, of {} in training\n",
                        near(splits::Part::database), near(splits::Part::training));
  }
  if (!runs.front()->balance.empty()) {
    text += fmt::format("  class shares differ by at most {:.3f}\n", deviation);
  }
  return text;
}

std::string balance_text(const splits::ClassBalance& b) {
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

/// The detailed text for an audit of a single split.
std::string details(const SplitAudit& split, bool with_features, double near_distance) {
  std::string text;
  for (const splits::Part part : splits::all_parts) {
    if (split.sizes.at(part) > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "parts: " : ", ", split.sizes.at(part),
                          splits::rows_name(part));
    }
  }
  text += fmt::format("; held out: {}\n", split.ranked == splits::RankedRows::held_out
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
  for (const splits::ClassBalance& b : split.balance) text += balance_text(b);
  return text;
}

/// A line that explains each kind of leak that was found.
std::string meanings_text(const Audit& audit) {
  std::string text;
  std::set<std::pair<std::string, bool>> told;
  for (const splits::Leak& leak : audit.all_leaks()) {
    if (!told.emplace(leak.kind, leak.came_so).second) continue;
    text +=
        fmt::format("about {}: {}\n", leak.kind, splits::meaning_text(splits::leak_meaning(leak)));
  }
  return text;
}

}  // namespace

std::string audit_summary(const std::vector<Audit>& audits) {
  std::size_t cells = 0, splits = 0, leaks = 0, doubtful = 0;
  std::set<std::string> kinds;
  for (const Audit& audit : audits) {
    doubtful += audit.doubtful_statements;
    cells += audit.cell_count();
    splits += audit.splits.size();
    for (const splits::Leak& leak : audit.all_leaks()) {
      ++leaks;
      kinds.insert(leak.kind);
    }
  }
  const std::string looked_at =
      cells == 0 ? plural(splits, "split")
                 : fmt::format("{}, {}", plural(cells, "cell"), plural(splits, "split"));
  if (leaks == 0 && doubtful == 0) return fmt::format("audit: {}: clean", looked_at);
  if (leaks == 0) {
    return fmt::format(
        "audit: {}: no leak found, but {} on training cannot be true (see the notes)", looked_at,
        plural(doubtful, "statement"));
  }
  return fmt::format("audit: {}: {} of {}", looked_at, plural(leaks, "leak"),
                     plural(kinds.size(), "kind"));
}

std::string leaks_in_short(const Audit& audit) {
  std::vector<std::string> kinds;
  const std::vector<splits::Leak> leaks = audit.all_leaks();
  for (const splits::Leak& leak : leaks) {
    if (std::find(kinds.begin(), kinds.end(), leak.kind) == kinds.end()) kinds.push_back(leak.kind);
  }
  if (leaks.empty()) return "";
  return fmt::format("{} of {} ({})", plural(leaks.size(), "leak"), plural(kinds.size(), "kind"),
                     fmt::join(kinds, ", "));
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
      text += fmt::format("near-duplicates are at most {:.6g} apart\n", audit.near_distance);
    }
    std::vector<std::string> names;
    for (const SplitAudit& split : audit.splits) {
      if (std::find(names.begin(), names.end(), split.split) == names.end()) {
        names.push_back(split.split);
      }
    }
    for (const std::string& name : names) {
      std::vector<const SplitAudit*> runs;
      for (const SplitAudit& split : audit.splits) {
        if (split.split == name) runs.push_back(&split);
      }
      if (runs.front()->run > 0) text += runs_text(runs, audit.with_features);
      for (const SplitAudit* run : runs) {
        for (const std::string& line : leak_lines(*run)) {
          text += place(audit, *run, audits.size() > 1) + line + "\n";
        }
      }
    }
    text += meanings_text(audit);
  }
  return text + audit_summary(audits) + "\n";
}

}  // namespace hashlab::experiments
