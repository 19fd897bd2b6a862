#include "experiments/audit/audit.h"

#include "lib/data/column_facts.h"
#include "lib/h5/h5.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hashlab::experiments {
namespace {

void append(std::vector<splits::Leak>& leaks, std::vector<splits::Leak> more) {
  leaks.insert(leaks.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

/// Audits what needs no features: row numbers, groups of equal rows, and labels.
SplitAudit audit_rows(const DrawnSplit& drawn, const RepeatedRows& equal, const Labels& labels) {
  const splits::Split& split = drawn.split;
  SplitAudit audit;
  audit.split = drawn.name;
  audit.run = drawn.run;
  audit.ranked = drawn.ranked;
  for (const splits::Part part : splits::all_parts)
    audit.sizes[part] = splits::part_rows(split, part).size();
  audit.overlaps = splits::shared_rows(split);
  audit.copies = splits::copied_rows(split, equal);
  std::vector<splits::Meeting> unwanted = audit.overlaps;
  if (drawn.leave_one_out) {
    std::erase_if(unwanted, [](const splits::Meeting& meeting) {
      return meeting.of == splits::Part::queries && meeting.in == splits::Part::database;
    });
  }
  append(audit.leaks, splits::meeting_leaks(unwanted, "", split, drawn.ranked));
  append(audit.leaks, splits::meeting_leaks(audit.copies, "copies-of-", split, drawn.ranked));
  audit.balance = splits::class_balance(split, labels);
  return audit;
}

/// Searches near-duplicates once for all splits with the same queries, because the search is
/// expensive and the splits of a run usually share their queries.
void look_for_near_queries(const splits::AuditedFeatures& features,
                           const std::vector<DrawnSplit>& drawn, const AuditOptions& options,
                           Audit& audit) {
  std::vector<bool> done(drawn.size());
  for (std::size_t first = 0; first < drawn.size(); ++first) {
    if (done[first]) continue;
    std::vector<std::size_t> same;
    std::vector<const splits::Split*> splits;
    for (std::size_t i = first; i < drawn.size(); ++i) {
      if (done[i] || drawn[i].split.test_queries != drawn[first].split.test_queries) continue;
      done[i] = true;
      same.push_back(i);
      splits.push_back(&drawn[i].split);
    }
    auto near = splits::near_queries(features, splits, audit.near_distance, options.threads);
    for (std::size_t k = 0; k < same.size(); ++k) {
      SplitAudit& one = audit.splits[same[k]];
      one.near = std::move(near[k]);
      if (options.near) {
        append(one.leaks,
               splits::meeting_leaks(one.near, "near-copies-of-", *splits[k], one.ranked));
      }
    }
  }
}

}  // namespace

std::string evidence_text(Evidence evidence) {
  switch (evidence) {
    case Evidence::recorded:
      return "recorded";
    case Evidence::planned:
      return "planned";
    case Evidence::given:
      break;
  }
  return "given";
}

std::size_t SplitAudit::cell_count() const {
  std::size_t count = 0;
  for (const CellsAudit& group : cells) count += group.cells.size();
  return count;
}

std::vector<splits::Leak> SplitAudit::all_leaks() const {
  std::vector<splits::Leak> all = leaks;
  for (const CellsAudit& group : cells) append(all, group.leaks);
  return all;
}

double SplitAudit::deviation() const {
  double most = 0;
  for (const splits::ClassBalance& part : balance) most = std::max(most, part.deviation);
  return most;
}

std::size_t meeting_count(const std::vector<splits::Meeting>& meetings, splits::Part of,
                          splits::Part in) {
  for (const splits::Meeting& m : meetings) {
    if (m.of == of && m.in == in) return m.rows.size();
  }
  return 0;
}

std::size_t Audit::cell_count() const {
  std::size_t count = 0;
  for (const SplitAudit& split : splits) count += split.cell_count();
  return count;
}

std::vector<splits::Leak> Audit::all_leaks() const {
  std::vector<splits::Leak> all;
  for (const SplitAudit& split : splits) append(all, split.all_leaks());
  return all;
}

void note_preprocessing(const std::string& data_path, const std::string& view, Audit& audit) {
  const std::map<std::string, std::string> attributes = H5File::open(data_path).text_attributes();
  // Some data sets describe all views in one attribute, others have an attribute for each view.
  std::vector<std::string> names = {"preprocessing"};
  if (!view.empty()) names.push_back(view + "-preprocessing");
  for (const std::string& name : names) {
    const auto found = attributes.find(name);
    if (found == attributes.end() || found->second.find("fitted on all") == std::string::npos) {
      continue;
    }
    const std::string note =
        fmt::format("features were made with all rows, held-out ones too: {}", found->second);
    if (std::find(audit.notes.begin(), audit.notes.end(), note) != audit.notes.end()) continue;
    audit.notes.push_back(note);
  }
}

Audit audit_splits(const std::string& dataset, const std::vector<DrawnSplit>& drawn,
                   const splits::AuditedFeatures* features, const Labels& labels,
                   const AuditOptions& options) {
  Audit audit;
  audit.dataset = dataset;
  audit.with_features = features != nullptr;
  splits::FeatureFacts facts;
  if (features != nullptr) facts = splits::feature_facts(*features);
  for (const DrawnSplit& one : drawn) {
    audit.splits.push_back(audit_rows(one, facts.equal, labels));
  }
  if (features == nullptr) return audit;
  if (const std::size_t repeats = facts.equal.repeats(); repeats > 0) {
    audit.notes.push_back(fmt::format("{} of {} rows repeat an earlier one", repeats, features->n));
  }
  for (std::string& note :
       column_notes(column_facts(features->n, features->d, labels, features->read))) {
    audit.notes.push_back(std::move(note));
  }
  const arma::fvec nothing(features->d, arma::fill::zeros);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    append(audit.splits[i].leaks,
           splits::mean_origin(*features, drawn[i].split, drawn[i].ranked, nothing).leaks);
  }
  if (!options.looks_near) return audit;
  audit.near_distance = options.near.value_or(splits::near_share * facts.spread);
  look_for_near_queries(*features, drawn, options, audit);
  return audit;
}

}  // namespace hashlab::experiments
