#include "lib/fitted.h"

#include <algorithm>
#include <iterator>

namespace hashlab {

Rows united(const Rows& a, const Rows& b) {
  Rows all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace hashlab
