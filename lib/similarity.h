#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hashlab {

/// A measure of the similarity of two embeddings; nearer embeddings have greater values.
enum class Similarity {
  cosine,         ///< inner product after each embedding is multiplied by the reciprocal of its
                  ///< length; 0 if an embedding has length 0
  inner_product,  ///< sum of the products of the features
  euclidean,      ///< minus the sum of the squared differences of the features
};

/// The similarity with this name: "cosine", "inner-product" or "euclidean".
/// Errors:  invalid_argument for other names; the message lists the known ones.
Similarity similarity_named(std::string_view name);
bool is_similarity(std::string_view name);
std::string_view name_of(Similarity similarity);

/// True if features are by default centred before they are compared by this similarity: the mean of
/// the data available for training is subtracted. This is so for cosine only. In papers on hashing,
/// the cosine is that of the samples which hashing methods get, and these are centred.
bool subtracts_mean(Similarity similarity);

/// The Euclidean length of an embedding of d features.
double length_of(const float* x, std::size_t d);

/// The similarity of embeddings x and y of d features, summed in double precision over the features
/// in order, so that the result is the same on every machine and with every BLAS. `x_scale` and
/// `y_scale` are the reciprocals of the lengths of x and y, or 0 for a length of 0; only cosine
/// uses them.
double similarity_of(const float* x, double x_scale, const float* y, double y_scale, std::size_t d,
                     Similarity similarity);

/// The lengths of four embeddings of d features, bit-identical to length_of(). One call is about
/// three times as fast as four calls of length_of(), because the four sums do not wait for each
/// other.
std::array<double, 4> lengths_of(const std::array<const float*, 4>& x, std::size_t d);
/// The similarities of embedding x to four embeddings, bit-identical to similarity_of(). One call
/// is about three times as fast as four calls of similarity_of().
std::array<double, 4> similarities_of(const float* x, double x_scale,
                                      const std::array<const float*, 4>& y,
                                      const std::array<double, 4>& y_scales, std::size_t d,
                                      Similarity similarity);

}  // namespace hashlab
