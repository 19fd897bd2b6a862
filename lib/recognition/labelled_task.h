#pragma once

#include "lib/recognition/sweep.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// The roles of queries and ranked items, by position, in recognition.
struct RecognitionParts {
  Rows gallery;            ///< items that show a landmark
  Rows others;             ///< Z: items that show none
  Rows others_in_queries;  ///< the queries that form Z in variants that draw it from queries
};

/// The roles of items and queries with one class each. Z is drawn by `rng`, equally many from items
/// and from queries. others_in_queries is empty if no variant draws Z from queries.
/// Errors:  invalid_argument if no item shows a landmark, or fewer items than sweep.others (or
///          none) show no landmark; the same for queries if Z is to be drawn from them.
RecognitionParts recognition_parts(const std::vector<std::int32_t>& queries,
                                   const std::vector<std::int32_t>& items,
                                   const RecognitionSweep& sweep, const Rng& rng);

/// The scores of landmark recognition.
struct RecognitionScores {
  double all = 0, landmarks = 0;  ///< global average precision: of all queries, of those with a
                                  ///< landmark
};

/// The scores of every variant of a sweep. `queries` and `items` are embeddings, one sample per
/// column, which concatenate the dimensions of sweep.models models.
/// Errors:  those of recognise(); invalid_argument if the number of dimensions is not a multiple of
///          the number of models.
std::vector<RecognitionScores> recognition_scores(const Features& queries,
                                                  const std::vector<std::int32_t>& query_labels,
                                                  const Features& items,
                                                  const std::vector<std::int32_t>& item_labels,
                                                  const RecognitionParts& parts,
                                                  const RecognitionSweep& sweep);

}  // namespace hashlab
