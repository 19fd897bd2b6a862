#include "hashers/projector_state.h"

#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab::hashers {

const arma::mat& state_array(const ProjectorState& state, const std::string& name, std::size_t rows,
                             std::size_t columns) {
  const auto entry = state.find(name);
  if (entry == state.end()) {
    throw Error(ErrorCode::corrupt_file, fmt::format("the projection has no array '{}'", name));
  }
  const arma::mat& array = entry->second;
  if (array.n_rows != rows || array.n_cols != columns) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("the projection's array '{}' is {} x {}, expected {} x {}", name,
                            array.n_rows, array.n_cols, rows, columns));
  }
  return array;
}

}  // namespace hashlab::hashers
