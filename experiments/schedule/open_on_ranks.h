#pragma once

#include "lib/h5/h5_seal.h"
#include "lib/ranks.h"

#include <optional>
#include <utility>

namespace hashlab::experiments {

/// Returns the result of open() on every rank. Rank 0 opens first and, for a sealed file, is the
/// only rank that reads the whole file to verify its checksum; the others then assume that it is
/// intact.
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
