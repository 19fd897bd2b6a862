#include "lib/fitted.h"

#include <algorithm>
#include <iterator>

namespace hashlab {

Rows united(const Rows& a, const Rows& b) {
  Rows all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

SharedRows union_of(const SharedRows& a, const SharedRows& b) {
  if (std::includes(a.begin(), a.end(), b.begin(), b.end())) return a;
  if (std::includes(b.begin(), b.end(), a.begin(), a.end())) return b;
  return united(a, b);
}

}  // namespace hashlab
