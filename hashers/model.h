#pragma once

#include "hashers/registry.h"
#include "lib/data/strided_features.h"
#include "lib/ranking/estimates.h"
#include "lib/types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// The origin of a model: for display and for training it again, never used to encode.
struct ModelOrigin {
  std::string dataset, dataset_checksum;
  std::string training_checksum;  ///< SHA-256 of the training samples before they were centred
  std::string groundtruth;        ///< the neighbour definition of training, see GroundTruth
  std::size_t samples = 0;        ///< number of training samples; 0 if it is not known
  std::uint64_t seed = 0;
  std::string choice = {};  ///< how `hashlab train` chose the hashing method; empty if it did not
                            ///< choose it
};

/// A trained hash function: everything needed to turn features into codes. A model is one HDF5
/// file:
///
///   attributes of the root group
///     kind                      "hashlab model"
///     hasher                    "itq+npq:thresholds=7"
///     projection  quantiser     configurations, "itq/1 iterations=100" (see Hasher)
///     codebook                  "natural" or "double-bit"; "vectors" if the quantiser codes
///                               vectors as a whole: /quantiser then stands for /bits, /thresholds,
///                               /levels and digit-bits
///     bits                      number: the requested code length in bits; see Hasher::code_bits
///     digit-bits                number: bits of a digit of the codes (see CodeFormat); absent
///                               where digits have different widths
///     dataset  dataset-checksum  training-checksum  groundtruth  seed   text
///     samples                   number: training samples
///     choice                    text: how the method was chosen; absent if the user named it
///   /mean              float32 [D]            subtracted from samples; zeros if the method takes
///                      uncentred samples
///   /bits              float64 [dimensions]   bits of each dimension; only if the quantiser
///                      allocates them
///   /thresholds        float64 [dimensions x T], ascending in each row, where T is the largest
///                      number of thresholds of a dimension; a row with fewer thresholds is filled
///                      up with the largest number of single precision
///   /levels            float64 [dimensions x (T + 1)]: the values that regions stand for (see
///                      levels.h), filled up as /thresholds is; absent in files of version 0.2
///   /quantiser/NAME    float64 [columns x rows] of each array of VectorCoder::state()
///   /projection/NAME   float64 [columns x rows] of each array of the projector's state
///
/// The file of a two-view method holds both functions. It has the attribute
///
///     views                     "image/text": names of the method's first and second view
///
/// and the datasets of each function in the group of its view: /image/mean, /image/thresholds, ...
///
/// The file is sealed with a checksum (see H5File).
struct Model {
  std::string view;      ///< the view whose samples the model encodes; empty: one-view method
  std::string hasher;    ///< canonical name
  std::size_t bits = 0;  ///< 1 .. 1024
  arma::fvec mean;       ///< d
  std::shared_ptr<const Projector> projector;
  Quantisation quantisation;
  ModelOrigin origin;

  /// Codes of samples (d x n, not centred). If the samples are encoded in pieces that begin at
  /// multiples of projection_block, the codes are the same (see project_rows).
  /// Cost:    O(d n dims) through BLAS, if the projection is linear.
  Codes encode(const Features& X) const;
  /// The same of samples in the memory of another program. They are copied in small pieces.
  /// Errors:  invalid_argument if a value is not finite in single precision, or the samples do not
  ///          have d features.
  Codes encode(const StridedFeatures& X) const;
  /// Samples (d x m, not centred) as queries of real values for codes of this model or, for a
  /// two-view method, of the model of the other view.
  /// Errors:  invalid_argument if the samples do not have d features, a projected value is not
  ///          finite, or the model was trained before levels were stored.
  Asked ask(const Features& X) const;
};

/// Trains a projection, then thresholds. The samples in `data` must already be centred with `mean`,
/// which is all zeros if the method takes uncentred samples. The projection draws from
/// `projection_rng`, the quantiser from `quantiser_rng`. The caller sets the model's origin.
/// Errors:  those of Projection::learn and Quantiser::learn; invalid_argument if the method has two
///          views.
Model learn_model(const Hasher& hasher, std::size_t bits, const TrainingSet& data,
                  const arma::fvec& mean, const Rng& projection_rng, const Rng& quantiser_rng,
                  const Observer& observer = {});

/// Trains a two-view method, then thresholds for both views together (see quantise_views). Returns
/// two models, one for the first view of the method and one for the second, whose codes can be
/// compared. data.X and `mean` hold the features of both views; `first` and `second` are the ranges
/// of the features of each view. The other parameters are those of learn_model.
/// Errors:  those of CrossModal::learn and Quantiser::learn; invalid_argument if the method has one
///          view.
std::vector<Model> learn_paired_models(const Hasher& hasher, std::size_t bits,
                                       const TrainingSet& data, const arma::fvec& mean,
                                       const View& first, const View& second,
                                       const Rng& projection_rng, const Rng& quantiser_rng,
                                       const Observer& observer = {});

/// Writes a model of a one-view method to the file `path` in one step.
/// Errors:  those of write_file.
void write_model(const std::string& path, const Model& model);
/// Writes the two models of a two-view method to the file `path` in one step.
/// Errors:  those of write_file.
void write_models(const std::string& path, const std::vector<Model>& models);

/// Reads a model and checks all its parts against each other. `view` selects one of two models and
/// is ignored if the file holds one.
/// Errors:  invalid_argument, naming the views, if the file holds two and `view` is neither;
///          not_found; unreadable; corrupt_file if the file is not a model, the model is
///          incomplete, sizes do not match, values are not finite, or it was made by a version of
///          its methods that this program does not have; EngineMissing if its network needs an
///          engine to encode.
Model read_model(const std::string& path, const std::string& view = "");

}  // namespace hashlab::hashers
