#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hashlab::testing {

// Classes drawn from a population without end, where what grouped recall claims can be looked at.

/// Rows of classes whose centres are standard normal numbers; a row is its centre and `noise` times
/// such numbers.
struct DrawnClasses {
  Features features;
  std::vector<std::int32_t> labels;
};

struct ClassPopulation {
  double noise = 1;
  std::size_t dimensions = 8, rows_a_class = 4;
};

DrawnClasses draw_classes(const ClassPopulation& population, std::size_t classes, Rng rng);

/// The share of these rows whose nearest other one among them, by Euclidean distance, has their
/// label: Recall@1, eq. 5 of Zhdanov & Karpukhin, arXiv 2306.13357. Of equal ones the first counts.
double nearest_recall(const DrawnClasses& drawn, const Rows& rows);

/// The same of each group of one random partition into groups of so many labels.
std::vector<double> grouped_recalls(const DrawnClasses& drawn, std::size_t labels_a_group, Rng rng);

double mean_of_scores(const std::vector<double>& scores);

/// How groups of labels come about.
enum class GroupDraw {
  new_classes,     ///< one partition of new classes: groups are independent
  ten_partitions,  ///< ten partitions of the same new classes, whose groups count as independent
  half_of_a_set,   ///< one partition of a random half of a finite set of classes, which itself is
                   ///< what is asked about; fifty draws of each set
};

inline constexpr std::array<std::string_view, 4> bound_names = {"clt", "student", "bernoulli",
                                                                "hoeffding"};

/// Of each bound of results/statistics/group_bounds.h at 95 %: in which share of the repetitions
/// the mean over groups was within it of what is asked about, and its mean half width.
struct BoundCoverage {
  std::array<double, 4> share = {}, half_width = {};
};

/// Of the mean over `groups` groups of `labels_a_group` classes a partition. `expectation` is that
/// of a group of new classes; half_of_a_set estimates its own, of each set from 2,000 groups.
BoundCoverage bound_coverage(const ClassPopulation& population, GroupDraw draw, std::size_t groups,
                             std::size_t labels_a_group, double expectation,
                             std::size_t repetitions, const Rng& rng);

}  // namespace hashlab::testing
