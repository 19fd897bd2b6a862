#pragma once

#include "lib/recognition/votes.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Embeddings of images by one model, one image per column. `others` may have 0 columns; its number
/// of rows then does not matter.
struct ModelEmbeddings {
  Features queries;  ///< to be recognised
  Features gallery;  ///< pictures of known landmarks
  Features others;   ///< Z: pictures that show no landmark
};

/// The input of landmark recognition. All models have the same images in the same order.
struct RecognitionData {
  std::vector<ModelEmbeddings> models;
  std::vector<std::int64_t> labels;  ///< of the gallery
  Rows others_in_queries = {};       ///< ascending; if given, these queries are Z, and `others` of
                                     ///< all models must be empty
};

/// The samples on which the quantile transform is fitted. If it is fitted on queries, or on others
/// that are queries, the prediction for one query depends on the other queries, so it cannot be
/// made for a query alone.
enum class QuantileFit { none, gallery, queries, others };

/// How the embeddings of several models are combined.
enum class ModelsAs {
  together,  ///< concatenated to one embedding
  votes,     ///< each model has its own votes and penalties B (see recognise()); votes are pooled
};

/// The steps of the pipeline, in order. The defaults are those of the paper (Henkel & Singer, see
/// recognise()), except that the paper fits the quantile transform on the queries.
struct RecognitionSettings {
  bool unit_length = true;                 ///< scale the embeddings of each model to length 1
  QuantileFit fit = QuantileFit::gallery;  ///< then map each feature to a normal distribution
  std::size_t quantiles = 1000;            ///< number of quantiles of that transform
  std::size_t gallery_penalty = 5;  ///< B: number of nearest images of Z whose cosines an item's
                                    ///< penalty averages; 0: no penalty
  std::size_t votes = 3;            ///< items of the gallery that vote; at least 1
  VoteScore score = VoteScore::sum;
  std::size_t query_penalty = 10;  ///< C: number of nearest images of Z whose cosines a query's
                                   ///< penalty averages; 0: no penalty
  ModelsAs ensemble = ModelsAs::together;
};

/// Recognises the landmark of each query. The confidence is lower if the query is similar to images
/// that show no landmark. With the default settings:
///
///   A_ij = cos(query i, item j of the gallery) - B_j,   B_j = mean of the top 5 of cos(item j, Z)
///   label = argmax of the sums, by label, of the top 3 of A_i,   confidence = that sum - C_i
///   C_i = mean of the top 10 of cos(query i, Z), in the space of all models together
///
/// If Z is drawn from the queries, a query is not compared with itself. Without Z, B = C = 0. An
/// embedding of length 0 keeps length 0 in each step, and its cosine with any other is 0. Every
/// predicted label is one of the gallery; ties are broken as in decided(). The result does not
/// depend on the number of threads.
/// Errors:  invalid_argument if there is no model or no gallery; sizes do not match or values are
///          not finite; Z is given both as `others` and as others_in_queries; others_in_queries is
///          not ascending or names a query that does not exist; the number of votes is 0; or the
///          transform has 0 quantiles or is to be fitted on an empty set.
/// Cost:    O(n_q n_g d + (n_q + n_g) n_z d) flops through BLAS; O(n_g d log n_g) for the quantiles
///          if they are those of the gallery.
/// Memory:  three times the embeddings; never queries x gallery.
/// Source:  Henkel & Singer, arXiv 2010.01650, and their program.
/// Differs: cosines below 0 are kept, whereas the program raises them to 0. If Z is drawn from the
///   queries, the program leaves out the nearest image of Z for every query, although only a query
///   in Z is its own nearest image there.
std::vector<Prediction> recognise(const RecognitionData& data, const RecognitionSettings& settings,
                                  std::size_t threads = 1);

}  // namespace hashlab
