#pragma once

#include "lib/ranking/rank_counts.h"
#include "results/report/report_data.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// Recall levels at which runs' curves are averaged: .01, .02, .05, .1, .15 ... 1.
std::vector<double> report_recall_levels();

/// Rank cutoffs 1, 2, 5, 10, 20, 50 ... up to and with `database`.
std::vector<std::size_t> report_cutoffs(std::size_t database);

/// Micro-averaged precision at recall levels in (0, 1]. Between two radii retrieved and relevant
/// items grow in proportion, which is what ties in random order do in the mean; so the curve is
/// defined at every level, also before the first radius. All zeros if nothing is relevant.
/// Source:  Davis & Goadrich, "The relationship between precision-recall and ROC curves", ICML
///          2006, section 4.
std::vector<double> precision_at_recall(const RankCounts& counts,
                                        const std::vector<double>& levels);

/// Mean, lowest and highest at each point of curves of equal length; empty without curves.
Band band_of(const std::vector<std::vector<double>>& curves);

}  // namespace hashlab
