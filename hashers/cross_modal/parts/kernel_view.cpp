#include "hashers/cross_modal/parts/kernel_view.h"

namespace hashlab::hashers {

std::unique_ptr<const Projector> KernelView::projector(const arma::mat& W) const {
  return kernel_projector(map, W, -(kernel.mean * W).t());
}

KernelView kernel_view(const arma::fmat& X, std::size_t m, const Scaled& gamma, const Rng& rng,
                       Reuse* reuse, const std::string& method) {
  KernelView view{random_kernel({X, {}, {}, reuse}, m, gamma, rng), {}};
  view.kernel = centred_kernel(view.map, X, method);
  return view;
}

}  // namespace hashlab::hashers
