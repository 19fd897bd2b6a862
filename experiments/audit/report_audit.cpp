#include "experiments/audit/report_audit.h"

#include "experiments/audit/audit_results.h"
#include "experiments/suite/data_folder.h"
#include "splits/audit/leak_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

using Level = results::AuditLine::Level;

/// The runs of one split.
using Runs = std::vector<const SplitAudit*>;

std::string runs_text(std::size_t runs) {
  return fmt::format("{} run{}", runs, runs == 1 ? "" : "s");
}

/// "130 cells, recorded", joined by "; " if there are several kinds of evidence; empty without
/// cells.
std::string evidence_of(const Runs& runs) {
  std::map<Evidence, std::size_t> cells;
  for (const SplitAudit* run : runs) {
    for (const CellsAudit& group : run->cells) cells[group.evidence] += group.cells.size();
  }
  std::string text;
  for (const auto& [evidence, count] : cells) {
    text += fmt::format("{}{} cells, {}", text.empty() ? "" : "; ", count, evidence_text(evidence));
  }
  return text;
}

std::vector<results::AuditLine> leaks_of_runs(const std::string& split, const Runs& runs) {
  struct Found {
    std::size_t runs = 0;
    splits::Leak first;
  };
  std::map<std::string, Found> kinds;
  for (const SplitAudit* run : runs) {
    std::set<std::string> seen;
    for (const splits::Leak& leak : run->all_leaks()) {
      if (!seen.insert(leak.kind).second) continue;
      Found& found = kinds[leak.kind];
      if (found.runs++ == 0) found.first = leak;
    }
  }
  const std::string check = "held-out rows where they must not be";
  if (kinds.empty()) {
    return {{split, check,
             fmt::format("none in {} ({})", runs_text(runs.size()), evidence_of(runs)),
             Level::clean}};
  }
  std::vector<results::AuditLine> lines;
  for (const auto& [kind, found] : kinds) {
    lines.push_back({split, check,
                     fmt::format("{} of {} leak; the first: {}; {}", found.runs,
                                 runs_text(runs.size()), splits::leak_text(found.first),
                                 splits::meaning_text(splits::leak_meaning(found.first))),
                     Level::leak});
  }
  return lines;
}

/// The mean over runs of the number of samples of part `of` that are also in part `in`, or have a
/// copy or a near-duplicate there.
results::AuditLine meeting_line(const std::string& split, const Runs& runs,
                                std::vector<splits::Meeting> SplitAudit::*meetings, splits::Part of,
                                splits::Part in, const std::string& what) {
  double sum = 0, rows = 0;
  for (const SplitAudit* run : runs) {
    sum += static_cast<double>(meeting_count(run->*meetings, of, in));
    const auto size = run->sizes.find(of);
    if (size != run->sizes.end()) rows += static_cast<double>(size->second);
  }
  const auto n = static_cast<double>(runs.size());
  return {split, fmt::format("{} {} {}", splits::rows_name(of), what, splits::rows_name(in)),
          sum == 0 ? std::string("none")
                   : fmt::format("{:.1f} of {:.0f} on average over the runs", sum / n, rows / n),
          sum == 0 ? Level::clean : Level::expected};
}

}  // namespace

std::vector<results::AuditLine> report_lines(const Audit& audit) {
  std::vector<std::string> splits;
  std::map<std::string, Runs> runs_of;
  for (const SplitAudit& split : audit.splits) {
    if (!runs_of.contains(split.split)) splits.push_back(split.split);
    runs_of[split.split].push_back(&split);
  }
  std::vector<results::AuditLine> lines;
  for (const std::string& split : splits) {
    const Runs& runs = runs_of[split];
    const std::vector<results::AuditLine> leaks = leaks_of_runs(split, runs);
    lines.insert(lines.end(), leaks.begin(), leaks.end());
    lines.push_back(meeting_line(split, runs, &SplitAudit::overlaps, splits::Part::training,
                                 splits::Part::database, "that are among the"));
    if (!audit.with_features) continue;
    for (const splits::Part part : {splits::Part::training, splits::Part::database}) {
      lines.push_back(meeting_line(split, runs, &SplitAudit::copies, splits::Part::queries, part,
                                   "with a copy among the"));
      lines.push_back(meeting_line(split, runs, &SplitAudit::near, splits::Part::queries, part,
                                   "with a near-duplicate among the"));
    }
  }
  return lines;
}

bool splits_need_no_data(const Suite& suite) {
  const std::vector<std::string> plain = {"literature", "matched", "improved"};
  return !suite.ground_truth.by_class() && !suite.exclude_duplicates &&
         std::all_of(suite.splits.begin(), suite.splits.end(), [&](const std::string& split) {
           return std::find(plain.begin(), plain.end(), split) != plain.end();
         });
}

std::vector<results::AuditLine> audit_for_report(const ResultsFolder& folder,
                                                 const Manifest& manifest,
                                                 const std::optional<std::string>& data,
                                                 std::size_t threads) {
  if (!data && !splits_need_no_data(manifest.suite)) return {};
  const Dataset dataset =
      data ? read_dataset_of(manifest.suite, *data) : outline_of(manifest.dataset, "");
  AuditOptions options;
  options.threads = threads;
  return report_lines(audit_results(folder, manifest, {dataset, manifest.suite}, options));
}

}  // namespace hashlab::experiments
