#pragma once

#include "lib/recognition/votes.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Embeddings of pictures by one model, a picture a column; no `others` is 0 columns of any height.
struct ModelEmbeddings {
  Features queries;  ///< to be recognised
  Features gallery;  ///< pictures of known landmarks
  Features others;   ///< Z: pictures that show no landmark
};

/// What is known to recognise landmarks by. All models have the same pictures in the same order.
struct RecognitionData {
  std::vector<ModelEmbeddings> models;
  std::vector<std::int64_t> labels;  ///< of the gallery
  Rows others_in_queries = {};       ///< if given, Z is these queries, and models have no others
};

/// What the quantile transform is fitted on. On queries, or on others that are queries, what is
/// said of one query depends on the rest, which no score of single queries shows.
enum class QuantileFit { none, gallery, queries, others };

/// What several models become.
enum class ModelsAs {
  together,  ///< one embedding, one below the other
  votes,     ///< each has its own votes (and penalties B), which are pooled
};

/// The steps, in their order, with the numbers of the paper. It fits the transform on the queries.
struct RecognitionSettings {
  bool unit_length = true;                 ///< embeddings of each model are made of length 1
  QuantileFit fit = QuantileFit::gallery;  ///< each feature is made normal
  std::size_t quantiles = 1000;
  std::size_t gallery_penalty = 5;  ///< B: of how many of Z an item's penalty is the mean; 0: none
  std::size_t votes = 3;            ///< items of the gallery that vote; at least 1
  VoteScore score = VoteScore::sum;
  std::size_t query_penalty = 10;  ///< C: of how many of Z a query's penalty is the mean; 0: none
  ModelsAs ensemble = ModelsAs::together;
};

/// Recognises the landmark of each query, with a confidence that is lower if it may show none:
///
///   A_ij = cos(query i, item j of the gallery) - B_j,   B_j = mean of the top 5 of cos(item j, Z)
///   label = argmax of the sums, by label, of the top 3 of A_i,   confidence = that sum - C_i
///   C_i = mean of the top 10 of cos(query i, Z), in the space of all models together
///
/// If Z is drawn from the queries, a query is not compared with itself. Without Z, B = C = 0. An
/// embedding of length 0 stays so in each step, and its cosine with any other is 0. Every label is
/// one of the gallery; equal scores are decided as decided() says. The result is the same for every
/// number of threads.
/// Errors:  invalid_argument naming the model if sizes do not fit each other or values are not
///          finite; if there is no model or no gallery, if 0 votes or quantiles are asked for, or
///          if the transform is to be fitted on nothing.
/// Cost:    O(n_q n_g d + (n_q + n_g) n_z d) flops through BLAS, O(n_g d log n_g) for quantiles.
/// Memory:  three times the embeddings; never queries x gallery.
/// Source:  Henkel & Singer, arXiv 2010.01650, and their program.
/// Differs: cosines below 0 are kept, which the program raises to 0; it leaves out the nearest of Z
///          for each query where Z is drawn from queries, though only those in Z have themselves
///          there.
std::vector<Prediction> recognise(const RecognitionData& data, const RecognitionSettings& settings,
                                  std::size_t threads = 1);

}  // namespace hashlab
