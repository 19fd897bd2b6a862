#pragma once

#include <armadillo>

#include <torch/autograd.h>
#include <torch/types.h>

#include <cstddef>
#include <map>
#include <span>
#include <string>

// The parts of LibTorch that the files in this folder use.

namespace hashlab::hashers::networks {

using torch::Tensor;
using Tensors = std::map<std::string, Tensor>;

/// A copy in single precision, element by element. Rows of the tensor are columns of the matrix,
/// because both are stored in that order.
Tensor tensor_of(const arma::fmat& columns);
/// A copy in double precision; rows of the tensor are columns of the matrix.
Tensor tensor_of(const arma::mat& columns);
/// The row numbers as a tensor of 64-bit integers.
Tensor tensor_of(std::span<const std::uint32_t> rows);

/// All numbers of a tensor in one column.
arma::mat numbers_of(const Tensor& tensor);

/// A copy of a tensor of rows x columns numbers, as a matrix of the same shape.
arma::fmat matrix_of(const Tensor& rows_of_floats);

/// Makes Torch and OpenBLAS compute with one thread, whatever was set before, because sums depend
/// on how they are divided among threads.
void use_one_torch_thread();

}  // namespace hashlab::hashers::networks
