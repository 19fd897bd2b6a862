#pragma once

#include "lib/hash_tables/setting.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The settings at which hash tables are scored: the Cartesian product of four lists, written
/// "K:8/12/16 L:1/2/4 radius:0/1 keys:segments/sampled". Without K it is empty.
struct HashTableSweep {
  std::vector<std::size_t> K;
  std::vector<std::size_t> L = {1};
  std::vector<std::size_t> radius = {0};
  std::vector<KeyBits> keys = {KeyBits::segments};

  bool empty() const { return K.empty(); }
  /// The sweep as text with all four lists, their values in the given order; "" if it is empty.
  /// parse_hash_table_sweep(text()) returns an equal sweep.
  std::string text() const;
  /// All combinations, whether or not they fit a code. `keys` varies slowest, then K, L and radius.
  std::vector<HashTableSetting> settings() const;
  /// The combinations that fit codes of `bits` bits (see misfit).
  std::vector<HashTableSetting> fitting(std::size_t bits) const;
};

/// Parses the text of a sweep. An empty text gives an empty sweep.
/// Errors: invalid_argument if a part has no ':', has an unknown name (with a suggestion) or is
///   given twice; if a value is unknown, out of range or repeated; if K is missing; or if no
///   combination fits any code.
HashTableSweep parse_hash_table_sweep(std::string_view text);

}  // namespace hashlab
