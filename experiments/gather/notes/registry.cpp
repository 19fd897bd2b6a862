#include "experiments/gather/notes/registry.h"

namespace hashlab::experiments {

std::vector<std::unique_ptr<Note>> all_notes(const NotedStudy& study) {
  std::vector<std::unique_ptr<Note>> all;
#define HASHLAB_ADD(name) all.push_back(notes::name(study));
  HASHLAB_NOTES(HASHLAB_ADD)
#undef HASHLAB_ADD
  return all;
}

}  // namespace hashlab::experiments
