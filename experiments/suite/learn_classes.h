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
  std::size_t drawn = 0;               ///< number of coarse classes, to which classes are assigned
                                       ///< at random in every run; 0 if `of_class` is set
  std::vector<std::int32_t> of_class;  ///< the coarse class of each class 0, 1, ...; empty if
                                       ///< `drawn` is set. If neither is set, methods are trained
                                       ///< on the classes themselves

  bool empty() const { return drawn == 0 && of_class.empty(); }
  /// parse_learn_classes(text()) gives an equal value.
  std::string text() const;
};

/// "drawn:5", or the coarse class of each class in order: "0 0 1 1 1 1 1 1 0 0".
/// Errors:  invalid_argument.
LearnClasses parse_learn_classes(std::string_view text);

/// The labels for training; unchanged if `classes` is empty. For random coarse classes, the classes
/// that occur are distributed evenly: the numbers of classes per coarse class differ by at most
/// one.
/// Errors:  invalid_argument if rows have several classes, there are too few classes, or a class
///          has no coarse class.
Labels coarse_labels(const Labels& labels, const LearnClasses& classes, const Rng& rng);

}  // namespace hashlab::experiments
