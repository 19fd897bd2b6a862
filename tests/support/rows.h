#pragma once

#include "lib/types.h"

#include <algorithm>
#include <iterator>

namespace hashlab::testing {

/// The rows in both of two ascending lists.
inline Rows common(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

}  // namespace hashlab::testing
