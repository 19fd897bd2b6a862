#pragma once

#include "splits/split.h"

#include <memory>
#include <vector>

// Every splitting protocol, in the order in which tables and lists print them: one line each. A
// file without its line does not compile, and a line without its file does not link.

#define HASHLAB_SPLITS(X) \
  X(literature)           \
  X(improved)             \
  X(matched)              \
  X(class_disjoint)       \
  X(self)                 \
  X(zero_shot)            \
  X(queries)              \
  X(foreign)              \
  X(given)

namespace hashlab::splits {

namespace strategies {
#define HASHLAB_DECLARE(name) std::unique_ptr<SplitStrategy> name();
HASHLAB_SPLITS(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE
}  // namespace strategies

/// One instance of each splitting protocol, with default settings.
std::vector<std::unique_ptr<SplitStrategy>> all_strategies();

}  // namespace hashlab::splits
