#pragma once

#include "hashers/hasher.h"
#include "hashers/quantisers/npq/bracket.h"
#include "hashers/quantisers/npq/evolution.h"
#include "hashers/quantisers/npq/objective.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace hashlab::hashers::npq {

/// The lines of the dimensions on which a quantiser is trained, and the results of solvers on them.
/// Both are cached in data.reuse, if it is given, because quantisers that differ only in other
/// settings, such as the maximum bits of VBQ, need the same lines and results.
class KeptLines {
 public:
  /// `data` must outlive this object.
  /// Errors:  invalid_argument, with a message that begins with `method`, if there are not as many
  ///          neighbour lists as samples.
  KeptLines(const QuantiserInput& data, const std::string& method);

  /// The line of dimension k, see make_line.
  std::shared_ptr<const Line> line(std::size_t k) const;

  /// The cuts of maximise_bracketed on line(k), or of maximise_ratio if alpha is 1.
  Cuts maximise(std::size_t k, const Objective& objective, std::size_t T,
                const BracketSettings& settings) const;

  /// The cuts of npq::evolve on line(k), with the random stream "npq.evolution" of dimension k,
  /// derived from `rng`.
  Cuts evolve(std::size_t k, const Objective& objective, std::size_t T,
              const EvolutionSettings& settings, const Rng& rng) const;

 private:
  /// The cuts solve(line(k)), or their cached copy. `how` is the part of the cache key that names
  /// everything else on which the result depends: solver, objective, settings, T, and the random
  /// stream if there is one.
  Cuts cuts(std::size_t k, const std::string& how,
            const std::function<Cuts(const Line&)>& solve) const;
  Solution ratio(std::size_t k, const Objective& objective, std::size_t T) const;
  std::string key(std::size_t k) const;

  const QuantiserInput& data_;
  std::string neighbours_;  ///< checksum of data_.S; empty if nothing is cached
};

}  // namespace hashlab::hashers::npq
