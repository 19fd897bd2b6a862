#include "hashers/networks/network_settings.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numeric>

namespace hashlab::hashers {
namespace {

using Role = NetworkArray::Role;
using Start = NetworkArray::Start;

/// Collects the arrays of a network from its first layer to its last.
class Arrays {
 public:
  void linear(const std::string& name, std::size_t in, std::size_t out, bool offset) {
    add({name + ".weight", {out, in}, in, Role::weight, Start::uniform});
    if (offset) add({name + ".bias", {out}, 1, Role::offset, Start::zeros});
  }
  void convolution(const std::string& name, std::size_t in, std::size_t out) {
    add({name + ".weight", {out, in, 3, 3}, 9 * in, Role::weight, Start::he});
    normalisation(name + ".norm", out);
  }
  void normalisation(const std::string& name, std::size_t channels) {
    add({name + ".weight", {channels}, 1, Role::offset, Start::ones});
    add({name + ".bias", {channels}, 1, Role::offset, Start::zeros});
    add({name + ".mean", {channels}, 1, Role::statistic, Start::zeros});
    add({name + ".variance", {channels}, 1, Role::statistic, Start::ones});
  }
  void add(NetworkArray array) { all.push_back(std::move(array)); }

  std::vector<NetworkArray> all;
};

/// Channels of the map that the trunk makes.
std::size_t add_trunk(Arrays& arrays, const NetworkSettings& s, std::size_t d) {
  if (s.network == "bag") return d / s.locations;
  if (s.network == "small") {
    const std::size_t w = s.width;
    arrays.convolution("conv1", s.channels, w);
    arrays.convolution("conv2", w, 2 * w);
    arrays.convolution("conv3", 2 * w, 4 * w);
    arrays.convolution("conv4", 4 * w, 4 * w);
    return 4 * w;
  }
  arrays.convolution("conv0", s.channels, 16);
  std::size_t in = 16;
  for (std::size_t stage = 1; stage <= 3; ++stage) {
    const std::size_t out = std::size_t{8} << stage;
    for (std::size_t block = 1; block <= 3; ++block) {
      const std::string name = fmt::format("stage{}.block{}", stage, block);
      arrays.convolution(name + ".conv1", in, out);
      arrays.convolution(name + ".conv2", out, out);
      in = out;
    }
  }
  return in;
}

void add_map_head(Arrays& arrays, const NetworkSettings& s, std::size_t channels, std::size_t K) {
  std::size_t c = channels;
  if (s.reduce > 0) {
    arrays.linear("reduce", c, s.reduce, false);
    c = s.reduce;
  }
  if (s.pool == "gem") arrays.add({"gem.p", {1}, 1, Role::offset, Start::cubed});
  if (!s.pools_to_outputs()) {
    arrays.linear("head", c, K, true);
    return;
  }
  if (s.pool == "bilinear") {
    if (s.words > 1) arrays.add({"bilinear.C", {s.words, c}, c, Role::weight, Start::he});
    arrays.add({"bilinear.W", {K, s.words, c * c}, c * c, Role::weight, Start::uniform});
  }
  if (s.pool == "rank-one") {
    arrays.add({"rank-one.U", {K, c}, c, Role::weight, Start::uniform});
    arrays.add({"rank-one.V", {K, c}, c, Role::weight, Start::uniform});
  }
  if (s.pool == "jcf") {
    const std::size_t N = s.codebook, R = s.rank == 0 ? N : s.rank;
    arrays.add({"jcf.C", {N, c}, c, Role::weight, Start::he});
    // K x R x c, so that the descriptor is multiplied by a K R x c matrix.
    arrays.add({"jcf.U", {K, R, c}, c, Role::weight, Start::uniform});
    arrays.add({"jcf.V", {K, R, c}, c, Role::weight, Start::uniform});
    if (s.rank > 0) {
      arrays.add({"jcf.A", {N, R}, R, Role::weight, Start::corner});
      arrays.add({"jcf.B", {N, R}, R, Role::weight, Start::corner});
    }
  }
}

float start_value(const NetworkArray& array, std::size_t k, Rng& stream) {
  const auto fan_in = static_cast<double>(array.fan_in);
  switch (array.start) {
    case Start::zeros:
      return 0;
    case Start::ones:
      return 1;
    case Start::cubed:
      return 3;
    case Start::quarter:
      return .25;
    case Start::he:
      return static_cast<float>(stream.normal() * std::sqrt(2 / fan_in));
    case Start::uniform:
      return static_cast<float>((2 * stream.uniform() - 1) / std::sqrt(fan_in));
    case Start::corner: {
      const std::size_t columns = array.shape.back();
      return k / columns % columns == k % columns ? 1 : 0;
    }
  }
  return 0;
}

}  // namespace

std::size_t NetworkArray::size() const {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

void NetworkSettings::describe(Options& options) {
  options.choice("output-norm", normalise, {"no", "yes"},
                 "batch normalisation of the outputs; encoding uses the statistics of training");
  options.choice("network", network, {"linear", "mlp", "small", "resnet20", "bag"},
                 "architecture: linear and mlp take features; small and resnet20 take pictures, "
                 "whose pixels are the features (see 'hashlab import --features pixels'); bag "
                 "takes local descriptors, whose positions are not centred separately");
  options
      .choice(
          "output-activation", activation, {"none", "prelu"},
          "function of the outputs, after their normalisation; prelu: y above 0, and a y below, "
          "where a is trained")
      .added_later();
  options
      .real("dropout", dropout, 0, .999,
            "probability with which training omits each input of the last linear layer")
      .added_later();
  options.count("hidden", hidden, 1, 65536, "units of the hidden layer").only_if("network", "mlp");
  options.count("width", width, 1, 512, "channels of the first layer").only_if("network", "small");
  options.count("channels", channels, 1, 4, "number of colour channels of a picture")
      .unless("network", "linear")
      .unless("network", "mlp")
      .unless("network", "bag");
  options.count("locations", locations, 1, 65536, "number of local descriptors per sample")
      .only_if("network", "bag");
  options
      .choice("pool", pool, {"average", "gem", "bilinear", "rank-one", "jcf"},
              "pooling of local descriptors to one vector, independent of their order; gem raises "
              "values below 1e-6 to 1e-6; bilinear, rank-one and jcf compute the outputs directly, "
              "from descriptors scaled to length 1")
      .unless("network", "linear")
      .unless("network", "mlp");
  options
      .count(
          "reduce", reduce, 0, 65536,
          "dimension to which local descriptors are mapped linearly before pooling; 0: not mapped")
      .unless("network", "linear")
      .unless("network", "mlp");
  options.count("words", words, 1, 4096, "words of a codebook, N, each with matrices of its own")
      .only_if("pool", "bilinear")
      .added_later();
  options.count("codebook", codebook, 1, 4096, "number of words in the codebook, N")
      .only_if("pool", "jcf");
  options.count("rank", rank, 0, 4096, "rank of the factors, R; 0: no factorisation")
      .only_if("pool", "jcf");
}

std::size_t NetworkSettings::side(std::size_t d) const {
  const auto side = static_cast<std::size_t>(
      std::lround(std::sqrt(static_cast<double>(d) / static_cast<double>(channels))));
  if (side * side * channels != d || side < 8) {
    refuse(
        fmt::format("network '{}' takes square pictures of at least 8 x 8 points with {} "
                    "channels, but samples have {} features: set 'channels', or use linear or "
                    "mlp",
                    network, channels, d));
  }
  return side;
}

std::vector<NetworkArray> network_arrays(const NetworkSettings& s, std::size_t d, std::size_t K) {
  Arrays arrays;
  if (s.is_of_pictures()) s.side(d);
  if (s.network == "bag" && d % s.locations != 0) {
    refuse(
        fmt::format("network 'bag': {} features are no multiple of {} locations", d, s.locations));
  }
  if (s.has_maps()) {
    add_map_head(arrays, s, add_trunk(arrays, s, d), K);
  } else if (s.network == "mlp") {
    arrays.linear("hidden", d, s.hidden, false);
    arrays.normalisation("hidden.norm", s.hidden);
    arrays.linear("head", s.hidden, K, true);
  } else {
    arrays.linear("head", d, K, true);
  }
  if (s.normalise == "yes") arrays.normalisation("output.norm", K);
  if (s.activation == "prelu") {
    arrays.add({"output.slope", {1}, 1, Role::offset, Start::quarter});
  }
  return arrays.all;
}

std::size_t learned_values(const std::vector<NetworkArray>& arrays) {
  std::size_t sum = 0;
  for (const NetworkArray& array : arrays) {
    if (array.role != Role::statistic) sum += array.size();
  }
  return sum;
}

ProjectorState initial_network(const std::vector<NetworkArray>& arrays, const Rng& rng) {
  ProjectorState state;
  for (const NetworkArray& array : arrays) {
    Rng stream = rng.stream("network." + array.name);
    arma::mat& values = state[array.name];
    values.set_size(array.size() / array.shape.front(), array.shape.front());
    for (std::size_t k = 0; k < array.size(); ++k) {
      values.memptr()[k] = start_value(array, k, stream);
    }
  }
  return state;
}

void check_network(const std::vector<NetworkArray>& arrays, const ProjectorState& state) {
  for (const NetworkArray& array : arrays) {
    const arma::mat& values =
        state_array(state, array.name, array.size() / array.shape.front(), array.shape.front());
    if (array.name.ends_with(".variance") && values.min() < 0) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("'{}' holds {}, expected variances", array.name, values.min()));
    }
  }
}

}  // namespace hashlab::hashers
