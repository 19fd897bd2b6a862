#pragma once

#include "hashers/registry.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// Where a model comes from: for people and for training it again, never used to encode.
struct ModelOrigin {
  std::string dataset, dataset_checksum;
  std::string training_checksum;  ///< SHA-256 of the training samples before they were centred
  std::string groundtruth;        ///< who was a neighbour to whom, see GroundTruth
  std::size_t samples = 0;        ///< that it was learned from; 0 if that is not known
  std::uint64_t seed = 0;
  std::string choice = {};  ///< how the hasher was chosen, if it was by `hashlab train`; or empty
};

/// A learned hash function: all that it takes to turn features into codes. A model is one HDF5
/// file:
///
/// attributes of the root group kind                      "hashlab model" hasher
/// "itq+npq:thresholds=7" projection  quantiser     recipes, "itq/1 iterations=100" (see Hasher)
/// codebook                  "natural" or "double-bit" bits                      number: the
/// budget; codes have dimensions x B of them digit-bits                number: bits of a digit of
/// the codes (see CodeFormat); absent where digits have different widths dataset  dataset-checksum
/// training-checksum  groundtruth  seed   text samples                   number: training samples
/// choice                    text: how the hasher was chosen; absent if it was named /mean
/// float32 [D]            subtracted from samples; zeros if the method takes them as they are /bits
/// float64 [dimensions]   bits of each dimension; only if the quantiser allocates them /thresholds
/// float64 [dimensions x T], ascending in each row; one with fewer than T has them first, then the
/// largest number of single precision /projection/NAME   float64 [columns x rows] of each array of
/// the projector's state
///
/// Of a method of two views one file holds both functions. It has the attribute
///
///     views                     "image/text", the method's first and second
///
/// and the datasets of each function in the group of its view: /image/mean, /image/thresholds, ...
///
/// The file is sealed with a checksum (see H5File).
struct Model {
  std::string view;      ///< of the two views of its method the one that it takes; else empty
  std::string hasher;    ///< canonical name
  std::size_t bits = 0;  ///< 1 .. 1024
  arma::fvec mean;       ///< d
  std::shared_ptr<const Projector> projector;
  Quantisation quantisation;
  ModelOrigin origin;

  /// Codes of samples (d x n, not centred).
  /// Cost: O(d n dims) through BLAS; in pieces that begin at multiples of projection_block the same
  /// bits (see project_rows).
  Codes encode(const Features& X) const;
};

/// Learns a projection, then thresholds. `data` is centred with `mean`, which is all zeros if the
/// hasher takes samples as they are; `projection_rng` and
/// `quantiser_rng` are the streams that the two draw from. The origin is left to the caller.
/// Errors:  those of Projection::learn and Quantiser::learn.
Model learn_model(const Hasher& hasher, std::size_t bits, const TrainingSet& data,
                  const arma::fvec& mean, const Rng& projection_rng, const Rng& quantiser_rng,
                  const Observer& observer = {});

/// The same of a method of two views, whose codes can be compared: the functions of the first and
/// of the second. Features of `data` are those of both, of the views `first` and `second`.
std::vector<Model> learn_paired_models(const Hasher& hasher, std::size_t bits,
                                       const TrainingSet& data, const arma::fvec& mean,
                                       const View& first, const View& second,
                                       const Rng& projection_rng, const Rng& quantiser_rng,
                                       const Observer& observer = {});

/// Writes a model in one step (see write_file). Errors: io_error.
void write_model(const std::string& path, const Model& model);
/// The two of a method of two views, in one file.
void write_models(const std::string& path, const std::vector<Model>& models);

/// Reads a model and checks every part of it against the others. `view` says which of two; it is
/// not looked at if the file holds one.
/// Errors: invalid_argument, naming them, if the file holds two and `view` is neither; not_found,
/// unreadable, or corrupt_file: no whole model, sizes that do not fit, values
///          that are not finite, or made by a version of its methods that this program does not
///          have.
Model read_model(const std::string& path, const std::string& view = "");

}  // namespace hashlab::hashers
