#include "hashers/networks/torch/tensors.h"

#include <ATen/Parallel.h>

#include <cstdint>
#include <cstring>

extern "C" void openblas_set_num_threads(int threads);

namespace hashlab::hashers::networks {
namespace {

template <typename Element>
Tensor copied(const arma::Mat<Element>& columns, torch::ScalarType type) {
  Tensor tensor = torch::empty(
      {static_cast<std::int64_t>(columns.n_cols), static_cast<std::int64_t>(columns.n_rows)}, type);
  std::memcpy(tensor.data_ptr(), columns.memptr(), columns.n_elem * sizeof(Element));
  return tensor;
}

}  // namespace

Tensor tensor_of(const arma::fmat& columns) {
  return copied(columns, torch::kFloat);
}
Tensor tensor_of(const arma::mat& columns) {
  return copied(columns, torch::kDouble);
}

Tensor tensor_of(std::span<const std::uint32_t> rows) {
  Tensor tensor = torch::empty({static_cast<std::int64_t>(rows.size())}, torch::kLong);
  auto* out = tensor.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rows[i];
  return tensor;
}

arma::mat numbers_of(const Tensor& tensor) {
  const Tensor numbers = tensor.detach().cpu().to(torch::kDouble).contiguous();
  return arma::mat(numbers.data_ptr<double>(), static_cast<arma::uword>(numbers.numel()), 1);
}

arma::fmat matrix_of(const Tensor& rows_of_floats) {
  const Tensor rows = rows_of_floats.detach().cpu().to(torch::kFloat).contiguous();
  const arma::fmat columns(rows.data_ptr<float>(), static_cast<arma::uword>(rows.size(1)),
                           static_cast<arma::uword>(rows.size(0)));
  return columns.t();
}

void use_one_torch_thread() {
  at::set_num_threads(1);  // of the calling thread: OpenMP's
  openblas_set_num_threads(1);
}

}  // namespace hashlab::hashers::networks
