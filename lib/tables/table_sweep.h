#pragma once

#include "lib/tables/table_setting.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// Settings to score hash tables at: the product of four lists, written
/// "K:8/12/16 L:1/2/4 radius:0/1 keys:segments/sampled". Without K there are none.
struct TableSweep {
  std::vector<std::size_t> K;
  std::vector<std::size_t> L = {1};
  std::vector<std::size_t> radius = {0};
  std::vector<KeyBits> keys = {KeyBits::segments};

  bool empty() const { return K.empty(); }
  /// All four lists, in the order given: parse_table_sweep(text()) is this. "" if empty.
  std::string text() const;
  /// All combinations, whether or not they fit a code; keys outermost, then K, L and radius.
  std::vector<TableSetting> settings() const;
  /// Those that fit codes of so many bits (see misfit).
  std::vector<TableSetting> fitting(std::size_t bits) const;
};

/// Errors: invalid_argument, naming the part: unknown (with a suggestion), given twice, a value out
///         of range or repeated, K missing, no combination that fits any code.
TableSweep parse_table_sweep(std::string_view text);

}  // namespace hashlab
