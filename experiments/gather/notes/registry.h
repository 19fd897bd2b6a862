#pragma once

#include "experiments/gather/notes/note.h"

#include <memory>
#include <vector>

// Every kind of note has one file in this folder and one line here, in the order below tables.
#define HASHLAB_NOTES(X) \
  X(ranked_data)         \
  X(fixed_splits)        \
  X(collapsed_codes)     \
  X(rounding_errors)     \
  X(shorter_codes)       \
  X(item_bytes)          \
  X(group_bounds)        \
  X(foreign_claims)      \
  X(choices)

namespace hashlab::experiments {

namespace notes {
#define HASHLAB_DECLARE(name) std::unique_ptr<Note> name(const NotedStudy& study);
HASHLAB_NOTES(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE
}  // namespace notes

/// One of each kind, without records.
std::vector<std::unique_ptr<Note>> all_notes(const NotedStudy& study);

}  // namespace hashlab::experiments
