#pragma once

// A header of the project's own, with the path of one of hashlab's.
inline const char* own_header() {
  return "own lib/types.h";
}
