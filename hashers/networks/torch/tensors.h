#pragma once

#include <armadillo>

#include <torch/autograd.h>
#include <torch/types.h>

#include <cstddef>
#include <map>
#include <span>
#include <string>

// Types of LibTorch that the files in this folder share, and conversions from and to Armadillo.

namespace hashlab::hashers::networks {

using torch::Tensor;
using Tensors = std::map<std::string, Tensor>;

/// A copy in single precision. Column j of the matrix becomes row j of the tensor, so the numbers
/// keep their order in memory: Armadillo stores column after column, Torch row after row.
Tensor tensor_of(const arma::fmat& columns);
/// A copy in double precision. Column j of the matrix becomes row j of the tensor.
Tensor tensor_of(const arma::mat& columns);
/// The row numbers as a tensor of 64-bit integers.
Tensor tensor_of(std::span<const std::uint32_t> rows);

/// All numbers of a tensor in one column, in double precision. The index of the tensor's last
/// dimension varies fastest.
arma::mat numbers_of(const Tensor& tensor);

/// A copy of a tensor of rows x columns numbers, as a matrix of the same shape.
arma::fmat matrix_of(const Tensor& rows_of_floats);

/// Makes OpenBLAS, and Torch in the calling thread, compute with one thread, whatever was set
/// before. The last bits of a sum depend on how it is divided among threads.
void use_one_torch_thread();

}  // namespace hashlab::hashers::networks
