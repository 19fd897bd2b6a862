#pragma once

#include "lib/recognition/global_average_precision.h"
#include "lib/recognition/sweep.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// The roles of queries and ranked items in landmark recognition, as lists of positions. Z is the
/// set of images that show no landmark; recognise() compares queries and items with them.
struct RecognitionParts {
  Rows gallery;            ///< items that show a landmark
  Rows others;             ///< Z, drawn from the items
  Rows others_in_queries;  ///< Z, drawn from the queries, for the variants that use such a set
};

/// The roles of queries and items, given the class of each. `rng` draws Z: sweep.others of the
/// items without a landmark (0: all of them), and as many of the queries without one if a variant
/// draws Z from queries. Otherwise others_in_queries is empty.
/// Errors:  invalid_argument if no item shows a landmark, or if the items without a landmark are
///          fewer than sweep.others or there are none; the same for queries if Z is drawn from
///          them.
RecognitionParts recognition_parts(const std::vector<std::int32_t>& queries,
                                   const std::vector<std::int32_t>& items,
                                   const RecognitionSweep& sweep, const Rng& rng);

/// The data with the items of the gallery alone that have a label of `truth`, the landmarks of the
/// queries.
/// Errors:  invalid_argument if no item is left.
RecognitionData gallery_of_asked_classes(const RecognitionData& data,
                                         const std::vector<Truth>& truth);

/// The scores of one variant of landmark recognition.
struct RecognitionScores {
  double all = 0, landmarks = 0;  ///< global average precision over all queries, and over those
                                  ///< that show a landmark
};

/// The scores of every variant of a sweep. `queries` and `items` are embeddings, one sample per
/// column, which concatenate the dimensions of sweep.models models.
/// Errors:  those of recognise(), global_average_precision() and gallery_of_asked_classes();
///          invalid_argument if the number of dimensions is not a multiple of the number of models.
std::vector<RecognitionScores> recognition_scores(const Features& queries,
                                                  const std::vector<std::int32_t>& query_labels,
                                                  const Features& items,
                                                  const std::vector<std::int32_t>& item_labels,
                                                  const RecognitionParts& parts,
                                                  const RecognitionSweep& sweep);

}  // namespace hashlab
