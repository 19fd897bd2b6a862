#include "experiments/audit/audit_results.h"

#include "experiments/audit/composition.h"
#include "experiments/gather/records.h"
#include "experiments/suite/foreign_claims.h"
#include "lib/data/dataset_file.h"
#include "lib/error.h"
#include "lib/files/scratch_memory.h"
#include "results/record/fact_names.h"
#include "results/record/record.h"
#include "results/scores/recognition_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hashlab::experiments {
namespace {

std::string cell_name(const Cell& cell) {
  const std::string& name = cell.method.name();
  const std::string way = cell.direction.empty() ? "" : fmt::format(" {}", cell.direction.text());
  return cell.bits ? fmt::format("{} {} bits{}", name, *cell.bits, way) : name;
}

/// The rows to which evaluate_cell may fit each quantity. For codes from another program, these are
/// the rows that the suite states.
FittedRows allowed_rows(const splits::Split& split, const Study& study, const Cell& cell) {
  const Suite& suite = study.suite;
  if (cell.foreign) {
    return {
        {results::fitted_names::codes, learned_from(*cell.foreign, split, study.dataset.size())}};
  }
  FittedRows fitted = {{results::fitted_names::mean, split.learnable}};
  if (!cell.method.has_bits()) return fitted;
  Rows all = united(split.learnable, split.training);
  if (suite.ground_truth.by_ball()) fitted[results::fitted_names::learner_ball_radius] = all;
  if (cell.method.chooses()) fitted[results::fitted_names::hyperparameters] = all;
  fitted[results::fitted_names::projection] = all;
  const Embedding* embedding = cell.method.embedding();
  if (embedding == nullptr || embedding->quantised) {
    fitted[results::fitted_names::thresholds] = std::move(all);
  }
  return fitted;
}

/// Draws each split of the cells once, in the order of its first cell.
std::vector<DrawnSplit> draw_splits(const Study& study, const std::vector<Cell>& cells) {
  std::vector<DrawnSplit> drawn;
  for (const Cell& cell : cells) {
    const bool known = std::any_of(drawn.begin(), drawn.end(), [&](const DrawnSplit& one) {
      return one.name == cell.split && one.run == cell.run;
    });
    if (known) continue;
    const splits::SplitInfo info = splits::make_split(cell.split).strategy->info();
    drawn.push_back({cell.split, cell.run, info.ranked, info.leave_one_out,
                     draw_split(study, cell.split, cell.run)});
  }
  return drawn;
}

std::size_t index_of(const std::vector<DrawnSplit>& drawn, const Cell& cell) {
  const auto found = std::find_if(drawn.begin(), drawn.end(), [&](const DrawnSplit& one) {
    return one.name == cell.split && one.run == cell.run;
  });
  return static_cast<std::size_t>(found - drawn.begin());
}

/// Groups the cells of a split that were fitted to the same rows, so that each group is checked
/// once.
class Gatherer {
 public:
  Gatherer(const Suite& suite, const DrawnSplit& drawn, SplitAudit& audit)
      : recognition_(results::recognition_sweep(suite.scores)), drawn_(drawn), audit_(audit) {}

  void add(const Cell& cell, Evidence evidence, const FittedRows& fitted, bool other_split) {
    const bool recognises = !recognition_.empty() && !cell.method.has_codes();
    const Kept own{fitted, other_split, cell.direction.codes, recognises};
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      CellsAudit& group = audit_.cells[k];
      if (group.evidence != evidence || kept_[k] != own) continue;
      group.cells.push_back(cell_name(cell));
      return;
    }
    kept_.push_back(own);
    CellsAudit group;
    group.cells = {cell_name(cell)};
    group.evidence = evidence;
    for (const auto& [quantity, rows] : fitted) group.fitted[quantity] = rows.size();
    group.leaks = splits::fitted_leaks(fitted, drawn_.split, drawn_.ranked);
    if (other_split) group.leaks.push_back({"other-split-than-recorded", 1, 1, "splits", {}});
    if (const std::string& codes = cell.direction.codes; codes == "joint" || codes == "label") {
      const std::size_t database = drawn_.split.test_database.size();
      group.leaks.push_back({codes + "-codes-in-database", database, database, "items", {}});
    }
    if (recognises) add_recognition_leaks(group.leaks);
    audit_.cells.push_back(std::move(group));
  }

 private:
  /// The facts in which all cells of a group agree.
  struct Kept {
    FittedRows fitted;
    bool other_split = false;
    std::string database_codes;
    bool recognises = false;
    bool operator==(const Kept&) const = default;
  };

  /// Adds the leaks of the variants that the suite compares with the pipeline without a leak.
  void add_recognition_leaks(std::vector<splits::Leak>& leaks) const {
    const std::size_t queries = drawn_.split.test_queries.size();
    const auto any = [&](bool (RecognitionVariant::*leaks_so)() const) {
      const std::vector<RecognitionVariant>& variants = recognition_.variants;
      return std::any_of(variants.begin(), variants.end(),
                         [&](const RecognitionVariant& v) { return (v.*leaks_so)(); });
    };
    if (any(&RecognitionVariant::fits_on_queries)) {
      leaks.push_back({"quantiles-fitted-on-queries", queries, queries, "test queries", {}});
    }
    if (any(&RecognitionVariant::knows_queries_without_landmark)) {
      leaks.push_back({"others-among-queries", queries, queries, "test queries", {}});
    }
    if (any(&RecognitionVariant::knows_asked_classes)) {
      leaks.push_back({"gallery-of-asked-classes", queries, queries, "test queries", {}});
    }
  }

  RecognitionSweep recognition_;
  const DrawnSplit& drawn_;
  SplitAudit& audit_;
  std::vector<Kept> kept_;
};

std::vector<Gatherer> gatherers(const Suite& suite, const std::vector<DrawnSplit>& drawn,
                                Audit& audit) {
  std::vector<Gatherer> all;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    all.emplace_back(suite, drawn[i], audit.splits[i]);
  }
  return all;
}

Audit audit_study(const Study& study, const std::vector<DrawnSplit>& drawn,
                  const AuditOptions& options) {
  const Features& X = study.dataset.features;
  const splits::AuditedFeatures source{X.n_cols, X.n_rows,
                                       [&](std::size_t first, std::size_t count) {
                                         trim_scratch();
                                         return Features(X.cols(first, first + count - 1));
                                       }};
  Audit audit = audit_splits(study.dataset.name, drawn, X.n_rows == 0 ? nullptr : &source,
                             study.dataset.labels, options);
  const GroundTruth& g = study.suite.ground_truth;
  if (g.by_class()) {
    audit.composition = composition_notes(drawn, study.dataset.labels, study.is_balanced);
    audit.notes.insert(audit.notes.end(), audit.composition.begin(), audit.composition.end());
  }
  const BallTruth* ball = g.ball();
  if (ball != nullptr && ball->reference == BallTruth::Reference::database) {
    audit.notes.push_back(
        "the radius that defines who is relevant is computed from every row but the test queries: "
        "a definition, to which nothing is fitted");
  }
  return audit;
}

/// Finds cells whose scores are identical in both directions between two views. Most likely one
/// direction was then scored twice.
class SameBothWays {
 public:
  void add(const Cell& cell, const results::CellRecord& record) {
    const results::Direction& way = cell.direction;
    if (way.query == way.database) return;
    const auto key = [&](const results::Direction& direction) {
      return fmt::format("{} {} {} {} {}", cell.method.name(), cell.bits.value_or(0), cell.split,
                         cell.run, direction.text() + direction.codes);
    };
    const auto other = metrics_.find(key({way.database, way.query, way.codes}));
    if (other != metrics_.end() && other->second == record.metrics) {
      notes_.push_back(fmt::format("{}, {} run {}: all scores are the same as those of {}>{}",
                                   cell_name(cell), cell.split, cell.run, way.database, way.query));
    }
    metrics_[key(way)] = record.metrics;
  }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::map<std::string, std::map<std::string, double>> metrics_;
  std::vector<std::string> notes_;
};

void note_doubtful_training(const std::vector<Cell>& cells, Audit& audit) {
  for (std::string& note : doubtful_training(cells)) {
    audit.notes.push_back(std::move(note));
    ++audit.doubtful_statements;
  }
}

}  // namespace

Audit audit_plan(const Study& study, const std::vector<Cell>& cells, const AuditOptions& options) {
  const std::vector<DrawnSplit> drawn = draw_splits(study, cells);
  Audit audit = audit_study(study, drawn, options);
  note_doubtful_training(cells, audit);
  std::vector<Gatherer> gather = gatherers(study.suite, drawn, audit);
  for (const Cell& cell : cells) {
    const std::size_t k = index_of(drawn, cell);
    gather[k].add(cell, Evidence::planned, allowed_rows(drawn[k].split, study, cell), false);
  }
  return audit;
}

Audit audit_results(const ResultsFolder& folder, const Manifest& manifest, const Study& study,
                    const AuditOptions& options) {
  if (study.dataset.checksum != manifest.dataset.checksum) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: was made from a data set with checksum {}, '{}' has {}",
                            folder.path, manifest.dataset.checksum.substr(0, 16),
                            study.dataset.name, study.dataset.checksum.substr(0, 16)));
  }
  if (study.suite.exclude_duplicates && study.dataset.dimensions() == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: its splits leave out equal rows, which features alone tell: the "
                            "data set '{}' is needed",
                            folder.path, study.dataset.name));
  }
  const std::vector<DrawnSplit> drawn = draw_splits(study, manifest.cells);
  Audit audit = audit_study(study, drawn, options);
  note_doubtful_training(manifest.cells, audit);
  std::vector<Gatherer> gather = gatherers(study.suite, drawn, audit);
  std::vector<std::string> checksums;  // of the drawn splits, once for all cells of a split
  for (const DrawnSplit& one : drawn) checksums.push_back(splits::split_checksum(one.split));
  std::size_t missing = 0, failed = 0;
  SameBothWays same;
  for (const Cell& cell : manifest.cells) {
    const std::optional<results::StoredCell> found = read_cell_of(folder, cell);
    if (!found) {
      ++missing;
      continue;
    }
    const results::StoredCell& record = *found;
    if (!record.failure.empty()) {
      ++failed;
      continue;
    }
    same.add(cell, record);
    if (record.fitted.empty()) {
      fail_corrupt(folder.cell_path(cell),
                   "does not say which rows fitted what, as every cell does: run the suite again");
    }
    const std::size_t k = index_of(drawn, cell);
    gather[k].add(cell, Evidence::recorded, record.fitted, record.split_checksum != checksums[k]);
  }
  audit.notes.insert(audit.notes.end(), same.notes().begin(), same.notes().end());
  if (missing + failed > 0) {
    audit.notes.push_back(fmt::format("{} of {} cells are missing, {} failed: nothing to look at",
                                      missing, manifest.cells.size(), failed));
  }
  return audit;
}

Dataset outline_of(const DatasetFacts& facts, const std::string& path, const std::string& view) {
  Dataset dataset{facts.name, facts.checksum, Features(0, facts.size), {}};
  if (path.empty()) return dataset;
  const DatasetFile file(path, view);
  if (file.size() != facts.size) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: has {} rows, the results are of {}",
                                                         path, file.size(), facts.size));
  }
  dataset.labels = file.read_labels();
  return dataset;
}

}  // namespace hashlab::experiments
