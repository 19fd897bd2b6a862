#pragma once

#include "lib/recognition/sweep.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Which queries and ranked items, by position, take which part in recognition.
struct RecognitionParts {
  Rows gallery;            ///< items that show a landmark
  Rows others;             ///< Z: items that show none
  Rows others_in_queries;  ///< what serves as Z if it is drawn from queries
};

/// The parts of items and queries with one class each. Z is drawn by `rng`, from either side as
/// many. Where no variant draws it from queries, others_in_queries is empty.
/// Errors:  invalid_argument if no item shows a landmark, or none shows none; if fewer than
///          sweep.others do; the same of queries, where Z is to be drawn from them.
RecognitionParts recognition_parts(const std::vector<std::int32_t>& queries,
                                   const std::vector<std::int32_t>& items,
                                   const RecognitionSweep& sweep, const Rng& rng);

/// What recognition of landmarks scored.
struct RecognitionScores {
  double all = 0, landmarks = 0;  ///< global average precision: of all queries, of those with one
};

/// The scores of every variant of a sweep. `queries` and `items` are embeddings, a sample a column,
/// whose dimensions are those of sweep.models models, one below the other.
/// Errors:  those of recognise(); invalid_argument if dimensions are no multiple of the models.
/// Cost:    that of recognise() for each variant.
std::vector<RecognitionScores> recognition_scores(const Features& queries,
                                                  const std::vector<std::int32_t>& query_labels,
                                                  const Features& items,
                                                  const std::vector<std::int32_t>& item_labels,
                                                  const RecognitionParts& parts,
                                                  const RecognitionSweep& sweep);

}  // namespace hashlab
