#pragma once

#include <armadillo>

#include <torch/autograd.h>
#include <torch/types.h>

#include <cstddef>
#include <map>
#include <span>
#include <string>

// What every file here sees of LibTorch.

namespace hashlab::hashers::networks {

using torch::Tensor;
using Tensors = std::map<std::string, Tensor>;

/// A copy, of one number for each element, as single precision. Rows of the tensor are columns of
/// the matrix, as both are stored that way.
Tensor tensor_of(const arma::fmat& columns);
/// The same of double precision.
Tensor tensor_of(const arma::mat& columns);
Tensor tensor_of(std::span<const std::uint32_t> rows);

/// All numbers of a tensor in one column.
arma::mat numbers_of(const Tensor& tensor);

/// rows x columns of it, copied.
arma::fmat matrix_of(const Tensor& rows_of_floats);

/// Every number of one thread of Torch and OpenBLAS, whoever has set them otherwise: sums depend on
/// how they are divided.
void use_one_torch_thread();

}  // namespace hashlab::hashers::networks
