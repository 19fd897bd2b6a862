#include "hashers/networks/torch/network.h"

#include "hashers/networks/torch/pools.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::hashers::networks {
namespace {

/// The layers of a network on arrays by their names.
struct Layers {
  Tensors& arrays;
  bool learns;

  Tensor linear(const std::string& name, const Tensor& x) const {
    const Tensor y = x.matmul(arrays.at(name + ".weight").t());
    const auto bias = arrays.find(name + ".bias");
    return bias == arrays.end() ? y : y + bias->second;
  }

  Tensor normalised(const std::string& name, const Tensor& x) const {
    constexpr double momentum = .1, epsilon = 1e-5;
    return torch::batch_norm(x, arrays.at(name + ".weight"), arrays.at(name + ".bias"),
                             arrays.at(name + ".mean"), arrays.at(name + ".variance"), learns,
                             momentum, epsilon, false);
  }

  /// 3 x 3, then batch normalisation.
  Tensor convolution(const std::string& name, const Tensor& x, std::int64_t stride = 1) const {
    return normalised(name + ".norm", torch::conv2d(x, arrays.at(name + ".weight"), {}, stride, 1));
  }
};

Tensor small(const Layers& layers, Tensor x) {
  for (const char* name : {"conv1", "conv2", "conv3"}) {
    x = torch::max_pool2d(layers.convolution(name, x).relu(), 2);
  }
  return layers.convolution("conv4", x).relu();
}

/// y = ReLU(F(x) + x), where maps grow every other point of x with zeros in the new channels.
Tensor residual_block(const Layers& layers, const std::string& name, const Tensor& x,
                      std::int64_t stride) {
  Tensor y = layers.convolution(name + ".conv1", x, stride).relu();
  y = layers.convolution(name + ".conv2", y);
  Tensor same = x;
  if (stride > 1) {
    const std::int64_t added = y.size(1) - x.size(1);
    same = torch::constant_pad_nd(x.slice(2, 0, x.size(2), stride).slice(3, 0, x.size(3), stride),
                                  {0, 0, 0, 0, added / 2, added - added / 2});
  }
  return (y + same).relu();
}

Tensor resnet20(const Layers& layers, Tensor x) {
  x = layers.convolution("conv0", x).relu();
  for (int stage = 1; stage <= 3; ++stage) {
    for (int block = 1; block <= 3; ++block) {
      x = residual_block(layers, fmt::format("stage{}.block{}", stage, block), x,
                         stage > 1 && block == 1 ? 2 : 1);
    }
  }
  return x;
}

}  // namespace

Tensors tensors_of(const std::vector<NetworkArray>& arrays, const ProjectorState& state,
                   const torch::TensorOptions& kind, bool learns) {
  Tensors tensors;
  for (const NetworkArray& array : arrays) {
    std::vector<std::int64_t> shape;
    for (const std::size_t size : array.shape) shape.push_back(static_cast<std::int64_t>(size));
    Tensor tensor = tensor_of(state.at(array.name)).view(shape).to(kind);
    const bool is_learned = learns && array.role != NetworkArray::Role::statistic;
    tensors[array.name] = tensor.requires_grad_(is_learned);
  }
  return tensors;
}

ProjectorState state_of(const std::vector<NetworkArray>& arrays, const Tensors& tensors) {
  ProjectorState state;
  for (const NetworkArray& array : arrays) {
    const Tensor values = tensors.at(array.name).detach().cpu().to(torch::kDouble).contiguous();
    arma::mat& matrix = state[array.name];
    matrix.set_size(array.size() / array.shape.front(), array.shape.front());
    std::copy_n(values.data_ptr<double>(), array.size(), matrix.memptr());
  }
  return state;
}

Tensor local_descriptors(const NetworkSettings& settings, Tensors& arrays, const Tensor& x,
                         bool learns) {
  const Layers layers{arrays, learns};
  const std::int64_t B = x.size(0);
  Tensor descriptors;
  if (settings.network == "bag") {
    descriptors = x.view({B, static_cast<std::int64_t>(settings.locations), -1});
  } else {
    const auto channels = static_cast<std::int64_t>(settings.channels);
    const auto side = static_cast<std::int64_t>(settings.side(static_cast<std::size_t>(x.size(1))));
    const Tensor pictures = x.view({B, side, side, channels}).permute({0, 3, 1, 2}).contiguous();
    const Tensor map =
        settings.network == "small" ? small(layers, pictures) : resnet20(layers, pictures);
    descriptors = map.flatten(2).transpose(1, 2);  // B x c x side x side -> B x L x c
  }
  return settings.reduce > 0 ? layers.linear("reduce", descriptors) : descriptors;
}

Tensor outputs_of(const NetworkSettings& settings, Tensors& arrays, const Tensor& x, bool learns,
                  const Tensor& kept) {
  const Layers layers{arrays, learns};
  Tensor y = x;
  if (settings.network == "mlp") {
    y = layers.normalised("hidden.norm", layers.linear("hidden", x)).relu();
  }
  if (settings.has_maps()) {
    y = local_descriptors(settings, arrays, x, learns);
    if (settings.pool == "average") y = y.mean(1);
    if (settings.pool == "gem") y = generalised_mean(y, arrays.at("gem.p"));
  }
  if (kept.defined()) y = y * kept;
  y = settings.pools_to_outputs() ? second_order(settings, arrays, y) : layers.linear("head", y);
  if (settings.normalise == "yes") y = layers.normalised("output.norm", y);
  return settings.activation == "prelu" ? torch::prelu(y, arrays.at("output.slope")) : y;
}

Tensor kept_inputs(const NetworkSettings& settings, const Tensors& arrays, std::size_t samples,
                   Rng& stream) {
  if (settings.dropout == 0) return {};
  const Tensor& weights = arrays.at("head.weight");
  const auto factor = static_cast<float>(1 / (1 - settings.dropout));
  arma::fmat kept(samples, static_cast<arma::uword>(weights.size(1)));
  for (float& value : kept) value = stream.uniform() < settings.dropout ? 0 : factor;
  return tensor_of(arma::fmat(kept.t())).to(weights.device());
}

}  // namespace hashlab::hashers::networks
