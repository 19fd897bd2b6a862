#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/recognition/global_average_precision.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Recognition of landmarks by the nearest pictures of a gallery, with penalties for what resembles
// pictures that show none: the winner of Google Landmark Recognition 2020 (Henkel & Singer, arXiv
// 2010.01650). Embeddings are compared by cosine.

/// The mean of the `k` greatest cosines of each sample with the samples of Z, which show no
/// landmark; of all of Z if there are fewer, 0 if there are none. With `self`, sample i is not
/// compared with column self[i] of Z; a number of no column leaves none out.
/// Errors:  those of NearestSearch.
std::vector<double> resemblance(const Features& X, const Features& Z, std::size_t k,
                                const Rows& self = {}, std::size_t threads = 1);

/// The votes for labels that each query has collected, from one model or several.
struct Votes {
  struct Vote {
    std::int64_t label;
    double score;
  };
  std::vector<std::vector<Vote>> of_query;

  /// Adds the votes of another model for the same queries.
  void add(const Votes& other);
};

/// The labels of the `k` items of the gallery whose cosine with each query, less the item's
/// penalty, is greatest, and these scores. `penalties` has a number an item, or none.
/// Errors:  invalid_argument if the gallery is empty or has other numbers of labels or penalties;
///          those of NearestSearch.
Votes nearest_votes(const Features& queries, const Features& gallery,
                    const std::vector<std::int64_t>& labels, const std::vector<double>& penalties,
                    std::size_t k, std::size_t threads = 1);

/// How scores of the same label become one.
enum class VoteScore {
  sum,  ///< as in the paper; where scores are negative fewer votes are better
  max,
};

/// The label of the highest score of each query, and the score as its confidence, less the
/// penalty of the query, if there are penalties. Of labels of equal score the one with the greatest
/// single vote is taken, then the lower label. A query without votes abstains.
/// Errors:  invalid_argument if numbers of penalties and queries differ.
std::vector<Prediction> decided(const Votes& votes, const std::vector<double>& penalties,
                                VoteScore score = VoteScore::sum);

}  // namespace hashlab
