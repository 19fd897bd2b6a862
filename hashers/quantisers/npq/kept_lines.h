#pragma once

#include "hashers/hasher.h"
#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab::npq {

/// The lines of the dimensions that a quantiser learns from, and what solvers found on them; found
/// again as far as data.reuse keeps them, since quantisers whose settings differ in other things,
/// such as the most bits of VBQ, ask for the same.
class KeptLines {
 public:
  /// `data` must outlive this.
  /// Errors:  invalid_argument, beginning with `method`, if there are not as many neighbour lists
  ///          as samples.
  KeptLines(const QuantiserInput& data, const std::string& method);

  std::shared_ptr<const Line> line(std::size_t k) const;

  /// solve(line(k)). `how` tells all else that the result depends on: solver, objective, settings,
  /// T, and the random stream if there is one.
  Cuts cuts(std::size_t k, const std::string& how,
            const std::function<Cuts(const Line&)>& solve) const;

 private:
  std::string key(std::size_t k) const;

  const QuantiserInput& data_;
  std::string neighbours_;  ///< their content; empty if nothing is kept
};

}  // namespace hashlab::npq
