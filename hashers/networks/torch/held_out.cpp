#include "hashers/networks/torch/held_out.h"

#include "hashers/networks/torch/loss.h"
#include "hashers/networks/torch/network.h"
#include "hashers/projections/parts/supervised.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hashlab::hashers::networks {
namespace {

arma::uvec positions(const Rows& rows) {
  return arma::conv_to<arma::uvec>::from(rows);
}

Tensor unit_outputs(const NetworkSettings& network, Tensors& arrays, const arma::fmat& X) {
  return unit_rows(
      outputs_of(network, arrays, tensor_of(X).to(arrays.begin()->second.device()), false));
}

}  // namespace

HeldOut::HeldOut(const TrainingSet& data, std::size_t count, const Rng& rng) {
  learned_.labels = data.labels;
  learned_.X = data.X;
  if (count == 0) return;
  const std::size_t n = data.X.n_cols;
  if (count + 2 > n) {
    refuse(fmt::format("option 'held-out' = {} leaves fewer than two of {} training samples", count,
                       n));
  }
  Rows order(n);
  std::iota(order.begin(), order.end(), 0u);
  Rng stream = rng.stream("network.held-out");
  stream.shuffle(order);
  Rows held(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
  Rows others(order.begin() + static_cast<std::ptrdiff_t>(count), order.end());
  std::sort(others.begin(), others.end());
  learned_.X = data.X.cols(positions(others));
  learned_.labels = labels_of_rows(data.labels, others);
  constexpr std::size_t most = 2000;
  Rows among = others;
  stream.shuffle(among);
  if (among.size() > most) among.resize(most);
  held_ = data.X.cols(positions(held));
  among_ = data.X.cols(positions(among));
  const arma::mat Y = class_indicators(data.labels);
  same_ = Y.rows(positions(held)) * Y.rows(positions(among)).t();
}

double HeldOut::score(const NetworkSettings& network, Tensors& arrays,
                      const NetworkInput& input) const {
  const torch::NoGradGuard no_gradient;
  const Tensor cosines = unit_outputs(network, arrays, input(held_))
                             .matmul(unit_outputs(network, arrays, input(among_)).t());
  const arma::fmat similar = matrix_of(cosines);
  std::size_t found = 0;
  for (arma::uword i = 0; i < similar.n_rows; ++i)
    found += same_(i, similar.row(i).index_max()) > 0;
  return static_cast<double>(found) / static_cast<double>(similar.n_rows);
}

}  // namespace hashlab::hashers::networks
