#pragma once

#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The classes on which methods are trained, if they are coarser than those by which rankings are
/// judged: the sub-category protocol of Wu, Efros & Yu, ECCV 2018.
struct LearnClasses {
  std::size_t drawn = 0;               ///< number of coarse classes to which classes are assigned
                                       ///< at random in every run; 0 if they are not random
  std::vector<std::int32_t> of_class;  ///< the coarse class of each class 0, 1, ...; empty if
                                       ///< `drawn` > 0

  /// True if there are no coarse classes, so that methods are trained on the classes themselves.
  bool empty() const { return drawn == 0 && of_class.empty(); }
  /// parse_learn_classes(text()) gives an equal value.
  std::string text() const;
};

/// Parses a number of random coarse classes, "drawn:5", or the coarse class of each class in order,
/// "0 0 1 1 1 1 1 1 0 0".
/// Errors:  invalid_argument.
LearnClasses parse_learn_classes(std::string_view text);

/// The labels for training: the coarse class of each row, or `labels` unchanged if `classes` is
/// empty. Random coarse classes get equally many of the classes that occur, up to a difference of
/// one.
/// Errors:  if `classes` is not empty, invalid_argument if rows can have several classes or there
///          are no labels, if the random coarse classes are at least as many as the classes that
///          occur, or if no coarse class is given for a class.
Labels coarse_labels(const Labels& labels, const LearnClasses& classes, const Rng& rng);

}  // namespace hashlab::experiments
