#pragma once

#include "splits/audit/audit.h"

#include <string>

namespace hashlab::splits {

/// An explanation of a leak, for users who meet a leak of this kind for the first time.
struct LeakMeaning {
  std::string means;   ///< what happened
  std::string origin;  ///< where it came from
  std::string worth;   ///< its possible effect: a bound, or a measured value
  std::string remedy;  ///< what to do
};

/// The explanation of `leak`, whose kind must be one that docs/how-to/audit-a-split.md lists.
LeakMeaning leak_meaning(const Leak& leak);

/// The whole explanation in one line.
std::string meaning_text(const LeakMeaning& meaning);

}  // namespace hashlab::splits
