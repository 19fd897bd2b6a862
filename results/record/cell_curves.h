#pragma once

#include "lib/ranking/rank_counts.h"

#include <cstddef>
#include <vector>

namespace hashlab::results {

/// Points of a cell's curves, stored in the cell's file so that a report page of many cells does
/// not need their counts.
struct CellCurves {
  std::vector<double> precision_at_recall;        ///< at curve_recall_levels()
  std::vector<std::size_t> cutoffs;               ///< see curve_cutoffs
  std::vector<double> precision_top, recall_top;  ///< at the cutoffs, see TopCurve
  std::vector<double> hit_top;                    ///< see hits_at_cutoffs
};

/// The curves of a ranking. `cutoffs` are the ranks, ascending, at which precision_top, recall_top
/// and hit_top are computed.
/// Cost:    O(queries * distances), and for each query and cutoff the cost of hit().
/// Errors:  invalid_argument if a cutoff is 0.
CellCurves cell_curves(const RankCounts& counts, std::vector<std::size_t> cutoffs);
/// The curves of a ranking at the cutoffs that curve_cutoffs() gives for the longest ranking in
/// `counts`.
CellCurves cell_curves(const RankCounts& counts);

/// Recall levels at which runs' curves are averaged: 0.01, 0.02, 0.05, 0.1, 0.15 ... 1.
std::vector<double> curve_recall_levels();

/// Rank cutoffs 1, 2, 5, 10, 20, 50 ... for a database of `database` items; the last one is
/// `database`.
std::vector<std::size_t> curve_cutoffs(std::size_t database);

/// For each cutoff K, the share of queries with a relevant item among the first K ranks, averaged
/// over all orders of ties (see hit). This is the metric hit@K, called Recall@K in metric learning.
/// Queries without relevant items are left out. All zeros if nothing is relevant.
std::vector<double> hits_at_cutoffs(const RankCounts& counts,
                                    const std::vector<std::size_t>& cutoffs);

/// Micro-averaged precision at recall `levels` in (0, 1], which are ascending. Between two radii,
/// the numbers of retrieved and of relevant items grow in proportion, which is the average over
/// random orders of ties. The curve is therefore defined at every level, even before the first
/// radius. All zeros if nothing is relevant.
/// Source:  Davis & Goadrich, "The relationship between precision-recall and ROC curves", ICML
///          2006, section 4.
std::vector<double> precision_at_recall(const RankCounts& counts,
                                        const std::vector<double>& levels);

}  // namespace hashlab::results
