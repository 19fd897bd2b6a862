#pragma once

#include "lib/files/h5_seal.h"
#include "lib/ranks.h"

#include <optional>
#include <utility>

namespace hashlab::experiments {

/// What open() returns, on every rank. Rank 0 opens first and alone reads all of a file of ours to
/// compare it with its checksum; the others take it for whole then.
template <typename Open>
auto open_on_ranks(const Ranks& ranks, Open open) {
  std::optional<decltype(open())> opened;
  if (ranks.rank() == 0) opened.emplace(open());
  ranks.sum({});  // all wait for rank 0
  if (ranks.rank() != 0) {
    const SealsCheckedElsewhere checked;
    opened.emplace(open());
  }
  return std::move(*opened);
}

}  // namespace hashlab::experiments
