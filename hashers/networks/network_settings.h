#pragma once

#include "hashers/hasher.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// One array of a network, stored row by row with its last dimension the fastest.
struct NetworkArray {
  enum class Role {
    weight,     ///< trained, with weight decay
    offset,     ///< trained without weight decay: offsets, and the scales of normalisations
    statistic,  ///< of the training samples, not trained by gradient: running means and variances
  };
  enum class Start {
    zeros,
    ones,
    he,       ///< normal, standard deviation sqrt(2 / fan in): He et al., ICCV 2015, eq. 10
    uniform,  ///< in +-1 / sqrt(fan in)
    cubed,    ///< 3, the exponent of generalised means
    quarter,  ///< 1/4, the slope of parametric rectifiers: He et al., ICCV 2015, section 2.1
    corner,   ///< 1 where column = row modulo the number of columns, else 0
  };
  std::string name;
  std::vector<std::size_t> shape;
  std::size_t fan_in;  ///< values that one output sums over
  Role role = Role::weight;
  Start start = Start::uniform;

  std::size_t size() const;
};

/// A network: a trunk that turns samples into maps of local descriptors or single vectors, a
/// pooling of maps, and a head of K outputs.
///
///   linear     no trunk: y = W x + b
///   mlp        one hidden layer: linear, batch normalisation, ReLU
///   small      images: three times (3 x 3 convolution, batch normalisation, ReLU, maximum of 2 x
///              2) with w, 2w and 4w channels, then once more with 4w, without the maximum
///   resnet20   images: He et al., CVPR 2016, section 4.2, n = 3, w = 16, shortcuts A
///   bag        samples are `locations` local descriptors, one after the other in any order
///
/// Images are samples of channels x side x side features as hashlab stores them: row by row, with
/// the channels of a pixel together.
struct NetworkSettings {
  std::string network = "mlp";
  std::size_t hidden = 256;    ///< of mlp: units of the hidden layer
  std::size_t width = 16;      ///< of small: w
  std::size_t channels = 3;    ///< of images
  std::size_t locations = 16;  ///< of bag
  /// The pooling of a map's local descriptors to one vector: average, gem (generalised mean with a
  /// trained exponent), or second-order poolings to K numbers: bilinear, rank-one, jcf.
  std::string pool = "average";
  std::size_t reduce = 0;        ///< local descriptors are first mapped linearly to this many
                                 ///< numbers; 0: they are not mapped
  std::size_t words = 1;         ///< of bilinear: N words of a codebook; 1: there is no codebook
  std::size_t codebook = 16;     ///< of jcf: N words
  std::size_t rank = 0;          ///< of jcf: R; 0: each word has factors of its own
  std::string normalise = "no";  ///< batch normalisation of the outputs
  /// The function of the outputs: none, or prelu, which multiplies outputs below 0 by one trained
  /// number. A linear layer, normalisation and prelu are the "neck" of Henkel & Singer (arXiv
  /// 2010.01650), section 2.2.
  std::string activation = "none";
  double dropout = 0;  ///< probability with which training omits each input of the last layer

  void describe(Options& options);
  bool has_maps() const { return network != "linear" && network != "mlp"; }
  bool is_of_pictures() const { return network == "small" || network == "resnet20"; }
  bool pools_to_outputs() const { return has_maps() && pool != "average" && pool != "gem"; }
  /// The side in pixels of the images that samples of d features hold.
  /// Errors:  invalid_argument if they are not images that the network can take.
  std::size_t side(std::size_t d) const;
};

/// All arrays of the network for d features and K outputs, in the order in which they are used.
/// Errors:  invalid_argument if the network cannot take samples of d features.
std::vector<NetworkArray> network_arrays(const NetworkSettings& settings, std::size_t d,
                                         std::size_t K);

/// The number of trained values.
std::size_t learned_values(const std::vector<NetworkArray>& arrays);

/// The initial values of every array (see NetworkArray::Start). Random values are drawn from a
/// stream of their own for each array, named after it. In the state an array has shape[0] columns.
ProjectorState initial_network(const std::vector<NetworkArray>& arrays, const Rng& rng);

/// Checks the arrays of a network in a state that was read from a file.
/// Errors:  corrupt_file if the state lacks an array or has one of another shape, or a variance
///          below 0.
void check_network(const std::vector<NetworkArray>& arrays, const ProjectorState& state);

}  // namespace hashlab::hashers
