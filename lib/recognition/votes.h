#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/recognition/global_average_precision.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Recognition of landmarks by the nearest images of a gallery, with penalties for similarity to
// images that show no landmark: the method that won Google Landmark Recognition 2020 (Henkel &
// Singer, arXiv 2010.01650). Embeddings are compared by cosine.

/// The mean of the `k` greatest cosines of each sample with the samples of Z, which show no
/// landmark. If Z has fewer than k samples, the mean is over all of them; it is 0 if Z is empty. If
/// `self` is given, sample i is not compared with column self[i] of Z; if Z has no column of this
/// number, sample i is compared with all of Z.
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
  /// Errors:  invalid_argument if votes for another number of queries were added before.
  void add(const Votes& other);
};

/// For each query, the labels and scores of the `k` items of the gallery with the highest scores.
/// The score is the cosine with the query minus the item's penalty. `penalties` has one number per
/// item or is empty.
/// Errors:  invalid_argument if the gallery is empty or the number of labels or penalties does not
///          match it; those of NearestSearch.
Votes nearest_votes(const Features& queries, const Features& gallery,
                    const std::vector<std::int64_t>& labels, const std::vector<double>& penalties,
                    std::size_t k, std::size_t threads = 1);

/// How the scores of the votes for one label are combined.
enum class VoteScore {
  sum,  ///< the sum, as in the paper; votes with negative scores lower it
  max,  ///< the highest score
};

/// The label with the highest score for each query. The confidence is this score, minus the query's
/// penalty if there are penalties. Ties are broken by the greatest single vote, then by the lower
/// label. A query without votes abstains.
/// Errors:  invalid_argument if numbers of penalties and queries differ.
std::vector<Prediction> decided(const Votes& votes, const std::vector<double>& penalties,
                                VoteScore score = VoteScore::sum);

}  // namespace hashlab
