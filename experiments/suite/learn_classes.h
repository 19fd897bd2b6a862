#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The classes that methods learn from, where they are coarser than those that rankings are judged
/// by: the sub-category protocol of Wu, Efros & Yu, ECCV 2018.
struct LearnClasses {
  std::size_t drawn = 0;               ///< so many, into which classes are drawn in every run; or
  std::vector<std::int32_t> of_class;  ///< the coarse class of each class 0, 1, ...; or neither

  bool empty() const { return drawn == 0 && of_class.empty(); }
  /// parse_learn_classes(text()) gives the same.
  std::string text() const;
};

/// "drawn:5", or the coarse class of each class in order: "0 0 1 1 1 1 1 1 0 0".
/// Errors:  invalid_argument.
LearnClasses parse_learn_classes(std::string_view text);

/// The labels that learning sees; as they are if `classes` is empty. Classes that are drawn into
/// coarse ones are those that occur, as many into each as into any other, give or take one.
/// Errors:  invalid_argument if labels are several classes a row, or there are too few classes, or
///          no coarse class is given for one.
Labels coarse_labels(const Labels& labels, const LearnClasses& classes, const Rng& rng);

}  // namespace hashlab::experiments
