#pragma once

#include "splits/audit/audit.h"

#include <string>

namespace hashlab::splits {

/// What a leak is about, in sentences for whoever finds one for the first time.
struct LeakMeaning {
  std::string means;   ///< what happened
  std::string origin;  ///< where it came from
  std::string worth;   ///< what it can change: a bound, or what was measured
  std::string remedy;  ///< what to do
};

/// Of every kind that docs/how-to/audit-a-split.md lists.
LeakMeaning leak_meaning(const Leak& leak);

/// All of it in one line.
std::string meaning_text(const LeakMeaning& meaning);

}  // namespace hashlab::splits
