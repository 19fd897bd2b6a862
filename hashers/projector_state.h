#pragma once

#include <armadillo>

#include <cstddef>
#include <map>
#include <string>

namespace hashlab::hashers {

/// A trained projection as named arrays. Single-precision numbers are stored exactly.
using ProjectorState = std::map<std::string, arma::mat>;

/// The array `name` of a state.
/// Errors:  corrupt_file if it is missing or not rows x columns.
const arma::mat& state_array(const ProjectorState& state, const std::string& name, std::size_t rows,
                             std::size_t columns);

}  // namespace hashlab::hashers
