#include "hashers/networks/torch/pools.h"

#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// The shares h of the words C for descriptors x, n x N.
Tensor shares_of_words(const Tensor& C, const Tensor& x) {
  return x.matmul(unit_rows(C).t()).softmax(1);
}

/// x is n x c, descriptors of all samples; returns n x K.
Tensor jcf(const NetworkSettings& settings, const Tensors& arrays, const Tensor& x) {
  const Tensor h = shares_of_words(arrays.at("jcf.C"), x);
  const bool factorised = settings.rank > 0;
  const Tensor a = factorised ? h.matmul(arrays.at("jcf.A")) : h;  // n x R
  const Tensor b = factorised ? h.matmul(arrays.at("jcf.B")) : h;
  const auto weighted = [&](const Tensor& U, const Tensor& of_words) {
    const std::int64_t K = U.size(0), R = U.size(1);
    const Tensor P = x.matmul(U.view({K * R, -1}).t()).view({-1, K, R});
    return P.matmul(of_words.unsqueeze(2)).squeeze(2);  // n x K
  };
  return weighted(arrays.at("jcf.U"), a) * weighted(arrays.at("jcf.V"), b);
}

Tensor bilinear(const NetworkSettings& settings, const Tensors& arrays, const Tensor& x) {
  const Tensor& W = arrays.at("bilinear.W");
  const std::int64_t K = W.size(0), c = x.size(1), n = x.size(0),
                     N = static_cast<std::int64_t>(settings.words);
  const Tensor pairs = x.unsqueeze(2).matmul(x.unsqueeze(1)).view({n, c * c});
  const Tensor forms = pairs.matmul(W.view({K * N, c * c}).t());
  if (N == 1) return forms;
  const Tensor h = shares_of_words(arrays.at("bilinear.C"), x);
  return forms.view({n, K, N}).matmul(h.unsqueeze(2)).squeeze(2);
}

}  // namespace

Tensor generalised_mean(const Tensor& x, const Tensor& p) {
  constexpr double least = 1e-6;
  return x.clamp_min(least).pow(p).mean(1).pow(1 / p);
}

Tensor second_order(const NetworkSettings& settings, const Tensors& arrays, const Tensor& x) {
  const std::int64_t B = x.size(0), L = x.size(1);
  const Tensor descriptors = unit_rows(x.reshape({B * L, -1}));
  Tensor y;
  if (settings.pool == "bilinear") y = bilinear(settings, arrays, descriptors);
  if (settings.pool == "rank-one") {
    y = descriptors.matmul(arrays.at("rank-one.U").t()) *
        descriptors.matmul(arrays.at("rank-one.V").t());
  }
  if (settings.pool == "jcf") y = jcf(settings, arrays, descriptors);
  return y.view({B, L, -1}).mean(1);
}

}  // namespace hashlab::hashers::networks
